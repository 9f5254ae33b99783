"""The data of lesson 6: its picture, the numbers of its texts, tables and its formula."""

from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.formats import fixed
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.scores import ScoreFunction
from core import compute
from core.latex import matrix, number
from core.messages import describe_settings
from core.state import LabState
from lessons.inner_products.numbers import (
    CLASSICAL,
    DecisionTerms,
    angle_between,
    best_line,
    correct_with_mean_bumps,
    decision_terms,
    fit_classical,
)
from lessons.inner_products.state import InnerProductsState, Point
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation
from lessons.tries import try_states

TABLE_ALT = {  # by the kernel
    "linear": "p(x), computed from means and covariances and from inner products.",
    "rbf": "The training points with the largest contributions to p(x).",
}
NARROW = LabState(data="moons", n=60, model="I", kernel="rbf")
WIDE = replace(NARROW, gamma=0.0005)
LINEAR = replace(NARROW, kernel="linear")
MARGIN = 0.2  # around the points
TABLE_ROWS = 6
DIRECTIONS = {
    "I": r"\mu_+-\mu_-",
    "II": r"(\Sigma_++\Sigma_-)^{-1}(\mu_+-\mu_-)",
    "III": r"\Sigma_+^{-1}\mu_+-\Sigma_-^{-1}\mu_-",
}
RULES = {"I": "nearest-mean rule", "II": "LDA", "III": "QDA, offset searched"}
# The training points of a class and the point x, in the coordinates of that class; C+ first.
COORDINATES = {
    "I": (("x_+", "x"), ("x_-", "x")),
    "II": (("z_{n+}", "z"), ("z_{n-}", "z")),
    "III": (("z_{n+}", "z_+"), ("z_{n-}", "z_-")),
}
MEAN_PLUS, MEAN_MINUS = (rf"\tfrac1{{n_{s}}}\textstyle\sum_{{{s}}}" for s in "+-")


def points_and_model(state: InnerProductsState) -> tuple[Dataset, KernelBayes]:
    """Return the points and the classifier that is fitted to them."""
    fit = state.lab.fit_spec()
    return compute.dataset(fit.data), compute.fitted_model(fit)


def picture_data(state: InnerProductsState) -> dict[str, Any]:
    """Return the data of the picture besides the star and γ, with the classical rule if linear."""
    points, model = points_and_model(state)
    classical, angle = None, None
    if state.kernel == "linear":
        rule = fit_classical(model.variant, points.X, points.y)
        classical = ScoreFunction(rule.w, rule.W, float(rule.w0)).to_plain()
        angle = describe_classical(model, points)["angle"]
    box = np.reshape(compute.box(state.lab.dataset_spec), (2, 2))
    reach = box + MARGIN * np.array([-1, 1])
    if state.value("view") == "line":
        w, offset, _ = find_best_line(state.points)
        classical = ScoreFunction(w, None, offset).to_plain()
    return {
        "model": describe_settings(model.variant, state.lab.model_spec),
        "points": {
            "x1": points.X[:, 0].tolist(),
            "x2": points.X[:, 1].tolist(),
            "labels": points.y.tolist(),
        },
        "box": reach.ravel().tolist(),
        "classical": classical,
        "rule": RULES[model.variant] if angle else None,
        "angle": angle,
        "view": state.view,
        "isStep": state.step > 0,
    }


@cache
def find_best_line(points: str) -> tuple[Any, float, int]:
    """Return the best line through points of a name, and how many it gets right."""
    dataset = compute.dataset(InnerProductsState(points=points).lab.dataset_spec)
    return best_line(dataset.X, dataset.y)


def describe_step(state: InnerProductsState) -> dict[str, str]:
    """Return the numbers of the steps: the correct points, and the terms at the star."""
    _, model = points_and_model(state)
    terms = decision_terms(model, state.star)
    places = {"plus": terms.plus, "minus": terms.minus, "score": terms.score}
    written = {name: fixed(value, 3).replace("-", "−") for name, value in places.items()}
    _, _, line = find_best_line(state.points)
    return numbers(state) | written | {"line_right": f"{line}"}


def list_parts(state: InnerProductsState) -> list[Part]:
    """Return the parts beside the picture."""
    is_linear = state.kernel == "linear"
    shape = "Conic" if state.variant == "III" else "Line"
    return [
        TextPart(shape if is_linear else "Bumps", numbers),
        *([] if is_linear else [TextPart(f"Bumps {state.variant}")]),
        FormulaPart(equations),
        TablePart(table, TABLE_ALT[state.kernel], partial(fixed, places=3)),
        TextPart(f"Notes {state.kernel}"),
        TextPart("Algebra"),
        *([TextPart(f"Inner product {state.variant}", numbers)] if is_linear else []),
    ]


def numbers(state: InnerProductsState) -> dict[str, str]:
    """Return the numbers of the text about the current kernel."""
    points, model = points_and_model(state)
    correct = int((model.predict(points.X) == points.y).sum())
    texts = {"right": f"{correct}", "n": f"{len(points.y)}", "wrong": f"{len(points.y) - correct}"}
    if state.kernel == "linear":
        return texts | describe_classical(model, points)
    return texts | {"mean_right": number(correct_with_mean_bumps(model, points.X, points.y))}


