"""Errata of the kernelized Bayes classifier notes: their formulas and their code."""

from typing import Any

import numpy as np
from scipy.optimize import linprog
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import make_kernel
from bayeslab.estimators.threshold import best_threshold
from bayeslab.evaluation.formats import percent
from lessons.checking_the_sources.errata.erratum import (
    Array,
    Drawing,
    Erratum,
    Labels,
    Outcome,
    by_rules,
    share_correct,
)

__all__ = ["ERRATA", "SOURCE", "complex_projection"]

SOURCE = "Kernelized Bayes classifier notes"
CODE = "Z = U @ x\ny = K(Z0, z)"  # two lines of the prediction code, in Python


def complex_projection(X: Array, y: Labels, X_new: Array, *, conjugate: bool) -> Array:
    """Return the notes' p(x) of type 3 with the linear kernel, in complex arithmetic, shape (n,).

    W = V D V' has eigenvalues of both signs, and U = (V D^(1/2))' is complex. K(z, z) is z* z with
    the conjugate transpose of Matlab's ', and z'z with its .'.

    Parameters
    ----------
    X : array of shape (N, d)
    y : array of shape (N,)
        1 for C+, 0 for C-.
    X_new : array of shape (n, d)
        Where to evaluate.
    conjugate : bool
        True for the conjugate transpose, False for the plain one.
    """
    means = [X[y == k].mean(axis=0) for k in (1, 0)]
    inverses = [np.linalg.inv(np.cov(X[y == k].T)) for k in (1, 0)]
    D, V = np.linalg.eigh(-(inverses[0] - inverses[1]) / 2)
    Z = X_new @ (V * np.sqrt(D.astype(np.complex128)))
    square = ((Z.conj() if conjugate else Z) * Z).sum(axis=1)
    projection: Array = square + X_new @ (inverses[0] @ means[0] - inverses[1] @ means[1])
    return projection


def _complex_root() -> Drawing:
    train, new = (load(DatasetSpec("xor", n=n, seed=n)) for n in (200, 2000))
    X, y = train.X, train.y
    on_line = complex_projection(X, y, X, conjugate=True).real
    b = best_threshold(on_line, np.where(y == 1, 1, -1), "consistency").offset
    model = KernelBayes("III", kernel="linear", threshold="consistency").fit(X, y)
    return Drawing(
        *(X, y, new.X, new.y),
        printed=lambda P: complex_projection(X, y, P, conjugate=True).real + b,
        right=model.decision_function,
        formulas=(r"K(z,z)=\bar z^Tz=x^T|W|x", r"K(z,z)=z^Tz=x^TWx"),
        lab={"model": "III", "kernel": "linear", "threshold": "consistency"},
    )


def _two_transposes() -> Outcome:
    drawing = _complex_root()
    signs = np.where(drawing.y == 1, 1, -1)
    p = complex_projection(drawing.X, drawing.y, drawing.X, conjugate=False)
    printed, right = (
        f"{percent(share_correct(rule, drawing.X_new, drawing.y_new))} and "
        f"{best_threshold(order, signs, 'consistency').values[1:-1].max():.0f}"
        for rule, order in ((drawing.printed, np.abs(p)), (drawing.right, p.real))
    )
    measure = (
        "XOR: accuracy on new points with the conjugate transpose; largest label consistency "
        f"(at most {len(signs)}) with the plain transpose and complex numbers sorted"
    )
    return Outcome(measure, printed, right)


def _called_naive() -> Drawing:
    train, new = (load(DatasetSpec("unequal_gaussians", n=n, seed=n)) for n in (200, 2000))
    naive, full = (
        GaussianBayes(structure).fit(train.X, train.y) for structure in ("diagonal", "full")
    )
    return Drawing(
        *(train.X, train.y, new.X, new.y),
        printed=naive.decision_function,
        right=full.decision_function,
        formulas=(
            r"W=-\tfrac12\bigl(D_+^{-1}-D_-^{-1}\bigr)\\&\quad D_\pm=\operatorname{diag}\Sigma_\pm",
            r"W=-\tfrac12\bigl(\Sigma_+^{-1}-\Sigma_-^{-1}\bigr)",
        ),
        lab={"model": "full"},
    )


