"""Accuracy of kernel Bayes over γ: in training, left out, and by ten folds."""

import numpy as np

from bayeslab import DatasetSpec, KernelBayes
from bayeslab.data.datasets import load
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures import draw_sweep
from bayeslab.figures.curves import Curve

points = load(DatasetSpec("moons"))  # or "random_labels"
X, y = points.X, points.y
gammas = np.geomspace(0.01, 1000, 16)
ten_folds = EvaluationSpec("k-fold", folds=10)

training, left_out, folds = [], [], []
for gamma in gammas:
    model = KernelBayes(gamma=gamma, threshold="loo").fit(X, y)
    search = model.threshold_search_
    training.append(model.score(X, y))
    left_out.append(1 - search.errors[search.index] / len(y))
    folds.append(cross_validated_accuracy(model, X, y, ten_folds))

curves = [
    Curve("training", np.array(training)),
    Curve("left out", np.array(left_out)),
    Curve(
        "ten folds",
        np.array([fold.mean for fold in folds]),
        np.array([fold.standard_error for fold in folds]),
    ),
]
figure = draw_sweep(gammas, curves, chosen=5)
figure.show()
