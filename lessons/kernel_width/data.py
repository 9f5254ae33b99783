"""The data of lesson 8: its first picture, its formula, and numbers of its texts."""

from dataclasses import replace
from math import log, log10
from typing import Any

import numpy as np
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

from bayeslab.data.datasets import DatasetSpec
from bayeslab.estimators.exponentials import LOWEST_EXPONENT
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.formats import percent
from bayeslab.scoring.descriptions import describe
from core import compute
from core.caching import memoize
from core.evaluations import accuracy_on, row
from core.fit_spec import PointsSpec
from core.latex import matrix, number, signed
from core.messages import describe_refit, encode_points
from core.state import GAMMAS, LabState
from lessons.kernel_width.accuracies import (
    FOLDS,
    accuracy_curves,
    best_neighbours,
    new_accuracies,
    own_accuracies,
    rule_gammas,
)
from lessons.kernel_width.numbers import (
    CONFIDENCE,
    N_NEW,
    SelfContribution,
    leave_one_out,
    new_points,
    self_contribution,
)
from lessons.kernel_width.state import KernelWidthState
from lessons.parts import FormulaPart, Part, TextPart
from lessons.texts import Equation

EPSILON = float(np.finfo(np.float64).eps)
WIDE = LabState(data="random_labels", gamma=1.0)
NARROW = replace(WIDE, gamma=GAMMAS[-1])


def describe_first() -> dict[str, str]:
    """Return γ and the leave-one-out accuracy of the first page."""
    state = KernelWidthState.opening()
    points, model = (
        compute.dataset(state.lab.dataset_spec),
        compute.fitted_model(state.lab.fit_spec()),
    )
    left_out = leave_one_out(model, points.X, points.y)
    return {"narrow": f"{state.gamma:g}", "left_out": percent(left_out)}


def describe_step(state: KernelWidthState) -> dict[str, str]:
    """Return γ and the accuracies in training, left out and on new points."""
    lab = state.lab
    points, model = compute.dataset(lab.dataset_spec), compute.fitted_model(lab.fit_spec())
    shares = {
        "training": accuracy_on(lab.fit_spec(), lab.dataset_spec),
        "left_out": leave_one_out(model, points.X, points.y),
        "new": new_accuracies(lab, (state.gamma,))[0],
    }
    return {name: percent(share) for name, share in shares.items()} | {"gamma": f"{state.gamma:g}"}


def describe_source() -> dict[str, str]:
    """Return the γ of the source's examples, and the range that it names."""
    return {"used": "5", "low": "1", "high": "9"}


def list_parts(state: KernelWidthState) -> list[Part]:
    """Return the parts beside the picture."""
    return [
        TextPart("Picture"),
        *([TextPart("Curves", describe_confidence)] if state.all_curves else []),
        FormulaPart(equations),
        TextPart("SVM" if state.is_svm else "Notes", numbers),
    ]


def describe_confidence(_: KernelWidthState) -> dict[str, str]:
    """Return the confidence of the interval of the best accuracy."""
    return {"confidence": f"{100 * CONFIDENCE:g}"}


def picture_data(state: KernelWidthState) -> dict[str, Any]:
    """Return the points, the classifier, and the accuracies over γ that Python computes."""
    lab, points = state.lab, compute.dataset(state.lab.dataset_spec)
    more = _more_curves(state) if state.all_curves else None
    return {
        "points": encode_points(points),
        "box": list(compute.box(lab.dataset_spec)),
        "classes": list(points.class_names),
        "features": list(points.feature_names),
        "model": describe_refit(lab.model, lab.model_spec),
        "gammas": list(GAMMAS),
        "own": own_accuracies(lab, state.refit) if state.is_svm else None,
        "more": more,
        "centre": None if state.is_svm else list(_self_contribution(lab)[1]),
        "isRound": state.classifier == "I",
    }