def _determinants() -> Drawing:
    train, new = (load(DatasetSpec("concentric", n=n, seed=n)) for n in (200, 2000))
    models = [
        KernelBayes("III", gamma=5.0, determinants=on).fit(train.X, train.y) for on in (False, True)
    ]
    return Drawing(
        *(train.X, train.y, new.X, new.y),
        printed=models[0].decision_function,
        right=models[1].decision_function,
        formulas=(
            r"\tfrac1{N_+}\textstyle\sum K(z_{++},z_+)\\&\quad-\tfrac1{N_-}\textstyle\sum "
            "K(z_{--},z_-)",
            r"\tfrac{|\Sigma_+|^{-1/2}}{N_+}\textstyle\sum K(z_{++},z_+)\\&\quad"
            r"-\tfrac{|\Sigma_-|^{-1/2}}{N_-}\textstyle\sum K(z_{--},z_-)",
        ),
        lab={"model": "III", "determinants": True},
        box=(-2.0, 2.0, -2.0, 2.0),
    )


def _inverses() -> Outcome:
    points = load(DatasetSpec("unequal_gaussians", n=200))
    plus, minus = (np.cov(points.X[points.y == k].T) for k in (1, 0))
    printed = -(plus - minus) / 2
    right = -(np.linalg.inv(plus) - np.linalg.inv(minus)) / 2
    return Outcome("entry W₁₂ on unequal Gaussians", float(printed[0, 1]), float(right[0, 1]))


def _metric() -> Outcome:
    points = load(DatasetSpec("unequal_gaussians", n=200, balance=0.1))
    plus, minus = (points.X[points.y == k] for k in (1, 0))
    scatters = [(len(part) - 1) * np.cov(part.T) for part in (plus, minus)]
    pooled = sum(scatters) / (len(points.y) - 2)
    lda = LinearDiscriminantAnalysis().fit(points.X, points.y).coef_[0]
    difference = plus.mean(axis=0) - minus.mean(axis=0)
    printed, right = (
        _degrees(np.linalg.solve(metric, difference), lda)
        for metric in (np.cov(plus.T) + np.cov(minus.T), pooled)
    )
    measure = "degrees between w and LDA's direction, unequal Gaussians of 20 and 180 points"
    return Outcome(measure, printed, right)


def _degrees(a: Array, b: Array) -> float:
    return float(np.degrees(np.abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b))))


def _upside_down() -> Outcome:
    labels = [*[1] * 9, *[-1] * 10, 1]
    return _accuracies(
        np.arange(20.0), labels, "nine of ten points of C+ lowest, the tenth highest"
    )


def _imbalance() -> Outcome:
    rng = np.random.default_rng(1)
    scores = np.concatenate((rng.normal(0.5, 1.0, 10), rng.normal(0.0, 1.0, 90)))
    labels = np.repeat([1, -1], [10, 90])
    return _accuracies(scores, labels, "10 points of C+ among 90 of C−, overlapping")


def _accuracies(scores: Array, labels: Array | list[int], points: str) -> Outcome:
    """Compare the thresholds chosen by label consistency and by the number of errors."""
    signs = np.asarray(labels)
    printed, right = (
        float(((scores > best_threshold(scores, signs, criterion).threshold) == (signs > 0)).mean())
        for criterion in ("consistency", "error")
    )
    return Outcome(f"accuracy on the training points: {points}", printed, right, is_share=True)


def _unrealisable() -> Outcome:
    points = load(DatasetSpec("iris", features=(2, 3), classes=(1, 2)))
    model = KernelBayes("I", kernel="linear", threshold="consistency").fit(points.X, points.y)
    search, n = model.threshold_search_, len(points.y)
    accuracy = (n + search.values[search.index]) / 2 / n  # J = N - 2 errors
    return Outcome(
        "accuracy on versicolor and virginica: implied by the criterion, and of the threshold",
        float(accuracy),
        float(model.score(points.X, points.y)),
        is_share=True,
    )


