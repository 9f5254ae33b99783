"""
Compare classifiers
===================

Held-out accuracy with 95 % intervals, on the same splits for all. The data are generated, so the
Bayes error is known: the vertical line is the accuracy that no classifier exceeds on average.
"""

from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from bayeslab import DatasetSpec, GaussianBayes, KernelBayes, load
from bayeslab.bayes_error import error_rate, known_problem
from bayeslab.evaluation import EvaluationSpec, compare, differences
from bayeslab.figures import draw_accuracies

spec = DatasetSpec("moons")
points = load(spec)
models = {
    "kernel Bayes I": KernelBayes("I", gamma=5.0, threshold="loo"),
    "SVC": SVC(gamma=5.0),
    "10 neighbours": KNeighborsClassifier(10),
    "Gaussian, full": GaussianBayes("full"),
    "Gaussian, pooled": GaussianBayes("pooled"),
}
rows = compare(models, points.X, points.y, EvaluationSpec("repeated k-fold", repeats=5))
for name, difference in differences(rows, "SVC").items():
    verdict = "clear" if difference.is_clear else "no clear difference"
    print(f"{name} − SVC: {100 * difference.mean:+.1f} points, {verdict}")

found = [(row, row.held_out) for row in rows if row.held_out]  # none where a fit fails
found.sort(key=lambda pair: pair[1].mean, reverse=True)
problem = known_problem(spec)
figure = draw_accuracies(
    [(row.name, row.training, held_out.mean, *held_out.interval) for row, held_out in found],
    best=1 - error_rate(problem).value if problem else None,
    theme="light",
)
figure.show()
