"""Lines of the linear classifiers post, with their tests."""

from dataclasses import replace

import numpy as np
from scipy.special import softmax
from scipy.stats import multivariate_normal, norm
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import decimal, fixed, percent
from bayeslab.scoring.grid import grid_nodes
from lessons.checking_the_sources.errata import Outcome
from lessons.checking_the_sources.errata.erratum import Array, Labels
from lessons.checking_the_sources.errata.linear_post import SOURCE
from lessons.checking_the_sources.hunt.line import (
    Evidence,
    PrintedLine,
    display,
    drawing_of,
    of_erratum,
)
from lessons.checking_the_sources.hunt.pictures import curves, disagreement

__all__ = ["COVARIANCE_CODE", "LOG_RATIO", "OFFSET", "SCORE", "class_offsets"]

MM = 10.0  # per cm
COPIES = 10
FAR = 100.0  # cm
PRIOR = 0.75  # of class +1
WIDE, NARROW = 4.0, 1.0  # variances of both features in C- and C+


def _flowers() -> tuple[Array, Labels]:
    X, y = load_iris(return_X_y=True)
    return X, y


# The common covariance


def _printed_covariance(X: Array, y: Labels) -> Array:
    M = np.array([X[y == k].mean(axis=0) for k in y])
    S: Array = np.cov((X - M).T) / X.shape[0]
    return S


def _petal_variance(X: Array, y: Labels) -> float:
    return float(_printed_covariance(X, y)[2, 2])


def _copies() -> Evidence:
    X, y = _flowers()
    many = np.tile(X, (COPIES, 1))
    variances = [_petal_variance(X, y), _petal_variance(many, np.tile(y, COPIES))]
    times = np.arange(1.0, COPIES + 1)
    curve = [_petal_variance(np.tile(X, (int(n), 1)), np.tile(y, int(n))) for n in times]
    return Evidence(
        f"The flowers of iris, and the same table with every flower in it {COPIES} times. The "
        "entry of `S` for the length of the petals, in cm²:",
        (
            (f"{len(X)} flowers", decimal(variances[0])),
            (f"{len(many)} rows", decimal(variances[1])),
        ),
        "A covariance is a mean over the points. Copies of all points change it by less than 1 %.",
        bool(np.isclose(*variances, rtol=0.01)),
        curves(times, {"as printed": np.array(curve)}, "how often each flower is there"),
        "The entry of S falls as one over the number of copies.",
    )


def _covariance_in_mm() -> Evidence:
    X, y = _flowers()
    ratio = _petal_variance(MM * X, y) / _petal_variance(X, y)
    return Evidence(
        "The flowers of iris in mm instead of cm. By which factor does the entry of `S` for the "
        "length of the petals grow?",
        (("factor", decimal(ratio)),),
        "A variance is a mean of squared lengths: 10² = 100.",
        bool(np.isclose(ratio, MM**2)),
    )


def _lda_covariance() -> Evidence:
    X, y = _flowers()
    lda = LinearDiscriminantAnalysis(store_covariance=True, solver="lsqr").fit(X, y)
    drawing = drawing_of("twice")
    other = LinearDiscriminantAnalysis().fit(drawing.X, drawing.y).decision_function
    return Evidence(
        "The entry of `S` for the length of the petals of iris, in cm², and in "
        "scikit-learn’s linear discriminant analysis. The picture: both boundaries if one point in "
        "twenty is from C+.",
        (
            ("as printed", decimal(_petal_variance(X, y))),
            ("scikit-learn", decimal(lda.covariance_[2, 2])),
        ),
        "The same number, except for the divisor $m$ or $m-1$.",
        bool(np.isclose(_petal_variance(X, y), lda.covariance_[2, 2], rtol=0.03)),
        disagreement(replace(drawing, right=other), ("the printed code", "scikit-learn")),
        "Two straight boundaries that are far apart, of the printed code and of scikit-learn.",
    )


COVARIANCE_CODE = of_erratum(
    "covariance-code",
    "twice",
    printed="```python\nS = np.cov((X-M).T)/X.shape[0]\n```",
    meaning="The covariance matrix that all classes share. `X` has a row for each of the "
    "$m$ points, and `M` has the mean of its class in the same row.",
    formulas=(
        r"\texttt{np.cov((X-M).T)}\\&\quad\texttt{/X.shape[0]}",  # two lines on a phone
        r"\texttt{np.cov((X-M).T)}",
    ),
    tests={"extreme": _copies, "units": _covariance_in_mm, "program": _lda_covariance},
)


# The offset of a class


def class_offsets(X: Array, y: Labels) -> tuple[Array, Array]:
    """Return w_y = S^-1 mu_y as rows and b_y = log p_y - mu_y' S^-1 mu_y / 2, with LDA's S."""
    model = GaussianBayes("pooled").fit(X, y)
    w = np.linalg.solve(model.covariances_[0], model.means_.T).T
    return w, np.log(model.priors_) - (model.means_ * w).sum(axis=1) / 2


