"""Lesson: the search for the threshold, as an animated picture, a table and equations."""

from dataclasses import replace

import streamlit as st

from bayeslab.estimators.threshold import ThresholdSearch
from bayeslab.figures import draw_projection
from bayeslab.scoring.grid import grid_axes, grid_nodes
from core.state import LabState
from lessons import cached as computed
from lessons.frame import Equation, begin_lesson, choose
from lessons.threshold_search.numbers import IMBALANCED, SEARCH_EXAMPLES, count_errors, label_sums
from lessons.threshold_search.picture import draw_cuts
from ui import compute
from ui.latex import number
from ui.layout import percent, problem_instead, show_figure
from ui.linked import ask_whole_number
from ui.session import theme

__all__ = ["explain_imbalance", "show"]

HEIGHT, LINE_HEIGHT = 650, 460  # pixels
NODES = 60  # along each axis of the plane
CRITERIA = ("label consistency", "fewest errors")
DRAWS = 200  # of imbalanced classes
BALANCED = LabState(
    data="imbalanced", n=100, noise=1.5, balance=0.5, kernel="linear", threshold="consistency"
)
UNEQUAL = replace(BALANCED, balance=0.1)


def search_both(state: LabState) -> tuple[ThresholdSearch, ThresholdSearch]:
    """Return the searches by label consistency (eq. 181) and by the number of errors."""
    printed, repaired = (
        compute.fitted_model(
            replace(state, threshold=criterion).fit_spec(state.model)
        ).threshold_search_
        for criterion in ("consistency", "error")
    )
    return printed, repaired


def choose_start(state: LabState, key: str) -> int:
    """Ask for the cut at which the picture starts; it is in the page's link.

    The slider and the play button move the cut in the browser only, and this number stays.
    """
    printed, _ = search_both(state)
    return ask_whole_number("start at cut k", 0, len(printed.labels), printed.index, key, width=140)


def show_cuts(state: LabState, key: str, start: int) -> None:
    """Show the animated picture of all cuts, which begins at cut `start`."""
    points, model = compute.dataset(state.dataset_spec), compute.fitted_model(state.fit_spec())
    printed, repaired = search_both(state)
    x1, x2 = grid_axes(compute.box(state.dataset_spec), NODES)
    nodes = grid_nodes(x1, x2)
    figure = compute.figure(
        draw_cuts,
        *(x1, x2, model.project(nodes).reshape(NODES, NODES), points.X, points.y),
        model.projection_,
        printed.cuts,
        {"J(k)": printed.values, "errors": printed.errors},
        dict(zip(CRITERIA, (printed.index, repaired.index), strict=True)),
        captions_of(printed),
        start=start,
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme(),
    )
    alt = (
        f"The cuts of {len(points.y)} sorted points, with a slider. Label consistency chooses cut "
        f"{printed.index} with {printed.errors[printed.index]} errors; the fewest errors are "
        f"{repaired.errors[repaired.index]}, at cut {repaired.index}."
    )
    show_figure(figure, alt, HEIGHT, key=key)


def captions_of(search: ThresholdSearch) -> list[str]:
    """Return a caption for each cut: its J and its number of errors."""
    below, above = label_sums(search)
    columns = (below, above, search.values, search.errors, count_errors(search))
    return [
        f"k = {k}: J = {abs(low)} + {abs(high)} = {J}, errors: {counted}"
        + (f" (threshold: {made})" if made != counted else "")
        for k, (low, high, J, counted, made) in enumerate(zip(*columns, strict=True))
    ]


def show_line(state: LabState, key: str) -> None:
    """Show the projections and the cut that label consistency chooses, with J and the errors."""
    search, _ = search_both(state)
    figure = compute.figure(
        draw_projection,
        *(search.scores, search.labels, search.threshold, search.cuts),
        *(search.values, search.errors, search.realisable, search.index),
        criterion_name="J(k)",
        class_names=compute.dataset(state.dataset_spec).class_names,
        theme=theme(),
    )
    alt = f"Projections and the cut chosen by J, with {search.errors[search.index]} errors."
    show_figure(figure, alt, LINE_HEIGHT, key=key)


