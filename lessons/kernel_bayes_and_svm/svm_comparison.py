"""Kernel Bayes and the SVM on the examples of the notes: equations, tables, where they differ."""

from dataclasses import replace
from functools import cache
from typing import Any, get_args

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.comparison import Disagreement, compare_predictions
from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_disagreement
from core.drawing import DrawnSpec, draw, encode_drawing
from core.fit_spec import PointsSpec
from core.limits import Names
from core.state import DRAWN, LabState
from lessons.cached import accuracy
from lessons.frame import Equation
from lessons.kernel_width.numbers import new_points
from ui import compute
from ui.caching import memoize
from ui.latex import number
from ui.layout import show_figure, show_numbers
from ui.session import theme

__all__ = [
    "EXAMPLES",
    "VARIANTS",
    "describe_disagreement",
    "describe_weights",
    "equations_of",
    "example_state",
    "find_alphas",
    "show_disagreement",
    "show_table",
    "show_weights",
    "test_points",
]

Array = NDArray[np.float64]
Labels = NDArray[Any]

EXAMPLES = {
    "XOR": LabState(data="xor", noise=0.5),
    "rings": LabState(data="rings", noise=0.25),
    "moons": LabState(data="moons"),
    "spirals": LabState(data="spirals", noise=0.15),
    "iris": None,  # every other flower, see _iris_halves
}
SVM_KEYS = {"rbf": "svc-rbf", "linear": "svc-linear"}
VARIANTS: tuple[Variant, ...] = get_args(Variant)
MAP_HEIGHT = 430  # pixels


# The examples


def example_state(example: str, variant: str, kernel: str, gamma: float) -> LabState:
    """Return the state of the lab for an example, with the SVM beside kernel Bayes."""
    state = EXAMPLES[example]
    if state is None:
        half = _iris_halves()[0]
        state = LabState(data=DRAWN, points=half.points, names=half.names)
    return replace(
        state,
        model=variant,
        beside=SVM_KEYS[kernel],
        kernel=kernel,
        gamma=gamma,
        svc_standardise=True,  # as in the notes
    )


@cache
def _iris_halves() -> tuple[DrawnSpec, DrawnSpec]:
    """Return every other flower of two species for training, and the others for testing."""
    iris = load(DatasetSpec("iris", features=(2, 3), classes=(1, 2)))
    names = Names.fit(*iris.feature_names, *iris.class_names)
    even, odd = (
        DrawnSpec(encode_drawing(draw(iris.X[half], iris.y[half])), names)
        for half in (slice(0, None, 2), slice(1, None, 2))
    )
    return even, odd


def test_points(example: LabState) -> PointsSpec:
    """Return the test points of an example, on which no classifier was trained."""
    spec = example.dataset_spec
    return new_points(spec) if isinstance(spec, DatasetSpec) else _iris_halves()[1]


def _title(state: LabState) -> str:
    return f"Kernel Bayes {state.model}"


# The pictures


def find_alphas(model: Any, y: Labels) -> Array:
    """Return the weight of each training point in an SVM, 0 if it is no support vector."""
    svm, alphas = _last(model), np.zeros(len(y))
    alphas[svm.support_] = np.abs(svm.dual_coef_[0])
    return alphas


def _last(model: Any) -> Any:
    """Return the classifier at the end of a pipeline, or the classifier itself."""
    return model[-1] if isinstance(model, Pipeline) else model


@memoize(64)
def _compare(state: LabState, spec: PointsSpec) -> tuple[Dataset, Disagreement]:
    """Return the test points, and which of the two classifiers is correct on each."""
    points = compute.dataset(spec)
    fits = [state.fit_spec(key) for key in (state.model, state.beside)]
    predictions = (compute.fitted_model(fit).predict(points.X) for fit in fits)
    return points, compare_predictions(points.y, *predictions)


def show_disagreement(state: LabState, test: PointsSpec) -> None:
    """Show where the two disagree, and the test points on which only one is correct."""
    points, comparison = _compare(state, test)
    only_one = comparison.first_right != comparison.second_right
    regions = [compute.regions(state.fit_spec(key)) for key in (state.model, state.beside)]
    figure = compute.figure(
        draw_disagreement,
        regions[0].x1,
        regions[0].x2,
        [each.score for each in regions],
        points.X[only_one],
        comparison.second_right[only_one].astype(int),
        names=(_title(state), "SVM"),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme(),
    )
    (_, only_first), (only_second, _) = comparison.counts
    alt = (
        f"Both boundaries. Where they disagree, only kernel Bayes is correct on {only_first} test "
        f"points and only the SVM on {only_second}."
    )
    show_figure(figure, alt, MAP_HEIGHT, key="disagreement")


