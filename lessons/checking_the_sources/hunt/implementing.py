"""Lines of Implementing Bayes Classifiers (Bint, Huus, Pratt 2014), with their tests."""

import numpy as np
from scipy.integrate import dblquad, quad
from scipy.stats import multivariate_normal, norm
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import decimal, fixed, percent
from bayeslab.evaluation.splits import EvaluationSpec
from lessons.checking_the_sources.errata import Outcome, share_correct
from lessons.checking_the_sources.errata.erratum import Array
from lessons.checking_the_sources.errata.implementing import (
    SOURCE,
    WIDE_AND_NARROW,
    printed_densities,
)
from lessons.checking_the_sources.hunt.line import (
    Evidence,
    PrintedLine,
    display,
    drawing_of,
    of_erratum,
)
from lessons.checking_the_sources.hunt.pictures import curves, regions
from lessons.naive_and_optimal_bayes.resampling import split_accuracies

__all__ = ["DENSITY", "FIRST_ROWS", "NORMAL", "NO_PRIORS", "TOTAL"]

MM = 10.0  # per cm
NARROW = 0.1  # cm, the standard deviation of a narrow class
SHUFFLES = 20
MARGIN = 0.05  # of accuracies that are about the same
ROUNDING = 1e-9
REACH = 12.0  # of the square over which densities are integrated


def _setosa() -> Array:
    X, y = load_iris(return_X_y=True)
    setosa: Array = X[y == 0]
    return setosa


# The density of eq. 3


def _plane_model() -> GaussianBayes:
    return GaussianBayes("full").fit(*WIDE_AND_NARROW.sample(120, seed=120))


def _eq_3(model: GaussianBayes, X: Array) -> Array:
    """Return the density of eq. 3 of the first class at each row."""
    return np.asarray(np.exp(printed_densities(model, X, inside=True)[:, 0]))


def _integral() -> float:
    model = _plane_model()
    total = dblquad(
        lambda x2, x1: float(_eq_3(model, np.array([[x1, x2]]))[0]),
        *(-REACH, REACH, -REACH, REACH),
        epsabs=1e-5,
    )[0]
    return float(total)


def _eq_3_total() -> Evidence:
    return Evidence(
        "A class in the plane, its mean and covariance estimated from points. The density of the "
        "line, integrated over the plane:",
        (("integral", fixed(_integral(), 3)),),
        "The integral of a density is 1.",
        bool(np.isclose(_integral(), 1, rtol=1e-3)),
    )


def _eq_3_units() -> Evidence:
    X, y = WIDE_AND_NARROW.sample(120, seed=120)
    cm, mm = (GaussianBayes("full").fit(scale * X, y) for scale in (1.0, MM))
    ratio = _eq_3(cm, X[:1])[0] / _eq_3(mm, MM * X[:1])[0]
    return Evidence(
        "Points in the plane in mm instead of cm. The density of the line at the first point "
        "becomes smaller by the factor:",
        (("factor", decimal(ratio)),),
        "A density in the plane is a share per area, and 1 cm² = 100 mm².",
        bool(np.isclose(ratio, MM**2)),
    )


def _eq_3_scipy() -> Evidence:
    X, _ = WIDE_AND_NARROW.sample(120, seed=120)
    model = _plane_model()
    reference = multivariate_normal(model.means_[0], model.covariances_[0]).pdf(X)
    printed = _eq_3(model, X)
    return Evidence(
        f"The density of the line and SciPy’s `multivariate_normal` at {len(X)} points of "
        "the plane: at the first one, and the largest difference.",
        (
            ("as printed", decimal(printed[0])),
            ("SciPy", decimal(reference[0])),
            ("largest difference", decimal(round(float(np.abs(printed - reference).max()), 12))),
        ),
        "The same numbers.",
        np.allclose(printed, reference),
    )


NORMAL = PrintedLine(
    "eq-3",
    "The density of eq. 3",
    SOURCE,
    "eq. 3",
    display(r"\frac{1}{\sqrt{(2\pi)^d\,|\Sigma|\;e^{D'}}}"),
    r"The density of a Gaussian class in $d$ dimensions. $D'=(x-M)^T\Sigma^{-1}(x-M)$ is the "
    "squared Mahalanobis distance from its mean.",
    (r"\tfrac{1}{\sqrt{(2\pi)^d|\Sigma|\,e^{D'}}}",),
    "right",
    r"Everything under the root has the power $-\frac12$: $\bigl((2\pi)^d|\Sigma|\bigr)^{-1/2}"
    r"e^{-D'/2}$, the Gaussian density. An unusual way to write it, but a correct one.",
    lambda: Outcome("integral of the density of a class in the plane", _integral(), 1.0),
    {"units": _eq_3_units, "total": _eq_3_total, "program": _eq_3_scipy},
)


