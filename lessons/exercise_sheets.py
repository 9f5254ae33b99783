"""Exercises on paper: some variants of one, each on its own sheet, and the solutions separately.

The pictures are static. Tasks that need a screen have the address of their variant; for a cut on
the line of projections, the picture has the points alone.
"""

from collections.abc import Mapping
from dataclasses import replace
from html import escape

import numpy as np
import streamlit as st

from bayeslab.evaluation.models import MODELS
from bayeslab.figures import PALETTE
from core.exercise import Exercise
from core.exercise_case import Case
from core.exercise_check import check_goal, fill_figures, truth, verdict, write_value
from core.exercise_state import CountsState
from core.fields import State
from core.share import write_link
from core.state import NOTHING, LabState
from lessons.exercise_pictures import show_counts
from ui.lab_svg import draw_lab, draw_lab_points
from ui.thumbnails import to_address

__all__ = ["MOST_SHEETS", "show_sheets"]

MOST_SHEETS = 12
THEME = "light"  # of paper
NODES, REACH = 201, 5.0  # of densities on a line
WIDTH, HEIGHT, FOOT = 400, 220, 24
SIZE = (560, 420)  # pixels of a picture of the lab


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
    if exercise.kind == "reach" and "own" not in query:  # whose link is too long to type
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
        _show_svgs(_draw_densities(state))


def _show_lab(exercise: Exercise, state: LabState, *, is_solved: bool) -> None:
    """Show the points, with the regions of each classifier of the screen that fits them."""
    models = (state.model, state.beside)
    if exercise.kind == "place":
        assert exercise.answer is not None
        models = (exercise.answer.model,)
    is_bare = "cut" in exercise.may or (exercise.kind == "place" and not is_solved)
    shown = [] if is_bare else [model for model in models if model != NOTHING]
    drawn = [picture for model in shown if (picture := _draw_regions(state, model))]
    _show_svgs(*(drawn or [draw_lab_points(state, *SIZE, THEME)]))


def _draw_regions(state: LabState, model: str) -> tuple[str, ...]:
    """Return the regions of a classifier, words and a caption; nothing if it has no fit."""
    caption = f"Shaded by the class that {MODELS[model].title} predicts; errors are ringed."
    try:
        return *draw_lab(replace(state, model=model), *SIZE, THEME), caption
    except ValueError:
        return ()


def _show_svgs(*pictures: tuple[str, ...]) -> None:
    """Show pictures beside each other, each with its words and perhaps a caption."""
    parts = []
    for svg, alt, *captions in pictures:
        words = "".join(f"<figcaption>{escape(caption)}</figcaption>" for caption in captions)
        parts.append(f'<figure><img src="{to_address(svg)}" alt="{escape(alt)}">{words}</figure>')
    st.html(f'<div class="exercise-pictures">{"".join(parts)}</div>')


def _draw_densities(state: State) -> tuple[str, str]:
    """Return the curves of two densities as an SVG, and what they are in words."""
    problem = Case(state).problem
    line = np.linspace(-REACH, REACH, NODES)
    densities = np.exp(problem.log_densities(line[:, None]))
    across = WIDTH * (line + REACH) / (2 * REACH)
    up = HEIGHT - FOOT - (HEIGHT - 2 * FOOT) * densities / densities.max()
    parts = []
    for k, name in enumerate(problem.class_names):
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(across, up[:, k], strict=True))
        dash = ' stroke-dasharray="9 6"' if k else ""
        colour, top = PALETTE[k].colour, int(up[:, k].argmin())
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.5"{dash}/>')
        parts.append(_write(across[top], up[top, k] - 5, escape(name)))
    parts.append(f'<path d="M0 {HEIGHT - FOOT}H{WIDTH}" stroke="#22212b"/>')
    parts += [
        _write(WIDTH * (x + REACH) / (2 * REACH), HEIGHT - 6, f"{x}".replace("-", "−"))
        for x in range(-4, 5)
    ]
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
    alt = f"Densities of {' and '.join(problem.class_names)}."
    return f"{opening}{''.join(parts)}</svg>", alt


def _write(x: float, y: float, text: str) -> str:
    style = 'font-family="sans-serif" font-size="13" text-anchor="middle" fill="#22212b"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{text}</text>'
