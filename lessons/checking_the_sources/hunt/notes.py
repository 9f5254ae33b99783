"""Lines of the kernelized and of the Gaussian discriminants notes, with their tests."""

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
from scipy.stats import multivariate_normal

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.evaluation.formats import decimal
from bayeslab.figures import draw_projection
from lessons.checking_the_sources.errata import Outcome
from lessons.checking_the_sources.errata.discriminant_notes import SOURCE as DISCRIMINANT_NOTES
from lessons.checking_the_sources.errata.erratum import Array
from lessons.checking_the_sources.hunt.line import Draw, Evidence, PrintedLine, display, of_erratum
from lessons.checking_the_sources.hunt.pictures import curves, regions
from lessons.covariance_assumptions.numbers import WORKED_X, WORKED_Y

__all__ = ["CONSISTENCY", "LARGE_X1", "QUADRATIC", "SECOND_ORDER", "printed_quadratic"]

MM = 10.0  # per cm
WIDE = 100.0  # times the covariance of C+
X, Y = np.array(WORKED_X, dtype=np.float64), np.array(WORKED_Y)
MEANS = {k: X[k == Y].mean(axis=0) for k in (0, 1)}
CLOSE, HIGH = (-2.0, 8.0, -8.0, 12.0), (-22.0, 28.0, -20.0, 80.0)  # boxes around the points


# d_q of the eight points


def printed_quadratic(P: Array) -> Array:
    """Return -1.5 x1^2 + 9 x1 + 8 x2 - 29.5 at each row."""
    return np.asarray(-1.5 * P[:, 0] ** 2 + 9 * P[:, 0] + 8 * P[:, 1] - 29.5)


def _distances(P: Array) -> Array:
    """Return the squared Mahalanobis distance to C- minus that to C+ at each row."""
    minus, plus = GaussianBayes("full", priors="equal").fit(X, Y).mahalanobis(P).T
    return np.asarray(minus - plus)


def _at_means() -> Evidence:
    printed = printed_quadratic(np.array([MEANS[1], MEANS[0]]))
    return Evidence(
        "At the mean (3, 6) of class + the distance to that mean is zero, and "
        "$d_q=\\frac12(6+2)^2$ remains. At the mean (3, −2) of class − it is "
        "$-\\frac12(-2-6)^2$. The line gives:",
        (("at (3, 6)", decimal(printed[0])), ("at (3, −2)", decimal(printed[1]))),
        "32 and −32.",
        np.allclose(printed, [32, -32]),
    )


def _at_points() -> Evidence:
    gaps = np.abs(printed_quadratic(X) - _distances(X))
    return Evidence(
        "At each of the eight points: the line, and the difference of the squared Mahalanobis "
        "distances, computed from the points by this app’s own classifier.",
        (
            ("at (3, −4), the line", decimal(printed_quadratic(X[-1:])[0])),
            ("the app", decimal(_distances(X[-1:])[0])),
            ("largest difference", decimal(round(float(gaps.max()), 9))),
        ),
        "The same numbers.",
        np.allclose(gaps, 0),
    )


QUADRATIC = PrintedLine(
    "quadratic",
    "A quadratic function, multiplied out",
    DISCRIMINANT_NOTES,
    "case 3 of the example",
    display(r"d_q(x_1,x_2)=-1.5x_1^2+9x_1+8x_2-29.5"),
    r"Multiplied out from $\frac12(x_1-3)^2+\frac12(x_2+2)^2-2(x_1-3)^2-\frac12(x_2-6)^2$, the "
    "squared Mahalanobis distance to class − minus that to class +.",
    (r"d_q=-1.5x_1^2+9x_1+8x_2-29.5",),
    "right",
    r"$-\frac32(x_1-3)^2=-1.5x_1^2+9x_1-13.5$ and "
    r"$\frac12(x_2+2)^2-\frac12(x_2-6)^2=8x_2-16$. Together: $-13.5-16=-29.5$.",
    lambda: Outcome(
        "at the point (3, −4): the line, and the difference of the squared distances",
        float(printed_quadratic(X[-1:])[0]),
        float(_distances(X[-1:])[0]),
    ),
    {"extreme": _at_means, "program": _at_points},
)