def _predict(X: Array, y: Labels) -> Labels:
    w, b = class_offsets(X, y)
    labels: Labels = (X @ w.T + b).argmax(axis=1)
    return labels


def _agreement(first: Labels, second: Labels) -> str:
    return f"{(first == second).sum()} of {len(first)}"


def _shifted() -> Evidence:
    X, y = _flowers()
    _, b = class_offsets(X, y)
    _, far = class_offsets(X + FAR, y)
    return Evidence(
        f"All measurements of iris are {FAR:g} cm larger. The number $b_1$ of the first class, and "
        "for how many flowers the scores still choose the same class:",
        (
            ("$b_1$ before", decimal(b[0])),
            ("$b_1$ after", decimal(far[0])),
            ("same class", _agreement(_predict(X, y), _predict(X + FAR, y))),
        ),
        "A zero that lies elsewhere may change $w_y$ and $b_y$, but no decision.",
        bool((_predict(X, y) == _predict(X + FAR, y)).all()),
    )


def _in_mm() -> Evidence:
    X, y = _flowers()
    return Evidence(
        "Iris in mm instead of cm: for how many flowers do the scores choose the same class?",
        (("same class", _agreement(_predict(X, y), _predict(MM * X, y))),),
        "All of them.",
        bool((_predict(X, y) == _predict(MM * X, y)).all()),
    )


def _as_in_scikit_learn() -> Evidence:
    X, y = _flowers()
    w, b = class_offsets(X, y)
    ours = softmax(X @ w.T + b, axis=1)
    theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y).predict_proba(X)
    place = ours.max(axis=1).argmin()
    largest = ours[place].argmax()
    return Evidence(
        "The scores $w_y^Tx+b_y$ as posteriors, and the ones of scikit-learn’s linear discriminant "
        "analysis: the largest posterior of the flower of iris about which both are least certain, "
        "and the largest difference over all flowers and classes.",
        (
            ("the line", percent(ours[place, largest])),
            ("scikit-learn", percent(theirs[place, largest])),
            ("largest difference", fixed(float(np.abs(ours - theirs).max()), 6)),
        ),
        "The same posteriors.",
        np.allclose(ours, theirs),
    )


def _lda_accuracy() -> Outcome:
    X, y = _flowers()
    lda = LinearDiscriminantAnalysis().fit(X, y)
    shares = [float((labels == y).mean()) for labels in (_predict(X, y), lda.predict(X))]
    measure = (
        "accuracy on iris: of these scores, and of scikit-learn’s linear discriminant analysis"
    )
    return Outcome(measure, *shares, is_share=True)


OFFSET = PrintedLine(
    "class-offset",
    "The offset of a class",
    SOURCE,
    "LDA for multi-class classification",
    display(r"b_y=\log p_y-\tfrac12\,\mu_y^T\Sigma^{-1}\mu_y"),
    r"A point is assigned to the class with the largest score $w_y^Tx+b_y$, with "
    r"$w_y=\Sigma^{-1}\mu_y$. All classes are assumed to be Gaussian with the covariance $\Sigma$.",
    (r"b_y=\log p_y-\tfrac12\mu_y^T\Sigma^{-1}\mu_y",),
    "right",
    r"$\log\bigl(p_yf_y(x)\bigr)=\log p_y-\frac12(x-\mu_y)^T\Sigma^{-1}(x-\mu_y)+\ldots$ Multiply "
    r"out: $-\frac12x^T\Sigma^{-1}x$ is the same for all classes, "
    r"$\mu_y^T\Sigma^{-1}x=w_y^Tx$, and $-\frac12\mu_y^T\Sigma^{-1}\mu_y$ stays with $\log p_y$.",
    _lda_accuracy,
    {"extreme": _shifted, "units": _in_mm, "program": _as_in_scikit_learn},
)


# A factor before the logarithm


def _log_ratio(x: Array, plus: float, minus: float) -> Array:
    """Return the printed log ratio of N(0, plus I) and N(0, minus I) at rows of the plane."""
    distance = (x**2).sum(axis=1)
    ratio: Array = 2 * np.log(minus / plus) - (distance / plus - distance / minus) / 2
    return ratio


def _integral_of_ratio() -> Evidence:
    x = np.linspace(-9, 9, 361)
    plane = grid_nodes(x, x)
    below = multivariate_normal((0, 0), WIDE).pdf(plane)
    total = (below * np.exp(_log_ratio(plane, NARROW, WIDE))).sum() * (x[1] - x[0]) ** 2
    return Evidence(
        "Two classes in the plane with the variances "
        f"{WIDE:g} (C−) and {NARROW:g} (C+). $f_{{-1}}$ times $e$ to the power of the right side, "
        "integrated over the plane:",
        (("integral", fixed(total, 3)),),
        r"$f_{-1}\cdot\frac{f_{+1}}{f_{-1}}=f_{+1}$ is a density: its integral is 1.",
        bool(np.isclose(total, 1, rtol=1e-3)),
    )


