"""Every description against the decision function of the model that it describes."""

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.scoring.descriptions import DESCRIBERS, describe
from cases import binary_models, blobs, kernel_bayes_models, other_models, size_of_terms


def assert_described(model: Any, n_classes: int, d: int) -> None:
    X, y = blobs(40, d, n_classes)
    model.fit(X, y)
    Q = np.random.default_rng(1).normal(scale=3.0, size=(50, d)) + 2.0
    description = describe(model)
    assert description is not None
    expected = model.decision_function(Q).reshape(len(Q), -1)
    assert len(description) == expected.shape[1]
    for score, column in zip(description, expected.T, strict=True):
        assert (np.abs(score(Q) - column) <= 1e-12 * size_of_terms(score, Q)).all()


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize(
    "model", [*kernel_bayes_models(), *binary_models(), *other_models()], ids=str
)
def test_two_classes_are_described_by_their_decision_function(model: Any, d: int) -> None:
    assert_described(clone(model), 2, d)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("model", [*other_models()], ids=str)
def test_more_classes_are_described_column_by_column(model: Any, d: int) -> None:
    assert_described(clone(model), 3, d)


def test_every_known_type_is_among_the_models_tested() -> None:
    types = {type(model) for model in (*kernel_bayes_models(), *binary_models(), *other_models())}
    assert types == set(DESCRIBERS)


def test_a_pipeline_far_from_the_origin_keeps_its_digits() -> None:
    X, y = blobs()
    far = 1e6 + X
    model = make_pipeline(StandardScaler(), KernelBayes("II")).fit(far, y)
    (score,) = describe(model) or ()
    assert score(far) == pytest.approx(model.decision_function(far), rel=0, abs=1e-13)


@pytest.mark.parametrize(
    "model",
    [
        DummyClassifier(),
        KernelBayes(kernel=rbf_kernel),
        SVC(kernel="sigmoid"),
        SVC(kernel=rbf_kernel),
        OneVsRestClassifier(DummyClassifier()),
        make_pipeline(MinMaxScaler(), KernelBayes()),
        make_pipeline(StandardScaler(), DummyClassifier()),
    ],
    ids=lambda model: type(model).__name__,
)
def test_a_model_without_a_score_function_has_no_description(model: Any) -> None:
    assert describe(model.fit(*blobs())) is None


def test_an_svc_of_three_classes_votes_and_has_no_description() -> None:
    assert describe(SVC().fit(*blobs(n_classes=3))) is None


@pytest.mark.parametrize("model", [KernelBayes(), GaussianBayes(), make_pipeline(SVC())], ids=str)
def test_a_model_that_is_not_fitted_is_refused(model: Any) -> None:
    with pytest.raises(NotFittedError):
        describe(model)
