"""
Gaussian classes
================

Each class has a Gaussian density with its own covariance, so the boundary is a conic section. The
dotted ellipses are the estimated densities at one and two standard deviations.
"""

from bayeslab import DatasetSpec, GaussianBayes, decision_regions, load
from bayeslab.figures import draw_regions

points = load(DatasetSpec("concentric", n=120, noise=0.4))
for covariance in ("spherical", "pooled", "diagonal", "full"):
    model = GaussianBayes(covariance).fit(points.X, points.y)
    print(f"{covariance:9} training accuracy {model.score(points.X, points.y):.1%}")

regions = decision_regions(model, box=(-4.0, 4.0, -4.0, 4.0))
figure = draw_regions(
    regions.x1,
    regions.x2,
    regions.label,
    regions.strength,
    points.X,
    points.y,
    class_names=points.class_names,
    equal_scale=True,
    theme="light",
    ellipses=(model.means_, model.covariances_),
)
figure.show()
