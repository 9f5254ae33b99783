"""Eight points of two classes; each class has its own covariance."""

import numpy as np

from bayeslab import GaussianBayes, decision_regions
from bayeslab.figures import draw_regions

X = np.array([(2, 6), (3, 8), (4, 6), (3, 4), (1, -2), (3, 0), (5, -2), (3, -4)])
y = np.array([1, 1, 1, 1, 0, 0, 0, 0])

model = GaussianBayes(covariance="full").fit(X, y)  # case 1: "spherical", case 2: "pooled"
for name, mean, covariance in zip("−+", model.means_, model.covariances_, strict=True):
    print(f"class {name}: mean {mean}, covariance {covariance.tolist()}")

regions = decision_regions(model, box=(-5, 11, -6, 10))
figure = draw_regions(
    regions.x1,
    regions.x2,
    regions.label,
    regions.strength,
    X,
    y,
    class_names=["class −", "class +"],
    equal_scale=True,
    ellipses=(model.means_, model.covariances_),
)
figure.show()