def describe_disagreement(state: LabState, test: PointsSpec) -> dict[str, str]:
    """Return the paired counts on the test points and the p-value of McNemar's test."""
    _, comparison = _compare(state, test)
    (both, only_first), (only_second, neither) = comparison.counts
    counts = {
        "n_new": both + only_first + only_second + neither,
        "both": both,
        "neither": neither,
        "differ": only_first + only_second,
        "only_first": only_first,
        "only_second": only_second,
    }
    p = number(comparison.p_value, 2)
    return {name: f"{count}" for name, count in counts.items()} | {"p": p}


# The sums and the table of accuracies


def equations_of(state: LabState) -> list[Equation]:
    """Return the kernel and the sums of both classifiers."""
    points = compute.dataset(state.dataset_spec)
    kernel_bayes = compute.fitted_model(state.fit_spec())
    svm = compute.fitted_model(state.fit_spec(state.beside))
    minus, plus = count_labels(points.y)
    K = "K(x_i,x)" if state.model == "I" else "K(z_i,z)"
    squares = {"linear": "x^TWx+", "rbf": "1+"}[state.kernel] if state.model == "III" else ""
    bayes = rf"{squares}\tfrac1{{%s}}\textstyle\sum_+{K}\\&\quad-\tfrac1{{%s}}\textstyle\sum_-{K}"
    svm_sum = r"\textstyle\sum_i\alpha_iy_iK(\tilde x_i,\tilde x)"
    return [
        _kernel(state),
        Equation(
            r"f_\text{Bayes}(x)",
            bayes % ("n_+", "n_-") + "+b",
            bayes % (plus, minus) + _signed(kernel_bayes.offset_),
        ),
        Equation(
            r"\tilde x_j", r"(x_j-\bar x_j)/s_j", rf"(x_j-\bar x_j)/s_j,\;s={_pair(svm[0].scale_)}"
        ),
        Equation(r"f_\text{SVM}(x)", f"{svm_sum}+b", svm_sum + _signed(_last(svm).intercept_[0])),
    ]


def _kernel(state: LabState) -> Equation:
    if state.kernel == "linear":
        return Equation("K(x,x')", "x^Tx'", "x^Tx'")
    return Equation("K(x,x')", r"e^{-\gamma|x-x'|^2}", f"e^{{-{number(state.gamma)}|x-x'|^2}}")


def _signed(value: float) -> str:
    return ("-" if value < 0 else "+") + number(abs(value))


def _pair(values: Array) -> str:
    return rf"({number(values[0], 3)},\,{number(values[1], 3)})"


def show_weights(state: LabState) -> None:
    """Show how many points have a weight in each sum, and the largest share of one point.

    The weights of a class add up to 1 in kernel Bayes and to half of all weights in the SVM.
    """
    y = compute.dataset(state.dataset_spec).y
    alphas = find_alphas(compute.fitted_model(state.fit_spec(state.beside)), y)
    used = {"kernel Bayes": len(y), "SVM": int((alphas > 0).sum())}
    largest = {"kernel Bayes": 0.5 / count_labels(y).min(), "SVM": alphas.max() / alphas.sum()}
    rows = ("points with a weight", "largest share of all weights")
    columns = {name: [f"{used[name]}", percent(largest[name])] for name in used}
    st.dataframe({"": rows} | columns, alt="The weights of the points in both sums.")


def describe_weights(state: LabState, test: PointsSpec) -> dict[str, str]:
    """Return the number of support vectors, the widths of both kinds of bumps, and the test points.

    A bump exp(-γ|x - xᵢ|²) has the standard deviation 1/√(2γ), and s/√(2γ) in the units of a
    feature that was divided by s.
    """
    points = compute.dataset(state.dataset_spec)
    svm = compute.fitted_model(state.fit_spec(state.beside))
    alphas = find_alphas(svm, points.y)
    source = (
        "the other half of the flowers"
        if isinstance(test, DrawnSpec)
        else "new draws from the same densities"
    )
    width = (2 * state.gamma) ** -0.5
    return {
        "n": f"{len(points.y)}",
        "support": f"{(alphas > 0).sum()}",
        "test_points": source,
        "gamma": number(state.gamma, 3),
        "width": number(width, 2),
        "svm_width_first": number(width * svm[0].scale_[0], 2),
        "svm_width_second": number(width * svm[0].scale_[1], 2),
    }


def show_table(state: LabState, test: PointsSpec) -> None:
    """Show the accuracies as in the tables of the notes, and those on test points."""
    specs = {"training": state.dataset_spec, "test": test}
    rows = []
    for kernel, title in (("linear", "linear"), ("rbf", "RBF")):
        keys: dict[str, str] = {"SVM": SVM_KEYS[kernel], **{name: name for name in VARIANTS}}
        with_kernel = replace(state, kernel=kernel)
        for name, spec in specs.items():
            shares = {
                column: accuracy(with_kernel.fit_spec(key), spec) for column, key in keys.items()
            }
            rows.append({"kernel": title, "points": name} | shares)
    show_numbers(
        rows,
        write=percent,
        alt="Accuracies of the SVM and the three variants, with both kernels.",
    )
