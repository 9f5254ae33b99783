"""Tuning: accuracy over γ and C, the selected setting, and its decision regions."""

from typing import get_args

import numpy as np
import streamlit as st

from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import Sweep, SweepPoint
from bayeslab.figures import draw_heatmap, draw_sweep
from bayeslab.figures.curves import Curve
from core.state import GAMMAS
from core.verdicts import describe_best
from ui.compare.choices import TITLES, k_fold, say
from ui.compare.comparison import Comparison
from ui.compare.parts import integral_of, sweep_of
from ui.compare.waiting import finish
from ui.lab_svg import describe_points, draw_fit
from ui.layout import show_figure
from ui.linked import choose
from ui.session.address import theme

CS = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
VARIANTS = get_args(Variant)
SVC = "svc-rbf"
CURVES_HEIGHT, REGIONS_HEIGHT = 400, 460


def show_tuning(comparison: Comparison) -> None:
    """Show how accuracy depends on γ and C, and the tuned classifier beside the lab's."""
    state = comparison.state
    with st.container(horizontal=True):
        is_svc = choose("Tune", ("kernel Bayes", "SVC, RBF"), "tune") == "SVC, RBF"
        left_out = choose("Evaluate by", ("k folds", "leaving one out"), "tune_by") != "k folds"
    evaluation: EvaluationSpec | None = k_fold(state)
    if left_out:
        evaluation = EvaluationSpec("leave-one-out") if is_svc else None
    keys, Cs = ((SVC,), CS) if is_svc else (VARIANTS, ())
    parts = [sweep_of(comparison.fit_spec(key), GAMMAS, Cs, evaluation) for key in keys]
    sweeps = finish(parts, "tuning")
    if sweeps is None:
        return
    by_row = dict(zip(keys, sweeps, strict=True))
    if is_svc:
        points = sweeps[0].points
        by_row = {f"{C:g}": Sweep(tuple(each for each in points if each.C == C)) for C in CS}
    row = max(by_row, key=lambda name: by_row[name].best.held_out or 0.0)
    best = by_row[row].best
    key = SVC if is_svc else row
    # What the lab shows; without kernel Bayes there, the selected one with the settings of the lab.
    shown = next((each for each in state.visible_models if each in keys), key)
    now = _point_now(comparison, shown, evaluation)
    left, right = st.columns(2, gap="medium")
    with left:
        _show_curves(by_row[row], best)
        st.markdown(f"**{TITLES[key]}**: {describe_best(sweeps[0] if is_svc else by_row[row])}")
    with right:
        _show_heat(by_row, row, best, "C" if is_svc else "variant")
        say("Tuning")
    there = comparison.with_settings(gamma=best.gamma)
    if best.C is not None:
        there = comparison.with_settings(svc_gamma="own", svc_gamma_value=best.gamma, svc_C=best.C)
    _show_both({"As in the lab": (comparison, now, shown), "Tuned": (there, best, key)})


def _point_now(comparison: Comparison, key: str, evaluation: EvaluationSpec | None) -> SweepPoint:
    """Evaluate the classifier with the lab's settings in the same way."""
    state = comparison.state
    gamma, Cs = (_svc_gamma(comparison), (state.svc_C,)) if key == SVC else (state.gamma, ())
    sweeps = finish([sweep_of(comparison.fit_spec(key), (gamma,), Cs, evaluation)], "tuning now")
    assert sweeps is not None
    return sweeps[0].points[0]


def _svc_gamma(comparison: Comparison) -> float:
    """Return the γ that the lab's SVC has; "scale" is 1 / (d variance), as in scikit-learn."""
    state = comparison.state
    if state.svc_gamma == "scale":
        X = comparison.points.X
        return 1 / (X.shape[1] * (1.0 if state.svc_standardise else float(X.var())))
    return state.svc_gamma_value if state.svc_gamma == "own" else state.gamma


def _show_curves(row: Sweep, best: SweepPoint) -> None:
    points = row.points
    folds = [point.cross_validated for point in points]
    curves = [Curve("training", _shares([point.training for point in points]))]
    if any(folds):
        means = _shares([None if fold is None else fold.mean for fold in folds])
        errors = _shares([None if fold is None else fold.standard_error for fold in folds])
        curves.append(Curve("held out", means, errors))
    left_out = _shares([point.leave_one_out for point in points])
    if not np.isnan(left_out).all():
        curves.append(Curve("leave-one-out", left_out))
    figure = draw_sweep(np.array(GAMMAS), curves, best.gamma, theme=theme())
    alt = f"Accuracy over γ, best at γ = {best.gamma:g} with {percent(best.held_out)} held out."
    show_figure(figure, alt, CURVES_HEIGHT, key="tuning curves")


def _shares(values: list[float | None]) -> np.ndarray:
    return np.array([np.nan if value is None else value for value in values])


def _show_heat(by_row: dict[str, Sweep], row: str, best: SweepPoint, row_name: str) -> None:
    table = np.array(
        [_shares([point.held_out for point in sweep.points]) for sweep in by_row.values()]
    )
    names, place = list(by_row), (list(by_row).index(row), GAMMAS.index(best.gamma))
    columns = [f"{gamma:g}" for gamma in GAMMAS]
    figure = draw_heatmap(table, columns, names, place, row_name=row_name, theme=theme())
    alt = f"Held-out accuracy over γ and {row_name}; the best is at γ = {best.gamma:g}, {row}."
    show_figure(figure, alt, CURVES_HEIGHT, key="tuning heat map")


def _show_both(pair: dict[str, tuple[Comparison, SweepPoint, str]]) -> None:
    """Show the regions of the classifier as it is in the lab, and tuned.

    A γ for more features would be far from its best in the plane: then there are no regions.
    """
    for place, (name, (comparison, point, key)) in zip(
        st.columns(2, gap="medium"), pair.items(), strict=True
    ):
        with place:
            C = "" if point.C is None else f", C = {point.C:g}"
            values = f"{TITLES[key]}, γ = {point.gamma:g}{C}"
            st.subheader(f"{name}: {values}")
            if point.problem is not None:
                st.warning(point.problem, icon=":material/info:")
                continue
            if comparison.is_in_plane:
                alt = f"{values}. {describe_points(comparison.points)}"
                figure = draw_fit(comparison.state, comparison.fit_spec(key), theme())
                show_figure(figure, alt, REGIONS_HEIGHT, key=f"tuning {name}")
            st.markdown(_describe(comparison, key, point))


def _describe(comparison: Comparison, key: str, point: SweepPoint) -> str:
    text = f"Training {percent(point.training)}, held out **{percent(point.held_out)}**"
    errors = finish([integral_of(comparison.fit_spec(key))], f"new {point.gamma}")
    if errors is None or errors[0] is None:
        return f"{text}."
    return f"{text}, expected on new points **{percent(1 - errors[0].value)}**."
