"""The lesson on naive and optimal Bayes: its numbers, its picture and its page."""

from itertools import product
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import multivariate_normal, norm
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import StratifiedKFold, cross_val_score

from app_pages import accuracies, lab_link, open_page
from bayeslab.bayes_error.densities import Gaussian
from bayeslab.bayes_error.optimal import error_rate
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import TABLE_MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures.theme import PALETTE
from core.grips import describe_grips
from core.link import encode
from javascript import call
from lesson_pictures import draw_picture
from lessons.naive_and_optimal_bayes.data import (
    RISEN,
    describe_step,
    describe_tries,
    explain_correlation,
    far_numbers,
    fit_pair,
    picture_data,
    write_criterion,
)
from lessons.naive_and_optimal_bayes.numbers import (
    SITUATIONS,
    Situation,
    correlated_problem,
    estimate_by_schemes,
    evaluate_exactly,
    evaluate_held_out,
    exact_errors,
    flat_class,
    points_with_moments,
    split_accuracies,
)
from lessons.naive_and_optimal_bayes.picture import ESTIMATE_STYLES, draw_estimates
from lessons.naive_and_optimal_bayes.state import REAL, NaiveAndOptimalBayesState
from lessons.steps import reach, read_steps, set_up
from lessons.tries import try_states

every_situation = pytest.mark.parametrize("name", SITUATIONS)


@every_situation
@given(rho=st.floats(-0.95, 0.95), seed=st.integers(0, 99))
def test_the_points_have_exactly_the_requested_means_and_covariances(
    name: str, rho: float, seed: int
) -> None:
    problem = correlated_problem(SITUATIONS[name], rho)
    X, y = points_with_moments(problem, 20, seed)
    for k, density in enumerate(problem.densities):
        assert isinstance(density, Gaussian)
        assert X[y == k].mean(axis=0) == pytest.approx(np.array(density.mean), abs=1e-12)
        assert np.cov(X[y == k].T, bias=True) == pytest.approx(np.array(density.covariance))


@pytest.mark.parametrize("rho", [-0.9, 0.0, 0.6])
def test_fitted_to_exact_moments_both_make_the_errors_of_the_formulas(rho: float) -> None:
    problem = correlated_problem(SITUATIONS["level"], rho)
    X, y = points_with_moments(problem, 100)
    # Distance 2 between the means; seen across the ellipses it is 2 / sqrt(1 - rho²).
    expected = {"diagonal": norm.cdf(-1), "full": norm.cdf(-1 / np.sqrt(1 - rho**2))}
    for covariance, error in expected.items():
        model = GaussianBayes(covariance).fit(X, y)
        integrated = error_rate(problem, model)
        assert integrated.value == pytest.approx(error, abs=integrated.uncertainty)
        performance = evaluate_exactly(model, problem)
        assert 1 - performance.accuracy == pytest.approx(error, abs=1e-12)


@pytest.mark.parametrize("rho", [-0.5, 0.8])
@pytest.mark.parametrize("covariance", ["diagonal", "full"])
@every_situation
def test_accuracy_and_confidence_are_those_summed_over_the_plane(
    name: str, covariance: Literal["diagonal", "full"], rho: float
) -> None:
    problem = correlated_problem(SITUATIONS[name], rho)
    model = GaussianBayes(covariance).fit(*points_with_moments(problem, 100))
    step = 0.02
    axis = np.arange(-6, 6, step) + step / 2
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    joint = np.exp(problem.log_joint(grid))
    posteriors = model.predict_proba(grid)
    predicted = posteriors.argmax(axis=1)
    correct = joint[np.arange(len(grid)), predicted].sum() * step**2
    confidence = (joint.sum(axis=1) * posteriors.max(axis=1)).sum() * step**2
    performance = evaluate_exactly(model, problem)
    assert performance.accuracy == pytest.approx(correct, abs=2e-4)
    assert performance.confidence == pytest.approx(confidence, abs=2e-4)


@pytest.mark.parametrize("rho", [-0.6, 0.8])
def test_the_accuracy_of_the_crossed_classes_is_that_of_four_quadrants(rho: float) -> None:
    # D_B - D_A = 4 rho x1 x2 / (1 - rho²) - 1.2 x1 / (1 - rho²): class A where x1 (x2 - 0.3 / rho)
    # has the sign of rho, in two opposite quadrants.
    problem = correlated_problem(SITUATIONS["crossed"], rho)
    corner, same_signs = (0, 0.3 / rho), []
    for density in problem.densities:
        assert isinstance(density, Gaussian)
        both_below = multivariate_normal.cdf(corner, density.mean, density.covariance)
        below = norm.cdf(-density.mean[0]) + norm.cdf(corner[1])
        same_signs.append(1 - below + 2 * both_below)
    A, B = same_signs if rho > 0 else [1 - share for share in same_signs]
    model = GaussianBayes("full").fit(*points_with_moments(problem, 100))
    accuracy = evaluate_exactly(model, problem).accuracy
    assert accuracy == pytest.approx((A + 1 - B) / 2, abs=3e-6)


