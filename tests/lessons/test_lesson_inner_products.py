"""The lesson from inner products to kernels: its numbers and its page."""

from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import NearestCentroid

from app_pages import canvas_data, latex, open_page, shown_text
from bayeslab import KernelBayes
from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.estimators.threshold import best_threshold
from bayeslab.scoring.descriptions import describe
from core import compute
from core.link import encode
from core.messages import describe_settings
from core.state import LabState
from javascript import call, points_of
from lesson_pictures import draw_picture
from lessons.inner_products.data import describe_step, describe_tries, numbers, points_and_model
from lessons.inner_products.numbers import (
    CLASSICAL,
    angle_between,
    best_line,
    correct_with_mean_bumps,
    decision_terms,
    fit_classical,
    slice_bumps,
)
from lessons.inner_products.state import InnerProductsState
from lessons.steps import reach, read_steps, set_up
from lessons.tries import try_states

VARIANTS = get_args(Variant)
CLOUDS = load(DatasetSpec("unequal_gaussians", n=60))
RARE = load(DatasetSpec("unequal_gaussians", n=60, balance=0.1))
X, y = CLOUDS.X, CLOUDS.y
CLASSES = [X[y == k] for k in (0, 1)]

every_variant = pytest.mark.parametrize("variant", VARIANTS)


def direction(variant: Variant, points: Dataset = CLOUDS) -> NDArray[np.float64]:
    (score,) = describe(KernelBayes(variant, kernel="linear").fit(points.X, points.y)) or ()
    return score.w


def bump_shapes(model: KernelBayes) -> list[NDArray[np.float64]]:
    """Return the covariances LL' / (2 gamma) of the Gaussian bumps of C- and C+."""
    roots = (part.root for part in (model.minus_, model.plus_))
    return [(np.eye(2) if root is None else root @ root.T) / (2 * model.gamma_) for root in roots]


def parzen_densities(model: KernelBayes, x: tuple[float, float]) -> list[float]:
    """Return the means of the bumps of C- and C+, divided by the volume of a bump."""
    terms = decision_terms(model, x)
    volumes = (np.sqrt(np.linalg.det(2 * np.pi * shape)) for shape in bump_shapes(model))
    return [mean / volume for mean, volume in zip((terms.minus, terms.plus), volumes, strict=True)]


def test_the_terms_at_a_point_worked_by_hand() -> None:
    model = KernelBayes("I", kernel="linear").fit([[0, 0], [2, 0], [1, 3], [1, 5]], [0, 0, 1, 1])
    terms = decision_terms(model, (3, 0.5))
    # From the mean (1, 2) of all points: x is (2, -1.5), the class means are (0, 2) and (0, -2).
    assert (terms.plus, terms.minus) == (-3, 3)
    assert terms.plus_length == terms.minus_length == 6.25
    assert (terms.second, terms.projection, terms.score) == (0, -6, -6 + 2)
    terms = decision_terms(KernelBayes("I", gamma=1).fit([[0, 0], [1, 0]], [0, 1]), (1, 0))
    assert terms.plus - terms.minus == pytest.approx(1 - np.exp(-1))


@given(
    x=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    variant=st.sampled_from(VARIANTS),
    kernel=st.sampled_from(sorted(KERNELS)),
)
def test_the_terms_add_up_to_the_decision(
    x: tuple[float, float], variant: Variant, kernel: str
) -> None:
    model = KernelBayes(variant, kernel=kernel, gamma=5.0).fit(X, y)
    terms = decision_terms(model, x)
    whole = (model.project([x])[0], model.decision_function([x])[0])
    assert (terms.projection, terms.score) == pytest.approx(whole, rel=1e-9, abs=1e-9)


@given(x=st.tuples(st.floats(-3, 3), st.floats(-3, 3)))
def test_inner_products_give_the_quadratic_discriminant_of_means_and_covariances(
    x: tuple[float, float],
) -> None:
    terms = decision_terms(KernelBayes("III", kernel="linear").fit(X, y), x)
    center = X.mean(axis=0)
    u = np.array(x) - center
    minus, plus = (np.linalg.inv(np.cov(own.T)) for own in CLASSES)
    w = plus @ (CLASSES[1].mean(axis=0) - center) - minus @ (CLASSES[0].mean(axis=0) - center)
    assert terms.second == pytest.approx(-u @ (plus - minus) @ u / 2, rel=1e-9, abs=1e-9)
    assert terms.plus - terms.minus == pytest.approx(w @ u, rel=1e-9, abs=1e-9)


