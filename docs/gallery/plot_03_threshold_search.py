"""
The search for the offset
=========================

Both criteria look for a cut of the projections. With one class nine times as frequent as the
other, label consistency (eq. 181 of the notes) is the same at every cut and takes the first one;
counting errors finds a better one.
"""

import numpy as np

from bayeslab import DatasetSpec, KernelBayes, best_threshold, load
from bayeslab.figures import draw_projection

points = load(DatasetSpec("imbalanced", n=100))
scores = KernelBayes("I", kernel="linear").fit(points.X, points.y).projection_
labels = np.where(points.y == 1, 1, -1)

for criterion in ("error", "consistency"):
    search = best_threshold(scores, labels, criterion)
    print(f"{criterion}: cut {search.index}, {search.errors[search.index]} errors")

figure = draw_projection(
    scores,
    labels,
    search.threshold,
    search.cuts,
    search.values,
    search.errors,
    search.realisable,
    search.index,
    criterion_name="J(k)",
    class_names=points.class_names,
    theme="light",
)
figure.show()
