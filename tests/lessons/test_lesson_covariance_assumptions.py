"""The lesson on three covariance assumptions: its numbers and its page."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from app_pages import open_page, sentences, shown_text
from bayeslab.estimators.covariance import DIVISORS
from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.figures.theme import PALETTE
from core.grips import describe_grips
from core.latex import matrix, number
from core.link import decode, encode
from javascript import call, points_of, vectors
from lesson_pictures import draw_picture
from lessons.covariance_assumptions.data import (
    compare_offsets,
    describe_step,
    equations,
    picture_data,
    tabulate_values,
)
from lessons.covariance_assumptions.numbers import (
    ASSUMPTIONS,
    COVARIANCE_OF_CASE,
    WORKED_X,
    WORKED_Y,
    Assumption,
    Performance,
    crossings,
    evaluate_assumption,
    fit_rule,
    linear_discriminant,
    list_assumptions,
    solve_case,
)
from lessons.covariance_assumptions.point_table import read_points
from lessons.covariance_assumptions.points import (
    MEANS,
    REDRAWS,
    draw_sample,
    parse_points,
    write_points,
)
from lessons.covariance_assumptions.state import CovarianceAssumptionsState
from lessons.steps import reach, read_steps, set_up

Array = NDArray[np.float64]

every_case = pytest.mark.parametrize("case", COVARIANCE_OF_CASE)


def two_clouds(seed: int) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], rng.integers(4, 12, size=2))
    return rng.normal(size=(len(y), 2)) @ rng.normal(size=(2, 2)) + 3 * y[:, None], y


@every_case
def test_the_means_of_the_worked_example(case: int) -> None:
    assert solve_case(WORKED_X, WORKED_Y, case).means.tolist() == [[3, 6], [3, -2]]


def test_case_1_of_the_worked_example() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 1)
    assert solved.covariances == pytest.approx(np.stack([1.625 * np.eye(2)] * 2))
    assert solved.discriminant.w == pytest.approx([0, 8])
    assert (solved.formula_b, solved.searched_b) == pytest.approx((-16, -16))
    assert solved.search.scores == pytest.approx([-32, -16, -16, 0, 32, 48, 48, 64])


def test_case_2_of_the_worked_example_with_the_scatter_within_the_classes() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 2)
    assert solved.covariances == pytest.approx(np.stack([np.diag([1.25, 2])] * 2))
    assert solved.log_determinants == pytest.approx(np.log([2.5, 2.5]))
    assert solved.discriminant.w == pytest.approx([0, 4])
    assert (solved.formula_b, solved.searched_b) == pytest.approx((-8, -8))


def test_case_2_as_printed_takes_the_scatter_about_the_common_mean() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 2)
    total = np.cov(np.transpose(WORKED_X), bias=True)
    assert total == pytest.approx(np.diag([10 / 8, 18]))
    printed = linear_discriminant(solved.means, total)
    assert printed.w == pytest.approx([0, 4 / 9])
    assert printed.w0 == pytest.approx(-8 / 9)
    within = solved.covariances[0]
    assert crossings(linear_discriminant(solved.means, total, 9), 0) == pytest.approx(
        [-2.944], abs=5e-4
    )
    assert crossings(linear_discriminant(solved.means, within, 9), 0) == pytest.approx(
        [1.451], abs=5e-4
    )


def test_case_3_of_the_worked_example() -> None:
    solved = solve_case(WORKED_X, WORKED_Y, 3)
    assert solved.covariances == pytest.approx(np.stack([np.diag([0.5, 2]), np.diag([2.0, 2])]))
    assert solved.log_determinants == pytest.approx([0, np.log(4)])
    d = solved.discriminant
    assert pytest.approx(np.diag([-1.5, 0])) == d.W
    assert d.w == pytest.approx([9, 8])
    assert d.w0 == pytest.approx(-29.5)
    assert solved.search.scores == pytest.approx([-48, -38, -38, -16, 16, 30.5, 30.5, 48])
    assert solved.searched_b == 0
    assert solved.formula_b == pytest.approx(np.log(4))
    assert crossings(solved.with_b(0), 20) == pytest.approx([56.1875])


@pytest.mark.parametrize(
    ("case", "divisor", "symbols", "C"),
    [
        (1, "n", r"\tfrac1{2n}", np.diag([13 / 8] * 2)),
        (1, "n-1", r"\tfrac1{2(n-1)}", np.diag([13 / 7] * 2)),
        (1, "n-K", r"\tfrac1{2(n-2)}", np.diag([13 / 6] * 2)),
        (2, "n", r"\tfrac1{n}", np.diag([10 / 8, 16 / 8])),
        (2, "n-1", r"\tfrac1{n-1}", np.diag([10 / 7, 16 / 7])),
        (2, "n-K", r"\tfrac1{n-2}", np.diag([10 / 6, 16 / 6])),
        (3, "n", r"\tfrac1{n_+}", np.diag([2 / 4, 8 / 4])),
        (3, "n-1", r"\tfrac1{n_+-1}", np.diag([2 / 3, 8 / 3])),
        (3, "n-K", r"\tfrac1{n_+-1}", np.diag([2 / 3, 8 / 3])),
    ],
)
def test_the_divisors_by_hand(case: int, divisor: str, symbols: str, C: Array) -> None:
    solved = solve_case(WORKED_X, WORKED_Y, case, divisor)
    assert solved.covariances[0] == pytest.approx(C, abs=1e-12)
    state = CovarianceAssumptionsState(case=f"{case}", divisor=divisor)
    shown = {line.left: (line.symbols, line.numbers) for line in equations(state)}
    found, value = shown[{1: r"\sigma^2", 2: r"\Sigma", 3: r"\Sigma_+"}[case]]
    assert symbols in found
    assert value == (number(C[0, 0]) if case == 1 else matrix(C))
    assert (state.lab.divisor, state.lab.model_spec.divisor) == (divisor, divisor)


@every_case
@given(seed=st.integers(0, 10_000))
def test_the_sign_of_d_with_the_formula_is_the_answer_of_the_classifier(
    case: int, seed: int
) -> None:
    X, y = two_clouds(seed)
    solved = solve_case(X, y, case)
    model = GaussianBayes(covariance=COVARIANCE_OF_CASE[case]).fit(X, y)
    scale = {1: model.covariances_[0, 0, 0], 2: 1.0, 3: 2.0}[case]
    d = solved.with_b(solved.formula_b)(X)
    assert d == pytest.approx(scale * model.decision_function(X), rel=1e-9, abs=1e-9)


@every_case
@given(seed=st.integers(0, 10_000))
def test_the_searched_b_makes_no_more_errors_than_that_of_the_formula(case: int, seed: int) -> None:
    X, y = two_clouds(seed)
    solved = solve_case(X, y, case)
    searched, formula = (
        ((solved.with_b(b)(X) > 0) != (y == 1)).sum() for b in (solved.searched_b, solved.formula_b)
    )
    assert searched <= formula


def test_leaving_out_each_point_of_a_case_worked_by_hand() -> None:
    # On the line x2 = x1 / 2 the boundary is halfway between the means, but for the priors.
    X = np.array([[0.0, 0], [2, 1], [2.5, 1.25], [8, 4], [10, 5], [4, 2]])
    y = np.array([0, 0, 0, 1, 1, 1])
    spherical = Assumption("", "spherical", 1)
    # Means 3/2 and 22/3 along x1: the boundary is at 4.42, and (4, 2) is wrong, in or left out.
    assert evaluate_assumption(X, y, spherical, is_searched=False) == Performance(5, 5)
    assert evaluate_assumption(X, y, spherical, is_searched=True) == Performance(6, 5)


@pytest.mark.parametrize("searched", [False, True])
@pytest.mark.parametrize("divisor", DIVISORS)
@vectors("assumptions.js", "fitAssumption")
def test_the_browser_counts_the_same_points(divisor: str, searched: bool) -> Iterator[Any]:
    for seed in range(8):
        X, y = two_clouds(seed)
        X -= 2 * y[:, None]  # closer, so that some are misclassified
        for each in list_assumptions(0.3, 0.1, divisor):
            counts = evaluate_assumption(X, y, each, searched)
            expected = {"training": counts.training, "leftOut": counts.left_out}
            yield [points_of(X, y), each.settings, searched], expected


@vectors("assumptions.js", "fitAssumption")
def test_a_rule_that_cannot_be_computed_leaves_no_accuracy() -> Iterator[Any]:
    X = np.array(WORKED_X[:6], dtype=float)  # two points of class -
    y = np.array(WORKED_Y[:6])
    *_, own, _, between = list_assumptions(0.02, 0.0)
    with pytest.raises(ValueError, match="singular"):
        evaluate_assumption(X, y, own, is_searched=True)
    yield [points_of(X, y), own.settings, True], {"problem": names_the_class}
    for n in (6, 5):
        left_out = evaluate_assumption(X[:n], y[:n], between, is_searched=True).left_out
        assert (left_out is None) == (n == 5)
        yield [points_of(X[:n], y[:n]), between.settings, True], {"leftOut": left_out}


def names_the_class(ours: str) -> None:
    assert "The covariance of class − is singular" in ours


def test_the_text_of_points_is_read_as_it_is_written_here_and_in_the_browser() -> None:
    points = np.array([[2.0, 6.25], [-1.125, 0.0]]), np.array([1, 0])
    text = write_points(points)
    assert text == "2 6.25 +; -1.125 0 -"
    X, y = parse_points(text.replace("-", "−"))
    assert X.tolist() == points[0].tolist()
    assert y.tolist() == [1, 0]
    read = {"x": [2, -1.125], "y": [6.25, 0], "labels": [1, 0]}
    assert call("assumptions.js", [["readPoints", text], ["writePoints", read]]) == [read, text]


@pytest.mark.parametrize(
    ("W", "w", "constant", "shape"),
    [
        ([[-1, 0], [0, -1]], [0, 0], 1, "an ellipse"),
        ([[1, 0.5], [0.5, 1]], [6, 0], 11.9, "an ellipse"),  # its value at the centre is -0.1
        ([[1, 0.5], [0.5, 1]], [6, 0], 12.1, "nowhere"),
        ([[0, 1], [1, 0]], [1, 2], 3, "a hyperbola"),
        ([[1, 1], [1, 1]], [1, 0], 5, "a parabola"),
        ([[0, 0], [0, 2]], [0, 1], -5, "parallel lines"),
        ([[0, 0], [0, 2]], [0, 1], 5, "nowhere"),  # 2 u² + u + 5 has no root
        ([[1, 1], [1, 1]], [2, 2], 0.9, "parallel lines"),  # u = x1 + x2: u² + 2 u + 0.9
        ([[1, 1], [1, 1]], [2, 2], 1.1, "nowhere"),
        ([[0, 0], [0, 0]], [1, 1], 3, "a line"),
        ([[0, 0], [0, 0]], [0, 0], 3, "nowhere"),
    ],
)
def test_the_shape_of_a_boundary(W: Any, w: list[float], constant: float, shape: str) -> None:
    score = {"W": W, "w": w, "w0": constant - 1, "offset": 1}
    assert call("assumptions.js", [["shapeOf", score]]) == [shape]


@pytest.mark.parametrize("text", ["1 2", "1 2 3", "a 2 +", "1 nan -", "1e9 0 +", "1 2 + +"])
def test_an_invalid_text_of_points_gets_a_notice_and_the_example_is_shown(text: str) -> None:
    state, notices = decode({"points": text}, CovarianceAssumptionsState)
    assert state == CovarianceAssumptionsState()
    assert notices == (
        f"The link's points “{text}” was ignored: write two numbers and the class of each point, "
        "as in 2 6 +; 1 -2 -.",
    )


def test_a_text_without_points_is_an_empty_table() -> None:
    assert [len(part) for part in parse_points(" ; ")] == [0, 0]
    state = CovarianceAssumptionsState(points="")
    assert decode(encode(state), CovarianceAssumptionsState) == (state, ())
    app = open_page(PAGE, points="")
    assert sentences(app) == ["Class + has no points; add some."]


def test_points_belong_to_their_example() -> None:
    moved = CovarianceAssumptionsState().change(points="1 2 +; 3 4 -")
    outlier = moved.change(example="outlier")
    assert outlier.points is None
    assert outlier.training_points[0].max() == 20
    assert moved.change(points=CovarianceAssumptionsState().value("points")).points is None


def test_crossings_are_the_zeros_along_a_vertical_line() -> None:
    circle = Discriminant(np.eye(2), np.zeros(2), -25.0)
    assert crossings(circle, 3.0) == pytest.approx([-4, 4])
    assert crossings(circle, 6.0) == []
    assert crossings(Discriminant(np.zeros((2, 2)), np.array([1.0, 0.0]), 0.0), 6.0) == []
    assert crossings(Discriminant(np.zeros((2, 2)), np.zeros(2), 0.0), 6.0) == []


@pytest.mark.parametrize(
    ("X", "y", "case", "sentence"),
    [
        (WORKED_X, WORKED_Y, 4, "There is no case 4"),
        ([], [], 1, "Class + has no points"),
        (WORKED_X[:4], WORKED_Y[:4], 2, "Class - has no points"),
        (WORKED_X[2:6], WORKED_Y[2:6], 3, "The covariance of class . is singular"),
        ([(1, 1)] * 4, [0, 1, 0, 1], 1, "singular"),
        ([(3, 4), (1e200, 1), (1, 2)], [0, 1, 1], 1, "overflow"),
        ([(np.nan, 1), (1, 2), (3, 4)], [0, 1, 1], 1, "NaN"),
    ],
)
def test_an_unsolvable_case_gets_a_sentence(
    X: Array, y: list[int], case: int, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence.replace("+", r"\+")):
        solve_case(X, y, case)


# The page


PAGE = "covariance_assumptions.py"


def open_with(edits: dict[str, Any], **parameters: str) -> AppTest:
    """Open the lesson with edits in its table of points."""
    app = open_page(PAGE, **{"example": "example"} | parameters)
    unedited: dict[str, Any] = {"edited_rows": {}, "added_rows": [], "deleted_rows": []}
    app.session_state["table of covariance_assumptions points 1"] = unedited | edits
    return app.run()


@pytest.mark.parametrize(
    ("case", "offset", "shown"),
    [
        ("1", "searched", ["w &= \\begin{pmatrix}0\\\\8", "b &= -16", "d(x) &= 8x_2-16"]),
        ("2", "formula", ["1.25&0\\\\0&2", r"|\Sigma| &= 0.916", "0\\\\4", "d(x) &= 4x_2-8"]),
        ("3", "searched", ["0.5&0\\\\0&2", "b &= 0", "-1.5x_1^2+9x_1+8x_2-29.5"]),
        ("3", "formula", [r"|\Sigma_-| &= 1.39", "b &= 1.39", "8x_2-28.1"]),
    ],
)
def test_the_worked_example_is_shown_step_by_step(case: str, offset: str, shown: list[str]) -> None:
    lines = equations(CovarianceAssumptionsState(case=case, offset=offset))
    text = "\n".join(f"{line.left} &= {line.numbers}" for line in lines)
    assert [part for part in shown if part not in text] == []


@pytest.mark.parametrize(("case", "b"), [("1", -16), ("3", 0)])
def test_the_searched_b_is_minus_the_middle_of_the_gap(case: str, b: float) -> None:
    state = CovarianceAssumptionsState(case=case)
    table = tabulate_values(state)
    values, signs = table["wᵀx" if case == "1" else "d(x) − b"], np.array(table["class"])
    low, high = values[signs == "−"].max(), values[signs == "+"].min()
    assert -(low + high) / 2 == pytest.approx(b, abs=1e-12)
    assert compare_offsets(state)["searched"] == f"{b}"


def test_rows_that_are_not_complete_are_left_out_and_counted() -> None:
    table: dict[str, list[Any]] = {
        "x₁": [1, None, 2.5, "3"],
        "x₂": [0, 1, float("nan"), 2],
        "class": ["+", "−", "+", "x"],
    }
    (X, y), incomplete = read_points(table)
    assert X.tolist() == [[1, 0]]
    assert y.tolist() == [1]
    assert incomplete == 3
    assert "Rows left out because a cell is empty: 1." in shown_text(
        open_with({"added_rows": [{"x₁": 3}]})
    )


@pytest.mark.parametrize(
    ("width", "invitation", "title"),
    [(1000, "drag any point", "Regularised: grab the dot"), (330, "drag me", "Grab the dot")],
)
def test_the_words_of_the_picture_are_short_on_a_phone(
    width: int, invitation: str, title: str
) -> None:
    state = CovarianceAssumptionsState(example="two_points", case="3")  # all planes
    picture_state = replace(state, points=write_points(state.training_points))
    data = picture_data(state) | describe_grips(picture_state, ("pooling", "shrinkage", "points"))
    data["palette"] = [vars(style) for style in PALETTE[:4]]
    (drawn,) = call("drawn.mjs", [["draw", "covariance_assumptions", data, {"size": [width, 640]}]])
    invitations = {"drag any point", "drag me"} & set(drawn["texts"])
    assert invitations == {invitation}
    assert title in drawn["texts"]
    assert {"x₁ →", "↑ x₂"} <= set(drawn["texts"])
    words = " ".join(drawn["texts"])
    assert "is singular." in words and "feature is constant" not in words
    assert "a feature is constant" in drawn["words"], "but it is said"


# The steps


def in_step(number: int, *, done: bool) -> CovarianceAssumptionsState:
    put = reach if done else set_up
    steps = read_steps("covariance_assumptions", CovarianceAssumptionsState)
    return put(steps, number, CovarianceAssumptionsState)


def drawn_step(state: CovarianceAssumptionsState) -> dict[str, Any]:
    state = replace(state, points=write_points(state.training_points))
    return draw_picture(state, "pooling", "shrinkage", "points")


def test_what_the_steps_say_is_so() -> None:
    eight, other, new, many, checked, formula = (
        describe_step(in_step(number, done=True)) for number in range(1, 7)
    )
    right = [int(eight[f"training_{case}"]) for case in "123"]
    assert right == sorted(right) and right[0] < right[1] < right[2] == int(eight["n"]) == 8
    assert REDRAWS / 2 < int(other["perfect"]) < REDRAWS, "in most, not in all"
    rights = []
    for k in range(1, REDRAWS + 1):
        X, y = draw_sample(k, 4)
        rights.append(((fit_rule(X, y, ASSUMPTIONS["3"], False)(X) > 0) == (y == 1)).mean())
    assert np.mean(rights) > 0.95, "nearly all are right on their own eight"
    means = {
        name: [int(texts[f"new_{case}"].partition("\u00a0")[0]) for case in "123"]
        for name, texts in (("few", new), ("many", many))
    }
    assert np.argmax(means["few"]) == 1 and np.argmax(means["many"]) == 2
    assert int(many["numbers_3"]) == 2 * int(many["numbers_2"]) == 2 * (2 + 1)
    left_out = [int(checked[f"left_out_{case}"]) for case in "123"]
    assert left_out[1] > max(left_out[0], left_out[2])
    assert formula["n"] == "80" and MEANS[0] == (0.0, 0.0), "zero is an average banana"


@pytest.mark.parametrize(
    ("number", "title"), [(1, "Wrong"), (5, "Wrong when left out"), (6, "Wrong")]
)
def test_a_step_has_rings_around_wrong_fruits(number: int, title: str) -> None:
    state = in_step(number, done=False)
    texts, picture = describe_step(state), drawn_step(state)
    right = texts[f"left_out_{state.case}" if number == 5 else f"training_{state.case}"]
    assert f"{title}: {int(texts['n']) - int(right)}." in picture["words"]
    symbols = [term["symbol"] for term in picture["terms"] if isinstance(term, dict)]
    assert [symbol.partition(":")[0] for symbol in symbols[:2]] == ["banana", "orange"]