def test_the_linear_kernel_has_the_directions_of_the_classical_rules() -> None:
    centroids = NearestCentroid().fit(X, y).centroids_
    assert angle_between(direction("I"), centroids[1] - centroids[0]) == pytest.approx(0, abs=1e-6)
    lda = LinearDiscriminantAnalysis().fit(X, y)
    assert angle_between(direction("II"), lda.coef_[0]) == pytest.approx(0, abs=1e-6)
    lda = LinearDiscriminantAnalysis().fit(RARE.X, RARE.y)
    assert angle_between(direction("II", RARE), lda.coef_[0]) > 30


@every_variant
def test_the_classical_rule_with_a_searched_offset_gives_the_same_predictions(
    variant: Variant,
) -> None:
    model, rule = KernelBayes(variant, kernel="linear").fit(X, y), fit_classical(variant, X, y)
    places = np.random.default_rng(0).normal(scale=2, size=(200, 2))
    assert ((rule(places) > 0) == (model.predict(places) == 1)).all()
    assert set(CLASSICAL) == set(VARIANTS)


def test_an_angle_is_exact_also_where_it_is_tiny_or_a_half_turn() -> None:
    e1 = np.array([2.0, 0.0])
    assert angle_between(e1, np.array([0.0, 3.0])) == pytest.approx(90)
    assert angle_between(e1, -e1) == pytest.approx(180)
    assert angle_between(e1, np.array([1.0, 1e-10])) == pytest.approx(np.degrees(1e-10))


@every_variant
def test_the_bumps_have_the_height_and_the_shape_of_the_kernel(variant: Variant) -> None:
    model = KernelBayes(variant, gamma=3.0).fit(X, y)
    minus, plus = bump_shapes(model)
    x1 = np.linspace(-2, 2, 9)
    bumps = slice_bumps(model, x1, 0.25)
    line = np.column_stack((x1, np.full(9, 0.25)))
    for own, C, heights in zip(CLASSES, (minus, plus), bumps.heights, strict=True):
        difference = line[:, None] - own
        lengths = np.einsum("rni,ij,rnj->nr", difference, np.linalg.inv(C), difference)
        assert heights == pytest.approx(np.exp(-lengths / 2) / len(own))
    assert bumps.score == pytest.approx(model.decision_function(line))


@every_variant
def test_a_parzen_estimate_is_a_mixture_of_gaussian_densities(variant: Variant) -> None:
    model = KernelBayes(variant, gamma=3.0).fit(X, y)
    for place in ((0.5, 0.5), (-2.0, 1.0)):
        mixtures = [
            np.mean([multivariate_normal.pdf(place, each, shape) for each in own])
            for own, shape in zip(CLASSES, bump_shapes(model), strict=True)
        ]
        assert parzen_densities(model, place) == pytest.approx(mixtures, rel=1e-9)


@every_variant
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_browser_computes_the_same_terms_and_bumps(variant: Variant, kernel: str) -> None:
    state = LabState(model=variant, kernel=kernel, gamma=2.0)
    config = describe_settings(variant, state.model_spec) | {"gamma": 2.0}
    (fit,) = call("refit.js", [["refit", points_of(X), y, config]])
    description = fit["description"]
    model = KernelBayes(variant, kernel=kernel, gamma=2.0).fit(X, y)
    places = [(0.5, 0.5), (-2.0, 1.0), (3.0, 0.0)]
    answers = call("kernel_terms.js", [["termsAt", description, *place] for place in places])
    for terms, place in zip(answers, places, strict=True):
        expected = decision_terms(model, place)
        assert terms["score"] == pytest.approx(expected.score, rel=1e-9)
        assert terms["second"] == pytest.approx(expected.second, rel=1e-9, abs=1e-12)
        assert terms["linear"] == pytest.approx(expected.plus - expected.minus, rel=1e-9)
        if kernel == "rbf":
            assert (terms["minus"], terms["plus"]) == pytest.approx(
                (expected.minus, expected.plus), rel=1e-9
            )
            assert terms["densities"][::-1] == pytest.approx(parzen_densities(model, place))
    if kernel == "rbf":
        nodes = np.linspace(-2, 2, 9)
        (bumps,) = call("kernel_terms.js", [["bumpsAlong", description, nodes.tolist(), 0.25]])
        for own, heights in zip(bumps[::-1], slice_bumps(model, nodes, 0.25).heights, strict=True):
            assert np.allclose(own, heights, rtol=1e-9)


