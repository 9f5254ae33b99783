"""The steps from the quadratic discriminant to kernels: every way of writing p(x) agrees."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import NearestCentroid

from bayeslab import KernelBayes
from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.estimators.kernel_bayes import Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.scoring.descriptions import describe
from lessons.inner_products.numbers import (
    CLASSICAL,
    angle_between,
    bump_shapes,
    fit_classical,
    right_by_mean_images,
    slice_bumps,
    take_steps,
)

VARIANTS = get_args(Variant)
CLOUDS = load(DatasetSpec("unequal_gaussians", n=60))
RARE = load(DatasetSpec("unequal_gaussians", n=60, balance=0.1))
X, y = CLOUDS.X, CLOUDS.y
CLASSES = [X[y == k] for k in (0, 1)]

every_variant = pytest.mark.parametrize("variant", VARIANTS)


def direction(variant: Variant, points: Dataset = CLOUDS) -> NDArray[np.float64]:
    (score,) = describe(KernelBayes(variant, kernel="linear").fit(points.X, points.y)) or ()
    return score.w


def test_the_steps_at_a_point_worked_by_hand() -> None:
    model = KernelBayes("I", kernel="linear").fit([[0, 0], [2, 0], [1, 3], [1, 5]], [0, 0, 1, 1])
    steps = take_steps(model, (3, 0.5))
    assert (steps.plus, steps.minus) == (3 + 2, 3)
    assert steps.plus_length == steps.minus_length == 9.25
    assert (steps.second, steps.projection, steps.score) == (0, 2, 2 - 6)
    steps = take_steps(KernelBayes("I", gamma=1).fit([[0, 0], [1, 0]], [0, 1]), (1, 0))
    assert steps.plus - steps.minus == pytest.approx(1 - np.exp(-1))


@settings(max_examples=20)
@given(
    x=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    variant=st.sampled_from(VARIANTS),
    kernel=st.sampled_from(sorted(KERNELS)),
)
def test_the_steps_add_up_to_the_decision(
    x: tuple[float, float], variant: Variant, kernel: str
) -> None:
    model = KernelBayes(variant, kernel=kernel).fit(X, y)
    steps = take_steps(model, x)
    whole = (model.project([x])[0], model.decision_function([x])[0])
    assert (steps.projection, steps.score) == pytest.approx(whole, rel=1e-9, abs=1e-9)


@given(x=st.tuples(st.floats(-3, 3), st.floats(-3, 3)))
def test_inner_products_give_the_quadratic_discriminant_of_means_and_covariances(
    x: tuple[float, float],
) -> None:
    steps = take_steps(KernelBayes("III", kernel="linear").fit(X, y), x)
    u = np.array(x)
    minus, plus = (np.linalg.inv(np.cov(own.T)) for own in CLASSES)
    w = plus @ CLASSES[1].mean(axis=0) - minus @ CLASSES[0].mean(axis=0)
    assert steps.second == pytest.approx(-u @ (plus - minus) @ u / 2, rel=1e-9, abs=1e-9)
    assert steps.plus - steps.minus == pytest.approx(w @ u, rel=1e-9, abs=1e-9)


def test_the_linear_kernel_has_the_directions_of_the_classical_rules() -> None:
    centroids = NearestCentroid().fit(X, y).centroids_
    assert angle_between(direction("I"), centroids[1] - centroids[0]) == pytest.approx(0, abs=1e-6)
    lda = LinearDiscriminantAnalysis().fit(X, y)
    assert angle_between(direction("II"), lda.coef_[0]) == pytest.approx(0, abs=1e-6)
    lda = LinearDiscriminantAnalysis().fit(RARE.X, RARE.y)
    assert angle_between(direction("II", RARE), lda.coef_[0]) > 30


@every_variant
def test_the_classical_rule_with_a_searched_offset_gives_the_same_answers(variant: Variant) -> None:
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
    cut = slice_bumps(model, x1, 0.25)
    line = np.column_stack((x1, np.full(9, 0.25)))
    for own, C, shares in zip(CLASSES, (minus, plus), cut.shares, strict=True):
        difference = line[:, None] - own
        lengths = np.einsum("rni,ij,rnj->nr", difference, np.linalg.inv(C), difference)
        assert shares == pytest.approx(np.exp(-lengths / 2) / len(own))
    assert cut.score == pytest.approx(model.decision_function(line))


def test_one_bump_on_each_mean_is_blind_to_rings() -> None:
    rings = load(DatasetSpec("rings", n=60))
    model = KernelBayes("I").fit(rings.X, rings.y)
    assert model.score(rings.X, rings.y) == 1
    assert right_by_mean_images(model, rings.X, rings.y) < 50
    linear = KernelBayes("I", kernel="linear").fit(X, y)
    assert right_by_mean_images(linear, X, y) == round(60 * linear.score(X, y))