@every_situation
def test_the_confidence_of_optimal_bayes_equals_its_accuracy(name: str) -> None:
    problem = correlated_problem(SITUATIONS[name], 0.8)
    model = GaussianBayes("full").fit(*points_with_moments(problem, 100))
    performance = evaluate_exactly(model, problem)
    assert performance.confidence == pytest.approx(performance.accuracy, abs=1e-9)


def test_a_quadratic_score_that_is_not_the_bayes_classifier_is_refused() -> None:
    problem = correlated_problem(SITUATIONS["crossed"], 0.8)
    model = GaussianBayes("full").fit(*points_with_moments(problem, 100))
    with pytest.raises(ValueError, match="means and covariances of the problem"):
        evaluate_exactly(model, correlated_problem(SITUATIONS["crossed"], 0.7))


def test_held_out_points_are_not_in_the_training_part_of_their_fold() -> None:
    X = np.array([[0.0, 0], [1, 1], [0, 1], [9, 9], [8, 9], [9, 8]])
    performance = evaluate_held_out(
        GaussianBayes("spherical"), X, [0, 0, 0, 1, 1, 1], EvaluationSpec(folds=3)
    )
    assert (performance.accuracy, performance.standard_error) == (1, 0)
    assert 0.99 < performance.confidence <= 1


GAPS = [(2.0, 0.0), (1.4, 1.4), (0.1, -4.0), (5.0, 0.5)]
MOVED = [
    (Situation(gap if signs == (1, 1) else (gap[0], 0.0), signs), rho)
    for gap, signs, rho in product(GAPS, [(1, 1), (1, -1)], [-0.95, -0.1, 0.0, 0.5, 0.95])
]


@pytest.mark.parametrize(("situation", "rho"), MOVED)
def test_the_exact_errors_are_those_of_bivariate_normal_distributions(
    situation: Situation, rho: float
) -> None:
    problem = correlated_problem(situation, rho)
    A, B = (density for density in problem.densities if isinstance(density, Gaussian))
    D = np.array(situation.difference)
    naive, optimal = exact_errors(situation, rho)
    # P(w'x > 0) of a class is the share of another normal distribution below 0 in one feature.
    assert naive == pytest.approx(
        np.mean([_above(D, A), 1 - _above(D, B)]),
    )
    if situation.signs == (1, 1) or rho == 0:
        w = np.linalg.inv(A.covariance) @ D
        assert optimal == pytest.approx(_above(w, A), rel=1e-6)
        return
    # Class A where x1 (rho x2 - m) > 0: the share of two opposite quadrants.
    corner = (0.0, D[0] / 2 / rho)
    both = multivariate_normal.cdf(corner, A.mean, A.covariance)
    same_signs = 1 - norm.cdf(-A.mean[0]) - norm.cdf(corner[1]) + 2 * both
    assert optimal == pytest.approx(1 - same_signs if rho > 0 else same_signs, rel=1e-6)


def _above(w: NDArray[np.floating], density: Gaussian) -> float:
    """Return the share of a class where w'x > 0, by a rotation that makes w the first axis."""
    a, b = w / np.linalg.norm(w)
    rotation = np.array([[a, b], [-b, a]])
    C = rotation @ np.array(density.covariance) @ rotation.T
    return float(multivariate_normal.cdf([0, np.inf], -rotation @ density.mean, C))


def test_the_browser_computes_the_same_errors_and_boundaries() -> None:
    classes = [{"gap": s.difference, "signs": s.signs, "rho": rho} for s, rho in MOVED]
    answers = call("naive_errors.js", [["errorsOf", each] for each in classes])
    errors = [[each["naive"], each["optimal"]] for each in answers]
    assert np.allclose(errors, [exact_errors(s, rho) for s, rho in MOVED], rtol=0, atol=1e-9)
    for covariance in ("diagonal", "full"):
        jobs = [["logOdds", each, covariance == "diagonal"] for each in classes]
        for odds, (situation, rho) in zip(call("naive_errors.js", jobs), MOVED, strict=True):
            X, y = points_with_moments(correlated_problem(situation, rho), 10)
            d = GaussianBayes(covariance).fit(X, y).discriminant_
            for name in ("W", "w", "w0"):
                assert np.allclose(odds[name], getattr(d, name), atol=1e-9), name