def _equal_covariances() -> Evidence:
    value = _log_ratio(np.array([[1.0, 0.5]]), WIDE, WIDE)[0]
    return Evidence(
        "Both classes have the same mean and the same covariance. The right side at the place "
        "(1, 0.5):",
        (("right side", decimal(value)),),
        "The densities are equal, so their log ratio is 0.",
        bool(np.isclose(value, 0)),
    )


def _by_scipy() -> Evidence:
    x = np.linspace(-4, 4, 161)
    plane = np.column_stack((x, np.zeros_like(x)))
    printed = _log_ratio(plane, NARROW, WIDE)
    reference = multivariate_normal((0, 0), NARROW).logpdf(plane)
    reference = reference - multivariate_normal((0, 0), WIDE).logpdf(plane)
    middle = len(x) // 2
    return Evidence(
        f"Two classes around (0, 0) with the variances {WIDE:g} (C−) and {NARROW:g} (C+): the "
        "printed right side at their common mean, and the difference of SciPy’s log densities.",
        (("as printed", decimal(printed[middle])), ("SciPy", decimal(reference[middle]))),
        "The same number.",
        np.allclose(printed, reference),
        curves(x, {"as printed": printed, "SciPy": reference}, "x₁, with x₂ = 0", level=0.0),
        "Two parabolas of the same shape; the printed one is higher.",
    )


LOG_RATIO = of_erratum(
    "log-ratio",
    "half-log",
    printed=display(
        r"\log\frac{f_{+1}}{f_{-1}}=\log\frac{|\Sigma_{-1}|}{|\Sigma_{+1}|}"
        r"-\frac12\bigl[D_{+1}(x)-D_{-1}(x)\bigr]"
    ),
    meaning=r"The log ratio of two Gaussian densities. $D_y(x)=(x-\mu_y)^T\Sigma_y^{-1}(x-\mu_y)$ "
    "is the squared Mahalanobis distance; the post writes it out.",
    formulas=(
        r"\log\tfrac{|\Sigma_{-1}|}{|\Sigma_{+1}|}-\tfrac12[\ldots]",
        r"\tfrac12\log\tfrac{|\Sigma_{-1}|}{|\Sigma_{+1}|}-\tfrac12[\ldots]",
    ),
    tests={"extreme": _equal_covariances, "total": _integral_of_ratio, "program": _by_scipy},
)


# An equation that keeps only the sign


def _both_sides(x: Array) -> tuple[Array, Array]:
    """Return n(x) - 1/2 and f+/f- - (1 - p)/p for N(-1, 1) and N(1, 1)."""
    plus, minus = norm(1).pdf(x), norm(-1).pdf(x)
    n = PRIOR * plus / (PRIOR * plus + (1 - PRIOR) * minus)
    return n - 0.5, plus / minus - (1 - PRIOR) / PRIOR


def _far_right() -> Evidence:
    left, right = _both_sides(np.array([5.0]))
    return Evidence(
        "A point far on the side of class +1: x = 5, for the classes N(−1, 1) and N(1, 1) with "
        f"$p$ = {PRIOR:g}.",
        (("left side", decimal(left[0])), ("right side", decimal(right[0]))),
        "Both sides of an equation are the same number.",
        bool(np.isclose(left[0], right[0])),
    )


def _signs() -> Evidence:
    x = np.linspace(-3, 1, 401)
    left, right = _both_sides(x)
    middle = int(np.abs(x).argmin())
    same = (np.sign(left) == np.sign(right)).sum()
    return Evidence(
        f"The classes N(−1, 1) and N(1, 1) with $p$ = {PRIOR:g}: both sides at x = 0, and at how "
        f"many of {len(x)} places from −3 to 1 both have the same sign.",
        (
            ("left side", decimal(left[middle])),
            ("right side", decimal(right[middle])),
            ("same sign", f"{same} of {len(x)}"),
        ),
        "Both sides of an equation are the same number. A classifier needs only the sign.",
        np.allclose(left, right),
        curves(x, {"left side": left, "right side": right}, "x", level=0.0),
        "Two curves that cross zero at the same place and differ elsewhere.",
    )


SCORE = of_erratum(
    "score",
    "equals",
    printed=display(r"n(x)-\tfrac12=\frac{f_{+1}}{f_{-1}}-\frac{1-p}{p}"),
    meaning="$n(x)$ is the posterior of class +1, $p$ its prior; $f_{+1}$ and $f_{-1}$ are the "
    "densities at $x$. A point is assigned to class +1 where this is above zero.",
    formulas=(
        r"n(x)-\tfrac12=\tfrac{f_{+1}}{f_{-1}}-\tfrac{1-p}{p}",
        r"\operatorname{sign}\bigl(n(x)-\tfrac12\bigr)="
        r"\operatorname{sign}\bigl(\tfrac{f_{+1}}{f_{-1}}-\tfrac{1-p}{p}\bigr)",
    ),
    tests={"extreme": _far_right, "program": _signs},
)
