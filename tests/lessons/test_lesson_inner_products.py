"""The lesson from inner products to kernels: every choice gives a picture, with right numbers."""

import re
from typing import get_args

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from test_lessons import lab_link, shown_text
from test_pages import open_page, sentences

from bayeslab import KernelBayes
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import Variant
from core.link import decode
from lessons.inner_products.numbers import bump_shapes

PAGE = "inner_products.py"
VARIANTS = get_args(Variant)
RINGS, MOONS = (load(DatasetSpec(name, n=60)) for name in ("rings", "moons"))
SETS = ("two clouds", "clouds 9 : 1", "moons", "rings")


def open_with(**parameters: str) -> AppTest:
    return open_page(PAGE, **parameters)


def latex(app: AppTest) -> str:
    return "".join(line.value for line in app.latex)


@pytest.mark.parametrize("points", SETS)
@pytest.mark.parametrize("kernel", ["inner product", "RBF kernel"])
def test_every_choice_gives_a_picture_and_numbers(kernel: str, points: str) -> None:
    app = open_with(kernel=kernel, points=points, formula="numbers", gamma="100", x1="-2.5")
    for variant in VARIANTS:
        app.segmented_control(key="variant").set_value(variant).run()
        assert not app.exception
        assert sentences(app) == []
        assert "nan" not in latex(app)
        assert len(app.get("plotly_chart")) == (2 if kernel == "inner product" else 3)


def test_means_and_covariances_and_inner_products_come_to_one_number() -> None:
    for variant in VARIANTS:
        table = open_with(variant=variant, points="rings").dataframe[0].value
        model = KernelBayes(variant, kernel="linear").fit(RINGS.X, RINGS.y)
        in_moments, in_products = table["means, covariances"], table["inner products"]
        assert in_moments.tolist() == pytest.approx(in_products.tolist())
        assert in_products.iloc[-1] == pytest.approx(model.project([[0.5, 0.5]])[0])


def test_variant_two_is_lda_for_equal_classes_and_far_from_it_for_unequal_ones() -> None:
    angle = re.compile(r"between them is ([\d.]+)°")
    for points, shown in (("two clouds", "0.0"), ("clouds 9 : 1", "45.7")):
        assert angle.findall(shown_text(open_with(variant="II", points=points))) == [shown]


def test_the_point_that_speaks_loudest_stands_first_and_the_star_can_be_moved() -> None:
    placed = {"x1": "1.0", "x2": "0.0", "formula": "numbers"}
    app = open_with(kernel="RBF kernel", points="moons", **placed)
    shares = app.dataframe[0].value["share of p(x)"]
    assert abs(shares).is_monotonic_decreasing
    (score,) = KernelBayes("I").fit(MOONS.X, MOONS.y).decision_function([[1, 0]])
    assert f"f(x) &= {score:.4g}" in latex(app)


def test_the_limit_of_wide_bumps_is_told_with_computed_numbers() -> None:
    app = open_with()
    app.radio(key="inner_products answer choice").set_value(
        "The straight line of the linear kernel."
    ).run()
    app.button(key="inner_products answer commit").click().run()
    text = shown_text(app)
    assert "standard deviation 32" in text
    assert r"less than one by\nonly $4.7\cdot 10^{-7}$".replace(r"\n", "\n") in text
    assert "With wide bumps 49 of 60 points are correct, with the linear kernel 49." in text


def test_narrow_bumps_are_the_nearest_point_where_the_offset_does_not_decide() -> None:
    model = KernelBayes("I", gamma=100.0).fit(MOONS.X, MOONS.y)
    near = MOONS.X + 0.01
    gaps = ((near[:, None] - MOONS.X[None]) ** 2).sum(axis=2)
    assert ((model.project(near) > 0) == (MOONS.y[gaps.argmin(axis=1)] == 1)).all()
    far = np.array([[-9.0, 9.0], [9.0, -9.0], [9.0, 9.0]])
    assert (np.sign(model.decision_function(far)) == np.sign(model.offset_)).all()
    assert model.offset_ != 0


def test_only_in_variant_three_do_the_classes_need_different_factors_to_be_densities() -> None:
    for variant in VARIANTS:
        model = KernelBayes(variant).fit(RINGS.X, RINGS.y)
        minus, plus = (np.linalg.det(shape) for shape in bump_shapes(model))
        assert (minus == pytest.approx(plus)) == (variant != "III")


def test_the_link_opens_the_same_classifier_on_the_same_points() -> None:
    chosen = {"kernel": "RBF kernel", "variant": "III", "points": "clouds 9 : 1", "gamma": "2"}
    state, _ = decode(lab_link(open_with(**chosen)))
    assert (state.data, state.n, state.balance) == ("unequal_gaussians", 60, 0.1)
    assert (state.model, state.kernel, state.gamma) == ("III", "rbf", 2.0)
