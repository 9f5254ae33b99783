"""
γ and C of a support vector classifier
======================================

Cross-validated accuracy over two settings. The star is the best cell; many others are as good as
it, so the exact values matter little.
"""

import numpy as np

from bayeslab import DatasetSpec, load
from bayeslab.evaluation import EvaluationSpec, SweepSpec, sweep
from bayeslab.figures import draw_heatmap

points = load(DatasetSpec("spirals"))
gammas = tuple(np.geomspace(0.1, 1000, 9).tolist())
costs = tuple(np.geomspace(0.01, 1000, 6).tolist())
found = sweep(
    SweepSpec("svc-rbf", gammas=gammas, Cs=costs, evaluation=EvaluationSpec(folds=5)),
    points.X,
    points.y,
)
accuracies = np.array([point.held_out for point in found.points])
accuracies = accuracies.reshape(len(gammas), len(costs)).T
best = found.best
print(f"best: γ = {best.gamma:.3g}, C = {best.C:.3g}, accuracy {best.held_out:.1%}")

figure = draw_heatmap(
    accuracies,
    [f"{gamma:.2g}" for gamma in gammas],
    [f"{cost:g}" for cost in costs],
    chosen=(costs.index(best.C), gammas.index(best.gamma)),
    theme="light",
)
figure.show()
