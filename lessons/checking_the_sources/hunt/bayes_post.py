"""A line of the Bayes classifier post, with its tests."""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import multivariate_normal
from sklearn.datasets import load_iris

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import decimal
from lessons.checking_the_sources.errata import Outcome
from lessons.checking_the_sources.errata.bayes_post import SOURCE
from lessons.checking_the_sources.errata.erratum import Array, Labels
from lessons.checking_the_sources.hunt.line import Evidence, PrintedLine, display

__all__ = ["ARGMAX"]

MM = 10.0  # per cm


def _flowers() -> tuple[Array, Labels]:
    X, y = load_iris(return_X_y=True)
    return X, y


def _joint(X: Array, model: GaussianBayes) -> Array:
    """Return p(y) p(x | y) for each row and class, (n, K)."""
    terms = zip(model.means_, model.covariances_, model.priors_, strict=True)
    return np.column_stack(
        [prior * multivariate_normal(mean, C).pdf(X) for mean, C, prior in terms]
    )


def _is_same_class(X: Array, model: GaussianBayes) -> NDArray[np.bool_]:
    same: NDArray[np.bool_] = _joint(X, model).argmax(axis=1) == (
        model.predict_proba(X).argmax(axis=1)
    )
    return same


def _same_class(X: Array, model: GaussianBayes) -> str:
    return f"{_is_same_class(X, model).sum()} of {len(X)}"


def _joint_total() -> Evidence:
    X, y = _flowers()
    model = GaussianBayes("full").fit(X, y)
    return Evidence(
        "The three products $p(Y=y)\\cdot p(X|Y=y)$ of the first flower of iris, added up. And: "
        "for how many flowers is the largest product that of the class with the largest posterior?",
        (
            ("sum of the products", decimal(_joint(X[:1], model).sum())),
            ("same class", _same_class(X, model)),
        ),
        "Posteriors add up to one. A classifier needs only the order.",
        bool(_is_same_class(X, model).all()),
    )


def _joint_of_rare_class() -> Evidence:
    X, y = _flowers()
    model = GaussianBayes("full", priors=(0.98, 0.01, 0.01)).fit(X, y)
    return Evidence(
        "Two of the three classes are very rare: 1 % each. For how many flowers of iris does the "
        "line choose the class with the largest posterior?",
        (("same class", _same_class(X, model)),),
        "All of them.",
        bool(_is_same_class(X, model).all()),
    )


def _joint_in_mm() -> Evidence:
    X, y = _flowers()
    cm, mm = (GaussianBayes("full").fit(scale * X, y) for scale in (1.0, MM))
    products = (_joint(X[:1], cm)[0, 0], _joint(MM * X[:1], mm)[0, 0])
    same = _joint(X, cm).argmax(axis=1) == _joint(MM * X, mm).argmax(axis=1)
    return Evidence(
        "Iris in cm and in mm: the product of the first class for the first flower, and for how "
        "many flowers the line chooses the same class in both units.",
        (
            ("product in cm", decimal(products[0])),
            ("product in mm", decimal(products[1])),
            ("same class", f"{same.sum()} of {len(X)}"),
        ),
        "A density has a unit, so the products may change. The chosen class may not.",
        bool(same.all()),
    )


def _optimal_rule() -> Outcome:
    X, y = _flowers()
    model = GaussianBayes("full").fit(X, y)
    return Outcome(
        "flowers of iris that are assigned to the class of the largest product, and to that of the "
        "largest posterior, and are classified correctly",
        float((_joint(X, model).argmax(axis=1) == y).mean()),
        float((model.predict_proba(X).argmax(axis=1) == y).mean()),
        is_share=True,
    )


ARGMAX = PrintedLine(
    "bayes-rule",
    "The Bayes classifier without p(x)",
    SOURCE,
    "definition of the Bayes classifier",
    display(r"f^\star(X)=\underset{y}{\operatorname{arg\,max}}\;p(Y=y)\cdot p(X|Y=y)"),
    "The class with the largest posterior. Bayes’ rule divides the product by $p(X)$; the line "
    "does not.",
    (r"f^\star(X)=\operatorname{arg\,max}_y\;p(Y=y)\,p(X|Y=y)",),
    "right",
    "The posterior is $p(Y=y)\\,p(X|Y=y)/p(X)$. For one $X$ the divisor $p(X)$ is the same "
    "positive number for every class, so it does not change which product is the largest. The "
    "products are not probabilities: their sum is $p(X)$ and has a unit.",
    _optimal_rule,
    {"extreme": _joint_of_rare_class, "units": _joint_in_mm, "total": _joint_total},
)