# Negative whenever x1 is large


def _near() -> Evidence:
    side = np.array([[20.0, 6.0], [-20.0, 6.0]])
    values = _distances(side)
    return Evidence(
        "The regions around the eight points, computed by this app’s own classifier, and $d$ at "
        "the height of class +, $x_2$ = 6, far to the right and to the left.",
        (("$d$(20, 6)", decimal(values[0])), ("$d$(−20, 6)", decimal(values[1]))),
        "Below zero.",
        bool((values < 0).all()),
        regions(_distances, X, Y, CLOSE),
        "The region of class + is bounded on the left and on the right.",
    )


def _far_up() -> Evidence:
    star = np.array([20.0, 60.0])
    return Evidence(
        "A point that is far to the right, $x_1$ = 20, and also far up, $x_2$ = 60 (the star):",
        (("$d$(20, 60)", decimal(_distances(star[None])[0])),),
        "Below zero.",
        bool(_distances(star[None])[0] < 0),
        regions(_distances, X, Y, HIGH, star),
        "The region of class + is the inside of a parabola, and the star lies in it.",
    )


LARGE_X1 = of_erratum(
    "large-x1",
    "large-x1",
    printed="An example is negative “whenever $x_1$ is large positive or large negative”.",
    meaning="For the eight points of the notes, with $d(x)=-1.5x_1^2+9x_1+8x_2-29.5$: an example "
    "is negative where $d(x)<0$.",
    formulas=(r"d(x)<0\text{ for large }|x_1|", r"d(x)<0\iff x_2<2+\tfrac3{16}(x_1-3)^2"),
    tests={"extreme": _far_up, "program": _near},
)


# W without inverses


def _pair() -> Dataset:
    return load(DatasetSpec("iris", features=(2, 3), classes=(1, 2)))


def _printed_matrix(points: Dataset) -> Array:
    plus, minus = (np.cov(points.X[points.y == k].T) for k in (1, 0))
    W: Array = -(plus - minus) / 2
    return W


def _term(points: Dataset) -> float:
    x = points.X[-1]
    return float(x @ _printed_matrix(points) @ x)


def _second_order_in_mm() -> Evidence:
    cm = _pair()
    mm = replace(cm, X=MM * cm.X)
    return Evidence(
        r"Petals of versicolor and virginica: the term $x^TWx$ of the last flower, measured in cm, "
        "and in mm.",
        (("in cm", decimal(_term(cm))), ("in mm", decimal(_term(mm)))),
        "It is added to the logarithm of a ratio of densities, which has no unit: it must not "
        "change.",
        bool(np.isclose(_term(cm), _term(mm))),
    )


def _wide_class() -> Evidence:
    points = _pair()
    plus, minus = (np.cov(points.X[points.y == k].T) for k in (1, 0))
    printed = -(WIDE * plus - minus) / 2
    far = np.array([50.0, 0.0])
    return Evidence(
        f"The covariance of C+ is made {WIDE:g} times as large. A point very far away then belongs "
        r"to C+, the wide class. $x^TWx$ at (50, 0):",
        (("as printed", decimal(float(far @ printed @ far))),),
        "Above zero, which is evidence for C+.",
        bool(far @ printed @ far > 0),
    )


def _second_difference() -> Evidence:
    points = _pair()
    x = np.linspace(3, 7, 81)
    line = np.column_stack((x, np.full_like(x, points.X[:, 1].mean())))
    plus, minus = (
        multivariate_normal(own.mean(axis=0), np.cov(own.T)).logpdf(line)
        for own in (points.X[points.y == 1], points.X[points.y == 0])
    )
    score = plus - minus
    step = x[1] - x[0]
    curvature = (score[2:] - 2 * score[1:-1] + score[:-2]).mean() / step**2 / 2
    return Evidence(
        "The entry $W_{11}$ for the length of the petals: as printed, and from the curvature of "
        "the difference of both log densities, which SciPy computes.",
        (("as printed", decimal(_printed_matrix(points)[0, 0])), ("SciPy", decimal(curvature))),
        "The same number.",
        bool(np.isclose(_printed_matrix(points)[0, 0], curvature)),
        curves(x, {"log f(C+) − log f(C−)": score}, "length of the petal, in cm", level=0.0),
        "The difference of the log densities over the length of the petal, a parabola.",
    )


