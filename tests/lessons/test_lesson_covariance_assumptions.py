"""The lesson on three covariance assumptions: its numbers and its page."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from app_pages import components, lab_link, latex, open_page, sentences, shown_text
from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.figures import PALETTE
from core.drawing import DrawnSpec
from core.grips import describe_grips
from core.link import decode, encode
from javascript import call
from lessons.covariance_assumptions.data import (
    compare_offsets,
    equations,
    picture_data,
    tabulate_values,
)
from lessons.covariance_assumptions.numbers import (
    COVARIANCE_OF_CASE,
    WORKED_X,
    WORKED_Y,
    Assumption,
    Performance,
    crossings,
    evaluate_assumption,
    linear_discriminant,
    list_assumptions,
    solve_case,
)
from lessons.covariance_assumptions.point_table import read_points
from lessons.covariance_assumptions.points import parse_points, write_points
from lessons.covariance_assumptions.state import CovarianceAssumptionsState

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


def test_in_case_1_the_priors_count_with_the_formulas_b() -> None:
    X, y = np.array(WORKED_X, dtype=float), np.array(WORKED_Y)
    twice = np.concatenate((X, X[y == 1])), np.concatenate((y, y[y == 1]))  # the same means
    equal, unequal = solve_case(X, y, 1), solve_case(*twice, 1)
    variance = unequal.covariances[0][0, 0]
    assert unequal.formula_b - equal.formula_b == pytest.approx(variance * np.log(2))


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


@given(seed=st.integers(0, 10_000))
def test_the_linear_discriminant_is_case_2_of_its_covariance(seed: int) -> None:
    X, y = two_clouds(seed)
    solved = solve_case(X, y, 2)
    odds = (y == 1).sum() / (y == 0).sum()
    linear = linear_discriminant(solved.means, solved.covariances[0], odds)
    assert linear.w == pytest.approx(solved.discriminant.w)
    assert linear.w0 == pytest.approx(solved.formula_b)


def test_equal_covariances_make_case_3_twice_case_2() -> None:
    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(9, 2))
    X, y = np.concatenate((cloud, cloud + 3)), np.repeat([0, 1], 9)
    second, third = (solve_case(X, y, case) for case in (2, 3))
    assert pytest.approx(np.zeros((2, 2)), abs=1e-12) == third.discriminant.W
    nodes = rng.normal(size=(20, 2))
    twice = 2 * second.with_b(second.formula_b)(nodes)
    assert third.with_b(third.formula_b)(nodes) == pytest.approx(twice)


def test_leaving_out_each_point_of_a_case_worked_by_hand() -> None:
    # On the line x2 = x1 / 2 the boundary is halfway between the means, but for the priors.
    X = np.array([[0.0, 0], [2, 1], [2.5, 1.25], [8, 4], [10, 5], [4, 2]])
    y = np.array([0, 0, 0, 1, 1, 1])
    spherical = Assumption("", "spherical", 1)
    # Means 3/2 and 22/3 along x1: the boundary is at 4.42, and (4, 2) is wrong, in or left out.
    assert evaluate_assumption(X, y, spherical, is_searched=False) == Performance(5, 5)
    assert evaluate_assumption(X, y, spherical, is_searched=True) == Performance(6, 5)


def in_browser(X: Array, y: NDArray[np.int64], each: Assumption, searched: bool) -> list[Any]:
    points = {"x": X[:, 0].tolist(), "y": X[:, 1].tolist(), "labels": y.tolist()}
    return ["fitTyped", points, each.settings, searched]


@pytest.mark.parametrize("searched", [False, True])
def test_the_browser_counts_the_same_points(searched: bool) -> None:
    jobs, expected = [], []
    for seed in range(8):
        X, y = two_clouds(seed)
        X -= 2 * y[:, None]  # closer, so that some are misclassified
        for each in list_assumptions(0.3, 0.1):
            jobs.append(in_browser(X, y, each, searched))
            expected.append(evaluate_assumption(X, y, each, searched))
    results = [
        Performance(each["training"], each["leftOut"]) for each in call("typed_points.mjs", jobs)
    ]
    assert results == expected


def test_a_rule_that_cannot_be_computed_leaves_no_accuracy() -> None:
    X = np.array(WORKED_X[:6], dtype=float)  # two points of class -
    y = np.array(WORKED_Y[:6])
    *_, own, _, between = list_assumptions(0.02, 0.0)
    (problem, answers) = call(
        "typed_points.mjs", [in_browser(X, y, each, True) for each in (own, between)]
    )
    assert "The covariance of class − is singular" in problem["problem"]
    with pytest.raises(ValueError, match="singular"):
        evaluate_assumption(X, y, own, is_searched=True)
    assert answers["leftOut"] is not None
    one_left = X[:5], y[:5]
    assert evaluate_assumption(*one_left, between, is_searched=True).left_out is None
    (answers,) = call("typed_points.mjs", [in_browser(*one_left, between, True)])
    assert answers["leftOut"] is None


def test_the_text_of_points_is_read_as_it_is_written_here_and_in_the_browser() -> None:
    points = np.array([[2.0, 6.25], [-1.125, 0.0]]), np.array([1, 0])
    text = write_points(points)
    assert text == "2 6.25 +; -1.125 0 -"
    X, y = parse_points(text.replace("-", "−"))
    assert X.tolist() == points[0].tolist()
    assert y.tolist() == [1, 0]
    (read,) = call("assumptions.js", [["readPoints", text]])
    assert read == {"x": [2, -1.125], "y": [6.25, 0], "labels": [1, 0]}
    (written,) = call("assumptions.js", [["writePoints", read]])
    assert written == text


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
    assert not app.exception


def test_points_moved_by_hand_come_with_the_link() -> None:
    moved = write_points((np.array(WORKED_X) + 1.0, np.array(WORKED_Y)))
    state = CovarianceAssumptionsState(points=moved, case="2")
    assert equations(state)[0].numbers == r"\begin{pmatrix}4\\7\end{pmatrix}"
    assert decode(encode(state), CovarianceAssumptionsState) == (state, ())


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
EVERY_ROW = range(len(WORKED_X))

every_case_by_name = pytest.mark.parametrize("case", ["1", "2", "3"])


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
        ("2", "formula", ["1.25&0\\\\0&2", "|C| &= 0.916", "0\\\\4", "d(x) &= 4x_2-8"]),
        ("3", "searched", ["0.5&0\\\\0&2", "b &= 0", "-1.5x_1^2+9x_1+8x_2-29.5"]),
        ("3", "formula", ["|C_-| &= 1.39", "b &= 1.39", "8x_2-28.1"]),
    ],
)
def test_the_worked_example_is_shown_step_by_step(case: str, offset: str, shown: list[str]) -> None:
    lines = equations(CovarianceAssumptionsState(case=case, offset=offset))
    text = "\n".join(f"{line.left} &= {line.numbers}" for line in lines)
    assert [part for part in shown if part not in text] == []
    assert all(
        part in latex(open_page(PAGE, case=case, offset=offset, formula="numbers"))
        for part in shown
    )


def test_far_out_the_cases_differ_and_the_source_is_corrected_with_computed_numbers() -> None:
    text = shown_text(open_page(PAGE, example="example", view="far_out"))
    for part in ("$x_1 = 20$", "$x_2 = 2$ in case 2", "$x_2 = 56.2$ in case 3"):
        assert part in text
    for part in ("x_2 = -2.94", "x_2 = 1.45", "b = -0.889", "b = -2$", "${0.444}$"):
        assert part.replace("{", "").replace("}", "") in text


@pytest.mark.parametrize(("case", "b"), [("1", -16), ("3", 0)])
def test_the_searched_b_is_minus_the_middle_of_the_gap(case: str, b: float) -> None:
    state = CovarianceAssumptionsState(case=case)
    table = tabulate_values(state)
    values, signs = table["wᵀx" if case == "1" else "d(x) − b"], np.array(table["class"])
    low, high = values[signs == "−"].max(), values[signs == "+"].min()
    assert -(low + high) / 2 == pytest.approx(b, abs=1e-12)
    assert compare_offsets(state)["searched"] == f"{b}"


def test_the_values_are_in_the_order_of_the_search() -> None:
    values = open_page(PAGE, case="3").dataframe[2].value
    assert values["d(x)"].tolist() == pytest.approx([-48, -38, -38, -16, 16, 30.5, 30.5, 48])
    assert "".join(values["class"]) == "−−−−++++"


@every_case_by_name
def test_the_link_opens_the_points_of_the_lesson_in_the_lab(case: str) -> None:
    moved = {"edited_rows": {1: {"x₁": 7.5, "x₂": 9.25}}}
    state, notices = decode(lab_link(open_with(moved, case=case)))
    assert notices == ()
    assert isinstance(state.dataset_spec, DrawnSpec)
    points = state.dataset_spec.load()
    X = np.array(WORKED_X, dtype=float)
    X[1] = 7.5, 9.25
    assert pytest.approx(X, abs=1e-3) == points.X
    number = int(case)
    in_lab, here = (solve_case(P, points.y, number) for P in (points.X, X))
    assert in_lab.covariances == pytest.approx(here.covariances, abs=1e-2)
    assert in_lab.formula_b == pytest.approx(here.formula_b, rel=1e-2)


@pytest.mark.parametrize(
    ("case", "edits", "sentence"),
    [
        ("2", {"deleted_rows": list(EVERY_ROW)}, "has no points"),
        ("3", {"deleted_rows": [4, 5, 6, 7]}, "Class - has no points"),
        ("1", {"edited_rows": {i: {"x₁": 1, "x₂": 1} for i in EVERY_ROW}}, "singular"),
        ("2", {"edited_rows": {0: {"x₁": 1e300}}}, "edits are not used: write two"),
        ("3", {"edited_rows": {0: {"x₁": None}}}, None),
        ("1", {"edited_rows": {0: {"class": None}}}, None),
        (
            "2",
            {"edited_rows": {i: {"class": "+"} for i in (4, 5, 6)}, "added_rows": [{}]},
            None,
        ),
        ("3", {"added_rows": [{"x₁": 3}, {"x₁": 0.5, "x₂": 2, "class": "−"}]}, None),
        ("1", {"added_rows": [{"x₁": 2, "x₂": 6, "class": "−"}]}, None),
        ("2", {"edited_rows": {0: {"x₁": -1e6}, 7: {"x₂": 1e6}}}, None),
    ],
)
def test_any_edit_gives_a_picture_or_one_sentence(
    edits: dict[str, Any], sentence: str | None, case: str
) -> None:
    app = open_with(edits, case=case, formula="numbers")
    assert not app.exception
    texts = sentences(app)
    assert len(components(app)) == 1
    assert len(texts) <= 1
    if sentence is not None:
        assert sentence in texts[0]
    assert "nan" not in latex(app)
    assert decode(lab_link(app))[1] == ()


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
