"""
The width of the bumps
======================

Accuracy over γ, with labels that are coin tosses. Narrow bumps classify nearly every training
point correctly. The accuracy left out and the accuracy of ten folds show that nothing was learnt.
"""

import numpy as np

from bayeslab import DatasetSpec, KernelBayes, load
from bayeslab.evaluation import EvaluationSpec, cross_validated_accuracy
from bayeslab.figures import draw_sweep

points = load(DatasetSpec("random_labels"))
gammas = np.geomspace(0.1, 1000, 13)
training, left_out, folds = [], [], []
for gamma in gammas:
    model = KernelBayes(gamma=gamma, threshold="loo").fit(points.X, points.y)
    search = model.threshold_search_
    training.append(model.score(points.X, points.y))
    left_out.append(1 - search.errors[search.index] / len(points.y))
    folds.append(cross_validated_accuracy(model, points.X, points.y, EvaluationSpec("k-fold")))

print(f"γ = 1000: training {training[-1]:.1%}, left out {left_out[-1]:.1%}")
figure = draw_sweep(
    gammas,
    [
        ("training", np.array(training)),
        ("left out", np.array(left_out)),
        (
            "ten folds",
            np.array([fold.mean for fold in folds]),
            np.array([fold.standard_error for fold in folds]),
        ),
    ],
    chosen=gammas[-1],
    theme="light",
)
figure.show()
