"""A kernel Bayes classifier's decision at one point, as equations and as tables."""

import numpy as np
import streamlit as st

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.scoring.descriptions import describe
from lessons.frame import Equation
from lessons.inner_products.numbers import Steps, take_steps
from ui.latex import matrix, number

__all__ = ["Point", "equations_of", "show_loudest", "show_same_numbers"]

Point = tuple[float, float]

LOUDEST = 6  # points in the table
DIRECTIONS = {
    "I": r"\mu_+-\mu_-",
    "II": r"(C_++C_-)^{-1}(\mu_+-\mu_-)",
    "III": r"C_+^{-1}\mu_+-C_-^{-1}\mu_-",
}
# A class's training points and the point x, in the coordinates of the class: C+ first.
COORDINATES = {
    "I": (("x_+", "x"), ("x_-", "x")),
    "II": (("z_{n+}", "z"), ("z_{n-}", "z")),
    "III": (("z_{n+}", "z_+"), ("z_{n-}", "z_-")),
}
OVER_PLUS, OVER_MINUS = (rf"\tfrac1{{n_{s}}}\textstyle\sum_{{{s}}}" for s in "+-")


def show_same_numbers(model: KernelBayes, x: Point) -> None:
    """Show p(x) with the linear kernel, written in moments and written in inner products."""
    (score,), steps, u = describe(model) or (), take_steps(model, x), np.array(x)
    quadratic = 0.0 if score.W is None else float(u @ score.W @ u)
    linear = float(score.w @ u)
    columns = {
        "means, covariances": (quadratic, linear, quadratic + linear),
        "inner products": (steps.second, steps.plus - steps.minus, steps.projection),
    }
    st.dataframe(
        {"": ("second order", "linear", "p(x)")} | columns,
        column_config={name: st.column_config.NumberColumn(format="%.6f") for name in columns},
        alt="The same number p(x), computed in two ways.",
    )


def show_loudest(model: KernelBayes, points: Dataset, x: Point) -> None:
    """Show the training points whose bumps are highest at x, with what they add to p(x)."""
    sides = (model.minus_, model.plus_)
    place = np.array([x])
    values = np.empty(len(points.y))
    shares = np.empty(len(points.y))
    for k, side in enumerate(sides):
        own = points.y == k
        values[own] = model.kernel_(side.coordinates(place), side.points)[0]
        shares[own] = (-1, 1)[k] * side.weight * values[own] / own.sum()
    loudest = np.argsort(-np.abs(shares), kind="stable")[:LOUDEST]
    columns = {
        "x₁": points.X[loudest, 0],
        "x₂": points.X[loudest, 1],
        "K": values[loudest],
        "share of p(x)": shares[loudest],
    }
    st.dataframe(
        {"class": [points.class_names[k] for k in points.y[loudest]]} | columns,
        column_config={name: st.column_config.NumberColumn(format="%.4f") for name in columns},
        alt="The training points that weigh most in the decision at x.",
    )


def equations_of(model: KernelBayes, points: Dataset, x: Point) -> list[Equation]:
    """Return the steps from the training points to the decision at x."""
    steps, linear = take_steps(model, x), model.kernel == "linear"
    return [
        Equation("x", r"\text{the star}", matrix(x)),
        *(_moments(model, points, x) if linear else [_bump(model)]),
        *_coordinates(model, x),
        *_sums(model, steps),
        Equation("b", r"-(\text{the best cut})", number(model.offset_)),
        Equation("f(x)", "p(x)+b", number(steps.score)),
    ]


def _moments(model: KernelBayes, points: Dataset, x: Point) -> list[Equation]:
    """Return the discriminant as it is usually written, in means and covariances."""
    (score,), u, variant = describe(model) or (), np.array(x), model.variant
    minus, plus = (points.X[points.y == k] for k in (0, 1))
    lines = [
        Equation(r"\mu_+", rf"{OVER_PLUS}x_+", matrix(plus.mean(axis=0))),
        Equation(r"\mu_-", rf"{OVER_MINUS}x_-", matrix(minus.mean(axis=0))),
    ]
    if variant != "I":
        lines += [
            Equation(rf"C_{sign}", rf"\text{{covariance of class }}{sign}", matrix(np.cov(own.T)))
            for sign, own in (("+", plus), ("-", minus))
        ]
    if score.W is not None:
        lines += [
            Equation("W", r"-\tfrac12(C_+^{-1}-C_-^{-1})", matrix(score.W)),
            Equation("x^TWx", r"\text{the second-order term}", number(u @ score.W @ u)),
        ]
    return [
        *lines,
        Equation("w", DIRECTIONS[variant], matrix(score.w)),
        Equation("w^Tx", r"\text{the linear term}", number(score.w @ u)),
    ]


def _bump(model: KernelBayes) -> Equation:
    return Equation("K(a,c)", r"e^{-\gamma|a-c|^2}", rf"e^{{-{number(model.gamma)}|a-c|^2}}")


def _coordinates(model: KernelBayes, x: Point) -> list[Equation]:
    """Return x in the coordinates of each class."""
    plus, minus = (
        matrix(side.coordinates(np.array([x]))[0]) for side in (model.plus_, model.minus_)
    )
    return {
        "I": [],
        "II": [Equation("z", r"L^{-1}x,\;\;LL^T=C_++C_-", plus)],
        "III": [
            Equation("z_+", r"L_+^{-1}x,\;\;L_+L_+^T=C_+", plus),
            Equation("z_-", r"L_-^{-1}x,\;\;L_-L_-^T=C_-", minus),
        ],
    }[model.variant]


def _sums(model: KernelBayes, steps: Steps) -> list[Equation]:
    """Return p(x) in inner products, or in kernels in their place."""

    def product(a: str, c: str) -> str:
        return f"{a}^T{c}" if model.kernel == "linear" else f"K({a},{c})"

    (of_plus, plus), (of_minus, minus) = COORDINATES[model.variant]
    means = rf"{OVER_PLUS}{product(of_plus, plus)}\\&\quad-{OVER_MINUS}{product(of_minus, minus)}"
    difference = steps.plus - steps.minus
    numbers = f"{number(steps.plus)}-{_bracketed(steps.minus)}\\\\&={number(difference)}"
    if model.variant != "III":
        return [Equation("p(x)", means, numbers)]
    lengths = rf"\tfrac12({product('z_-', 'z_-')}-{product('z_+', 'z_+')})"
    values = rf"\tfrac12({number(steps.minus_length)}-{number(steps.plus_length)})"
    if model.kernel != "linear":
        half = (steps.minus_length - steps.plus_length) / 2
        lengths, values = rf"K(0,0)\\&\quad+{lengths}", f"{number(steps.second - half)}+{values}"
    return [
        Equation("s(x)", lengths, f"{values}={number(steps.second)}"),
        Equation("l(x)", means, numbers),
        Equation("p(x)", "s(x)+l(x)", number(steps.projection)),
    ]


def _bracketed(value: float) -> str:
    return f"({number(value)})" if value < 0 else number(value)
