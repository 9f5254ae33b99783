"""The data of lesson 9: where the two classifiers disagree, sums, and accuracies."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.comparison import Disagreement, mcnemar
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import last_step
from bayeslab.figures.theme import PALETTE
from core import compute
from core.caching import memoize
from core.drawing import DrawnSpec
from core.evaluations import accuracy_on
from core.fit_spec import PointsSpec
from core.latex import number, signed
from core.state import MODEL_TITLES, LabState
from lessons.kernel_bayes_and_svm.state import (
    KERNELS,
    SVM_KEYS,
    VARIANTS,
    KernelBayesAndSvmState,
    test_points,
)
from lessons.kernel_bayes_and_svm.tuned_comparison import describe_study
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation
from lessons.tries import try_states

TITLES = {key: title.replace("SVC", "SVM") for key, title in MODEL_TITLES.items()} | {
    "I": "Kernel Bayes"
}
Array = NDArray[np.float64]
Labels = NDArray[Any]


def find_alphas(model: Any, y: Labels) -> Array:
    """Return the weight of each training point in an SVM, 0 if it is no support vector."""
    svm, alphas = last_step(model), np.zeros(len(y))
    alphas[svm.support_] = np.abs(svm.dual_coef_[0])
    return alphas


def compare(state: KernelBayesAndSvmState) -> tuple[Dataset, Disagreement]:
    """Return the test points, and which of the two classifiers is correct on each."""
    return _compare(state.lab, test_points(state.example))


@memoize(64)
def _compare(state: LabState, spec: PointsSpec) -> tuple[Dataset, Disagreement]:
    points = compute.dataset(spec)
    fits = [state.fit_spec(key) for key in (state.model, state.beside)]
    predictions = (compute.fitted_model(fit).predict(points.X) for fit in fits)
    return points, mcnemar(points.y, *predictions)


def describe_disagreement(state: KernelBayesAndSvmState) -> dict[str, str]:
    """Return the paired counts on the test points and the p-value of McNemar's test."""
    _, comparison = compare(state)
    (both, only_first), (only_second, neither) = comparison.counts
    counts = {
        "n_new": both + only_first + only_second + neither,
        "both": both,
        "neither": neither,
        "differ": only_first + only_second,
        "only_first": only_first,
        "only_second": only_second,
    }
    source = (
        "the other half of the flowers"
        if isinstance(test_points(state.example), DrawnSpec)
        else "new draws from the same densities"
    )
    texts = {"p": number(comparison.p_value, 2), "test_points": source}
    return {name: f"{count}" for name, count in counts.items()} | texts


def describe_legend(state: KernelBayesAndSvmState) -> dict[str, str]:
    """Return the legend of markers and classes."""
    names = compute.dataset(state.lab.dataset_spec).class_names
    shapes = ", ".join(
        f"{PALETTE[k].name.capitalize() if k == 0 else PALETTE[k].name}s: {name}"
        for k, name in enumerate(names)
    )
    return {"shapes": shapes}


def describe_price(state: KernelBayesAndSvmState) -> dict[str, str]:
    """Return the price C of a point inside the margin."""
    return {"C": number(state.lab.svc_C)}


def equations(state: KernelBayesAndSvmState) -> list[Equation]:
    """Return the kernel and the sums of both classifiers."""
    points = compute.dataset(state.lab.dataset_spec)
    kernel_bayes = compute.fitted_model(state.lab.fit_spec())
    svm = _fitted_svm(state)
    minus, plus = count_labels(points.y)
    K = "K(x_i,x)" if state.variant == "I" else "K(z_i,z)"
    squares = {"linear": "x^TWx+", "rbf": "1+"}[state.kernel] if state.variant == "III" else ""
    bayes = rf"{squares}\tfrac1{{%s}}\textstyle\sum_+{K}\\&\quad-\tfrac1{{%s}}\textstyle\sum_-{K}"
    scales = state.lab.svc_standardise
    of_points = r"\tilde x_i,\tilde x" if scales else "x_i,x"
    svm_sum = r"\textstyle\sum_+\alpha_iK(%s)\\&\quad-\textstyle\sum_-\alpha_iK(%s)"
    svm_sum %= (of_points, of_points)
    standardised = Equation(
        r"\tilde x_j", r"(x_j-\bar x_j)/s_j", rf"(x_j-\bar x_j)/s_j,\;s={_pair(_scale(state))}"
    )
    return [
        _kernel(state),
        Equation(
            r"f_\text{Bayes}(x)",
            bayes % ("n_+", "n_-") + "+b",
            bayes % (plus, minus) + signed(kernel_bayes.offset_),
        ),
        *([standardised] if scales else []),
        Equation(
            r"f_\text{SVM}(x)", f"{svm_sum}+b", svm_sum + signed(last_step(svm).intercept_[0])
        ),
    ]


