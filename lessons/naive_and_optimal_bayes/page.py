"""The page of lesson 3: naive and optimal Bayes, then splits, then a class that does not vary."""

from lessons.naive_and_optimal_bayes.data import (
    describe_splits,
    describe_step,
    describe_tries,
    far_numbers,
    fit_pair,
    lab_state,
    list_parts,
    picture_data,
    split_estimates,
    step_picture,
)
from lessons.naive_and_optimal_bayes.picture import (
    describe_far_point,
    describe_planes,
    draw_estimates,
    draw_far_point,
    draw_with_densities,
)
from lessons.naive_and_optimal_bayes.state import FAR, HEIGHTS, SHOWN, NaiveAndOptimalBayesState
from lessons.page import Ask, Block, Figure, Live, Page, Rows
from lessons.parts import TextPart


def draw(state: NaiveAndOptimalBayesState) -> Live | list[Figure]:
    """Return the plane, or both planes of real classes with their estimated densities."""
    if not state.is_real:
        return Live(picture_data(state))
    pair = fit_pair(state)
    return [
        Figure(draw_with_densities, (pair.points, pair.box, model, title), alt, name, 440, 560)
        for name, model, title, alt in describe_planes(pair)
    ]


def draw_splits(state: NaiveAndOptimalBayesState) -> list[Figure]:
    """Return the estimates of both accuracies on the splits of a data set."""
    alt = f"Accuracy of naive and optimal Bayes on {state.table}, estimated by four schemes."
    return [Figure(draw_estimates, (split_estimates(state.table)[1],), alt, "splits", 460)]


def draw_singular(state: NaiveAndOptimalBayesState) -> list[Figure]:
    """Return the class that does not vary in x2, and what is predicted far above it."""
    shown = state.remedy, state.height
    return [Figure(draw_far_point, shown, describe_far_point(*shown), "singular", 440, 560)]


PAGE = Page(
    (
        Block(
            draw,
            ("classes", "axis"),
            ("rho", "gap1", "gap2"),
            parts=list_parts,
            rows=(
                Rows(
                    "step",
                    ("shown",),
                    step_picture,
                    lambda: [NaiveAndOptimalBayesState(shown=name) for name in SHOWN],
                ),
            ),
        ),
        Block(
            draw_splits,
            ("table",),
            parts=lambda _: [TextPart("Splits", describe_splits)],
            heading="How the estimated accuracy depends on the split",
            tries="Try splits",
        ),
        Block(
            draw_singular,
            (
                "remedy",
                Ask("height", options={"width": 240}, steps=HEIGHTS, course_steps=(0, 5, 30, FAR)),
            ),
            parts=lambda _: [TextPart("Flat", lambda _: far_numbers())],
            heading="A class that does not vary in one direction",
            align="bottom",
        ),
    ),
    lab=lab_state,
    steps=describe_step,
    tries=describe_tries,
)