def _undefined_name() -> Outcome:
    points = load(DatasetSpec("moons", n=200))
    model = KernelBayes("II", gamma=5.0).fit(points.X, points.y)
    names = {"U": np.eye(2), "x": points.X[0], "K": model.kernel_, "Z0": points.X}
    right = f"{percent(model.score(points.X, points.y))} correct"
    return Outcome("result of the prediction code on the moons", _error_message(CODE, names), right)


def _error_message(code: str, names: dict[str, Any]) -> str:
    """Run code and return the message of its NameError."""
    try:
        exec(code, names)
    except NameError as error:
        return str(error)
    return "no error"


def _kernel() -> Drawing:
    train, new = (load(DatasetSpec("moons", n=n, seed=n)) for n in (200, 2000))
    printed, right = (
        KernelBayes("I", kernel=kernel, gamma=5.0).fit(train.X, train.y)
        for kernel in ("laplacian", "rbf")
    )
    return Drawing(
        *(train.X, train.y, new.X, new.y),
        printed=printed.decision_function,
        right=right.decision_function,
        formulas=(r"e^{-\gamma\|x-y\|}", r"e^{-\gamma\|x-y\|^2}"),
        lab={"model": "I", "gamma": 5.0},
    )


def _kernel_values() -> Outcome:
    pair = np.zeros((1, 2)), np.array([[0.5, 0.0]])
    printed, right = (
        float(make_kernel(kernel, gamma=5.0)(*pair)[0, 0]) for kernel in ("laplacian", "rbf")
    )
    return Outcome("K of two points with the distance 0.5, γ = 5", printed, right)


def _separable() -> Outcome:
    setosa, virginica = (
        "separable" if _slack(other) < 1e-9 else "not separable" for other in (0, 2)
    )
    return Outcome(
        "versicolor and setosa, by a straight line in features 3 and 4",
        "not separable",
        f"{setosa}; versicolor and virginica: {virginica}",
    )


def _slack(other: int) -> float:
    """Return the least total slack of a line that separates versicolor (1) from another iris."""
    table = load_iris()
    is_pair = np.isin(table.target, (1, other))
    X, y = table.data[is_pair][:, [2, 3]], np.where(table.target[is_pair] == 1, 1.0, -1.0)
    n = len(y)
    # y (w'x + b) + slack >= 1, for w, b and the slacks
    constraints = -np.column_stack((y[:, None] * X, y, np.eye(n)))
    cost = np.concatenate((np.zeros(3), np.ones(n)))
    bounds = [(None, None)] * 3 + [(0, None)] * n
    return float(linprog(cost, constraints, -np.ones(n), bounds=bounds).fun)