def test_opposite_correlations_need_means_that_differ_in_one_feature_to_be_exact() -> None:
    with pytest.raises(ValueError, match="may differ in x1 only"):
        exact_errors(Situation((1.0, 0.1), (1, -1)), 0.5)


@pytest.mark.parametrize("rho", [-1.0, 1.0, 2.0, np.nan])
def test_an_impossible_correlation_is_refused(rho: float) -> None:
    with pytest.raises(ValueError, match="between -1 and 1"):
        correlated_problem(SITUATIONS["crossed"], rho)


def test_the_pseudo_inverse_assigns_a_point_far_off_the_line_to_the_class_on_it() -> None:
    X, y = flat_class()
    assert (X[y == 0, 1] == 0).all()
    assert X[y == 1, 1].mean() == pytest.approx(5, abs=0.5)
    blind = GaussianBayes("full", singular="pseudo").fit(X, y)
    assert blind.predict([[0, 1000]]) == [0]
    on_line, far_off = blind.mahalanobis([[1, 0], [1, 1000]])[:, 0]
    assert on_line == far_off
    assert GaussianBayes("pooled").fit(X, y).predict([[0, 1000]]) == [1]
    with pytest.raises(ValueError, match="singular"):
        GaussianBayes("full").fit(X, y)


X, y = load_iris(return_X_y=True)


def test_the_first_half_of_a_sorted_file_lacks_a_class_and_misclassifies_it() -> None:
    first_half = EvaluationSpec("first half")
    # Trained on 50 setosa and 25 versicolor, tested on 25 versicolor and 50 virginica.
    assert split_accuracies(GaussianBayes("diagonal"), X, y, first_half) == pytest.approx(1 / 3)
    X_wine, y_wine = load_wine(return_X_y=True)
    for covariance, expected in (("diagonal", 0.461), ("full", 0.382)):
        (share,) = split_accuracies(GaussianBayes(covariance), X_wine, y_wine, first_half)
        assert share == pytest.approx(expected, abs=5e-4)


def test_k_fold_agrees_with_scikit_learn() -> None:
    folds = StratifiedKFold(10, shuffle=True, random_state=3)
    expected = cross_val_score(GaussianBayes(), X, y, cv=folds)
    spec = EvaluationSpec("k-fold", folds=10, seed=3)
    assert split_accuracies(GaussianBayes(), X, y, spec) == pytest.approx(expected)


def test_each_scheme_gives_its_number_of_estimates_and_repeating_steadies_them() -> None:
    estimates = estimate_by_schemes(GaussianBayes("full"), X, y, times=10, folds=5, repeats=5)
    assert {scheme: len(shares) for scheme, shares in estimates.items()} == {
        "first half": 1,
        "random half": 10,
        "k-fold": 10,
        "repeated k-fold": 2,
    }
    assert estimates["repeated k-fold"].mean() == pytest.approx(estimates["k-fold"].mean())
    assert len(np.unique(estimates["random half"])) > 1
    assert estimates["k-fold"].std() < estimates["random half"].std()


def test_the_same_call_gives_the_same_estimates_without_changing_the_model() -> None:
    model = GaussianBayes("diagonal")
    first, second = (estimate_by_schemes(model, X, y, times=2, repeats=2) for _ in range(2))
    assert all(np.array_equal(first[scheme], second[scheme]) for scheme in first)
    assert not hasattr(model, "classes_")


def test_inconsistent_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="multiple of repeats"):
        estimate_by_schemes(GaussianBayes(), X, y, times=7, repeats=5)
    with pytest.raises(ValueError, match="fewer folds"):
        estimate_by_schemes(GaussianBayes(), X[48:60], y[48:60], times=5, folds=10)


# The picture


ESTIMATES = {
    "naive": {"once": np.array([0.3]), "often": np.array([0.9, 0.9, 0.96])},
    "optimal": {"once": np.array([0.92]), "often": np.array([1.0, 0.8, 0.99])},
}


