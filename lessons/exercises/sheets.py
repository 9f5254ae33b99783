"""Exercises on paper: some variants of one, each on its own sheet, and the solutions separately.

The pictures are static. Tasks that need a screen have the address of their variant; for a cut on
the line of projections, the picture has the points alone.
"""

from collections.abc import Mapping
from dataclasses import replace
from html import escape

import streamlit as st

from bayeslab.evaluation.models import MODELS
from core.exercises.check import check_goal, fill_figures, truth, verdict, write_value
from core.exercises.exercise import Exercise
from core.exercises.state import CountsState
from core.fields import State
from core.share import write_link
from core.state import LabState
from lessons.exercises.own import OWN
from lessons.exercises.pictures import show_counts
from ui.figure_svg import to_address
from ui.lab_svg import draw_densities, draw_lab, draw_lab_points

__all__ = ["MOST_SHEETS", "show_sheets"]

MOST_SHEETS = 12
SIZE, LINE_SIZE = (560, 420), (480, 280)  # pixels of a picture of the lab, and of densities


def show_sheets(exercise: Exercise, count: int, query: Mapping[str, str]) -> None:
    """Show `count` variants, then the solution of each; `query` is that of its link."""
    variants = [exercise.variant(number) for number in range(count)]
    with st.container(key="exercise-sheets"):
        st.caption(
            "Print this page: each variant has a sheet, and the solutions are on the last ones."
        )
        for number, variant in enumerate(variants):
            with st.container(key=f"exercise-sheet-{number}"):
                _show_task(variant, number, query)
        for number, variant in enumerate(variants):
            with st.container(key=f"exercise-solution-{number}"):
                _show_solution(variant, number)


def _show_task(exercise: Exercise, number: int, query: Mapping[str, str]) -> None:
    st.subheader(f"{exercise.title} · {number + 1}", anchor=False)
    st.markdown(fill_figures(exercise.task, exercise))
    _show_picture(exercise, exercise.start, is_solved=False)
    for option in exercise.options:
        st.markdown(f"☐ {option.text}")
    if exercise.kind == "reach" and OWN not in query:  # whose link is too long to type
        address = write_link(st.context.url or "", {**query, "variant": str(number)})
        st.caption(f"To try it: {address}")
    elif exercise.kind == "number":
        st.markdown("Answer: ____________________")


def _show_solution(exercise: Exercise, number: int) -> None:
    st.subheader(f"Solution of {exercise.title} · {number + 1}", anchor=False)
    if exercise.kind == "number" or (exercise.kind == "place" and not _is_lab(exercise)):
        assert exercise.answer is not None
        st.markdown(f"**{write_value(exercise.answer, truth(exercise))}**")
    for option in exercise.options:
        if option.is_right:
            st.markdown(f"**{option.text}** {fill_figures(option.reply, exercise)}")
    if _is_lab(exercise):
        _show_picture(exercise, exercise.solution, is_solved=True)
    if exercise.kind == "reach":
        st.caption(verdict(check_goal(exercise, exercise.solution)))
    st.markdown(fill_figures(exercise.shown, exercise))


def _is_lab(exercise: Exercise) -> bool:
    return isinstance(exercise.start, LabState)


def _show_picture(exercise: Exercise, state: State, *, is_solved: bool) -> None:
    if isinstance(state, LabState):
        _show_lab(exercise, state, is_solved=is_solved)
    elif isinstance(state, CountsState):
        show_counts(exercise, state)
    else:
        _show_svgs(draw_densities(state, *LINE_SIZE))


def _show_lab(exercise: Exercise, state: LabState, *, is_solved: bool) -> None:
    """Show the points, with the regions of each classifier of the screen that fits them."""
    models = state.visible_models
    if exercise.kind == "place":
        assert exercise.answer is not None
        models = (exercise.answer.model,)
    is_bare = "cut" in exercise.may or (exercise.kind == "place" and not is_solved)
    drawn_models = () if is_bare else models
    regions = [picture for model in drawn_models if (picture := _draw_regions(state, model))]
    _show_svgs(*(regions or [draw_lab_points(state, *SIZE)]))


def _draw_regions(state: LabState, model: str) -> tuple[str, ...]:
    """Return the regions of a classifier, words and a caption; nothing if it has no fit."""
    caption = f"Shaded by the class that {MODELS[model].title} predicts; errors are ringed."
    try:
        return *draw_lab(replace(state, model=model), *SIZE), caption
    except ValueError:
        return ()


def _show_svgs(*pictures: tuple[str, ...]) -> None:
    """Show pictures beside each other, each with its words and perhaps a caption."""
    parts = []
    for svg, alt, *captions in pictures:
        words = "".join(f"<figcaption>{escape(caption)}</figcaption>" for caption in captions)
        parts.append(f'<figure><img src="{to_address(svg)}" alt="{escape(alt)}">{words}</figure>')
    st.html(f'<div class="exercise-pictures">{"".join(parts)}</div>')
