"""
Variant II and linear discriminant analysis
===========================================

With the linear kernel, variant II has the direction of LDA if both classes are of equal size. Its
offset is searched, so the two boundaries are parallel. The pale band is the boundary of LDA.
"""

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
from bayeslab.figures import add_boundary, draw_regions

points = load(DatasetSpec("unequal_gaussians"))
model = KernelBayes("II", kernel="linear").fit(points.X, points.y)
lda = LinearDiscriminantAnalysis().fit(points.X, points.y)

probe = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
origin, *steps = model.project(probe)
direction = np.array(steps) - origin
cosine = direction @ lda.coef_[0] / np.linalg.norm(direction) / np.linalg.norm(lda.coef_)
print(f"angle between the directions: {np.degrees(np.arccos(min(cosine, 1))):.2f} degrees")

box = (-3.0, 2.5, -2.5, 2.5)
regions, others = (decision_regions(each, box) for each in (model, lda))
figure = draw_regions(
    regions.x1,
    regions.x2,
    regions.label,
    regions.strength,
    points.X,
    points.y,
    class_names=points.class_names,
    theme="light",
)
add_boundary(figure, others.x1, others.x2, others.score, "LDA", theme="light")
figure.show()