def test_every_estimate_is_a_visible_mark_in_the_row_of_its_scheme() -> None:
    naive, optimal = draw_estimates(ESTIMATES, low=0.0).data
    assert naive.x == pytest.approx([30, 90, 90, 96])
    assert list(naive.customdata) == [*map(percent, (0.3, 0.9, 0.9, 0.96))]
    assert np.rint(naive.y).tolist() == [0, 1, 1, 1]
    assert len(set(naive.y)) == 4
    assert naive.y[1:].max() < optimal.y[1:].min()
    assert (naive.marker.symbol, optimal.marker.symbol) == tuple(s.symbol for s in ESTIMATE_STYLES)


def test_means_are_bars_and_numbers() -> None:
    figure = draw_estimates(ESTIMATES, low=0.0)
    notes = [note.text for note in figure.layout.annotations]
    assert notes == [*map(percent, (0.3, 0.92, 0.92, 0.93))]
    assert [bar.x0 for bar in figure.layout.shapes] == pytest.approx([30, 92, 92, 93])


def test_a_mark_below_the_axis_is_drawn_at_its_edge_and_keeps_its_number() -> None:
    figure = draw_estimates(ESTIMATES, low=0.75)
    naive, outside, optimal = figure.data
    assert (naive.name, optimal.name) == ("naive", "optimal")
    assert (list(outside.x), list(outside.customdata)) == ([75], [percent(0.3)])
    assert not outside.showlegend
    assert figure.layout.xaxis.range[0] == 75
    assert len(figure.layout.shapes) == 3
    assert figure.layout.annotations[0].text == percent(0.3)


# The page


PAGE = "naive_and_optimal_bayes.py"


def test_the_formula_holds_the_numbers_of_the_hand_worked_case() -> None:
    # Means (-1, 0) and (1, 0), C = (1, 0.6; 0.6, 1): w = 2 C^-1 (-2, 0) = (-6.25, 3.75).
    pair = fit_pair(NaiveAndOptimalBayesState(rho=0.6))
    assert write_criterion(pair.optimal) == "-6.25x_1+3.75x_2"
    assert write_criterion(pair.naive) == "-4x_1"


def test_quadratic_terms_are_on_a_line_of_their_own() -> None:
    curved, straight = write_criterion(
        fit_pair(NaiveAndOptimalBayesState(classes="crossed")).optimal
    ).split(r"\\&\quad")
    assert curved == "8.89x_1x_2"
    assert straight == "-3.33x_1"


@pytest.mark.parametrize("data", [*SITUATIONS, *REAL])
def test_the_lab_has_the_accuracies_of_the_lesson(data: str) -> None:
    app = open_page(PAGE, classes=data)
    in_lab = accuracies(open_page("lab.py", **lab_link(app)))
    table = app.dataframe[0].value.set_index("")
    for name, key in (("naive", "diagonal"), ("optimal", "full")):
        row = in_lab.iloc[list(TABLE_MODELS).index(key)].astype(str)
        columns = {"accuracy on these points": 1}
        if data in REAL:  # with known densities, the lesson has exact accuracies
            columns["accuracy on held-out points"] = 2
        for what, column in columns.items():
            assert row.iloc[column].startswith(table.loc[what, name].removesuffix("\u00a0%"))


def test_the_reason_names_what_the_pseudo_inverse_loses() -> None:
    numbers = far_numbers()
    assert 0 < int(numbers["lost"]) < int(numbers["size"])
    assert float(numbers["far_a"]) < 1
    assert np.isclose(float(numbers["far_b"].partition(r"\cdot")[0]), 1, atol=0.2)


# The subtraction


def drawn(state: NaiveAndOptimalBayesState, **stage: Any) -> dict[str, Any]:
    return draw_picture(state, "rho", "gap1", "gap2", **stage)


LEVEL = NaiveAndOptimalBayesState(rho=0.8)


@given(rho=st.floats(-0.95, 0.95), c=st.floats(-1, 1), seed=st.integers(0, 99))
def test_a_leaning_plane_has_the_same_predictions_and_the_moments_of_the_difference(
    rho: float, c: float, seed: int
) -> None:
    classes = {"gap": [2, 0.3], "signs": [1, 1], "rho": rho}
    jobs: list[Any] = [["logOdds", classes, False], ["rootOf", rho, c], ["errorOfAxis", classes, c]]
    odds, root, error = call("naive_errors.js", jobs)
    (leaning,) = call("naive_errors.js", [["lean", odds, c]])
    x = np.random.default_rng(seed).normal(size=(20, 2))
    shear = np.array([[1, -c], [0, 1]])

    def score(d: dict[str, Any], at: np.ndarray) -> np.ndarray:
        quadratic = np.einsum("ij,jk,ik->i", at, np.array(d["W"]), at)
        return np.asarray(quadratic + at @ np.array(d["w"]) + d["w0"])

    assert score(leaning, x @ shear.T) == pytest.approx(score(odds, x))
    C = shear @ np.array([[1, rho], [rho, 1]]) @ shear.T
    assert np.array(root) @ np.array(root).T == pytest.approx(C)
    apart = abs((shear @ [2, 0.3])[0])
    assert error == pytest.approx(norm.cdf(-apart / 2 / np.sqrt(C[0, 0])))