# A sum without squares


def _running_total() -> Evidence:
    lengths = _setosa()[:, 0]
    totals = np.cumsum(lengths - lengths.mean())
    numbers = np.arange(1.0, len(lengths) + 1)
    return Evidence(
        f"The length of the sepals of {len(lengths)} setosas, in cm: the running total after each "
        "flower, and at the end.",
        (
            ("largest total", decimal(np.abs(totals).max())),
            ("total at the end", decimal(round(totals[-1], 9))),
        ),
        "A variance is above zero unless all values are equal.",
        bool(totals[-1] > ROUNDING),
        curves(numbers, {"running total": totals}, "flowers added", level=0.0),
        "The running total goes up and down and ends at zero.",
    )


def _two_flowers() -> Evidence:
    values = np.array([0.0, 100.0])
    result = float((values - values.mean()).sum() / 2)
    return Evidence(
        "Two flowers, one of 0 cm and one of 100 cm. The result of the recipe:",
        (("result", decimal(result)),),
        "Both values are 50 cm from their mean, so the variance is 2500 cm².",
        bool(np.isclose(result, values.var())),
    )


def _variance_by_numpy() -> Evidence:
    lengths = _setosa()[:, 0]
    printed = float((lengths - lengths.mean()).sum() / len(lengths))
    return Evidence(
        "The length of the sepals of setosa: the recipe, and NumPy’s `var`, in cm².",
        (("as printed", decimal(round(printed, 9))), ("NumPy", decimal(lengths.var()))),
        "The same number.",
        bool(np.isclose(printed, lengths.var())),
    )


TOTAL = of_erratum(
    "variance-recipe",
    "running-total",
    printed="For the variance, “calculate the value $x_i-\\mu_i$” for every sample, “add that "
    "value to a running total”, and divide by the number of samples.",
    meaning=r"$\mu_i$ is the mean of feature $i$, calculated before.",
    formulas=(r"\tfrac1n\textstyle\sum(x_i-\mu_i)", r"\tfrac1n\textstyle\sum(x_i-\mu_i)^2"),
    tests={"extreme": _two_flowers, "total": _running_total, "program": _variance_by_numpy},
)


# A density, or a probability


def _narrow_class() -> Evidence:
    x = np.linspace(-0.5, 0.5, 201)
    return Evidence(
        f"A class with one feature whose standard deviation is {NARROW:g} cm. The value of the "
        "formula at its mean:",
        (("at the mean", decimal(norm(0, NARROW).pdf(0))),),
        "A probability is at most 1.",
        bool(norm(0, NARROW).pdf(0) <= 1),
        curves(x, {"the formula": norm(0, NARROW).pdf(x)}, "x − mean, in cm", level=1.0),
        "A narrow bell whose top is at about 4, and a line at 1.",
    )


def _value_in_mm() -> Evidence:
    X = _setosa()
    cm, mm = (
        multivariate_normal(scale * X.mean(axis=0), scale**2 * np.cov(X.T)).pdf(scale * X[0])
        for scale in (1.0, MM)
    )
    return Evidence(
        "The value of the formula for the first setosa of iris with its four lengths in cm, and in "
        "mm:",
        (("in cm", decimal(cm)), ("in mm", decimal(mm))),
        "A probability does not depend on the unit.",
        bool(np.isclose(cm, mm)),
    )


def _over_the_line() -> Evidence:
    low, high = -5 * NARROW, 5 * NARROW
    total = quad(norm(0, NARROW).pdf, low, high)[0]
    return Evidence(
        f"A class with one feature whose standard deviation is {NARROW:g} cm. The formula, "
        f"integrated from {low:g} to {high:g} cm around its mean:",
        (("integral", fixed(total, 3)),),
        "The total probability is 1.",
        bool(np.isclose(total, 1, rtol=1e-3)),
    )


DENSITY = of_erratum(
    "formula-gives",
    "density",
    printed="The formula “gives the probability” that a data point is in the distribution.",
    meaning="The formula is that of a Gaussian class: it has a value for every data point $x$.",
    formulas=(r"P(x)=f(x)", r"P(a<x<b)=\textstyle\int_a^bf(x)\,dx"),
    tests={"extreme": _narrow_class, "units": _value_in_mm, "total": _over_the_line},
)


# The first half


