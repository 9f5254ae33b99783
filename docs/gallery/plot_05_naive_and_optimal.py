"""
Naive and optimal Bayes
=======================

Two features rise and fall together. Naive Bayes ignores this, optimal Bayes does not, so they
disagree in the grey area. Marked are the new points that only one of them classifies correctly.
"""

import numpy as np

from bayeslab import GaussianBayes, decision_regions
from bayeslab.bayes_error import Gaussian, Problem, error_rate
from bayeslab.figures import draw_disagreement

covariance = ((1.0, 0.8), (0.8, 1.0))
problem = Problem(
    "correlated", (Gaussian((-0.7, 0.0), covariance), Gaussian((0.7, 0.0), covariance))
)
X, y = problem.sample(400, seed=0)
models = [GaussianBayes(kind).fit(X, y) for kind in ("diagonal", "full")]

print(f"Bayes error {error_rate(problem).value:.1%}")
for name, model in zip(("naive", "optimal"), models, strict=True):
    print(f"{name} Bayes {error_rate(problem, model).value:.1%} errors on new points")

new_X, new_y = problem.sample(200, seed=1)
naive, optimal = (model.predict(new_X) == new_y for model in models)
only_one = naive != optimal
regions = [decision_regions(model, box=(-4.0, 4.0, -4.0, 4.0)) for model in models]
figure = draw_disagreement(
    regions[0].x1,
    regions[0].x2,
    [each.score for each in regions],
    new_X[only_one],
    np.where(optimal[only_one], 1, 0),
    names=("naive Bayes", "optimal Bayes"),
    theme="light",
)
figure.show()