def test_one_bump_on_each_mean_is_blind_to_rings() -> None:
    rings = load(DatasetSpec("rings", n=60))
    model = KernelBayes("I", gamma=5.0).fit(rings.X, rings.y)
    assert model.score(rings.X, rings.y) == 1
    assert correct_with_mean_bumps(model, rings.X, rings.y) < 50
    linear = KernelBayes("I", kernel="linear").fit(X, y)
    assert correct_with_mean_bumps(linear, X, y) == round(60 * linear.score(X, y))


# The page


PAGE = "inner_products.py"
RINGS, MOONS = (load(DatasetSpec(name, n=60)) for name in ("rings", "moons"))


def test_means_and_covariances_and_inner_products_give_the_same_number() -> None:
    for variant in VARIANTS:
        table = open_page(PAGE, step="0", variant=variant, points="rings").dataframe[0].value
        model = KernelBayes(variant, kernel="linear").fit(RINGS.X, RINGS.y)
        in_moments, in_products = table["means, covariances"], table["inner products"]
        assert in_moments.tolist() == pytest.approx(in_products.tolist())
        assert in_products.iloc[-1] == pytest.approx(model.project([[0.5, 0.5]])[0])


def test_the_largest_contribution_is_listed_first_and_the_star_can_be_moved() -> None:
    placed = {"x1": "1.0", "x2": "0.0", "formula": "numbers"}
    app = open_page(PAGE, step="0", kernel="rbf", points="moons", **placed)
    terms = app.dataframe[0].value["contribution to p(x)"]
    assert abs(terms).is_monotonic_decreasing
    (score,) = KernelBayes("I", gamma=5.0).fit(MOONS.X, MOONS.y).decision_function([[1, 0]])
    assert f"f(x) &= {score:.3g}" in latex(app)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_star_moves_without_computing_the_regions_again(kernel: str) -> None:
    data = canvas_data(open_page(PAGE, step="0", kernel=kernel))
    job = ["keepsRegions", "inner_products", data, {"x1": 1.0}]
    assert call("drawn.mjs", [job]) == [True]


# What a visitor sees first, and what the buttons set up


def drawn(state: InnerProductsState, **stage: Any) -> dict[str, Any]:
    return draw_picture(state, "x1", "x2", "gamma", **stage)


def is_separable(points: Dataset) -> bool:
    """Return whether some line has each class on one side."""
    side = np.where(points.y == 1, 1.0, -1.0)[:, None]
    rows = -side * np.column_stack((points.X, np.ones(len(points.X))))
    result = linprog(np.zeros(3), rows, -np.ones(len(rows)), bounds=[(None, None)] * 3)
    return bool(result.success)


def test_going_deeper_begins_with_rings_that_no_line_separates() -> None:
    first = InnerProductsState.opening()
    points = compute.dataset(first.lab.dataset_spec)
    assert (first.kernel, first.points) == ("linear", "rings")
    assert not is_separable(points)
    app = open_page(PAGE, **encode(first))
    assert app.session_state["lessons"]["inner_products"].state == first
    right = int(
        (KernelBayes("I", kernel="linear").fit(RINGS.X, RINGS.y).predict(RINGS.X) == RINGS.y).sum()
    )
    assert f"best threshold, {right} of 60 points" in " ".join(shown_text(app).split())
    assert dict(drawn(first)["figures"])["correct training points"] == f"{right} of 60"
    assert right < 50


