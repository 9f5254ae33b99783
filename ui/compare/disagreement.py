"""Where two classifiers predict different classes, and which of them is correct."""

from dataclasses import replace

import numpy as np
import streamlit as st

from bayeslab.evaluation.comparison import Disagreement, cells_of_disagreement, mcnemar
from bayeslab.evaluation.formats import decimal, percent
from bayeslab.figures import draw_sweep
from bayeslab.figures.curves import Curve
from bayeslab.figures.disagreement import Predictions, draw_class_disagreement
from core import compute
from core.state import GAMMAS, LabState
from ui.compare.choices import TITLES, choose_pair, class_of, k_fold, say
from ui.compare.comparison import Comparison
from ui.compare.parts import agreement_of, predictions_of
from ui.compare.waiting import finish
from ui.lab_svg import describe_points
from ui.layout import show_figure
from ui.session.address import theme, view

HEIGHT, CURVE_HEIGHT = 500, 340
DECIDED = 0.05  # differences with a p-value below it are called clear
SMALLEST = 0.001  # p-value that is written


def show_disagreement(comparison: Comparison) -> None:
    """Show the boundaries of two classifiers, where they differ, and McNemar's test."""
    keys, state = choose_pair(("I", "svc-rbf")), comparison.state
    test = plane_test = _test(comparison, keys, "disagreement")
    if test is not None and not comparison.is_in_plane:  # frames are of classifiers in the picture
        in_plane = Comparison(state, state.dataset_spec)
        plane_test = _test(in_plane, keys, "disagreement in the plane")
    if test is None or plane_test is None:
        return
    points = compute.dataset(state.dataset_spec)
    maps = compute.regions_of_both([state.fit_spec(key) for key in keys])
    right = plane_test.first_right, plane_test.second_right
    first, second = (
        Predictions(TITLES[key], class_of(map_), map_.strength, map_.far, each)
        for key, map_, each in zip(keys, maps, right, strict=True)
    )
    shares = (2, 1) if view() == "presented" else (3, 2)  # enlarged, a legend needs more room
    picture, beside = st.columns(shares, gap="large")
    with picture:
        figure = draw_class_disagreement(
            *(maps[0].x1, maps[0].x2, first, second, points.X, points.y),
            class_names=points.class_names,
            feature_names=points.feature_names,
            theme=theme(),
        )
        names = f"{first.name} and {second.name}"
        alt = f"Where {names} predict different classes. {describe_points(points)}"
        show_figure(figure, alt, HEIGHT, key="disagreement map")
    with beside:
        share = float(cells_of_disagreement(*maps).mean())
        names = {"first": first.name, "second": second.name, "share": percent(share)}
        say("Disagreement", **names, frames=_describe_frames(plane_test, comparison))
        if not comparison.is_in_plane:
            st.markdown(f"**Held-out points, all {len(comparison.points.feature_names)} features**")
        _show_counts(test, first.name, second.name)
        st.markdown(describe_test(test, first.name, second.name))
        say("Test", folds=str(state.folds))
    _show_over_gamma(state, keys)


def _describe_frames(test: Disagreement, comparison: Comparison) -> str:
    """Say what a frame in the picture marks, which shows two features only."""
    count = int((test.first_right != test.second_right).sum())
    points = "the one point" if count == 1 else f"each of the {count} points"
    fitted = "" if comparison.is_in_plane else ", fitted to the two features of the picture,"
    rest = f"that only one of the two{fitted} classifies correctly when the point is held out."
    return f"A frame marks {points} {rest}" if count else f"There is no point {rest}"


def _test(comparison: Comparison, keys: tuple[str, str], name: str) -> Disagreement | None:
    """Return which points the two classify correctly when held out, unless that was cancelled."""
    evaluation = k_fold(comparison.state)
    parts = [predictions_of(comparison.fit_spec(key), evaluation) for key in keys]
    results = finish(parts, name)
    if results is None:
        return None
    answers = []
    for key, each in zip(keys, results, strict=True):
        if isinstance(each, str):
            raise ValueError(f"{TITLES[key]}: {each}")
        answers.append(each.predicted)
    return mcnemar(comparison.points.y, *answers)


def _show_over_gamma(state: LabState, keys: tuple[str, str]) -> None:
    """Show on which share of the picture the two agree at each γ."""
    states = [replace(state, gamma=gamma) for gamma in GAMMAS]
    pairs = [(each.fit_spec(keys[0]), each.fit_spec(keys[1])) for each in states]
    results = finish([agreement_of(pairs)], "agreement")
    if results is None or np.isnan(results[0]).all():
        return
    st.subheader("Over γ")
    curve = Curve("same prediction, share of the picture", np.array(results[0]))
    figure = draw_sweep(np.array(GAMMAS), [curve], state.gamma, theme=theme())
    figure.update_layout(showlegend=True)
    values = ", ".join(
        f"{percent(share)} at γ = {gamma:g}"
        for gamma, share in zip(GAMMAS, results[0], strict=True)
        if not np.isnan(share)
    )
    alt = f"Share of the picture on which both predict the same class: {values}."
    show_figure(figure, alt, CURVE_HEIGHT, key="agreement")


def _show_counts(test: Disagreement, first: str, second: str) -> None:
    (both, only_first), (only_second, neither) = test.counts
    st.table(
        {
            "": [f"**{first}** correct", f"**{first}** wrong"],
            f"{second} correct": [str(both), str(only_second)],
            f"{second} wrong": [str(only_first), str(neither)],
        },
        border="horizontal",
        alt="Number of points that both, one or none of the two classifiers classify correctly.",
    )


def describe_test(test: Disagreement, first: str, second: str) -> str:
    """Return McNemar's test of the points that only one of the two gets right, in words."""
    (_, only_first), (only_second, _) = test.counts
    discordant = only_first + only_second
    if discordant == 0:
        return "No point is classified correctly by only one of them: no difference."
    better = first if only_first >= only_second else second
    says = f"Only one point is classified correctly by just one of them: by {better}."
    if discordant > 1:
        says = (
            f"Of the {discordant} points that only one of them classifies correctly, "
            f"{first} gets {only_first} and {second} {only_second}."
        )
    verdict = "no clear difference"
    if test.p_value < DECIDED:
        verdict = f"a clear difference in favour of {better}"
    p = "p < 0.001" if test.p_value < SMALLEST else f"p = {decimal(test.p_value, 2)}"
    return f"{says} McNemar's exact test gives **{p}**: {verdict}."
