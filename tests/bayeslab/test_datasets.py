"""Data sets: generated ones hold what their spec says, real ones what their file says."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC

from bayeslab.data.datasets import (
    DATASETS,
    MAX_POINTS,
    Dataset,
    DatasetSpec,
    GeneratedEntry,
    RealEntry,
    load,
    standardised,
)
from bayeslab.data.points import bounding_box, thinned

Array = NDArray[np.float64]

GENERATED = {key: entry for key, entry in DATASETS.items() if isinstance(entry, GeneratedEntry)}
REAL = {key: entry for key, entry in DATASETS.items() if isinstance(entry, RealEntry)}

every_data_set = pytest.mark.parametrize("name", DATASETS)
every_generated_one = pytest.mark.parametrize("name", GENERATED)
every_real_one = pytest.mark.parametrize("name", REAL)


@st.composite
def generated_specs(draw: st.DrawFn) -> DatasetSpec:
    entry = draw(st.sampled_from(list(GENERATED.values())))
    return DatasetSpec(
        entry.key,
        n=draw(st.integers(20, 300)),
        noise=draw(st.none() | st.sampled_from([0, 0.0]) | st.floats(0, entry.noise_max)),
        balance=draw(st.none() | st.floats(0.05, 0.85)),
        seed=draw(st.integers(0, 2**40)),
    )


@every_data_set
def test_titles_and_descriptions_are_short_and_descriptions_are_sentences(name: str) -> None:
    entry = DATASETS[name]
    assert 0 < len(entry.title) < 30
    assert entry.description.endswith(".")
    assert entry.description.count(".") == 1


@every_data_set
def test_the_entry_knows_the_names_before_anything_is_loaded(name: str) -> None:
    entry, points = DATASETS[name], load(DatasetSpec(name))
    assert points.title == entry.title
    assert points.class_names == entry.class_names
    assert len(points.class_names) == entry.n_classes
    assert set(points.feature_names) <= set(entry.feature_names)


@every_data_set
def test_points_are_finite_and_read_only_and_no_class_is_empty(name: str) -> None:
    points = load(DatasetSpec(name))
    assert points.X.dtype == np.float64
    assert points.y.dtype == np.int64
    assert points.X.shape == (len(points.y), len(points.feature_names))
    assert np.isfinite(points.X).all()
    assert set(points.y) == set(range(len(points.class_names)))
    for array in points.X, points.y:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@given(generated_specs())
def test_class_sizes_follow_the_balance_exactly(spec: DatasetSpec) -> None:
    entry, points = GENERATED[spec.name], load(spec)
    balance = entry.balance if spec.balance is None else spec.balance
    *others, last = np.bincount(points.y, minlength=entry.n_classes)
    assert points.X.shape == (spec.n, 2)
    assert np.isfinite(points.X).all()
    assert last == round(balance * spec.n)
    assert sum(others) == spec.n - last
    assert max(others) - min(others) <= 1


@given(generated_specs(), st.integers(0, 2**40))
def test_equal_specs_give_equal_points_and_another_seed_different_ones(
    spec: DatasetSpec, seed: int
) -> None:
    assume(seed != spec.seed)
    points, again, other = load(spec), load(spec), load(replace(spec, seed=seed))
    np.testing.assert_array_equal(points.X, again.X)
    np.testing.assert_array_equal(points.y, again.y)
    if spec.noise != 0:  # without it, points of a class may all lie at its centre
        assert not (np.array_equal(points.X, other.X) and np.array_equal(points.y, other.y))


@given(generated_specs())
def test_noise_moves_the_points_but_neither_their_order_nor_their_labels(spec: DatasetSpec) -> None:
    np.testing.assert_array_equal(load(spec).y, load(replace(spec, noise=0)).y)


@every_generated_one
def test_the_points_come_in_random_order(name: str) -> None:
    entry = GENERATED[name]
    first, second = np.split(load(DatasetSpec(name, n=2000)).y, 2)
    shares = [np.bincount(half, minlength=entry.n_classes) / 1000 for half in (first, second)]
    assert shares[0] == pytest.approx(shares[1], abs=0.1)


@given(
    generated_specs()
    | st.builds(
        DatasetSpec,
        st.sampled_from(list(REAL)),
        features=st.none() | st.permutations(range(3)).map(lambda some: tuple(some[:2])),
        classes=st.none() | st.just((1, 0)),
    )
)
def test_a_spec_is_hashable_and_survives_json(spec: DatasetSpec) -> None:
    back = DatasetSpec(**json.loads(json.dumps(asdict(spec), allow_nan=False)))
    assert back == spec
    assert hash(back) == hash(spec)
    np.testing.assert_array_equal(load(back).X, load(spec).X)


# Without noise only the bare shape is left.


def bare(name: str) -> tuple[Array, Array, NDArray[np.int64]]:
    points = load(DatasetSpec(name, noise=0))
    return points.X[:, 0], points.X[:, 1], points.y


def test_bare_xor_is_the_corners_of_a_square_and_the_signs_of_c_plus_differ() -> None:
    x1, x2, y = bare("xor")
    assert (np.abs(x1) == 1).all()
    assert (np.abs(x2) == 1).all()
    np.testing.assert_array_equal(x1 * x2 < 0, y == 1)
    assert [int(((x1 == a) & (x2 == b)).sum()) for a in (-1, 1) for b in (-1, 1)] == [50] * 4


def test_bare_rings_have_the_radii_2_and_1() -> None:
    x1, x2, y = bare("rings")
    np.testing.assert_allclose(np.hypot(x1, x2), np.where(y == 1, 1, 2))


def test_bare_moons_are_interlocking_half_circles() -> None:
    x1, x2, y = bare("moons")
    sign = np.where(y == 1, -1, 1)
    x1, x2 = sign * x1 + 0.75, sign * x2 + 0.375
    np.testing.assert_allclose(np.hypot(x1, x2), 1.5)
    assert (x2 >= 0).all()


def test_bare_spirals_turn_by_three_half_turns_while_the_radius_grows_to_2() -> None:
    x1, x2, y = bare("spirals")
    radius = np.hypot(x1, x2)
    angle = 3 * np.pi * radius / 2 + np.pi * y
    np.testing.assert_allclose(x1, radius * np.cos(angle), atol=1e-12)
    np.testing.assert_allclose(x2, radius * np.sin(angle), atol=1e-12)
    assert radius.min() >= 0.4
    assert radius.max() <= 2


def test_bare_checkerboard_colours_neighbouring_fields_differently() -> None:
    x1, x2, y = bare("checkerboard")
    np.testing.assert_array_equal((np.floor(x1) + np.floor(x2)) % 2, y)
    assert np.abs([x1, x2]).max() <= 2


@pytest.mark.parametrize(("name", "distance"), [("two_gaussians", 2), ("imbalanced", 1)])
def test_a_bare_pair_of_gaussians_is_two_points_that_far_apart(name: str, distance: float) -> None:
    x1, x2, y = bare(name)
    places = [np.unique(np.column_stack([x1, x2])[y == label], axis=0) for label in (0, 1)]
    assert [len(place) for place in places] == [1, 1]
    assert np.linalg.norm(places[0] - places[1]) == pytest.approx(distance)


@pytest.mark.parametrize("name", ["three_blobs", "four_blobs"])
def test_bare_blobs_are_corners_of_a_regular_polygon(name: str) -> None:
    x1, x2, y = bare(name)
    corners = np.exp(2j * np.pi * y / (y.max() + 1)) * 1.4j
    np.testing.assert_allclose(x1 + 1j * x2, corners, atol=1e-12)


@pytest.mark.parametrize("name", [k for k in GENERATED if k not in ("imbalanced", "random_labels")])
def test_an_rbf_kernel_with_gamma_5_suits_the_scale_of_the_plane(name: str) -> None:
    points = load(DatasetSpec(name))
    assert cross_val_score(SVC(gamma=5), points.X, points.y, cv=5).mean() > 0.85


@pytest.mark.parametrize(
    ("name", "first", "second", "share"),
    [
        ("two_gaussians", [[0.25, 0], [0, 0.25]], [[0.25, 0], [0, 0.25]], 0.08),
        ("unequal_gaussians", [[0.64, 0.48], [0.48, 0.45]], [[0.16, -0.08], [-0.08, 0.29]], 0.046),
        ("concentric", [[2.25, 0], [0, 2.25]], [[0.0225, 0], [0, 0.0225]], 0.06),
    ],
)
def test_large_samples_have_the_covariances_of_the_definitions(
    name: str, first: list[list[float]], second: list[list[float]], share: float
) -> None:
    points = load(DatasetSpec(name, n=MAX_POINTS))
    for label, expected in enumerate((first, second)):
        covariance = np.cov(points.X[points.y == label].T)
        np.testing.assert_allclose(covariance, expected, atol=share * np.max(expected))


# Real data.


@pytest.mark.parametrize(
    ("name", "fetch"),
    [("iris", load_iris), ("wine", load_wine), ("breast_cancer", load_breast_cancer)],
)
def test_tables_are_those_of_scikit_learn_in_file_order(
    name: str, fetch: Callable[[], Any]
) -> None:
    table = fetch()
    columns = tuple(range(table.data.shape[1]))
    points = load(DatasetSpec(name, features=columns))
    np.testing.assert_array_equal(points.X, table.data)
    np.testing.assert_array_equal(points.y, table.target)
    np.testing.assert_array_equal(load(DatasetSpec(name)).X, table.data[:, REAL[name].features])


def test_features_and_classes_come_in_the_order_given() -> None:
    table = load_iris()
    points = load(DatasetSpec("iris", features=(3, 0), classes=(2, 1)))
    np.testing.assert_array_equal(points.X, table.data[50:][:, [3, 0]])
    assert points.y.tolist() == [1] * 50 + [0] * 50
    assert points.feature_names == ("petal width (cm)", "sepal length (cm)")
    assert points.class_names == ("virginica", "versicolor")


@pytest.mark.parametrize("classes", [(3, 8), tuple(range(10))])
def test_digits_are_the_principal_components_of_the_chosen_digits(classes: tuple[int, ...]) -> None:
    pixels, target = load_digits(return_X_y=True)
    images = pixels[np.isin(target, classes)]
    left, singular, right = np.linalg.svd(images - images.mean(axis=0), full_matrices=False)
    largest = right[np.arange(10), np.abs(right[:10]).argmax(axis=1)]
    components = left[:, :10] * singular[:10] * np.sign(largest)
    points = load(DatasetSpec("digits", features=tuple(range(10)), classes=classes))
    np.testing.assert_allclose(points.X, components, atol=1e-8)
    assert points.class_names == tuple(str(digit) for digit in classes)
    assert points.feature_names[0] == "principal component 1"


@every_real_one
def test_real_data_ignores_the_settings_of_generated_data(name: str) -> None:
    other = DatasetSpec(name, n=3, noise=99.0, balance=0.9, seed=5)
    np.testing.assert_array_equal(load(other).X, load(DatasetSpec(name)).X)


# What is refused.


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (DatasetSpec("moon"), "no data set 'moon'"),
        (DatasetSpec("moons", n=3), "from 4 to 20000"),
        (DatasetSpec("four_blobs", n=7), "from 8 to 20000"),
        (DatasetSpec("moons", n=20_001), "from 4 to 20000"),
        (DatasetSpec("moons", n=10.5), "whole number"),  # pyrefly: ignore[bad-argument-type]
        (DatasetSpec("moons", noise=-0.1), "noise"),
        (DatasetSpec("moons", noise=1.01), "from 0 to 1"),
        (DatasetSpec("moons", noise=float("nan")), "noise"),
        (DatasetSpec("moons", noise=float("inf")), "noise"),
        (DatasetSpec("moons", noise="0.1"), "noise"),  # pyrefly: ignore[bad-argument-type]
        (DatasetSpec("moons", balance=0.0), "balance"),
        (DatasetSpec("moons", balance=1.0), "balance"),
        (DatasetSpec("moons", balance=-0.5), "balance"),
        (DatasetSpec("moons", balance=float("nan")), "balance"),
        (DatasetSpec("moons", n=10, balance=0.01), "empty"),
        (DatasetSpec("four_blobs", n=10, balance=0.9), "empty"),
        (DatasetSpec("moons", seed=-1), "seed"),
        (DatasetSpec("moons", seed=0.5), "seed"),  # pyrefly: ignore[bad-argument-type]
        (DatasetSpec("iris", features=(0, 4)), "features, numbered from 0 to 3"),
        (DatasetSpec("iris", features=(0, -1)), "features"),
        (DatasetSpec("iris", features=(1, 1)), "different features"),
        (DatasetSpec("iris", features=(1,)), "two or more"),
        (DatasetSpec("digits", features=(0, 10)), "features, numbered from 0 to 9"),
        (DatasetSpec("iris", classes=(0,)), "two or more"),
        (DatasetSpec("iris", classes=()), "two or more"),
        (DatasetSpec("iris", classes=(0, 3)), "classes, numbered from 0 to 2"),
        (DatasetSpec("iris", classes=(1, 1)), "different classes"),
    ],
)
def test_a_bad_spec_is_refused_with_one_sentence(spec: DatasetSpec, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as refusal:
        load(spec)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)


def test_arrays_and_names_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError, match=r"shape \(3, 2\)"):
        Dataset(np.zeros((2, 2)), np.array([0, 1, 0]), ("a", "b"), ("A", "B"), "three labels")
    with pytest.raises(ValueError, match="from 0 to 1"):
        Dataset(np.zeros((2, 2)), np.array([1, 2]), ("a", "b"), ("A", "B"), "labels from one")


def test_a_data_set_copies_its_arrays() -> None:
    X = np.zeros((2, 2))
    points = Dataset(X, np.array([0, 1]), ("a", "b"), ("A", "B"), "copied")
    X[0, 0] = 7
    assert points.X[0, 0] == 0


# Standardising, and the box to draw in.


@every_data_set
def test_standardised_features_have_mean_0_and_variance_1(name: str) -> None:
    points = load(DatasetSpec(name))
    standard_points = standardised(points)
    np.testing.assert_allclose(standard_points.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose((standard_points.X**2).mean(axis=0), 1)
    np.testing.assert_array_equal(standard_points.y, points.y)
    assert all(name.endswith(", standardised") for name in standard_points.feature_names)


def test_standardising_leaves_a_constant_feature_at_0() -> None:
    X = np.column_stack([[1.0, 3.0, 5.0], [0.1, 0.1, 0.1]])
    points = Dataset(X, np.array([0, 1, 1]), ("varies", "constant"), ("A", "B"), "made up")
    root = np.sqrt(1.5)
    np.testing.assert_allclose(standardised(points).X, [[-root, 0], [0, 0], [root, 0]], atol=1e-15)


def test_the_box_is_the_range_and_a_margin() -> None:
    X = np.array([[0, 0, 99], [2, 1, -99], [1, 0.5, 0]])
    assert bounding_box(X) == pytest.approx((-0.3, 2.3, -0.15, 1.15))
    assert bounding_box(X, margin=0.5) == pytest.approx((-1, 3, -0.5, 1.5))


def test_the_box_of_equal_points_has_a_width() -> None:
    assert bounding_box([[3, 0], [3, 4]]) == pytest.approx((2, 4, -0.6, 4.6))
    assert bounding_box(np.empty((0, 2))) == (-1, 1, -1, 1)


@given(
    arrays(
        np.float64,
        array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=5),
        elements=st.floats(allow_nan=False, allow_infinity=False),
    )
)
def test_the_box_is_finite_and_holds_every_point_within_reach(X: Array) -> None:
    x1_min, x1_max, x2_min, x2_max = box = bounding_box(X)
    assert np.isfinite(box).all()
    assert x1_min < x1_max
    assert x2_min < x2_max
    near = X[(np.abs(X) < 1e150).all(axis=1)]
    assert ((x1_min <= near[:, 0]) & (near[:, 0] <= x1_max)).all()
    assert ((x2_min <= near[:, 1]) & (near[:, 1] <= x2_max)).all()
    assert np.isfinite(np.linspace(x1_min, x1_max, 5) ** 2).all()


@pytest.mark.parametrize("missing", [np.nan, np.inf])
def test_a_box_around_missing_coordinates_is_refused(missing: float) -> None:
    with pytest.raises(ValueError, match="missing or infinite"):
        bounding_box(np.array([[0, 0], [1, missing]]))


def test_features_whose_squares_overflow_cannot_be_standardised() -> None:
    huge = replace(load(DatasetSpec("moons", n=10)), X=np.full((10, 2), 1e200))
    with pytest.raises(ValueError, match="its square overflows: scale it down"):
        standardised(huge)


def test_thinning_keeps_the_order_the_shares_and_every_class() -> None:
    y = np.repeat([0, 1, 2], [9000, 900, 1])
    X = np.column_stack([np.arange(9901.0), y])
    points = Dataset(X, y, ("place", "class"), ("many", "some", "one"), "")
    thin = thinned(points, 990)
    assert np.bincount(thin.y).tolist() == pytest.approx([900, 90, 1], abs=2)
    assert thin.y.tolist() == thin.X[:, 1].tolist()
    assert (np.diff(thin.X[:, 0]) > 0).all()
    assert (thinned(points, 990).X == thin.X).all()
    assert thinned(thin, 990) is thin
