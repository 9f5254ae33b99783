"""Kernel Bayes I at one point by hand, with the inner product and with the RBF kernel."""

import numpy as np

from bayeslab import KernelBayes, decision_regions
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.figures import draw_regions
from bayeslab.figures.overlays import add_bumps

points = load(DatasetSpec("moons", n=60))
X, y = points.X, points.y
x, gamma = np.array([0.5, 0.5]), 5.0

linear = X @ x
rbf = np.exp(-gamma * ((X - x) ** 2).sum(axis=1))
for name, K in (("linear", linear), ("rbf", rbf)):
    model = KernelBayes("I", kernel=name, gamma=gamma).fit(X, y)
    p = K[y == 1].mean() - K[y == 0].mean()
    print(f"{name}: {p:.6f} by hand, {model.project([x])[0]:.6f} by KernelBayes")

regions = decision_regions(model, box=(-2.5, 2.5, -2.5, 2.5))
figure = draw_regions(
    regions.x1,
    regions.x2,
    regions.label,
    regions.strength,
    X,
    y,
    class_names=points.class_names,
    equal_scale=True,
)
add_bumps(figure, [X[y == 0], X[y == 1]], [np.eye(2) / (2 * gamma)] * 2)
figure.show()