def _kernel(state: KernelBayesAndSvmState) -> Equation:
    if state.kernel == "linear":
        return Equation("K(x,x')", "x^Tx'", "x^Tx'")
    return Equation("K(x,x')", r"e^{-\gamma|x-x'|^2}", f"e^{{-{number(state.gamma)}|x-x'|^2}}")


def _pair(values: Array) -> str:
    return rf"({number(values[0], 3)},\,{number(values[1], 3)})"


def _scale(state: KernelBayesAndSvmState) -> Array:
    """Return what the SVM divides the features by."""
    if not state.lab.svc_standardise:
        return np.ones(2)
    scale: Array = _fitted_svm(state)[0].scale_
    return scale


def _fitted_svm(state: KernelBayesAndSvmState) -> Any:
    return compute.fitted_model(state.lab.fit_spec(state.lab.beside))


def weights(state: KernelBayesAndSvmState) -> dict[str, list[str]]:
    """Return the columns of a table of the points with a weight in each sum.

    Its last row is the largest share of one point. The weights of a class add up to 1 in kernel
    Bayes and to half of all weights in the SVM.
    """
    y = compute.dataset(state.lab.dataset_spec).y
    alphas = find_alphas(_fitted_svm(state), y)
    counts = {"kernel Bayes": len(y), "SVM": int((alphas > 0).sum())}
    largest = {"kernel Bayes": 0.5 / count_labels(y).min(), "SVM": alphas.max() / alphas.sum()}
    columns = {name: [f"{counts[name]}", percent(largest[name])] for name in counts}
    return {"": ["points with a weight", "largest share of all weights"]} | columns


def describe_weights(state: KernelBayesAndSvmState) -> dict[str, str]:
    """Return the number of support vectors, and the widths of both kinds of bumps.

    A bump exp(-γ|x - xᵢ|²) has the standard deviation 1/√(2γ), and s/√(2γ) in the units of a
    feature that was divided by s.
    """
    points, scale = compute.dataset(state.lab.dataset_spec), _scale(state)
    alphas = find_alphas(_fitted_svm(state), points.y)
    width = (2 * state.gamma) ** -0.5
    return {
        "n": f"{len(points.y)}",
        "support": f"{(alphas > 0).sum()}",
        "gamma": number(state.gamma),
        "width": number(width, 2),
        "svm_width_first": number(width * scale[0], 2),
        "svm_width_second": number(width * scale[1], 2),
    }


def describe_tries() -> dict[str, str]:
    """Return the numbers of support vectors of the moons, and of the test flowers."""
    wide, narrow, _, noisy, iris = try_states("kernel_bayes_and_svm", "Try", KernelBayesAndSvmState)
    states = {"wide": wide, "narrow": narrow, "noisy": noisy}
    flowers = len(compute.dataset(test_points(iris.example)).y)
    return {
        f"{name}_support": describe_weights(each)["support"] for name, each in states.items()
    } | {"iris_n": f"{flowers}", "iris_step": percent(1 / flowers)}


def describe_step(state: KernelBayesAndSvmState) -> dict[str, str]:
    """Return the numbers of the steps: votes, accuracies as in the picture, and the study."""
    lab, study = state.lab, describe_study()
    votes = weights(state)
    return {
        **study,
        "n": f"{len(compute.dataset(lab.dataset_spec).y)}",
        "support": describe_weights(state)["support"],
        "clear_support": describe_weights(state.change(example="clear"))["support"],
        "largest_bayes": votes["kernel Bayes"][1],
        "largest_svm": votes["SVM"][1],
        "bayes_right": percent(accuracy_on(lab.fit_spec(), lab.dataset_spec)),
        "svm_right": percent(accuracy_on(lab.fit_spec(lab.beside), lab.dataset_spec)),
        "gamma": number(state.gamma),
        "C": number(lab.svc_C),
        "most_behind": study["lowest"].removeprefix("−"),
    }


def accuracies(state: KernelBayesAndSvmState) -> list[dict[str, Any]]:
    """Return the rows of the tables of the notes, with accuracies on test points."""
    specs = {"training": state.lab.dataset_spec, "test": test_points(state.example)}
    rows = []
    for kernel in ("linear", "rbf"):
        keys: dict[str, str] = {"SVM": SVM_KEYS[kernel], **VARIANTS}
        with_kernel = replace(state.lab, kernel=kernel)
        for name, spec in specs.items():
            shares = {
                column: accuracy_on(with_kernel.fit_spec(key), spec) for column, key in keys.items()
            }
            rows.append({"kernel": KERNELS[kernel], "points": name} | shares)
    return rows


LEGEND = TextPart("Legend", describe_legend)
PARTS: tuple[Part, ...] = (
    TextPart("Hand", describe_price),
    FormulaPart(equations),
    TablePart(weights, "The weights of the points in both sums."),
    TextPart("Notes", describe_weights, fold="More about both sums"),
)
