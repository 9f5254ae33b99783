"""What was learnt by heart: a point's own vote, new points, and the widths near the best one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.evaluation.accuracy import Accuracy, EvaluationSpec, cross_validated_accuracy
from core.limits import Number
from core.state import LIMITS
from lessons.kernel_width.numbers import (
    about_best,
    leave_one_out_svm,
    new_points,
    own_shares,
    own_vote,
)

TWO_CLASSES = [
    key for key, entry in DATASETS.items() if entry.kind == "generated" and entry.n_classes == 2
]
every_variant = pytest.mark.parametrize("variant", ["I", "II", "III"])


def accuracy(mean: float) -> Accuracy:
    return Accuracy(mean, 0.01, (mean,) * 10, (20,) * 10, (180,) * 10)


def test_the_own_vote_of_three_points_worked_by_hand() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]]), np.array([1, 1, 0])
    own = own_vote(KernelBayes(gamma=1.0).fit(X, y), X, y)
    near, far = np.exp(-1.0), np.exp(-16.0)
    assert own.index == 1  # it is nearer to the other class
    assert own.n == 2
    assert own.own_mean == pytest.approx((1 + near) / 2)
    assert own.other_mean == pytest.approx(far)
    assert own.own_share == pytest.approx(1 / (1 + near))
    assert own.projection == pytest.approx((1 + near) / 2 - far)
    assert own.left_out == pytest.approx(near - far)


@every_variant
@settings(max_examples=15)
@given(
    name=st.sampled_from(TWO_CLASSES),
    gamma=st.sampled_from([0.05, 1.0, 20.0, 500.0]),
    seed=st.integers(0, 99),
)
def test_the_own_vote_is_what_the_fit_and_its_leave_one_out_projections_say(
    variant: Variant, name: str, gamma: float, seed: int
) -> None:
    points = load(DatasetSpec(name, n=60, seed=seed))
    model = KernelBayes(variant, gamma=gamma).fit(points.X, points.y)
    own = own_vote(model, points.X, points.y)
    assert own.projection == pytest.approx(model.projection_[own.index], abs=1e-12)
    leaving_out = KernelBayes(variant, gamma=gamma, threshold="loo").fit(points.X, points.y)
    scores = leaving_out.threshold_search_.scores
    assert np.abs(scores - own.left_out).min() < 1e-12
    assert own.left_out <= own.projection
    shares = own_shares(model, points.X, points.y)
    assert shares[own.index] == pytest.approx(own.own_share)
    assert ((shares > 0) & (shares <= 1 + 1e-12)).all()


def test_leaving_a_point_out_is_what_a_fit_without_it_projects() -> None:
    points = load(DatasetSpec("moons", n=80))
    X, y = points.X, points.y
    own = own_vote(KernelBayes(gamma=5.0).fit(X, y), X, y)
    others = np.arange(len(y)) != own.index
    without = KernelBayes(gamma=5.0).fit(X[others], y[others])
    assert without.project(X[[own.index]])[0] == pytest.approx(own.left_out)


def test_a_class_of_one_point_has_nothing_left_without_it() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]]), np.array([0, 0, 1])
    with pytest.raises(ValueError, match="add a point"):
        own_vote(KernelBayes().fit(X, y), X, y)


def test_narrow_bumps_learn_tossed_labels_by_heart() -> None:
    spec = DatasetSpec("random_labels")
    points, new = load(spec), load(new_points(spec))
    model = KernelBayes(gamma=1e3).fit(points.X, points.y)
    assert model.score(points.X, points.y) == 1
    assert model.score(new.X, new.y) == pytest.approx(0.5, abs=0.05)
    assert np.median(own_shares(model, points.X, points.y)) > 0.9


@pytest.mark.parametrize("name", TWO_CLASSES)
def test_new_points_are_others_of_the_same_kind(name: str) -> None:
    spec = DatasetSpec(name, seed=7)
    new = load(new_points(spec, n=300))
    assert len(new.y) == 300
    assert new.y.mean() == pytest.approx(load(spec).y.mean(), abs=0.01)
    assert not np.isin(load(spec).X[:, 0], new.X[:, 0]).any()


def test_no_training_set_of_the_lab_is_drawn_with_the_seed_of_new_points() -> None:
    limit = LIMITS["seed"]
    assert isinstance(limit, Number)
    last = DatasetSpec("moons", seed=int(limit.high))
    new = load(new_points(DatasetSpec("moons"), n=200))
    assert not np.isin(load(last).X[:, 0], new.X[:, 0]).any()


@pytest.mark.parametrize("gamma", [0.05, 2.0, 300.0])
@pytest.mark.parametrize("name", ["moons", "random_labels"])
def test_only_support_vectors_need_another_fit_to_be_left_out(name: str, gamma: float) -> None:
    points, svm = load(DatasetSpec(name, n=50)), SVC(gamma=gamma)
    one_by_one = EvaluationSpec("leave-one-out")
    expected = cross_validated_accuracy(svm, points.X, points.y, one_by_one).mean
    assert leave_one_out_svm(svm, points.X, points.y) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("means", "stretch"),
    [
        ([0.6, 0.9, 0.93, 0.92, 0.7, 0.92], (1, 3)),  # the best may as well be 0.886
        ([0.95, 0.95, 0.8], (0, 1)),
        ([0.5, 0.6, 1.0, 0.97], (2, 2)),  # or 0.981
        ([0.5, 0.6, 1.0, 0.99], (2, 3)),
        ([0.5, 0.53, 0.51], None),
    ],
)
def test_the_stretch_around_the_best_ends_where_one_falls_short(
    means: list[float], stretch: tuple[int, int] | None
) -> None:
    assert about_best([accuracy(mean) for mean in means], chance=0.5) == stretch