@pytest.mark.parametrize("rho", [-0.9, 0.5, 0.8])
def test_a_cut_on_the_corrected_axis_makes_the_bayes_error(rho: float) -> None:
    """The figure follows the subtraction from the error of naive Bayes to the Bayes error."""
    state = LEVEL.change(rho=rho)
    before, after = (drawn(state.change(axis=axis)) for axis in ("measured", "corrected"))
    naive, optimal = map(percent, exact_errors(SITUATIONS["level"], rho))
    sign = "−" if rho > 0 else "+"
    for picture, title, alone in (
        (before, "x₁", naive),
        (after, f"x₁ {sign} {abs(rho):g} x₂", optimal),
    ):
        figures = dict(picture["figures"])
        assert figures["error of naive Bayes"] == naive
        assert figures["Bayes error"] == optimal
        assert figures[f"error of a cut on {title} alone"] == alone
        assert title in picture["texts"], "the title of the axis"
    assert [each["name"] for each in after["grips"]] == ["gap1"], "ρ is not grabbed there"


def test_during_the_animation_each_point_moves_against_its_second_feature() -> None:
    data = picture_data(LEVEL) | describe_grips(LEVEL, ["rho", "gap1", "gap2"])
    data["palette"] = [vars(style) for style in PALETTE[:4]]
    jobs = [
        ["pointsOf", "naive_and_optimal_bayes", data | {"corrected": share}]
        for share in (0.0, 0.5, 1.0)
    ]
    begun, half, whole = (np.array(found) for found in call("drawn.mjs", jobs))
    assert begun[1] == pytest.approx(whole[1])
    assert begun[0] - whole[0] == pytest.approx(0.8 * begun[1])
    assert half[0] == pytest.approx((begun[0] + whole[0]) / 2)
    assert np.corrcoef(whole[0][:100], whole[1][:100])[0, 1] == pytest.approx(0, abs=0.01)


def test_what_python_changes_is_animated_except_with_reduced_motion() -> None:
    motion = {"from": 0, "to": 1, "start": 100}
    times = [0, 100, 800, 1500, 9000]
    at = call("easing.js", [["easedAt", motion, time] for time in times])
    assert at[:2] == [0, 0]
    assert 0 < at[2] < 1
    assert at[3:] == [1, 1]
    updates = [(0, 0.0, False), (50, 1.0, False), (60, None, False), (70, 0.0, False)]
    (seen,) = call("drawn.mjs", [["easeThrough", updates, [50, 200, 5000]]])
    assert seen["first"] == 0, "what is there first does not move"
    still = call("drawn.mjs", [["easeThrough", [(0, 0.0, True), (50, 1.0, True)], [50]]])
    assert still[0]["last"] == [1]


def test_a_legend_names_both_boundaries_and_handles_do_not_look_like_points() -> None:
    for size in ([800, 500], [360, 420]):
        picture = drawn(LEVEL, size=size)
        expected = {"class A", "class B", "boundary of optimal Bayes", "boundary of naive Bayes"}
        assert expected | {"they differ"} <= set(picture["texts"])
        radii = [each["args"][2] for each in picture["calls"] if each["name"] == "arc"]
        places = [each["args"][:2] for each in picture["calls"] if each["name"] == "arc"]
        handles = [each["place"] for each in picture["grips"]]
        sizes = [radii[places.index(place)] for place in handles]
        assert min(sizes) >= 8 > 7, "the markers have a radius of 7 at most"


# What a visitor is asked, and what the buttons set up


def test_the_question_is_about_a_correlation_that_rises_from_the_one_first_shown() -> None:
    first, texts = NaiveAndOptimalBayesState.opening(), explain_correlation()
    assert (first.classes, first.axis) == ("level", "measured")
    assert 0 < first.rho < RISEN
    # Means 2 apart, so the error is Phi(-1 / sqrt(1 - rho^2)).
    assert texts["before"] == percent(norm.cdf(-1)) == texts["naive"]
    assert texts["after"] == percent(norm.cdf(-1 / np.sqrt(1 - RISEN**2)))
    assert float(texts["rest"]) == pytest.approx(1 - RISEN**2)
    app = open_page(PAGE, **encode(first))
    assert app.session_state["lessons"]["naive_and_optimal_bayes"].state == first