SECOND_ORDER = of_erratum(
    "second-order",
    "inverses",
    printed=display(r"W=-\,(\Sigma_+-\Sigma_-)\,/\,2"),
    meaning=r"The matrix of the second-order term $x^TWx$ in the decision function of two Gaussian "
    r"classes with the covariances $\Sigma_+$ and $\Sigma_-$.",
    formulas=(r"W=-\tfrac12(\Sigma_+-\Sigma_-)", r"W=-\tfrac12(\Sigma_+^{-1}-\Sigma_-^{-1})"),
    tests={"extreme": _wide_class, "units": _second_order_in_mm, "program": _second_difference},
)


# Label consistency


def _search(scores: Array, labels: Array) -> ThresholdSearch:
    return best_threshold(scores, labels, "consistency")


def _upside_down() -> Evidence:
    scores, labels = np.arange(20.0), np.array([*[1] * 9, *[-1] * 10, 1])
    search = _search(scores, labels)
    return Evidence(
        "Nine of the ten points of C+ have the *lowest* projections. The cut with the largest "
        "value $J$ of the criterion, and its errors (points above the cut are assigned to C+):",
        (
            ("$J$", decimal(search.values[search.index])),
            ("errors", f"{search.errors[search.index]} of {len(scores)}"),
            ("fewest errors", f"{search.errors.min()}"),
        ),
        "About the fewest errors.",
        bool(search.errors[search.index] <= search.errors.min() + 1),
        _projection(search),
        "The criterion over the cuts: its maximum has almost all points on the wrong side.",
    )


def _projection(search: ThresholdSearch) -> Draw:
    def draw(theme: str) -> go.Figure:
        return draw_projection(
            *(search.scores, search.labels, search.threshold, search.cuts),
            *(search.values, search.errors, search.realisable, search.index),
            criterion_name="J(k)",
            theme=theme,
        )

    return draw


def _thousandfold() -> Evidence:
    points = load(DatasetSpec("two_gaussians", n=200))
    scores, labels = points.X[:, 0], np.where(points.y == 1, 1, -1)
    cuts = [_search(factor * scores, labels).index for factor in (1.0, 1000.0)]
    return Evidence(
        "Two Gaussian classes, and all projections a thousand times as large: the number of points "
        "below the chosen cut.",
        (("before", f"{cuts[0]}"), ("after", f"{cuts[1]}")),
        "The same cut.",
        cuts[0] == cuts[1],
    )


def _counted_errors() -> Evidence:
    points = load(DatasetSpec("two_gaussians", n=200))
    search = _search(points.X[:, 0], np.where(points.y == 1, 1, -1))
    return Evidence(
        "Two Gaussian classes, C+ on the right: the errors of the cut that the criterion chooses, "
        "and the fewest errors that any cut has, counted one by one.",
        (
            ("chosen cut", f"{search.errors[search.index]} errors"),
            ("best cut", f"{search.errors.min()} errors"),
        ),
        "The same number.",
        bool(search.errors[search.index] == search.errors.min()),
    )


CONSISTENCY = of_erratum(
    "eq-181",
    "upside-down",
    printed=display(r"\max_k\;\Bigl|\sum_{n\le k}y_n\Bigr|+\Bigl|\sum_{n>k}y_n\Bigr|"),
    meaning="The points are sorted by their projections, with the labels $y_n=\\pm1$. Cut $k$ has "
    "$k$ points below it. The best cut has the largest value; points above it are assigned to C+.",
    formulas=(
        r"\max_k|\textstyle\sum_{n\le k}y_n|+|\sum_{n>k}y_n|",
        r"\min_k\#\{n\le k:y_n=1\}+\#\{n>k:y_n=-1\}",
    ),
    tests={"extreme": _upside_down, "units": _thousandfold, "program": _counted_errors},
)