def _more_curves(state: KernelWidthState) -> dict[str, Any]:
    """Return the optional curves: other estimates, rules, and nearest neighbours."""
    lab, accuracies = state.lab, accuracy_curves(state.lab, state.refit)
    points = compute.dataset(lab.dataset_spec)
    return {
        "curves": {name: list(accuracies.accuracies[name]) for name in ("ten folds", "new points")},
        "zone": accuracies.interval,
        "rules": _name_rules(rule_gammas(points.X, points.y)),
        "neighbours": list(_neighbours_of(lab.dataset_spec)),
    }


@memoize(16)
def _neighbours_of(spec: PointsSpec) -> tuple[int, float]:
    """Return the best number of nearest neighbours by ten folds, and their accuracy."""
    points = compute.dataset(spec)
    return best_neighbours(points.X, points.y, FOLDS)


def _name_rules(gammas: dict[str, float]) -> dict[str, float]:
    """Return each γ once, under the names of all rules that choose it."""
    gammas = {name: float(f"{gamma:.6g}") for name, gamma in gammas.items()}
    return {
        " = ".join(name for name, other in gammas.items() if other == gamma): gamma
        for gamma in gammas.values()
    }


def equations(state: KernelWidthState) -> list[Equation]:
    """Return the score of a training point with and without its own bump."""
    if state.is_svm:
        return _svc_equations(state.lab)
    model, (own, x) = compute.fitted_model(state.lab.fit_spec()), _self_contribution(state.lab)
    rest = r"\tfrac1{n_+-1}\textstyle\sum_{+,\,j\ne i}K(x_j,x_i)"
    m_plus, m_minus = (rf"\tfrac1{{n_{s}}}\textstyle\sum_{s}K(x_{s},x_i)" for s in "+-")
    return [
        Equation("x_i", r"(x_{i1},\,x_{i2})^T", matrix(x)),
        *_kernel(model),
        Equation("m_+", m_plus, number(own.own_mean)),
        Equation("m_-", m_minus, number(own.other_mean)),
        Equation("m_{-i}", rest, number(own.rest_mean)),
        Equation(r"\tfrac1{n_+}K(x_i,x_i)", r"\tfrac1{n_+}", number(1 / own.n)),
        Equation("b", r"-\operatorname{arg\,min}_tE(t)", number(own.offset)),
        Equation("p(x_i)+b", "m_+-m_-+b", number(own.projection + own.offset)),
        Equation("p_{-i}(x_i)+b", "m_{-i}-m_-+b", number(own.left_out + own.offset)),
    ]


def _kernel(model: KernelBayes) -> list[Equation]:
    """Return the kernel and the distance that the variant uses."""
    metric = {"I": "", "II": r"(\Sigma_++\Sigma_-)^{-1}", "III": r"\Sigma_\pm^{-1}"}[model.variant]
    distance = "|x-x'|^2" if not metric else rf"(x-x')^T{metric}\\&\quad\cdot(x-x')"
    kernel = Equation("K(x,x')", r"e^{-\gamma r^2}", f"e^{{-{number(model.gamma_)}\\,r^2}}")
    return [Equation("r^2", distance, distance), kernel]


def _svc_equations(state: LabState) -> list[Equation]:
    """Return the score of the SVM: the same bumps with other weights."""
    weights, b = _svc_weights(state)
    gamma = number(state.gamma)
    kernel = Equation("K(x,x')", r"e^{-\gamma|x-x'|^2}", f"e^{{-{gamma}|x-x'|^2}}")
    score = r"\textstyle\sum_i\alpha_iy_iK(x_i,x)"
    return [
        kernel,
        Equation("f(x)", f"{score}+b", score + signed(b)),
        Equation(r"n_\text{SV}", r"|\{i:\alpha_i>0\}|", f"{len(weights)}"),
    ]


