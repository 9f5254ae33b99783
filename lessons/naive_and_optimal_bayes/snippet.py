"""Naive and optimal Bayes where the second feature helps only through its correlation."""

import numpy as np

from bayeslab import GaussianBayes, decision_regions
from bayeslab.figures import draw_regions

rho = 0.8
rng = np.random.default_rng(0)
covariance = [[1, rho], [rho, 1]]
X = np.concatenate([rng.multivariate_normal((x1, 0), covariance, 100) for x1 in (-1, 1)])
y = np.repeat([0, 1], 100)
train, test = rng.permutation(200).reshape(2, 100)  # a random half

for kind, name in (("diagonal", "naive Bayes"), ("full", "optimal Bayes")):
    model = GaussianBayes(covariance=kind).fit(X[train], y[train])
    print(f"{name}: {model.score(X[test], y[test]):.1%} accuracy on the other half")

    regions = decision_regions(model, box=(-4, 4, -4, 4))
    figure = draw_regions(
        regions.x1,
        regions.x2,
        regions.label,
        regions.strength,
        X,
        y,
        class_names=["class A", "class B"],
        title=name,
        equal_scale=True,
        ellipses=(model.means_, model.covariances_),
    )
    figure.show()
