"""Decision regions against the classifiers' own answers, node by node."""

from typing import Any

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import FixedThresholdClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.svm import SVC

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.scoring import regions
from bayeslab.scoring.regions import decision_regions, decision_strength

BOX = (0.0, 7.0, -0.5, 3.0)
IRIS, SPECIES = load_iris(return_X_y=True)
PETALS = IRIS[:, 2:]

BINARY: list[Any] = [
    *(KernelBayes(gamma=5.0), KernelBayes("III"), KernelBayes("III", "polynomial")),
    *(GaussianBayes(), SVC(), KNeighborsClassifier(), LogisticRegression()),
]
# Their answers are not the signs of their scores.
MOVED = [
    FixedThresholdClassifier(GaussianNB(), threshold=0.1),
    NearestCentroid(priors="empirical"),
]
MANY = [
    OneVsRestClassifier(KernelBayes()),
    GaussianBayes(),
    SVC(),
    SVC(decision_function_shape="ovo"),
    LogisticRegression(),
    KNeighborsClassifier(),
]


def nodes(grid: regions.Regions) -> Any:
    return np.array([[a, b] for b in grid.x2 for a in grid.x1])


@pytest.mark.parametrize("model", [*BINARY, *MOVED], ids=str)
def test_two_classes_are_labelled_as_the_classifier_predicts(model: Any) -> None:
    two = SPECIES > 0
    model.fit(PETALS[two], SPECIES[two])
    grid = decision_regions(model, BOX, resolution=23)
    assert (grid.classes[grid.label].ravel() == model.predict(nodes(grid))).all()
    assert grid.score.shape == (23, 23)
    assert model in MOVED or ((grid.score > 0) == (grid.label == 1)).all()


@pytest.mark.parametrize("model", MANY, ids=str)
def test_many_classes_are_labelled_as_the_classifier_predicts(model: Any) -> None:
    model.fit(PETALS, SPECIES.astype(str))
    grid = decision_regions(model, BOX, resolution=23)
    assert (grid.classes[grid.label].ravel() == model.predict(nodes(grid))).all()
    assert grid.score.shape == (23, 23, 3)


def test_rows_run_along_the_second_feature() -> None:
    model = GaussianBayes("spherical", priors="equal").fit(
        [[0, 0], [2, 0], [0, 9], [2, 9]], [0, 0, 1, 1]
    )
    grid = decision_regions(model, (0, 2, 0, 9), resolution=10)
    assert (grid.x1[0], grid.x1[-1], grid.x2[0], grid.x2[-1]) == (0, 2, 0, 9)
    assert grid.label[0].tolist() == [0] * 10
    assert grid.label[-1].tolist() == [1] * 10


def test_scores_are_the_decision_function_whatever_the_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = SVC().fit(PETALS, SPECIES)
    whole = decision_regions(model, BOX, resolution=11)
    monkeypatch.setattr(regions, "BLOCK_ROWS", 7)
    blocks = decision_regions(model, BOX, resolution=11)
    assert whole.score.reshape(-1, 3) == pytest.approx(model.decision_function(nodes(whole)))
    assert (whole.label == blocks.label).all()


def test_strength_is_the_distance_from_zero_or_the_lead_over_the_second() -> None:
    assert decision_strength(np.array([[-2.0, 3.0]])).tolist() == [[2.0, 3.0]]
    assert decision_strength(np.array([[[1.0, 5.0, 3.0], [2.0, 2.0, 0.0]]])).tolist() == [
        [2.0, 0.0]
    ]


@pytest.mark.parametrize(
    ("box", "resolution", "message"),
    [
        ((0, 0, 0, 1), 10, "is empty"),
        ((1, 0, 0, 1), 10, "is empty"),
        ((0, np.nan, 0, 1), 10, "is empty"),
        ((0, np.inf, 0, 1), 10, "is empty"),
        ((0, 1, 0, 1), 1, "at least 2 nodes"),
    ],
)
def test_a_box_or_resolution_without_area_is_refused(
    box: tuple[float, ...], resolution: int, message: str
) -> None:
    model = SVC().fit(PETALS, SPECIES)
    with pytest.raises(ValueError, match=message):
        decision_regions(model, box, resolution)


def test_models_that_cannot_be_drawn_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="exactly two features"):
        decision_regions(SVC().fit(IRIS, SPECIES), BOX)
    with pytest.raises(ValueError, match="exactly two features"):
        decision_regions(KMeans(2, n_init=1).fit(PETALS), BOX)