def test_what_the_steps_say_is_so() -> None:
    steps = read_steps("inner_products", InnerProductsState)
    numbered = range(1, len(steps) + 1)
    starts = [set_up(steps, number, InnerProductsState) for number in numbered]
    line, near, means, rule, _, formula = (
        reach(steps, number, InnerProductsState) for number in numbered
    )
    texts = describe_step(rule)
    assert line.view == "line"
    directions = np.linspace(0, 2 * np.pi, 1000)
    best = max(
        60 - best_threshold(RINGS.X @ (np.cos(a), np.sin(a)), 2 * RINGS.y - 1).errors.min()
        for a in directions
    )
    w, offset, correct = best_line(RINGS.X, RINGS.y)
    assert ((RINGS.X @ w + offset > 0) == (RINGS.y == 1)).sum() == correct == best == 44
    assert describe_step(line)["line_right"] == texts["line_right"] == "44"
    picture = drawn(line)
    assert picture["grips"] == [], "no star"
    assert dict(picture["figures"]) == {"correct training points": "44 of 60"}
    names = ["correct training points", "mean K of C+ (squares)", "of C− (circles)"]
    assert [name for name, _ in drawn(rule)["figures"]] == names, "as in the step before"
    assert [grip["name"] for grip in drawn(rule)["grips"]] == ["x1"], "γ comes later"
    assert 0.65 < best / 60 < 0.75, "about seven of ten"

    def kernel_values(state: InnerProductsState) -> NDArray[np.float64]:
        return np.exp(-state.gamma * ((RINGS.X - state.star) ** 2).sum(axis=1))

    assert max(kernel_values(near)[RINGS.y == 0]) > 0.9
    assert np.median(kernel_values(near)) < 0.05
    at_first = kernel_values(starts[2])
    assert at_first[RINGS.y == 0].mean() > 2 * at_first[RINGS.y == 1].mean()
    plus, minus = (float(describe_step(means)[name]) for name in ("plus", "minus"))
    assert plus == pytest.approx(minus, rel=0.1)
    about = [means.change(x1=x1, x2=x2) for x1 in (1.55, 1.61) for x2 in (-0.15, 0.15)]
    for texts_there in map(describe_step, about):
        assert float(texts_there["plus"]) == pytest.approx(float(texts_there["minus"]), rel=0.2)
    _, model = points_and_model(rule)
    assert abs(model.offset_) < 0.1 * model.projection_.max(), "close to where the means cross"
    assert int(texts["right"]) == 60 > int(texts["mean_right"])
    assert np.linalg.norm([RINGS.X[RINGS.y == k].mean(axis=0) for k in (0, 1)], axis=1).max() < 0.5
    _, model = points_and_model(formula)
    edge = [(x, y) for x in (-2.5, -2.0, -1.6) for y in np.linspace(-2.5, 2.5, 30)]
    assert (model.decision_function(edge) < 0).all()
    assert model.decision_function([starts[5].star])[0] > 0


@pytest.mark.parametrize("view", ["points", "distances", "means"])
def test_a_step_shows_the_points_alone_then_their_distances_from_the_star(view: str) -> None:
    state = InnerProductsState(kernel="rbf", points="rings").change(view=view, x1=2.0, x2=0.0)
    picture = drawn(state)
    assert [grip["name"] for grip in picture["grips"]] == ["x1"] * (view != "points")
    assert ("distance from the star" in picture["texts"]) == (view != "points")
    assert [name for name, _ in picture["figures"]] == (
        ["mean K of C+ (squares)", "of C− (circles)"] if view == "means" else []
    )


def test_a_view_does_not_keep_values_of_another_view() -> None:
    narrow = InnerProductsState().change(kernel="rbf", variant="III", points="rings", gamma=100.0)
    moved = narrow.change(x1=-2.0)
    assert moved.change(points="moons") == narrow.change(points="moons")
    assert narrow.change(points="moons").gamma == InnerProductsState().gamma
    back = narrow.change(kernel="linear").change(kernel="rbf")
    assert (back.variant, back.gamma) == ("I", InnerProductsState().gamma)
    assert narrow.change(variant="I").gamma == 100.0, "the variants are compared at one γ"


@every_variant
@pytest.mark.parametrize("gamma", [0.05, 5.0, 100.0])
def test_a_curve_has_nodes_by_the_width_of_its_bumps(variant: Variant, gamma: float) -> None:
    """The straight pieces between nodes leave the curve by less than a hundredth of a bump."""
    low, high = -6.0, 6.0
    config = describe_settings(variant, LabState(model=variant).model_spec) | {"gamma": gamma}
    (fit,) = call("refit.js", [["refit", points_of(RINGS.X), RINGS.y, config]])
    (nodes,) = call("kernel_terms.js", [["nodesAlong", fit["description"], low, high]])
    assert (nodes[0], nodes[-1]) == (low, high)
    middles = (np.array(nodes[1:]) + nodes[:-1]) / 2
    model = KernelBayes(variant, gamma=gamma).fit(RINGS.X, RINGS.y)
    for x2 in (0.0, 1.0):
        at_nodes, between = (slice_bumps(model, np.array(x), x2) for x in (nodes, middles))
        for own, truth in zip(at_nodes.heights, between.heights, strict=True):
            straight = (own[:, 1:] + own[:, :-1]) / 2
            assert np.abs(straight - truth).max() < 0.01 / len(own)
    assert len(nodes) <= 2001


