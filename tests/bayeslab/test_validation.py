"""Validation: what needs no check passes as it is, all else as scikit-learn has it."""

from inspect import isabstract, signature
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.validation import has_fit_parameter, validate_data

import bayeslab.bayes_error.optimal
import bayeslab.evaluation.models  # noqa: F401 (these two import all estimators)
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.validation import check_points, check_training_data

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
Y = np.array([0, 1, 1])
POINTS = {
    "float64": X,
    "not contiguous": np.asfortranarray(X)[::-1],
    "float32": X.astype(np.float32),
    "whole numbers": X.astype(int),
    "a list": X.tolist(),
}


@pytest.mark.parametrize("points", POINTS.values(), ids=POINTS)
@pytest.mark.parametrize("labels", [Y, Y.tolist(), np.array(["a", "b", "b"])], ids=str)
def test_points_and_labels_are_those_of_scikit_learn(points: Any, labels: Any) -> None:
    ours, theirs = GaussianBayes(), GaussianBayes()
    checked_data = check_training_data(ours, points, labels)
    expected = validate_data(theirs, points, labels, dtype=np.float64)
    for a, b in zip(checked_data, expected, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    assert vars(ours) == vars(theirs)
    np.testing.assert_array_equal(check_points(ours, points), expected[0])


def own_estimators(base: type = BaseEstimator) -> set[type]:
    """Return the classes of the package that can be fitted, without weights of points."""
    is_own = base.__module__.startswith("bayeslab.") and not isabstract(base)
    own = {base} if is_own and "sample_weight" not in signature(base.fit).parameters else set()
    return own.union(*map(own_estimators, base.__subclasses__()))


@pytest.mark.parametrize("kind", sorted(own_estimators(), key=str))
def test_weights_of_points_are_refused_with_our_own_sentence(kind: Any) -> None:
    model, sentence = (
        kind.__new__(kind),
        rf"{kind.__name__}\.fit takes X and y, and no sample_weight",
    )
    with pytest.raises(TypeError, match=sentence):
        model.fit(X, Y, sample_weight=[1, 1, 2])
    with pytest.raises(TypeError, match=sentence):
        model.fit(X, Y, [1, 1, 2])
    assert not has_fit_parameter(model, "sample_weight")
