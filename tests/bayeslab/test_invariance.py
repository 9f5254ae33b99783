"""What must not depend on units, on the origin, on an earlier fit or on a later parameter."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

from bayeslab import (
    BernoulliBayes,
    CategoricalBayes,
    GaussianBayes,
    KernelBayes,
    MinimumRisk,
    MixedBayes,
)
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.covariance import COVARIANCES
from bayeslab.estimators.fisher import fisher_directions
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.accuracy import compare, cross_validated_accuracy
from bayeslab.evaluation.diagnostics import held_out_predictions, roc_curve
from bayeslab.evaluation.splits import EvaluationSpec

Array = NDArray[np.float64]
MOONS = load(DatasetSpec("moons", n=60, noise=0.3))
LINE = np.array([0.0, 1.0, 2.0, 6.0, 7.0, 8.0])
HALVES = np.array([0, 0, 0, 1, 1, 1])
FOLDS = EvaluationSpec("k-fold", folds=5)

KERNEL_MODELS = [
    KernelBayes(variant, kernel, threshold=threshold)
    for variant in ("I", "II", "III")
    for kernel in KERNELS
    for threshold in ("error", "loo")
]
GAUSSIANS = [GaussianBayes(covariance) for covariance in COVARIANCES]
# Regular for any points.
REGULAR = [
    GaussianBayes(pooling=0.5, shrinkage=0.1),
    GaussianBayes("pooled", singular="pseudo"),
    MixedBayes(gaussian=GaussianBayes("diagonal", pooling=0.5, shrinkage=0.1)),
]
ESTIMATORS = [*KERNEL_MODELS, *GAUSSIANS, BernoulliBayes(), CategoricalBayes()]


def name_of(model: Any) -> str:
    return str(model).replace("\n", "").replace(" ", "")


@pytest.mark.parametrize("model", [*KERNEL_MODELS, *GAUSSIANS], ids=name_of)
@pytest.mark.parametrize("shift", [1e2, 1e5, 3e6])
def test_the_origin_does_not_matter(model: Any, shift: float) -> None:
    # Multiples of 2^-20, so that no digit is lost on the way.
    X = np.rint(MOONS.X * 2**20) / 2**20
    near, far = clone(model).fit(X, MOONS.y), clone(model)
    far.fit(X + shift, MOONS.y)
    score, moved = near.decision_function(X), far.decision_function(X + shift)
    # Covariances err by some epsilon * shift, relative to their size.
    assert moved == pytest.approx(score, rel=1e-5, abs=1e-5 * np.abs(score).max())
    assert (near.predict(X) == far.predict(X + shift)).mean() > 0.98


@pytest.mark.parametrize("threshold", ["error", "loo"])
@pytest.mark.parametrize("kernel", ["linear", "polynomial"])
@pytest.mark.parametrize("shift", [0.0, 100.0, 3e6, 1e7])
def test_a_gap_is_found_wherever_the_line_begins(kernel: str, threshold: Any, shift: float) -> None:
    for x in (LINE, np.array([0.0, 1.0, 2.0, 2.25, 3.25, 4.25])):
        X = x[:, None] + shift
        model = KernelBayes(kernel=kernel, degree=1, threshold=threshold).fit(X, HALVES)
        search = model.threshold_search_
        assert (model.predict(X) == HALVES).all()
        assert search.errors[search.index] <= (0 if x is LINE else 2)


def test_the_default_gamma_is_that_of_the_svc_and_does_not_memorise() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    for points in (X, (X - X.mean(axis=0)) / X.std(axis=0)):
        model = KernelBayes().fit(points, y)
        assert model.gamma_ == pytest.approx(SVC().fit(points, y)._gamma, rel=1e-12)
        predictions = held_out_predictions(KernelBayes(), points, y, FOLDS)
        assert (predictions.predicted == y).mean() > 0.85
    with pytest.warns(UserWarning, match=r"kernel values of all others .* lower gamma"):
        KernelBayes(gamma=5.0).fit(points, y)


@pytest.mark.parametrize("gamma", [1e9, 1e-14])
def test_a_warning_is_told_of_the_line_that_fits(gamma: float) -> None:
    with pytest.warns(UserWarning) as warnings:
        KernelBayes(gamma=gamma).fit(MOONS.X, MOONS.y)
    assert {warning.filename for warning in warnings} == {__file__}


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
@pytest.mark.parametrize("unit", [1e-8, 1e8])
def test_the_default_gamma_follows_the_unit_of_all_features(kernel: str, unit: float) -> None:
    own, scaled = (KernelBayes(kernel=kernel).fit(MOONS.X * c, MOONS.y) for c in (1.0, unit))
    assert scaled.decision_function(MOONS.X * unit) == pytest.approx(
        own.decision_function(MOONS.X), rel=1e-6, abs=1e-9
    )


# Fisher's directions


@pytest.mark.parametrize("read", [load_iris, load_wine, load_breast_cancer])
@pytest.mark.parametrize("exponent", [0, -5, 4])
@pytest.mark.parametrize("is_even", [True, False])
def test_fishers_coordinates_are_scikit_learns_in_any_units(
    read: Any, exponent: int, is_even: bool
) -> None:
    X, y = read(return_X_y=True)
    shares = np.arange(1, y.max() + 2)
    priors = None if is_even else shares / shares.sum()
    # In units of the standard deviations: in others scikit-learn's own rank depends on them.
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    theirs = LinearDiscriminantAnalysis(solver="svd", priors=priors).fit(Z, y).transform(Z)
    units = 10.0 ** (exponent * (np.arange(X.shape[1]) % 2))
    ours = GaussianBayes("pooled", priors).fit_transform(X * units, y)
    assert np.abs(ours) == pytest.approx(np.abs(theirs), rel=1e-5, abs=1e-5)


def test_only_the_pooled_model_has_fishers_coordinates() -> None:
    X, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(GaussianBayes("pooled"), GaussianBayes("spherical")).fit(X, y)
    assert pipeline[0].get_feature_names_out().tolist() == ["gaussianbayes0", "gaussianbayes1"]
    assert (pipeline.predict(X) == GaussianBayes("pooled").fit(X, y).predict(X)).mean() > 0.98
    for covariance in COVARIANCES:
        for method in ("transform", "fit_transform"):
            assert hasattr(GaussianBayes(covariance), method) == (covariance == "pooled")


def test_fishers_directions_need_one_matrix() -> None:
    model = GaussianBayes("pooled").fit(*load_breast_cancer(return_X_y=True))
    for covariance in (model.covariances_, model.covariances_[0][:2, :2]):
        with pytest.raises(ValueError, match=r"covariance has shape .* give one matrix"):
            fisher_directions(model.means_, covariance, model.class_count_)


# Singular covariances


def test_a_pseudo_inverse_sees_a_feature_in_large_units() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2)) + np.repeat([[0, 0], [5, 0]], 200, axis=0)
    y = np.repeat([0, 1], 200)
    for unit in (1.0, 1e-8, 1e8):
        doubled = np.column_stack([X[:, 0] * unit, X[:, 1], X[:, 1]])
        assert GaussianBayes(singular="pseudo").fit(doubled, y).score(doubled, y) > 0.98


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_classes_without_any_spread_are_refused(covariance: str) -> None:
    with pytest.raises(ValueError, match="spread"):
        GaussianBayes(covariance, singular="pseudo").fit([[0], [0], [1], [1]], [0, 0, 1, 1])


def test_a_singular_covariance_names_its_features_and_the_remedies() -> None:
    X, y = load_iris(return_X_y=True)
    cases = [(np.column_stack([X, X[:, 1] + X[:, 2]]), "Features 1, 2, 4 are collinear")]
    cases += [(np.column_stack([X, np.ones(len(X))]), "Feature 4 is constant")]
    for points, cause in cases:
        with pytest.raises(ValueError, match=rf"{cause}.*shrinkage.*singular='pseudo'"):
            GaussianBayes().fit(points, y)
    two_equal = np.vstack([X[:50], X[:50]])
    two_equal[:, 1] = 1.0
    with pytest.raises(ValueError, match="covariance of class 0 is singular"):
        GaussianBayes().fit(two_equal, np.repeat([0, 1], 50))


@pytest.mark.parametrize("covariance", ["diagonal", "spherical"])
def test_variances_of_many_features_need_no_matrices(covariance: str) -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 20_000)), np.repeat([0, 1], 20)  # a matrix would take 3 GB
    X[y == 1, :200] += 1
    model = GaussianBayes(covariance).fit(X, y)
    theirs = GaussianNB(var_smoothing=0) if covariance == "diagonal" else NearestCentroid()
    assert (model.predict(X) == theirs.fit(X, y).predict(X)).all()


@pytest.mark.parametrize("unit", [1e-3, 1.0, 1e3])
def test_a_common_factor_of_the_determinants_cancels(unit: float) -> None:
    rng = np.random.default_rng(2)
    X = np.vstack([rng.normal(size=(300, 120)), 3 * rng.normal(size=(300, 120))])
    y = np.repeat([0, 1], 300)
    model = KernelBayes("III", gamma=0.01, determinants=True)
    expected = model.fit(X, y).predict(X)
    assert (model.fit(X * unit, y).predict(X * unit) == expected).all()
    assert model.score(X * unit, y) > 0.9


# Scores and regions


@pytest.mark.parametrize("read", [load_iris, load_wine])
@pytest.mark.parametrize(
    "model",
    [
        GaussianBayes("pooled"),
        LinearDiscriminantAnalysis(),
        make_pipeline(StandardScaler(), LogisticRegression()),
        QuadraticDiscriminantAnalysis(),
        GaussianNB(),
    ],
    ids=name_of,
)
def test_the_area_of_a_class_is_that_of_its_posterior(model: Any, read: Any) -> None:
    X, y = read(return_X_y=True)
    predictions = held_out_predictions(model, X, y, FOLDS)
    assert predictions.probabilities is not None
    for k in range(3):
        expected = roc_auc_score(y == k, predictions.probabilities[:, k])
        assert roc_curve(predictions, k).area == pytest.approx(expected, abs=2e-3)


# Fitting


def data_of(model: Any) -> tuple[Array, NDArray[np.int64]]:
    return (MOONS.X > 0).astype(float) if hasattr(model, "alpha") else MOONS.X, MOONS.y


@pytest.mark.parametrize("model", ESTIMATORS, ids=name_of)
def test_a_fit_that_fails_leaves_what_was_there(model: Any) -> None:
    X, y = data_of(model)
    fresh = clone(model)
    bad = [(np.zeros_like(X), np.zeros(len(X))), (X, np.zeros(len(X))), (X * np.nan, y)]
    if not hasattr(model, "alpha"):
        bad.append((np.zeros_like(X), y))  # all points identical
    for points, labels in bad:
        with pytest.raises(ValueError):
            fresh.fit(points, labels)
        with pytest.raises(NotFittedError):
            fresh.predict(X)
    fitted = clone(model).fit(X, np.where(y == 1, "yes", "no"))
    before = fitted.predict(X)
    for points, labels in bad:
        with pytest.raises(ValueError):
            fitted.fit(points, labels)
        assert (fitted.predict(X) == before).all()
        assert fitted.classes_.tolist() == ["no", "yes"]


OTHERS: dict[str, Any] = {
    "variant": "III",
    "kernel": "laplacian",
    "gamma": 99.0,
    "degree": 5,
    "coef0": 3.0,
    "threshold": "consistency",
    "metric": "pooled",
    "determinants": True,
    "probability": True,
    "covariance": "spherical",
    "priors": "equal",
    "divisor": "n-1",
    "singular": "pseudo",
    "pooling": 0.5,
    "shrinkage": 0.5,
    "alpha": 7.0,
    "binarize": 1e9,
    "min_categories": 9,
}


@pytest.mark.parametrize(
    "model", [KernelBayes(), KernelBayes("III", "polynomial"), *ESTIMATORS[-6:]], ids=name_of
)
def test_parameters_count_when_fitting_and_not_afterwards(model: Any) -> None:
    X, y = data_of(model)
    fitted = clone(model).fit(X, y)
    before = fitted.decision_function(X) if hasattr(fitted, "decision_function") else None
    predicted = fitted.predict(X)
    for name in fitted.get_params():
        fitted.set_params(**{name: OTHERS[name]})
    assert (fitted.predict(X) == predicted).all()
    if before is not None:
        assert (fitted.decision_function(X) == before).all()


# Labels, and the conventions of scikit-learn

NAMES: list[Any] = [
    *(np.array(["minus", "plus"]), np.array(["minus", "plus"], dtype=object)),
    *(np.array([False, True]), np.array([-1, 1]), np.array([3, 700]), np.array([1.0, 2.0])),
]


@pytest.mark.parametrize("model", [KernelBayes(gamma=50.0), GaussianBayes()], ids=name_of)
@pytest.mark.parametrize("names", NAMES, ids=str)
def test_predictions_have_the_type_of_the_labels(model: Any, names: Any) -> None:
    predicted = model.fit(LINE[:, None], names[HALVES]).predict(LINE[:, None])
    np.testing.assert_array_equal(predicted, names[HALVES])
    np.testing.assert_array_equal(model.classes_, names)
    assert predicted.dtype == names.dtype


@pytest.mark.parametrize(
    "model",
    [
        *(KernelBayes(), KernelBayes("II"), KernelBayes("III", determinants=True)),
        KernelBayes(kernel="linear", threshold="consistency"),
        *(KernelBayes(kernel="laplacian", threshold="loo"), KernelBayes(kernel="precomputed")),
        KernelBayes(probability=True),
        *(*GAUSSIANS, BernoulliBayes(), BernoulliBayes(binarize=0.5), CategoricalBayes()),
        *(*REGULAR, MixedBayes(), MinimumRisk(REGULAR[1])),
    ],
    ids=name_of,
)
def test_the_conventions_of_scikit_learn_hold(model: Any) -> None:
    results = check_estimator(model, on_skip=None, on_fail=None)
    others = {
        result["check_name"]: str(result["exception"])
        for result in results
        if result["status"] != "passed"
    }
    # Its one check that cannot run, for arrays of other libraries, needs an environment variable.
    others.pop("check_array_api_input", None)
    if getattr(model, "probability", False):
        # Its predictions are those of fewest training errors, not of the larger probability, and
        # its weighted points leave one class a single one, which no fold can be without.
        assert "Arrays are not equal" in others.pop("check_classifiers_train")
        assert "smallest class" in others.pop("check_sample_weight_equivalence_on_dense_data")
    for name, sentence in others.items():
        # Its weighted points are on a line, one a class or fractions, which we refuse.
        assert name.startswith("check_sample_weight")
        assert re.search("is singular|Fractional values", sentence)
        assert model not in REGULAR
        assert not isinstance(model, MinimumRisk)
        assert getattr(model, "variant", "") != "I"


# Sentences for what cannot be used

HOLES = np.where(MOONS.X[7] == MOONS.X, np.nan, MOONS.X)
UNUSABLE: list[tuple[Array, Any, str]] = [
    (MOONS.X, np.full(60, 3), "belong to one class, 3; add points of a second class"),
    (MOONS.X[:0], [], "0 sample"),
    (MOONS.X, MOONS.y[:7], "inconsistent numbers of samples"),
    (HOLES, MOONS.y, "contains NaN"),
    (np.where(np.isnan(HOLES), np.inf, MOONS.X), MOONS.y, "contains infinity"),
    (MOONS.X, [*MOONS.y[:59], np.nan], "contains NaN"),
    (MOONS.X, MOONS.y / 3, "continuous"),
    (MOONS.X, np.array(["a", 1] * 30, dtype=object), "^y mixes types .* give labels of one type"),
    (MOONS.X, np.array(["a", None] * 30, dtype=object), "give labels of one type"),
]


@pytest.mark.parametrize(
    "model", [KernelBayes(), *GAUSSIANS, BernoulliBayes(), CategoricalBayes()], ids=name_of
)
@pytest.mark.parametrize(("X", "y", "sentence"), UNUSABLE)
def test_bad_training_data_is_refused_with_a_sentence(
    model: Any, X: Array, y: Any, sentence: str
) -> None:
    points = np.abs(np.rint(X)) if isinstance(model, CategoricalBayes) else X
    with pytest.raises(ValueError, match=sentence):
        model.fit(points, y)


def test_a_split_without_a_second_class_is_refused() -> None:
    splits = [(np.flatnonzero(MOONS.y == 0), np.flatnonzero(MOONS.y == 1))]
    with pytest.raises(ValueError, match="belong to one class, 0"):
        list(KernelBayes().predict_held_out(MOONS.X, MOONS.y, splits))
    with pytest.raises(ValueError, match="training part has no points"):
        list(KernelBayes().predict_held_out(MOONS.X, MOONS.y, [(np.arange(0), np.arange(9))]))


@pytest.mark.parametrize("model", [KernelBayes(), GaussianBayes(), BernoulliBayes()], ids=name_of)
def test_numbers_as_objects_are_refused(model: Any) -> None:
    with pytest.raises(ValueError, match=r"y holds numbers as objects; give integers"):
        model.fit(MOONS.X, MOONS.y.astype(object))
    words = np.where(MOONS.y == 1, "yes", "no").astype(object)
    assert model.fit(MOONS.X, words).score(MOONS.X, words) >= 0.5


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: load("moons"), "'moons' is no DatasetSpec"),  # pyrefly: ignore[bad-argument-type]
        (lambda: GaussianBayes(shrinkage="lots").fit(MOONS.X, MOONS.y), "from 0 to 1 or 'auto'"),
        (lambda: KernelBayes(kernel=["rbf"]).fit(MOONS.X, MOONS.y), r"\['rbf'\] is not known"),  # pyrefly: ignore[bad-argument-type]
        (
            lambda: (
                cross_validated_accuracy(
                    GaussianBayes(), MOONS.X, MOONS.y, EvaluationSpec("hold-out")
                ).interval
            ),
            "One split has no spread",
        ),
        (
            lambda: GaussianBayes().fit(MOONS.X * 1e200, MOONS.y),
            "squares overflow; scale them down",
        ),
        (lambda: KernelBayes().fit(MOONS.X * 1e-200, MOONS.y), "squares underflow; scale them up"),
        (lambda: EvaluationSpec(["k-fold"]).splits(MOONS.y), r"no scheme \['k-fold'\]"),  # pyrefly: ignore[bad-argument-type]
        (lambda: EvaluationSpec("hold-out", share=None).splits(MOONS.y), "share is None; give"),  # pyrefly: ignore[bad-argument-type]
        (
            lambda: fisher_directions(MOONS.X[:2], np.zeros((2, 2)), np.array([1, 1])),
            "class means do not differ",
        ),
    ],
)
def test_a_mistake_gets_a_sentence(wrong: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        wrong()


def test_figures_without_plotly_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("bayeslab.figures")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "plotly", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'bayeslab\[figures\]'"):
        import_module("bayeslab.figures")


def test_folds_may_be_a_number_of_numpy() -> None:
    spec = EvaluationSpec(folds=np.int64(5))  # pyrefly: ignore[bad-argument-type]
    assert len(spec.splits(MOONS.y)) == 5


def test_a_data_frame_keeps_its_columns() -> None:
    frame = pd.DataFrame({"x": MOONS.X[:, 0], "word": np.where(MOONS.X[:, 1] > 0.2, "up", "down")})
    transform = ColumnTransformer(
        [("x", "passthrough", ["x"]), ("word", OneHotEncoder(), ["word"])]
    )
    model = make_pipeline(transform, LogisticRegression())
    expected = cross_val_score(model, frame, MOONS.y, cv=FOLDS.splits(MOONS.y))
    found = cross_validated_accuracy(model, frame, MOONS.y, FOLDS)
    assert found.per_split == pytest.approx(tuple(expected))
    (row,) = compare({"pipeline": model}, frame, MOONS.y, FOLDS)
    assert row.held_out == found
    assert (held_out_predictions(model, frame, MOONS.y, FOLDS).predicted == MOONS.y).mean() > 0.7