def _svc_weights(state: LabState) -> tuple[np.ndarray, float]:
    """Return the αᵢ above 0 of the state's SVM, and its b."""
    description = describe(compute.fitted_model(state.fit_spec()))
    assert description is not None  # the RBF kernel can be described
    (score,) = description
    return np.abs(score.expansions[0].coefficients), score.offset


def _self_contribution(state: LabState) -> tuple[SelfContribution, np.ndarray]:
    """Return the contribution of the marked point to its own score, and the point."""
    points = compute.dataset(state.dataset_spec)
    own = self_contribution(compute.fitted_model(state.fit_spec()), points.X, points.y)
    return own, points.X[own.index]


def numbers(state: KernelWidthState) -> dict[str, str]:
    """Return the numbers of the text about the classifier."""
    return _describe_weights(state.lab) if state.is_svm else _compare_thresholds(state.lab)


def _describe_weights(state: LabState) -> dict[str, str]:
    """Return the number of positive weights in the state's SVM, and the largest one."""
    weights, _ = _svc_weights(state)
    return {
        "support": f"{len(weights)}",
        "n": f"{len(compute.dataset(state.dataset_spec).y)}",
        "largest": number(weights.max(), 3),
        "C": number(state.svc_C, 3),
    }


def _compare_thresholds(state: LabState) -> dict[str, str]:
    """Return the accuracies of both thresholds and of the nearest neighbour on new points.

    With the marked point's share, and how far apart the kernel value of two points becomes 0.
    """
    own, _ = _self_contribution(state)
    trained, left_out = (
        new_accuracies(replace(state, threshold=threshold), (state.gamma,))[0]
        for threshold in ("error", "loo")
    )
    shares = {
        "share": own.share,
        "trained": trained,
        "left_out": left_out,
        "nearest": _nearest_neighbour_accuracy(state.dataset_spec),
    }
    n = len(compute.dataset(state.dataset_spec).y)
    ends = {
        "smallest": _power_of_ten(LOWEST_EXPONENT / log(10)),
        "reach": number((-LOWEST_EXPONENT / state.gamma) ** 0.5, 2),
        "digits": f"{-log10(EPSILON):.0f}",
        "lost": _power_of_ten(log10(EPSILON / n)),
    }
    return {name: percent(share) for name, share in shares.items()} | ends


def _power_of_ten(exponent: float) -> str:
    """Return the power of ten nearest to one, in LaTeX."""
    return f"10^{{{round(exponent)}}}"


@memoize(16, max_bytes=2**16)
def _nearest_neighbour_accuracy(spec: PointsSpec) -> float:
    """Return the accuracy of one nearest neighbour on new points of a generated data set."""
    assert isinstance(spec, DatasetSpec)
    points, new = compute.dataset(spec), compute.dataset(new_points(spec))
    return float(KNeighborsClassifier(1).fit(points.X, points.y).score(new.X, new.y))


def explain_overfitting() -> dict[str, str]:
    """Return the accuracies of narrow bumps on training points and on new ones."""
    fit, spec = NARROW.fit_spec(), NARROW.dataset_spec
    held_out = row(fit, FOLDS).held_out
    assert isinstance(spec, DatasetSpec)
    assert held_out is not None  # ten folds of many points
    X = compute.dataset(spec).X
    nearest = NearestNeighbors(n_neighbors=2).fit(X).kneighbors(X)[0][:, 1]
    shares = {
        "before": accuracy_on(WIDE.fit_spec(), spec),
        "after": accuracy_on(fit, spec),
        "new": accuracy_on(fit, new_points(spec)),
        "folds": held_out.mean,
    }
    lengths = {"width": (2 * NARROW.gamma) ** -0.5, "spacing": float(np.median(nearest))}
    return (
        {name: percent(share) for name, share in shares.items()}
        | {name: number(length, 2) for name, length in lengths.items()}
        | {"n_new": f"{N_NEW}", "wide": f"{WIDE.gamma:g}", "narrow": f"{NARROW.gamma:g}"}
    )