def test_all_numbers_of_a_sum_have_as_many_decimal_places_and_no_exponent() -> None:
    shown = []
    for state in (
        InnerProductsState.opening(),
        *try_states("inner_products", "Try", InnerProductsState),
    ):
        picture = drawn(state)
        values = [
            term["value"].split(":")[0] for term in picture["terms"] if isinstance(term, dict)
        ]
        places = {len(value.partition(".")[2]) for value in values}
        assert len(places) == 1
        densities = [
            value
            for name, value in picture["figures"]
            if name.endswith("at x") or name == "of C− at x"
        ]
        assert len({len(value.partition(".")[2]) for value in densities}) <= 1
        shown += [*values, *densities]
        total = sum(
            float(value.replace("−", "-")) * sign for value, sign in signed(picture["terms"])
        )
        assert abs(total) <= 2.6 * 10.0 ** -places.pop(), "the sum can be checked by eye"
    assert not [value for value in shown if "e" in value]


def signed(terms: list[Any]) -> list[tuple[str, int]]:
    """Return the values of a sum with their signs, that of the result negative."""
    results, sign = [], 1
    for term in terms:
        if isinstance(term, str):
            sign = {"+": 1, "−": -1, "=": -1}[term]
        else:
            results.append((term["value"].split(":")[0], sign))
    return results


def test_the_parts_of_the_picture_are_named_and_readings_are_no_handles() -> None:
    bumps = InnerProductsState(kernel="rbf", points="rings")
    for size in ([800, 480], [360, 500]):
        texts = set(drawn(bumps, size=size)["texts"])
        assert {"C+", "C−", "boundary", "mean of the bumps of C+", "line through x"} <= texts
        texts = set(drawn(InnerProductsState(variant="II"), size=size)["texts"])
        assert {"C+", "C−", "boundary", "LDA"} <= texts
    picture = drawn(bumps)
    discs = [each["args"][2] for each in picture["calls"] if each["name"] == "arc"]
    (handle,) = [grip for grip in picture["grips"] if grip["name"] == "gamma"]
    assert sorted(discs)[-1] == 9 > sorted(discs)[-2], "the handle of γ alone is as large"
    assert handle["text"] == "5"


def test_the_things_to_try_show_what_they_say() -> None:
    texts = describe_tries()
    bumps, narrow, ellipse, moons, far, unequal = try_states(
        "inner_products", "Try", InnerProductsState
    )
    models = {
        name: compute.fitted_model(state.lab.fit_spec())
        for name, state in (
            ("bumps", bumps),
            ("narrow", narrow),
            ("ellipse", ellipse),
            ("moons", moons),
            ("far", far),
        )
    }
    for name in ("bumps", "narrow", "ellipse"):
        assert int(texts[f"{name}_right"]) == (models[name].predict(RINGS.X) == RINGS.y).sum()
    assert texts["bumps_right"] == texts["narrow_right"] == texts["bumps_n"] == "60"
    assert int(texts["line_right"]) < 50 < int(texts["ellipse_right"])
    (score,) = describe(models["ellipse"]) or ()
    assert score.W is not None
    assert np.linalg.det(score.W) > 0, "an ellipse"
    # The middle of the narrow bumps has no kernel value that counts.
    middle = decision_terms(models["narrow"], (0, 0))
    assert max(middle.plus, middle.minus) < 1e-15
    assert texts["middle_class"] == RINGS.class_names[int(models["narrow"].offset_ > 0)]
    assert float(texts["narrow_width"]) == pytest.approx(1 / np.sqrt(200), abs=1e-3)
    assert int(texts["moons_right"]) == (models["moons"].predict(MOONS.X) == MOONS.y).sum() == 60
    best = max(
        (KernelBayes(v, kernel="linear").fit(MOONS.X, MOONS.y).predict(MOONS.X) == MOONS.y).sum()
        for v in VARIANTS
    )
    assert int(texts["moons_best"]) == best < 60
    apart = decision_terms(models["far"], far.star)
    assert round(apart.plus, 4) == round(apart.minus, 4) == 0
    assert float(texts["far_b"]) == pytest.approx(models["far"].offset_, rel=1e-2)
    assert texts["far_class"] == RINGS.class_names[int(models["far"].offset_ > 0)]
    assert texts["unequal_angle"] == numbers(unequal)["angle"] != texts["equal_angle"] == "0.0"