def _sorted_file() -> Evidence:
    first, folds = _accuracy("first half"), _accuracy("k-fold")
    return Evidence(
        "The file of iris, 150 flowers: 50 setosas, then 50 versicolors, then 50 virginicas. "
        "Accuracy on the test set, and mean accuracy of ten-fold cross-validation:",
        (("the line", percent(first)), ("10-fold", percent(folds))),
        "About the same accuracy.",
        bool(np.isclose(first, folds, atol=MARGIN)),
    )


def _shuffled_file() -> Evidence:
    X, y = load_iris(return_X_y=True)
    first, shares = _accuracy("first half"), []
    for seed in range(SHUFFLES):
        X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=seed)
        shares.append(GaussianBayes().fit(X_train, y_train).score(X_test, y_test))
    return Evidence(
        "The same file divided by scikit-learn’s `train_test_split`, which shuffles first. Mean "
        f"accuracy of {SHUFFLES} such divisions into halves:",
        (("the line", percent(first)), ("shuffled", percent(float(np.mean(shares))))),
        "About the same accuracy.",
        bool(np.isclose(first, np.mean(shares), atol=MARGIN)),
    )


def _accuracy(scheme: str) -> float:
    table, spec = load_iris(), EvaluationSpec(scheme)
    return float(split_accuracies(GaussianBayes(), table.data, table.target, spec).mean())


FIRST_ROWS = of_erratum(
    "first-rows",
    "first-half",
    printed=r"“Choose the first $\lceil n/2\rceil$ tuples for the training set” and the others for "
    "the testing set.",
    meaning="This divides a table of $n$ rows into points to learn from and points to test on.",
    formulas=(
        r"\text{train}=1,\ldots,\lceil n/2\rceil",
        r"\text{train}=\text{half of the rows, drawn at random}",
    ),
    tests={"extreme": _sorted_file, "program": _shuffled_file},
)


# Dropped priors


def _rare_class() -> Evidence:
    drawing = drawing_of("priors")
    shares = share_correct(drawing.printed, drawing.X_new, drawing.y_new)
    always = float((drawing.y_new == 0).mean())
    return Evidence(
        f"One point in ten is from class A. Accuracy on {len(drawing.y_new)} new points: of the "
        "line, and of always answering B.",
        (("the line", percent(shares)), ("always B", percent(always))),
        "A rule that looks at $x$ should not be worse than one that does not.",
        shares >= always,
        regions(drawing.printed, drawing.X, drawing.y, bounding_box(drawing.X), names=("B", "A")),
        "The regions of the line: many points of B are in the region of the rare class A.",
    )


def _larger_density() -> Evidence:
    drawing = drawing_of("priors")
    logs = [
        multivariate_normal(own.mean(axis=0), np.cov(own.T, bias=True)).logpdf(drawing.X_new)
        for own in (drawing.X[drawing.y == 0], drawing.X[drawing.y == 1])
    ]
    same = ((drawing.printed(drawing.X_new) > 0) == (logs[1] > logs[0])).sum()
    return Evidence(
        "The line, and the larger one of both densities as SciPy computes them, on "
        f"{len(drawing.y_new)} new points: how often do both give the same answer?",
        (("same class", f"{same} of {len(drawing.y_new)}"),),
        "Always, except for points on the boundary.",
        bool(same == len(drawing.y_new)),
    )


def _scores_in_mm() -> Evidence:
    train = load(DatasetSpec("imbalanced", n=200, seed=200))
    cm, mm = (
        GaussianBayes("full", priors="equal")
        .fit(scale * train.X, train.y)
        .decision_function(scale * train.X[:1])[0]
        for scale in (1.0, MM)
    )
    return Evidence(
        "The left side for the first point, with all points in cm, and in mm. (Twice the log ratio "
        "of the densities.)",
        (("in cm", decimal(2 * cm)), ("in mm", decimal(2 * mm))),
        "A decision does not depend on the unit.",
        bool(np.isclose(cm, mm)),
    )


NO_PRIORS = of_erratum(
    "eq-5",
    "priors",
    printed=display(r"\ln|\Sigma_B|-\ln|\Sigma_A|+D'_B(x)-D'_A(x)\;\gtrless\;0"),
    meaning="Both classes are Gaussian. Above zero, “$x$ most likely belongs to class "
    "A”, otherwise to class B. $D'_A$ and $D'_B$ are squared Mahalanobis distances.",
    formulas=(
        r"\ln|\Sigma_B|-\ln|\Sigma_A|+D'_B-D'_A",
        r"\ln|\Sigma_B|-\ln|\Sigma_A|+D'_B-D'_A+2\ln\tfrac{P(A)}{P(B)}",
    ),
    tests={"extreme": _rare_class, "units": _scores_in_mm, "program": _larger_density},
)
