"""Decisions of least expected loss, against a loop over answers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB

from bayeslab import GaussianBayes, KernelBayes, MinimumRisk

X, NUMBERS = load_iris(return_X_y=True)
X = X[:, :2]  # so that classes overlap
NAMES = load_iris().target_names[NUMBERS]
losses = st.lists(st.lists(st.floats(-2, 9), min_size=3, max_size=3), min_size=3, max_size=3)


@given(losses, st.none() | st.floats(-2, 5))
def test_each_answer_is_the_one_of_least_expected_loss(
    table: list[list[float]], reject: float | None
) -> None:
    inside = GaussianBayes().fit(X, NAMES)
    model = MinimumRisk(FrozenEstimator(inside), table, reject, "none of them").fit(X, NAMES)
    for shares, answer in zip(inside.predict_proba(X), model.predict(X), strict=True):
        risks: dict[str, float] = {} if reject is None else {"none of them": reject}
        for k, name in enumerate(inside.classes_):
            risks[name] = sum(share * row[k] for share, row in zip(shares, table, strict=True))
        assert risks[answer] == pytest.approx(min(risks.values()), abs=1e-12)


class Told(ClassifierMixin, BaseEstimator):
    """A classifier whose features are the probabilities."""

    def fit(self, _: Any, y: Any) -> "Told":
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, shares: Any) -> Any:
        return np.asarray(shares)


@pytest.mark.parametrize("shares", [(0.1, 0.4, 0.1, 0.4), (0.3, 0.1, 0.3, 0.3)])
def test_equal_losses_go_to_the_first_class_however_they_are_rounded(
    shares: tuple[float, ...],
) -> None:
    most = max(shares)
    model = MinimumRisk(Told(), reject=1 - most, rejected=9).fit(np.eye(4), range(4))
    assert model.predict([shares]) == [shares.index(most)]  # a rejection would cost as much


def test_without_losses_it_is_the_classifier_that_it_holds() -> None:
    model, weights = MinimumRisk(GaussianNB()), NUMBERS + 0.5
    inside = GaussianNB().fit(X, NUMBERS, weights)
    assert (model.fit(X, NUMBERS, weights).predict(X) == inside.predict(X)).all()
    assert (model.predict_proba(X) == inside.predict_proba(X)).all()
    rejecting = clone(model).set_params(reject=0.4, rejected=-1).fit(X, NUMBERS, weights)
    doubtful = inside.predict_proba(X).max(axis=1) < 0.6
    assert 0 < doubtful.mean() < 1
    assert (rejecting.predict(X) == np.where(doubtful, -1, inside.predict(X))).all()
    search = GridSearchCV(MinimumRisk(GaussianBayes()), {"estimator__covariance": ["full"]})
    assert search.fit(X, NUMBERS).best_score_ > 0.7


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"losses": [[0, 1], [1, 0]]}, "finite numbers in 3 rows and 3 columns"),
        ({"losses": np.full((3, 3), np.nan)}, "finite numbers in 3 rows and 3 columns"),
        ({"losses": "abc"}, "finite numbers in 3 rows and 3 columns"),
        ({"losses": np.eye(3) * 1j}, "finite numbers in 3 rows and 3 columns"),
        ({"reject": 0.1, "rejected": ["none"]}, "give a label of the type of the classes"),
        ({"reject": "often"}, "reject is 'often'; give a finite loss"),
        ({"reject": 0.1}, "rejected is None; give a label of the type of the classes"),
        ({"reject": 0.1, "rejected": -1}, "rejected is -1; give a label of the type"),
        ({"reject": 0.1, "rejected": "setosa"}, "and none of them"),
    ],
)
def test_what_has_no_meaning_is_refused(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        MinimumRisk(GaussianBayes(), **parameters).fit(X, NAMES)


def test_probabilities_are_needed_and_must_be_numbers() -> None:
    with pytest.raises(AttributeError, match="predict_proba"):
        MinimumRisk(KernelBayes()).fit(X[:100], NAMES[:100]).predict(X)

    class Unsure(DummyClassifier):
        def predict_proba(self, X: Any) -> Any:
            return np.full((len(X), 3), np.nan)

    with pytest.raises(ValueError, match="probabilities that are NaN"):
        MinimumRisk(Unsure()).fit(X, NAMES).predict(X)
