"""The page of lesson 2: assumptions beside each other, equations and values on editable points."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from bayeslab.data.points import bounding_box
from bayeslab.evaluation.formats import percent
from bayeslab.figures import add_ellipses, draw_regions
from bayeslab.scoring.scores import ScoreFunction
from core.drawing import draw, encode_drawing
from core.input_error import InputError
from core.state import DRAWN, LabState
from lessons.covariance_assumptions.assumptions import (
    ASSUMPTIONS,
    Assumption,
    evaluate_assumption,
    list_assumptions,
    regularised,
)
from lessons.covariance_assumptions.numbers import (
    WORKED_X,
    WORKED_Y,
    SolvedCase,
    crossings,
    linear_discriminant,
    solve_case,
)
from lessons.covariance_assumptions.point_table import (
    CLASS_SIGNS,
    Points,
    edit_points,
    parse_points,
    write_points,
)
from lessons.edited_table import show_edited_table
from lessons.frame import Equation, LessonPage, begin_lesson, choose
from ui import compute
from ui.latex import matrix, number, quadratic
from ui.layout import problem_instead, show_figure, show_numbers
from ui.live_picture import Number, Text, ask_numbers, live_picture
from ui.session import theme

__all__ = ["explain_equal_covariances", "show"]

Array = NDArray[np.float64]

HEIGHT = 470  # pixels
LONGEST = 2000  # characters of the points in the link
FAR = 20.0  # the x₁ at which the source compares the cases
ODDS = 9.0  # of class + to class −, at which the source's C moves the boundary visibly
CASES = {"case 1": 1, "case 2": 2, "case 3": 3}
OFFSETS = {"searched b": True, "formula b": False}
ZOOMS = {"near": 1.0, "far out": 8.0}
LAB_MODELS = {1: "nearest-mean", 2: "pooled", 3: "full"}  # the lab's classifier for each case
EXAMPLE: Points = (np.array(WORKED_X, dtype=np.float64), np.array(WORKED_Y))
OUTLIER = np.array([20.0, 8.0])
EXAMPLES: dict[str, Points] = {
    "example": EXAMPLE,
    "outlier": (np.insert(np.delete(EXAMPLE[0], 1, axis=0), 1, OUTLIER, axis=0), EXAMPLE[1]),
    "two points": (EXAMPLE[0][:6], EXAMPLE[1][:6]),  # of class −
}
LOG_PRIORS = r"\ln\tfrac{n_+}{n_-}"
FORMULA_B = {
    1: rf"\tfrac12(|\mu_-|^2-|\mu_+|^2)+\sigma^2{LOG_PRIORS}",
    2: rf"\tfrac12(\mu_-^TC^{{-1}}\mu_--\mu_+^TC^{{-1}}\mu_+)+{LOG_PRIORS}",
    3: rf"\ln|C_-|-\ln|C_+|+2{LOG_PRIORS}",
}
LOG_DETERMINANT = r"\ln(c_{11}c_{22}-c_{12}^2)"
SEARCHED_B = r"-(\text{middle of the best gap})"


def show_case(solved: SolvedCase, b: float, points: Points, key: str) -> None:
    """Show the regions of d(x), the points, and the estimated densities of the case."""
    X, y = points
    wrong = int(((solved.with_b(b)(X) > 0) != (y == 1)).sum())
    alt = f"Regions of case {solved.case} for {len(y)} points, of which {wrong} misclassified."
    figure = compute.figure(_draw_case, solved, b, points, theme())
    show_figure(figure, alt, HEIGHT, key=key)


def _draw_case(solved: SolvedCase, b: float, points: Points, theme: str) -> go.Figure:
    """Return the picture, a square around the points."""
    X, y = points
    d = solved.with_b(b)
    low, high = np.reshape(bounding_box(X), (2, 2)).T
    reach = (high - low).max() / 2
    x1, x2 = (low + high)[:, None] / 2 + np.linspace(-reach, reach, compute.RESOLUTION)
    score = ScoreFunction(d.w, d.W, float(d.w0)).grid(x1, x2)
    figure = draw_regions(
        *(x1, x2, score > 0, np.abs(score), X, y),
        class_names=[f"class {sign}" for sign in CLASS_SIGNS],
        theme=theme,
        equal_scale=True,
    )
    return add_ellipses(figure, solved.means, solved.covariances, theme=theme)


def list_numbers(example: str) -> tuple[Number, Number, Text]:
    """Return what can be grabbed in the picture."""
    points = write_points(EXAMPLES[example])
    return (
        Number("pooling", "λ, the share of one covariance for both", 0.0, 1.0, 0.3),
        Number("shrinkage", "γ, the share of circles", 0.0, 1.0, 0.1),
        Text("points", "Points: x₁, x₂ and class", points, LONGEST, f"points of {example}"),
    )


def show_assumptions(
    points: Points, numbers: Sequence[Number | Text], values: Mapping[str, Any], **data: Any
) -> None:
    """Show the live picture; `data` are the settings that are not grabbed."""
    between = regularised(values["pooling"], values["shrinkage"])
    live_picture(
        "covariance_assumptions",
        numbers,
        dict(values) | {"points": write_points(points)},
        assumptions=[
            vars(each) | {"settings": each.settings, "isChosen": name == data["case"]}
            for name, each in ASSUMPTIONS.items()
        ],
        regularised={"title": between.title, "parameters": between.parameters},
        guide=FAR,
        **data,
    )


def show_performances(points: Points, values: Mapping[str, Any], searched: bool) -> None:
    """Show a table of the parameters and the accuracies under each assumption."""
    assumptions = list_assumptions(values["pooling"], values["shrinkage"])
    training, left_out = zip(
        *(_accuracies(points, each, searched) for each in assumptions), strict=True
    )
    counts = [each.parameters for each in assumptions]
    st.dataframe(
        {
            "assumption": [each.title for each in assumptions],
            "parameters": ["between" if n is None else str(n) for n in counts],
            "training accuracy": training,
            "leave-one-out accuracy": left_out,
        },
        alt="For each assumption: parameters, training accuracy and leave-one-out accuracy.",
    )


def _accuracies(points: Points, assumption: Assumption, searched: bool) -> tuple[str, str]:
    try:
        found = evaluate_assumption(*points, assumption, searched)
    except ValueError:
        return "cannot be computed", ""
    n = len(points[1])
    left_out = "not defined" if found.left_out is None else percent(found.left_out / n)
    return percent(found.training / n), left_out


def show_values(solved: SolvedCase, b: float, points: Points) -> None:
    """Show a table of the points, sorted by their values as the threshold search does."""
    X, y = points
    d = solved.discriminant(X)
    order = np.argsort(d, kind="stable")
    without = "d_q(x)" if solved.case == 3 else "wᵀx"
    columns = {"x₁": X[:, 0], "x₂": X[:, 1], without: d, "d(x)": d + b}
    show_numbers(
        {"class": [CLASS_SIGNS[k] for k in y[order]]}
        | {name: values[order] for name, values in columns.items()},
        alt="The points with their discriminant values, ascending.",
    )


def boundary_at(x1: float, points: Points, case: int, searched: bool) -> str:
    """Return in LaTeX the x₂ at which the boundary of a case crosses the vertical line at `x1`."""
    try:
        solved = solve_case(*points, case)
    except ValueError:  # this case may fail where the case in the picture does not
        return "cannot be computed"
    found = crossings(solved.with_b(solved.offset(searched)), x1)
    return " and ".join(f"$x_2 = {number(x2, 3)}$" for x2 in found) or "nowhere"


def compare_scatters(points: Points, odds: float) -> dict[str, str]:
    """Compare case 2 with the scatter about the common mean, as in the source, and within classes.

    The means must have the same x₁, so that the boundary is horizontal. Returns its height for both
    scatters if class + is `odds` times as frequent as class −, and the formula's w and b.
    """
    solved, total = solve_case(*points, 2), np.cov(points[0].T, bias=True)
    within = solved.covariances[0]
    printed = linear_discriminant(solved.means, total)
    (by_total,), (by_within,) = (
        crossings(linear_discriminant(solved.means, C, odds), 0.0) for C in (total, within)
    )
    w, b = printed.w[1], float(printed.w0)
    single = {
        "odds": odds,
        "printed_w": w,
        "printed_b": b,
        "rescaled_b": b / w,
        "by_total": by_total,
        "by_within": by_within,
    }
    texts = {name: number(value, 3) for name, value in single.items()}
    return {"total": matrix(total), "within": matrix(within), **texts}


def equations_of(solved: SolvedCase, searched: bool) -> list[Equation]:
    """Return the equations from the points to d(x), with b by the search or by the formula."""
    symbols = SEARCHED_B if searched else FORMULA_B[solved.case]
    b = solved.offset(searched)
    return [
        Equation(r"\mu_+", r"\tfrac{1}{n_+}\textstyle\sum_{+}x", matrix(solved.means[0])),
        Equation(r"\mu_-", r"\tfrac{1}{n_-}\textstyle\sum_{-}x", matrix(solved.means[1])),
        *(_own_covariances(solved) if solved.case == 3 else _common_covariance(solved)),
        Equation("b", symbols, number(b)),
        Equation("d(x)", "d_q(x)+b" if solved.case == 3 else "w^Tx+b", written_out(solved, b)),
    ]


def _common_covariance(solved: SolvedCase) -> list[Equation]:
    """Return the equations of the covariance and of w where the classes share a covariance."""
    C, w = solved.covariances[0], matrix(solved.discriminant.w)
    if solved.case == 1:
        return [
            Equation(r"\sigma^2", r"\tfrac12\,(\text{sum of both variances})", number(C[0, 0])),
            Equation("w", r"\mu_+-\mu_-", w),
        ]
    return [
        Equation("C", r"\tfrac1n\textstyle\sum_\pm\sum(x-\mu_\pm)(x-\mu_\pm)^T", matrix(C)),
        Equation(r"\ln|C|", LOG_DETERMINANT, number(solved.log_determinants[0])),
        Equation("w", r"C^{-1}(\mu_+-\mu_-)", w),
    ]


def _own_covariances(solved: SolvedCase) -> list[Equation]:
    """Return the equations of the covariances and of d_q where each class has its own."""
    plus = r"(x-\mu_+)^TC_+^{-1}(x-\mu_+)"
    minus = r"(x-\mu_-)^TC_-^{-1}(x-\mu_-)"
    return [
        *_own_covariance(solved, 0, "+"),
        *_own_covariance(solved, 1, "-"),
        Equation("d_q(x)", rf"{minus}\\&\quad-{plus}", written_out(solved, 0.0)),
    ]


def _own_covariance(solved: SolvedCase, k: int, sign: str) -> list[Equation]:
    scatter = rf"\tfrac1{{n_{sign}}}\textstyle\sum_{{{sign}}}(x-\mu_{sign})(x-\mu_{sign})^T"
    return [
        Equation(f"C_{sign}", scatter, matrix(solved.covariances[k])),
        Equation(rf"\ln|C_{sign}|", LOG_DETERMINANT, number(solved.log_determinants[k])),
    ]


def written_out(solved: SolvedCase, b: float) -> str:
    """Return d(x) multiplied out."""
    d = solved.with_b(b)
    return quadratic(d.W, d.w, float(d.w0))


def with_equal_covariances(points: Points) -> Points:
    """Return the points with class − replaced by a copy of class + around its own mean."""
    X, y = points
    plus, minus = X[y == 1], X[y == 0]
    return np.concatenate((plus, plus - plus.mean(axis=0) + minus.mean(axis=0))), y


def show_prediction(moved: bool) -> None:
    """Show case 3 on the example, before and after class − gets the covariance of class +."""
    points = with_equal_covariances(EXAMPLE) if moved else EXAMPLE
    solved = solve_case(*points, case=3)
    show_case(solved, solved.formula_b, points, "prediction")


def explain_equal_covariances() -> dict[str, str]:
    """Return the covariance and the discriminant of the example after the change."""
    equal = solve_case(*with_equal_covariances(EXAMPLE), case=3)
    return {
        "covariance": matrix(equal.covariances[0]),
        "discriminant": written_out(equal, equal.formula_b),
    }


def lab_state(points: Points, case: int) -> LabState:
    """Return the lab with these points, or with the example's where a drawing cannot hold them."""
    try:
        drawing = draw(*points)
    except InputError:
        drawing = draw(*EXAMPLE)
    model = LAB_MODELS[case]
    return LabState(data=DRAWN, points=encode_drawing(drawing), model=model, folds=4)


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("covariance_assumptions")
    with lesson.beside:
        example = choose("Points", EXAMPLES, "example")
        table = st.container()
    *_, text = numbers = list_numbers(example)
    with lesson.picture:
        with st.container(horizontal=True):
            chosen = choose("Assumption", CASES, "case")
            searched = OFFSETS[choose("Offset", OFFSETS, "offset")]
            zoom = ZOOMS[choose("View", ZOOMS, "view")]
        case, place = CASES[chosen], st.container()
        values = ask_numbers(numbers)
    with table:
        points = show_edited_table(text, values["points"], partial(_edit, example))
    with place:
        show_assumptions(points, numbers, values, case=chosen, zoom=zoom, isSearched=searched)
    with lesson.beside, problem_instead():
        far = {f"case_{k}": boundary_at(FAR, points, k, searched) for k in (2, 3)}
        lesson.say("Picture", far=number(FAR), **far)
        show_performances(points, values, searched)
        lesson.say("Regularised")
        _show_formula(lesson, points, case, searched)
    lesson.ask(show_prediction, **explain_equal_covariances())
    state = lab_state(points, case)
    with lesson.beside:
        lesson.try_this(state)
    lesson.say("Source", **compare_scatters(EXAMPLE, ODDS))
    lesson.end(state)


def _edit(example: str, text: str, key: str) -> tuple[Points, str, str]:
    """Show the points of a text in a table; where it has none, those of the example."""
    points = EXAMPLES[example]
    if text != write_points(points):
        with problem_instead():
            points = parse_points(text)
    edited = edit_points(points, key)
    return edited, write_points(points), write_points(edited)


def _show_formula(lesson: LessonPage, points: Points, case: int, searched: bool) -> None:
    solved = solve_case(*points, case)
    with lesson.show_formula(equations_of(solved, searched)):
        show_values(solved, solved.offset(searched), points)
        both = {"searched": solved.searched_b, "formula": solved.formula_b}
        lesson.say("Notes", **{name: number(value, 3) for name, value in both.items()})