def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, each computed for the state that it sets up."""
    names = "bumps", "narrow", "ellipse", "moons", "far", "unequal"
    states = dict(zip(names, try_states("inner_products", "Try", InnerProductsState), strict=True))
    texts = {
        f"{name}_{what}": value
        for name, state in states.items()
        for what, value in numbers(state).items()
    }
    _, far = points_and_model(states["far"])
    points, narrow = points_and_model(states["narrow"])
    middle = np.zeros((1, 2))
    return texts | {
        "line_right": numbers(InnerProductsState.opening())["right"],
        "narrow_width": number(1 / np.sqrt(2 * narrow.gamma), 2),
        "middle_class": points.class_names[int(narrow.predict(middle)[0])],
        "far_b": number(far.offset_),
        "far_class": points.class_names[int(far.predict([states["far"].star])[0])],
        "moons_best": max(
            (numbers(InnerProductsState(points="moons", variant=v))["right"] for v in CLASSICAL),
            key=int,
        ),
        "equal_angle": numbers(states["unequal"].change(points="clouds", variant="II"))["angle"],
    }


def table(state: InnerProductsState) -> dict[str, Any]:
    """Return the columns of the table below the formula."""
    points, model = points_and_model(state)
    if state.kernel == "linear":
        return compare_computations(model, state.star)
    return list_largest_terms(model, points, state.star)


def describe_classical(model: KernelBayes, points: Dataset) -> dict[str, str]:
    """Return the numbers of the text about the linear kernel."""
    rule = fit_classical(model.variant, points.X, points.y)
    (score,) = describe(model) or ()
    minus, plus = count_labels(points.y)
    return {
        # Both as functions of x - m.
        "angle": f"{angle_between(rule.w + 2 * rule.W @ model.center_, score.w):.1f}",
        "n_plus": number(plus),
        "n_minus": number(minus),
    }


def describe_limit() -> dict[str, str]:
    """Return the numbers of the text about bumps that are wider than the picture."""
    wide, linear = (compute.fitted_model(state.fit_spec()) for state in (WIDE, LINEAR))
    left, right, *_ = compute.box(WIDE.dataset_spec)
    n = len(wide.projection_)
    wide_correct, linear_correct = (
        n - model.threshold_search_.errors[model.threshold_search_.index]
        for model in (wide, linear)
    )
    correlation = np.corrcoef(wide.projection_, linear.projection_)[0, 1]
    return {
        "width": number(1 / np.sqrt(2 * wide.gamma), 2),
        "breadth": number(right - left, 2),
        "gap": number(1 - correlation, 2),
        "wide_right": number(wide_correct),
        "linear_right": number(linear_correct),
        "n": number(n),
    }


def compare_computations(model: KernelBayes, x: Point) -> dict[str, Any]:
    """Return the columns of a table: p(x) from moments and from inner products."""
    (score,), terms, u = (
        describe(model) or (),
        decision_terms(model, x),
        np.array(x) - model.center_,
    )
    quadratic = 0.0 if score.W is None else float(u @ score.W @ u)
    linear = float(score.w @ u)
    columns: dict[str, Any] = {
        "means, covariances": (quadratic, linear, quadratic + linear),
        "inner products": (terms.second, terms.plus - terms.minus, terms.projection),
    }
    return {"": ("second order", "linear", "p(x)")} | columns


def list_largest_terms(model: KernelBayes, points: Dataset, x: Point) -> dict[str, Any]:
    """Return the columns of a table of the training points that contribute most to p(x)."""
    values = np.empty(len(points.y))
    terms = np.empty(len(points.y))
    for k, part in enumerate((model.minus_, model.plus_)):
        in_class = points.y == k
        values[in_class] = model.kernel_(part.coordinates(np.array([x])), part.points)[0]
        terms[in_class] = (-1, 1)[k] * part.weight * values[in_class] / in_class.sum()
    largest = np.argsort(-np.abs(terms), kind="stable")[:TABLE_ROWS]
    columns: dict[str, Any] = {
        "x₁": points.X[largest, 0],
        "x₂": points.X[largest, 1],
        "K": values[largest],
        "contribution to p(x)": terms[largest],
    }
    names = [points.class_names[k] for k in points.y[largest]]
    return {"class": names} | columns


def equations(state: InnerProductsState) -> list[Equation]:
    """Return the equations that lead from the training points to the decision at the star."""
    (points, model), x = points_and_model(state), state.star
    terms, linear = decision_terms(model, x), model.kernel == "linear"
    value = rf"e^{{-{number(model.gamma_)}|a-c|^2}}"
    kernel = Equation("K(a,c)", r"e^{-\gamma|a-c|^2}", value)
    place = Equation("x", r"(x_1,\,x_2)^T", matrix(x))
    if linear:
        place = Equation("x", r"(x_1,\,x_2)^T-m", matrix(np.array(x) - model.center_))
    return [
        place,
        *(_moments(model, points, x) if linear else [kernel]),
        *_coordinates(model, x),
        *_sums(model, terms),
        Equation("b", r"-\operatorname{arg\,min}_tE(t)", number(model.offset_)),
        Equation("f(x)", "p(x)+b", number(terms.score)),
    ]


def _moments(model: KernelBayes, points: Dataset, x: Point) -> list[Equation]:
    """Return the discriminant in means and covariances."""
    (score,), u, variant = describe(model) or (), np.array(x) - model.center_, model.variant
    minus, plus = (points.X[points.y == k] - model.center_ for k in (0, 1))
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
    return [
        Equation("s(x)", lengths, f"{values}={number(terms.second)}"),
        Equation("l(x)", means, numbers),
        Equation("p(x)", "s(x)+l(x)", number(terms.projection)),
    ]


def _bracketed(value: float) -> str:
    return f"({number(value)})" if value < 0 else number(value)
