"""
Variant II and linear discriminant analysis
===========================================

With the linear kernel, variant II has the direction of LDA if both classes are of equal size. Its
offset is searched, so the two boundaries are parallel. Marked are the points between them.
"""

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
from bayeslab.figures import draw_disagreement

points = load(DatasetSpec("unequal_gaussians"))
model = KernelBayes("II", kernel="linear").fit(points.X, points.y)
lda = LinearDiscriminantAnalysis().fit(points.X, points.y)

probe = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
origin, *steps = model.project(probe)
direction = np.array(steps) - origin
cosine = direction @ lda.coef_[0] / np.linalg.norm(direction) / np.linalg.norm(lda.coef_)
print(f"angle between the directions: {np.degrees(np.arccos(min(cosine, 1))):.2f} degrees")

regions = [decision_regions(each, box=(-3.0, 2.5, -2.5, 2.5)) for each in (model, lda)]
ours, theirs = (each.predict(points.X) == points.y for each in (model, lda))
only_one = ours != theirs
figure = draw_disagreement(
    regions[0].x1,
    regions[0].x2,
    [each.score for each in regions],
    points.X[only_one],
    np.where(theirs[only_one], 1, 0),
    names=("variant II", "LDA"),
    theme="light",
)
figure.show()