def describe_cuts(state: LabState) -> dict[str, str]:
    """Return the numbers for the texts about a search."""
    printed, repaired = search_both(state)
    n_plus = int((printed.labels > 0).sum())
    numbers = {
        "n": len(printed.labels),
        "n_plus": n_plus,
        "n_minus": len(printed.labels) - n_plus,
        "fewest": printed.errors.min(),
        "most": printed.errors.max(),
        "printed_k": printed.index,
        "printed_j": printed.values[printed.index],
        "printed_errors": printed.errors[printed.index],
        "printed_made": count_errors(printed)[printed.index],
        "repaired_errors": repaired.errors[repaired.index],
        "on_cut": (printed.scores == printed.threshold).sum(),
    }
    return {name: f"{value}" for name, value in numbers.items()}


def show_criteria(state: LabState) -> None:
    """Show the cuts that both criteria choose in a table."""
    columns = {}
    for criterion, search in zip(CRITERIA, search_both(state), strict=True):
        k, n = search.index, len(search.labels)
        below, above = label_sums(search)
        made = int(count_errors(search)[k])
        values = (k, abs(below[k]) + abs(above[k]), search.errors[k], made)
        columns[criterion] = [*(f"{value}" for value in values), percent(1 - made / n)]
    rows = ("cut k", "J(k)", "errors E(k)", "errors of the threshold", "accuracy")
    st.dataframe({"": rows} | columns, alt="The cut that each criterion chooses, with its errors.")


def equations_of(state: LabState) -> list[Equation]:
    """Return both criteria, with the numbers of the cuts they choose."""
    printed, repaired = search_both(state)
    k, best, n = printed.index, repaired.index, len(printed.labels)
    below, above = label_sums(printed)
    n_plus = int((printed.labels > 0).sum())
    J, E = printed.values[k], printed.errors[k]
    low = int((repaired.labels[:best] > 0).sum())
    return [
        Equation(
            "J(k)",
            r"\Bigl|\sum_{i\le k}y_i\Bigr|+\Bigl|\sum_{i>k}y_i\Bigr|",
            rf"|{below[k]}|+|{above[k]}|={J}",
        ),
        Equation("k_J", r"\min\operatorname{arg\,max}_kJ(k)", str(k)),
        Equation("b_J", "-t_{k_J}", number(printed.offset)),
        Equation(
            "E(k)",
            r"|\{i\le k:y_i=+1\}|\\&\quad+|\{i>k:y_i=-1\}|",
            rf"{low}+{repaired.errors[best] - low}={repaired.errors[best]}",
        ),
        Equation("k_E", r"\operatorname{arg\,min}_kE(k)", str(best)),
        Equation("b_E", "-t_{k_E}", number(repaired.offset)),
        Equation(
            "J(k)",
            r"\max\bigl(|N-2E(k)|,\\&\qquad\;\;|n_+-n_-|\bigr)",
            rf"\max(|{n}-2\cdot {E}|,|{n_plus}-{n - n_plus}|)\\&={J}",
        ),
    ]


def show_prediction(moved: bool) -> None:
    """Show the search on classes of equal size, or with C+ rare."""
    show_line(UNEQUAL if moved else BALANCED, "prediction")


def explain_imbalance() -> dict[str, str]:
    """Return the errors of both searches when C+ becomes rare, and those before."""
    before = describe_cuts(BALANCED)
    told = {"n_before": before["n_plus"], "errors_before": before["printed_errors"]}
    return told | describe_cuts(UNEQUAL)


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("threshold_search")
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            example = choose("Example", SEARCH_EXAMPLES, "example")
            state = SEARCH_EXAMPLES[example]
            start = choose_start(state, f"cut in {example}")
        with problem_instead():
            show_cuts(state, f"picture {example}", start=start)
    with lesson.beside:
        share = computed.share_below_half(IMBALANCED, DRAWS)
        lesson.say(example, **describe_cuts(state), share=f"{100 * share:.0f}", draws=f"{DRAWS}")
    with lesson.show_formula(equations_of(state)):
        show_criteria(state)
        lesson.say("Notes")
    lesson.ask(show_prediction, **explain_imbalance())
    with lesson.beside:
        lesson.try_this(state)
    lesson.end(state)
