"""Equations and tables for the decision of kernel Bayes at one point."""

from functools import partial

import numpy as np

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.formats import fixed
from bayeslab.scoring.descriptions import describe
from lessons.frame import Equation
from lessons.inner_products.numbers import DecisionTerms, decision_terms
from ui.latex import matrix, number
from ui.layout import show_numbers

__all__ = ["Point", "equations_of", "show_largest_terms", "show_same_numbers"]

Point = tuple[float, float]

TABLE_ROWS = 6
DIRECTIONS = {
    "I": r"\mu_+-\mu_-",
    "II": r"(\Sigma_++\Sigma_-)^{-1}(\mu_+-\mu_-)",
    "III": r"\Sigma_+^{-1}\mu_+-\Sigma_-^{-1}\mu_-",
}
# The training points of a class and the point x, in the coordinates of that class; C+ first.
COORDINATES = {
    "I": (("x_+", "x"), ("x_-", "x")),
    "II": (("z_{n+}", "z"), ("z_{n-}", "z")),
    "III": (("z_{n+}", "z_+"), ("z_{n-}", "z_-")),
}
MEAN_PLUS, MEAN_MINUS = (rf"\tfrac1{{n_{s}}}\textstyle\sum_{{{s}}}" for s in "+-")


def show_same_numbers(model: KernelBayes, x: Point) -> None:
    """Show p(x) of the linear kernel computed from moments and from inner products."""
    (score,), terms, u = describe(model) or (), decision_terms(model, x), np.array(x)
    quadratic = 0.0 if score.W is None else float(u @ score.W @ u)
    linear = float(score.w @ u)
    columns = {
        "means, covariances": (quadratic, linear, quadratic + linear),
        "inner products": (terms.second, terms.plus - terms.minus, terms.projection),
    }
    show_numbers(
        {"": ("second order", "linear", "p(x)")} | columns,
        write=partial(fixed, places=3),
        alt="p(x), computed from means and covariances and from inner products.",
    )


def show_largest_terms(model: KernelBayes, points: Dataset, x: Point) -> None:
    """Show the training points with the largest contributions to p(x)."""
    values = np.empty(len(points.y))
    terms = np.empty(len(points.y))
    for k, part in enumerate((model.minus_, model.plus_)):
        in_class = points.y == k
        values[in_class] = model.kernel_(part.coordinates(np.array([x])), part.points)[0]
        terms[in_class] = (-1, 1)[k] * part.weight * values[in_class] / in_class.sum()
    largest = np.argsort(-np.abs(terms), kind="stable")[:TABLE_ROWS]
    columns = {
        "x₁": points.X[largest, 0],
        "x₂": points.X[largest, 1],
        "K": values[largest],
        "contribution to p(x)": terms[largest],
    }
    show_numbers(
        {"class": [points.class_names[k] for k in points.y[largest]]} | columns,
        write=partial(fixed, places=3),
        alt="The training points with the largest contributions to p(x).",
    )


def equations_of(model: KernelBayes, points: Dataset, x: Point) -> list[Equation]:
    """Return the equations that lead from the training points to the decision at x."""
    terms, linear = decision_terms(model, x), model.kernel == "linear"
    return [
        Equation("x", r"(x_1,\,x_2)^T", matrix(x)),
        *(_moments(model, points, x) if linear else [_kernel(model)]),
        *_coordinates(model, x),
        *_sums(model, terms),
        Equation("b", r"-\operatorname{arg\,min}_tE(t)", number(model.offset_)),
        Equation("f(x)", "p(x)+b", number(terms.score)),
    ]


def _moments(model: KernelBayes, points: Dataset, x: Point) -> list[Equation]:
    """Return the discriminant in means and covariances."""
    (score,), u, variant = describe(model) or (), np.array(x), model.variant
    minus, plus = (points.X[points.y == k] for k in (0, 1))
    lines = [
        Equation(r"\mu_+", rf"{MEAN_PLUS}x_+", matrix(plus.mean(axis=0))),
        Equation(r"\mu_-", rf"{MEAN_MINUS}x_-", matrix(minus.mean(axis=0))),
    ]
    if variant != "I":
        lines += [
            Equation(rf"\Sigma_{sign}", _covariance(sign), matrix(np.cov(part.T)))
            for sign, part in (("+", plus), ("-", minus))
        ]
    if score.W is not None:
        lines += [
            Equation("W", r"-\tfrac12(\Sigma_+^{-1}-\Sigma_-^{-1})", matrix(score.W)),
            Equation("s(x)", "x^TWx", number(float(u @ score.W @ u))),
        ]
    return [
        *lines,
        Equation("w", DIRECTIONS[variant], matrix(score.w)),
        Equation("p(x)" if score.W is None else "l(x)", "w^Tx", number(float(score.w @ u))),
    ]


def _covariance(sign: str) -> str:
    """Return the covariance of a class, which kernel Bayes estimates with the divisor n - 1."""
    deviation = rf"(x_{sign}-\mu_{sign})"
    return rf"\tfrac1{{n_{sign}-1}}\textstyle\sum_{sign}\\&\quad{deviation}{deviation}^T"


def _kernel(model: KernelBayes) -> Equation:
    return Equation("K(a,c)", r"e^{-\gamma|a-c|^2}", rf"e^{{-{number(model.gamma)}|a-c|^2}}")


def _coordinates(model: KernelBayes, x: Point) -> list[Equation]:
    """Return x in the coordinates of each class."""
    plus, minus = (
        matrix(part.coordinates(np.array([x]))[0]) for part in (model.plus_, model.minus_)
    )
    return {
        "I": [],
        "II": [Equation("z", r"L^{-1}x,\;\;LL^T=\Sigma_++\Sigma_-", plus)],
        "III": [
            Equation("z_+", r"L_+^{-1}x,\;\;L_+L_+^T=\Sigma_+", plus),
            Equation("z_-", r"L_-^{-1}x,\;\;L_-L_-^T=\Sigma_-", minus),
        ],
    }[model.variant]


def _sums(model: KernelBayes, terms: DecisionTerms) -> list[Equation]:
    """Return p(x) in inner products, or in kernel values."""

    def product(a: str, c: str) -> str:
        return f"{a}^T{c}" if model.kernel == "linear" else f"K({a},{c})"

    (of_plus, plus), (of_minus, minus) = COORDINATES[model.variant]
    means = rf"{MEAN_PLUS}{product(of_plus, plus)}\\&\quad-{MEAN_MINUS}{product(of_minus, minus)}"
    difference = terms.plus - terms.minus
    numbers = f"{number(terms.plus)}-{_bracketed(terms.minus)}\\\\&={number(difference)}"
    if model.variant != "III":
        return [Equation("p(x)", means, numbers)]
    lengths = rf"\tfrac12({product('z_-', 'z_-')}-{product('z_+', 'z_+')})"
    values = rf"\tfrac12({number(terms.minus_length)}-{number(terms.plus_length)})"
    if model.kernel != "linear":
        half = (terms.minus_length - terms.plus_length) / 2
        lengths, values = rf"K(0,0)\\&\quad+{lengths}", f"{number(terms.second - half)}+{values}"
    return [
        Equation("s(x)", lengths, f"{values}={number(terms.second)}"),
        Equation("l(x)", means, numbers),
        Equation("p(x)", "s(x)+l(x)", number(terms.projection)),
    ]


def _bracketed(value: float) -> str:
    return f"({number(value)})" if value < 0 else number(value)