def test_the_things_to_try_show_what_they_say() -> None:
    texts = describe_tries()
    corrected, negative, along, uphill, crossed = try_states(
        "naive_and_optimal_bayes", "Try", NaiveAndOptimalBayesState
    )
    picture = dict(drawn(corrected)["figures"])
    assert picture["error of a cut on x₁ − 0.9 x₂ alone"] == texts["corrected_optimal"]
    assert texts["corrected_naive"] == percent(norm.cdf(-1))
    assert texts["negative_optimal"] == texts["corrected_optimal"]
    assert negative.rho == -corrected.rho
    # Along (1, 1) the variance is 1 + rho: both classifiers see the same distance.
    apart = np.hypot(along.value("gap1"), along.value("gap2"))
    assert texts["along_naive"] == texts["along_optimal"]
    assert texts["along_naive"] == percent(norm.cdf(-apart / 2 / np.sqrt(1 + along.rho)))
    assert texts["uphill_naive"] == texts["uphill_optimal"]
    assert float(texts["confidence"][:-2]) > float(texts["accuracy"][:-2]) + 5
    assert uphill.classes == "uphill"
    assert drawn(crossed)["figures"][0][1] == texts["crossed_naive"]
    assert drawn(crossed)["figures"][1][1] == texts["crossed_optimal"]
    assert texts["crossed_naive"] != texts["crossed_optimal"]
    naive, optimal = exact_errors(SITUATIONS["crossed"], 0.0)
    assert naive == optimal, "the answer to its question is zero"


def test_what_the_steps_say_is_so() -> None:
    kind = NaiveAndOptimalBayesState
    steps = read_steps("naive_and_optimal_bayes", kind)
    numbers = range(1, len(steps) + 1)
    ends = [describe_step(reach(steps, number, kind)) for number in numbers]
    drift, difference, ignored, twice, formula = (
        {name: float(text.replace("−", "-").split("\u00a0")[0]) for name, text in each.items()}
        for each in ends
    )
    assert drift["optimal"] < drift["without"] / 10
    figures = dict(drawn(reach(steps, 2, kind))["figures"])
    assert figures["error of a cut on x₁ − 0.9 x₂ alone"] == ends[1]["optimal"]
    assert difference["optimal"] < difference["alone"]
    (enough,) = (condition.low for condition in steps[2].until)
    assert enough is not None
    naive, optimal = exact_errors(SITUATIONS["level"], enough)
    assert naive > 2 * optimal and ignored["naive"] > 2 * ignored["optimal"]
    naive, optimal = exact_errors(SITUATIONS["level"], enough - 0.01)
    assert naive < 2 * optimal
    assert twice["naive"] == twice["optimal"] and twice["confidence"] > twice["accuracy"] + 5
    assert twice["naive"] < twice["single"] == drift["without"], "two readings say a little more"
    assert twice["certainty"] == twice["accuracy"], "optimal Bayes is as sure as it is right"
    figures = dict(drawn(reach(steps, 4, kind))["figures"])
    assert figures["mean certainty, naive"] == ends[3]["confidence"]
    assert figures["mean certainty, optimal"] == ends[3]["certainty"]
    assert figures["error of naive Bayes"] == figures["error of optimal Bayes"] == ends[3]["naive"]
    assert describe_step(set_up(steps, 5, kind))["naive"] == ends[4]["below"], "its example"
    (far,) = (condition.low for condition in steps[4].until)
    at_least = describe_step(set_up(steps, 5, kind).change(gap1=far))
    assert float(at_least["optimal"].split("\u00a0")[0]) < 1 and formula["optimal"] < 1


@pytest.mark.parametrize("number", range(1, 6))
def test_a_step_shows_naive_bayes_and_handles_where_it_is_about_them(number: int) -> None:
    state = set_up(
        read_steps("naive_and_optimal_bayes", NaiveAndOptimalBayesState),
        number,
        NaiveAndOptimalBayesState,
    )
    picture = drawn(state)
    hands = [[], [], ["rho"], [], ["gap1"]]
    assert [grip["name"] for grip in picture["grips"]] == hands[number - 1]
    assert ("error of naive Bayes" in dict(picture["figures"])) == (number in (3, 5))
