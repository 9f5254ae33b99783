"""Lesson: the search for the threshold, as a picture to move, a table and equations."""

from dataclasses import replace

import streamlit as st

from bayeslab.estimators.threshold import ThresholdSearch
from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_projection
from core.state import LabState
from lessons import cached as computed
from lessons.frame import Equation, begin_lesson, choose
from lessons.lab_picture import follow_hand, load_picture, show_lab_picture
from lessons.threshold_search.numbers import IMBALANCED, SEARCH_EXAMPLES, count_errors, label_sums
from ui import compute
from ui.latex import number
from ui.layout import problem_instead, show_figure
from ui.linked import ask_whole_number
from ui.session import theme

__all__ = ["explain_imbalance", "show"]

STEM = "threshold_search"
LINE_HEIGHT = 460  # pixels
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


def ask_cut(state: LabState, key: str) -> int:
    """Ask for the cut that the picture shows; it is in the page's link."""
    printed, _ = search_both(state)
    with st.expander("Exact values", icon=":material/tune:"):
        return ask_whole_number("Cut k", 0, len(printed.labels), printed.index, key)


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


def equations_of(state: LabState, k: int) -> list[Equation]:
    """Return both criteria with the numbers of cut `k`, and the cuts they choose."""
    printed, repaired = search_both(state)
    n, n_plus = len(printed.labels), int((printed.labels > 0).sum())
    below, above = label_sums(printed)
    J, E = printed.values[k], printed.errors[k]
    low = int((printed.labels[:k] > 0).sum())
    return [
        Equation(
            "J(k)",
            r"\Bigl|\sum_{i\le k}y_i\Bigr|+\Bigl|\sum_{i>k}y_i\Bigr|",
            rf"J({k})=|{below[k]}|+|{above[k]}|={J}",
        ),
        Equation(
            "E(k)",
            r"|\{i\le k:y_i=+1\}|\\&\quad+|\{i>k:y_i=-1\}|",
            rf"E({k})={low}+{E - low}={E}",
        ),
        Equation(
            "J(k)",
            r"\max\bigl(|N-2E(k)|,\\&\qquad\;\;|n_+-n_-|\bigr)",
            rf"\max(|{n}-2\cdot {E}|,|{n_plus}-{n - n_plus}|)\\&={J}",
        ),
        Equation("k_J", r"\min\operatorname{arg\,max}_kJ(k)", str(printed.index)),
        Equation("b_J", "-t_{k_J}", number(printed.offset)),
        Equation("k_E", r"\operatorname{arg\,min}_kE(k)", str(repaired.index)),
        Equation("b_E", "-t_{k_E}", number(repaired.offset)),
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
    lesson = begin_lesson(STEM)
    with lesson.picture:
        example = choose("Example", SEARCH_EXAMPLES, "example")
        first, key, place = SEARCH_EXAMPLES[example], f"cut in {example}", st.container()
        follow_hand(STEM, {"cut": key})
        state = load_picture(STEM, first)
        with problem_instead():
            k = ask_cut(state, key)
            with place:
                show_lab_picture(STEM, state, k)
            with lesson.beside:
                share = f"{100 * computed.share_below_half(IMBALANCED, DRAWS):.0f}"
                lesson.say(example, **describe_cuts(first), share=share, draws=f"{DRAWS}")
            with lesson.show_formula(equations_of(state, k)):
                show_criteria(state)
                lesson.say("Notes")
    lesson.ask(show_prediction, **explain_imbalance())
    with lesson.beside:
        lesson.try_this(state)
    lesson.end(state)
