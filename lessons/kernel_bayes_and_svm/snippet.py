"""Kernel Bayes and the SVM on the same points, and which is correct where they disagree."""

import numpy as np
from sklearn.svm import SVC

from bayeslab import DatasetSpec, KernelBayes, decision_regions
from bayeslab.data.datasets import load
from bayeslab.data.points import bounding_box
from bayeslab.evaluation import mcnemar
from bayeslab.figures import draw_disagreement

points, new = (load(DatasetSpec("moons", n=n, seed=seed)) for n, seed in [(200, 0), (2000, 1)])
kernel_bayes = KernelBayes("I", gamma=5).fit(points.X, points.y)
svm = SVC(gamma=5).fit(points.X, points.y)
print(f"{len(svm.support_)} of {len(points.y)} points are support vectors")

comparison = mcnemar(new.y, kernel_bayes.predict(new.X), svm.predict(new.X))
print("both correct, only kernel Bayes; only the SVM, both wrong:", comparison.counts)
print(f"McNemar's test: p = {comparison.p_value:.2g}")

box = bounding_box(points.X)
regions = [decision_regions(model, box) for model in (kernel_bayes, svm)]
only_one = comparison.first_right != comparison.second_right
figure = draw_disagreement(
    regions[0].x1,
    regions[0].x2,
    [each.score for each in regions],
    new.X[only_one],
    np.where(comparison.second_right[only_one], 1, 0),
    names=("kernel Bayes", "SVM"),
)
figure.show()