ERRATA = (
    Erratum(
        "complex-root",
        "Conjugate transpose",
        SOURCE,
        "code, type 3",
        "$W$ may have negative eigenvalues, as the notes say. Then $D^{1/2}$ is complex, and so "
        "are $U$ and the argument $z$ of `K`.",
        "The result depends on how `K` is written, which the notes do not print. With the "
        "conjugate transpose `'` of Matlab it is $x^T|W|x$: every negative eigenvalue becomes "
        "positive. With `.'` it is $x^TWx$, but where rounding leaves an imaginary part, `sort` "
        "orders the projections by magnitude. Half the difference of two squared lengths needs "
        "real arithmetic only and avoids both.",
        _two_transposes,
        _complex_root,
    ),
    Erratum(
        "called-naive",
        "Naive Bayes with full covariances",
        SOURCE,
        "introduction",
        "The classifier to be kernelised is called “naive Bayes (maximum likelihood)”.",
        "Eq. 173 has full covariance matrices. Naive Bayes has diagonal ones, which gives another "
        "rule if features are correlated. Eq. 173 also contains the priors, so it is the MAP rule; "
        "it is maximum likelihood only for equal priors.",
        by_rules(_called_naive, "unequal Gaussians"),
        _called_naive,
    ),
    Erratum(
        "determinants",
        "Missing determinants",
        SOURCE,
        "eq. 180, RBF kernel",
        "In type 3, the mean of the kernel values of each class uses the metric of that class.",
        "The notes do not claim that the two means are densities. To compare them as densities, "
        r"divide by $|\Sigma_\pm|^{1/2}$; otherwise a wide class looks as dense as a narrow one. "
        "For this kernel $K(z,z)=1$, so the second-order term is constant.",
        by_rules(_determinants, "concentric Gaussians"),
        _determinants,
        kind="caution",
    ),
    Erratum(
        "inverses",
        "W without inverses",
        SOURCE,
        "text after eq. 182",
        r"$W=-(\Sigma_+-\Sigma_-)/2$",
        r"$W=-(\Sigma_+^{-1}-\Sigma_-^{-1})/2$, as in eq. 173. The error is harmless here: with "
        "equal covariances both are zero.",
        _inverses,
    ),
    Erratum(
        "metric",
        "The sum of covariances",
        SOURCE,
        "code, type 2",
        "The common metric is `inv(C0+C1)`.",
        "In the sum both classes have the same weight; the pooled estimate of LDA weights them by "
        r"their numbers of points. Let $u=(\Sigma_++\Sigma_-)^{-1}(\mu_+-\mu_-)$. Both directions "
        r"agree if the classes are of equal size, or if $\Sigma_+u\parallel\Sigma_-u$, as for "
        "classes of the same shape.",
        _metric,
        kind="caution",
    ),
    Erratum(
        "upside-down",
        "Eq. 181: upside down",
        SOURCE,
        "eq. 181",
        r"The best cut maximises $|\sum_{n\le k}y_n|+|\sum_{n>k}y_n|$.",
        "The rule assigns points above the cut to C+, but the absolute values do not record which "
        "class is above. A cut with the classes exchanged scores as high as the correct one. "
        "Minimise the number of errors instead.",
        _upside_down,
    ),
    Erratum(
        "imbalance",
        "Eq. 181: imbalance",
        SOURCE,
        "eq. 181",
        "The same criterion, for classes of unequal size.",
        r"The criterion is never below $|n_+-n_-|$, so many cuts tie, and the code takes the "
        "first. It never tries to put all points on one side, which is best here.",
        _imbalance,
    ),
    Erratum(
        "ties",
        "Eq. 181: ties",
        SOURCE,
        "eq. 181 and its code",
        "Every cut between neighbouring projections is possible.",
        "No threshold lies between equal projections. It coincides with points, which are then on "
        "neither side.",
        _unrealisable,
    ),
    Erratum(
        "name",
        "A name that is not defined",
        SOURCE,
        "prediction code, type 2",
        "`Z=U*x;` and then `K(Z0,z)`",
        "`z` is never assigned, `Z` overwrites the training points, and `y` overwrites the labels.",
        _undefined_name,
    ),
    Erratum(
        "kernel",
        "The kernel without its square",
        SOURCE,
        "text before example 1",
        r"The RBF kernel is $e^{-\gamma\|x-y\|}$.",
        r"*RBF kernel* usually means the Gaussian kernel $e^{-\gamma\|x-y\|^2}$. The printed "
        "kernel is radial too. It has a peak at each point and longer tails, so the regions "
        "differ, but they are not always worse.",
        _kernel_values,
        _kernel,
        kind="caution",
    ),
    Erratum(
        "iris",
        "Which irises are inseparable",
        SOURCE,
        "example 3",
        "Setosa and versicolor are not linearly separable.",
        "They are, with a wide margin. Versicolor and virginica are not, as a linear program "
        "shows. The names were probably exchanged.",
        _separable,
    ),
)
