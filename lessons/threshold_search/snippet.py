"""All cuts of a projection: the label consistency (eq. 181) and the errors of each."""

import numpy as np

from bayeslab import KernelBayes, best_threshold
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.figures import draw_projection

points = load(DatasetSpec("imbalanced", n=100))
model = KernelBayes("I", kernel="linear").fit(points.X, points.y)
p = model.projection_
y = np.where(points.y == 1, 1, -1)

labels = y[np.argsort(p, kind="stable")]
N = len(y)
J = [abs(labels[:k].sum()) + abs(labels[k:].sum()) for k in range(1, N)]
E = [(labels[:k] > 0).sum() + (labels[k:] < 0).sum() for k in range(N + 1)]
print(f"eq. 181: k = {1 + np.argmax(J)} with {E[1 + np.argmax(J)]} errors; fewest: {min(E)}")

search = best_threshold(p, y, criterion="consistency")  # or "error"
figure = draw_projection(
    p,
    y,
    search.threshold,
    search.cuts,
    search.values,
    search.errors,
    search.realisable,
    search.index,
    criterion_name="J(k)",
    class_names=points.class_names,
)
figure.show()
