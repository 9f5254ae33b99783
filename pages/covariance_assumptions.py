"""Lesson: three assumptions on the covariances of two classes, worked out on editable points."""

import numpy as np
import streamlit as st

from bayeslab.drawing import draw, encode_drawing
from bayeslab.lessons.gaussian_cases import WORKED_X, WORKED_Y, solve_case
from bayeslab.state import DRAWN, LabState
from ui.latex import matrix, number
from ui.layout import problem_instead
from ui.lesson import begin_lesson, choose
from ui.lessons.gaussian_cases import (
    boundary_at,
    compare_scatters,
    equations_of,
    show_case,
    show_values,
    written_out,
)
from ui.lessons.point_table import Points, edit_points

FAR = 20.0  # the x₁ at which the source compares the cases
ODDS = 9.0  # of class + against class −, where the source's C misleads
CASES = {"case 1": 1, "case 2": 2, "case 3": 3}
MODELS = {1: "nearest-mean", 2: "pooled", 3: "full"}  # of the cases, in the lab
OFFSETS = {"searched b": True, "formula b": False}
ZOOMS = {"near": 1.0, "far out": 8.0}
EXAMPLE: Points = (np.array(WORKED_X, dtype=np.float64), np.array(WORKED_Y))


def with_equal_shapes(points: Points) -> Points:
    """Return the points with class − as a copy of class +, moved to its own mean."""
    X, y = points
    plus, minus = X[y == 1], X[y == 0]
    return np.concatenate((plus, plus - plus.mean(axis=0) + minus.mean(axis=0))), y


def show_prediction(moved: bool) -> None:
    """Show case 3 on the example, before and after class − has the shape of class +."""
    points = EQUAL if moved else EXAMPLE
    solved = solve_case(*points, case=3)
    show_case(solved, solved.formula_b, points, "prediction")


EQUAL = with_equal_shapes(EXAMPLE)

lesson = begin_lesson("covariance_assumptions")
with lesson.beside:
    points = edit_points(EXAMPLE, key="points")
with lesson.picture:
    with st.container(horizontal=True):
        case = CASES[choose("Assumption", CASES, "case")]
        searched = OFFSETS[choose("Offset", OFFSETS, "offset")]
        zoom = ZOOMS[choose("View", ZOOMS, "view")]
    with problem_instead():
        solved = solve_case(*points, case)
        b = solved.offset(searched)
        show_case(solved, b, points, "picture", zoom=zoom, guide=FAR)
        far = {f"case_{k}": boundary_at(FAR, points, k, searched) for k in (2, 3)}
        lesson.say("Picture", far=number(FAR), **far)
        with lesson.show_formula(equations_of(solved, searched)):
            show_values(solved, b, points)
            both = {"searched": solved.searched_b, "formula": solved.formula_b}
            lesson.say("Notes", **{name: number(value) for name, value in both.items()})

equal = solve_case(*EQUAL, case=3)
lesson.ask(
    "Here is case 3 with the eight points. Class − is about to get the shape of class +, so that "
    "both covariances are the same. What will the boundary be?",
    ("A parabola, as now, only flatter.", "A straight line.", "An ellipse around class −."),
    right="A straight line.",
    draw=show_prediction,
    covariance=matrix(equal.covariances[0]),
    discriminant=written_out(equal, equal.formula_b),
)
lesson.say("Source", **compare_scatters(EXAMPLE, ODDS))
lesson.show_code()
drawing = encode_drawing(draw(*points))
lesson.end(LabState(data=DRAWN, points=drawing, model=MODELS[case], folds=4))
