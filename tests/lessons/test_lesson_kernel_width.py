"""The lesson on the kernel's width: its numbers and its page."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import gaussian_kde
from sklearn.metrics import euclidean_distances
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from app_pages import canvas_data, open_page, shown_text
from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import KernelBayes, Threshold, Variant
from bayeslab.evaluation.accuracy import Accuracy, cross_validated_accuracy
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures.theme import PALETTE
from bayeslab.scoring.regions import decision_regions
from core import compute
from core.grips import read_hand
from core.limits import Number
from core.state import GAMMAS, LIMITS
from javascript import call, near, points_of, vectors
from lessons.kernel_width import accuracies
from lessons.kernel_width.accuracies import best_neighbours, rule_gammas
from lessons.kernel_width.data import NARROW, explain_overfitting, picture_data
from lessons.kernel_width.dimension import (
    BAYES_ERROR,
    DIMENSIONS,
    SITUATIONS,
    TOLERANCE,
    N,
    WidthStudy,
    accuracy_of_kernel,
    read_studies,
    study_widths,
    to_plain,
)
from lessons.kernel_width.dimension import (
    GAMMAS as STUDIED,
)
from lessons.kernel_width.dimension import (
    rule_gammas as rules_of_points,
)
from lessons.kernel_width.many_features import describe_features
from lessons.kernel_width.numbers import (
    indistinguishable_from_best,
    leave_one_out,
    leave_one_out_svm,
    new_points,
    self_contribution,
)
from lessons.kernel_width.state import KernelWidthState
from lessons.texts import read_sections
from lessons.tries import read_tries

TWO_CLASSES = [
    key for key, entry in DATASETS.items() if entry.kind == "generated" and entry.n_classes == 2
]
every_variant = pytest.mark.parametrize("variant", ["I", "II", "III"])


def accuracy(mean: float) -> Accuracy:
    return Accuracy(mean, 0.01, (mean,) * 10, (20,) * 10, (180,) * 10)


def test_the_self_contribution_of_three_points_worked_by_hand() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]]), np.array([1, 1, 0])
    own = self_contribution(KernelBayes(gamma=1.0).fit(X, y), X, y)
    near, far = np.exp(-1.0), np.exp(-16.0)
    assert own.index == 1  # it is nearer to the other class
    assert own.n == 2
    assert own.own_mean == pytest.approx((1 + near) / 2)
    assert own.other_mean == pytest.approx(far)
    assert own.share == pytest.approx(1 / (1 + near))
    assert own.projection == pytest.approx((1 + near) / 2 - far)
    assert own.left_out == pytest.approx(near - far)


@every_variant
@given(
    name=st.sampled_from(TWO_CLASSES),
    gamma=st.sampled_from([0.05, 1.0, 20.0, 500.0]),
    seed=st.integers(0, 99),
)
def test_the_self_contribution_agrees_with_the_leave_one_out_projections(
    variant: Variant, name: str, gamma: float, seed: int
) -> None:
    points = load(DatasetSpec(name, n=60, seed=seed))
    model = KernelBayes(variant, gamma=gamma).fit(points.X, points.y)
    own = self_contribution(model, points.X, points.y)
    assert own.projection == pytest.approx(model.projection_[own.index], abs=1e-12)
    leaving_out = KernelBayes(variant, gamma=gamma, threshold="loo").fit(points.X, points.y)
    scores = leaving_out.threshold_search_.scores
    assert np.abs(scores - own.left_out).min() < 1e-12
    assert own.left_out <= own.projection
    assert own.share == pytest.approx(1 / (own.n * own.own_mean))
    assert 0 < own.share <= 1 + 1e-12


def test_a_class_of_one_point_has_nothing_left_without_it() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]]), np.array([0, 0, 1])
    for without in (self_contribution, leave_one_out):
        with pytest.raises(ValueError, match="add a point"):
            without(KernelBayes(gamma=5.0).fit(X, y), X, y)


def test_narrow_bumps_reproduce_random_labels() -> None:
    spec = DatasetSpec("random_labels")
    points, new = load(spec), load(new_points(spec))
    model = KernelBayes(gamma=1e3).fit(points.X, points.y)
    assert model.score(points.X, points.y) == 1
    assert model.score(new.X, new.y) == pytest.approx(0.5, abs=0.05)
    parts = (model.minus_, model.plus_)
    means = [
        part(model.kernel_, part.coordinates(points.X[points.y == k]))
        for k, part in enumerate(parts)
    ]
    own_shares = np.concatenate([1 / (len(each) * each) for each in means])
    assert np.median(own_shares) > 0.999  # "practically all of their class mean"


@pytest.mark.parametrize("name", TWO_CLASSES)
def test_new_points_differ_and_have_the_same_distribution(name: str) -> None:
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
def test_the_range_around_the_best_ends_at_the_first_worse_one(
    means: list[float], stretch: tuple[int, int] | None
) -> None:
    assert indistinguishable_from_best([accuracy(mean) for mean in means], chance=0.5) == stretch


# The page


PAGE = "kernel_width.py"


@pytest.mark.parametrize("variant", ["I", "II", "III"])
@pytest.mark.parametrize("threshold", ["error", "loo"])
def test_a_point_left_out_has_the_sums_of_the_others_and_the_same_offset(
    variant: Variant, threshold: Threshold
) -> None:
    points = load(DatasetSpec("two_gaussians", n=60, noise=1.0))
    for gamma in (0.05, 5.0, 200.0):
        model = KernelBayes(variant, gamma=gamma, threshold=threshold).fit(points.X, points.y)
        means = []
        for label, part in zip((1, 0), (model.plus_, model.minus_), strict=True):
            Z, own = part.coordinates(points.X), points.y == label
            K = np.exp(-gamma * euclidean_distances(Z, squared=True))
            np.fill_diagonal(K, 0)
            means.append(K[:, own].sum(axis=1) / (own.sum() - own))
        right = (means[0] - means[1] + model.offset_ > 0) == (points.y == 1)
        assert leave_one_out(model, points.X, points.y) == pytest.approx(right.mean())


@pytest.mark.parametrize("cut", ["error", "loo"])
@pytest.mark.parametrize(("data", "classifier"), [("moons", "I"), ("spirals", "III")])
@vectors("own_accuracies.js", "sweepOwn")
def test_the_browser_draws_the_accuracies_that_python_computes(
    cut: Threshold, data: str, classifier: str
) -> Iterator[Any]:
    state = KernelWidthState(cut=cut, data=data, classifier=classifier, all_curves=False)
    told = picture_data(state)
    assert told["own"] is told["more"] is None
    points = compute.dataset(state.lab.dataset_spec)
    styles = [{"name": name} for name in told["classes"]]
    expected = accuracies.own_accuracies(state.lab)
    yield (
        [told["model"], points_of(points.X, points.y), styles, GAMMAS],
        {
            "gammas": GAMMAS,
            "training": near(expected["training"]),
            "leftOut": near(expected["left out"]),
        },
    )


def test_the_first_page_shows_a_classifier_that_has_memorised_the_points() -> None:
    state = KernelWidthState.opening()
    shares = {
        name: row[GAMMAS.index(state.gamma)]
        for name, row in accuracies.accuracy_curves(state.lab).accuracies.items()
    }
    assert shares["training"] > 0.99
    assert shares["left out"] < 0.7
    assert shares["left out"] == pytest.approx(shares["new points"], abs=0.05)
    # "Drag the line to the left, until both curves meet."
    best = accuracies.own_accuracies(state.lab)
    assert max(best["left out"]) > 0.98
    assert GAMMAS[best["left out"].index(max(best["left out"]))] < state.gamma
    text = shown_text(open_page(PAGE))
    assert "On the moons at γ = 100" in text
    assert "Grey" not in text, "it is not shown"
    assert "Grey" in shown_text(open_page(PAGE, all_curves="yes"))
    assert percent(shares["left out"]) in text


def tries() -> dict[str, KernelWidthState]:
    """Return the state that each try sets up, by its label."""
    items = read_tries(read_sections("kernel_width")["Try"], KernelWidthState)
    return {
        item.label: KernelWidthState().change(**item.choices) for item in items if not item.in_lab
    }


def test_each_thing_to_try_shows_what_its_text_asks_for() -> None:
    own = {
        label: accuracies.own_accuracies(state.lab)
        for label, state in tries().items()
        if not state.is_svm
    }
    wide = own["Wide bumps"]
    apart = np.subtract(wide["training"], wide["left out"])
    assert apart[0] == 0 < apart.max()
    place = GAMMAS.index(100.0)
    loo = own["Threshold from leave-one-out scores"]
    assert max(loo["training"][place:]) > loo["training"][place]  # this one still changes
    assert set(loo["left out"][place:]) == {loo["left out"][place]}
    random = own["Random labels"]
    assert random["training"][-1] == 1
    assert max(random["left out"]) < 0.6
    spirals = tries()["Spirals"]
    zones = [
        accuracies.accuracy_curves(replace(spirals, classifier=variant).lab).interval
        for variant in ("I", "II", "III")
    ]
    assert len(set(zones)) > 1
    assert all(state.all_curves for state in (spirals, tries()["SVM, large γ"]))


def test_the_rules_for_the_bandwidth_are_those_of_scipy() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 3)) * [1.0, 2.0, 0.5]
    y = np.repeat([0, 1], 45)
    gammas = rule_gammas(X, y)
    variance = np.mean([np.diag(np.cov(X[y == k].T)) for k in (0, 1)])
    for name, factor in (("Scott", "scotts_factor"), ("Silverman", "silverman_factor")):
        h = getattr(gaussian_kde(X[:45].T), factor)() * variance**0.5
        assert gammas[name] == pytest.approx(1 / (2 * h**2))
    pairs = euclidean_distances(X)[np.triu_indices(90, 1)]
    assert gammas["median"] == pytest.approx(1 / (2 * np.median(pairs) ** 2))


def test_the_best_neighbours_are_counted_by_hand() -> None:
    points = load(DatasetSpec("moons", n=60))
    folds = EvaluationSpec("leave-one-out")
    distances = euclidean_distances(points.X)
    np.fill_diagonal(distances, np.inf)
    order = distances.argsort(axis=1)
    shares = {
        k: float(((points.y[order[:, :k]].mean(axis=1) > 0.5) == points.y).mean())
        for k in (1, 3, 5, 9, 15, 25)
    }
    k, share = best_neighbours(points.X, points.y, folds)
    assert share == pytest.approx(max(shares.values()))
    assert shares[k] == max(shares.values())


def moved(**values: Any) -> dict[str, Any]:
    """Return what is read when a hand leaves these values behind."""
    return read_hand({"hand": {"values": values}}, KernelWidthState(), list(values))


def test_a_dragged_gamma_has_three_digits_and_stays_within_its_limits() -> None:
    assert moved(gamma=np.log10(4.9873)) == {"gamma": 4.99}
    assert moved(gamma=9) == {"gamma": 1000.0}
    assert moved(gamma="1") == {}


def shares_at(gamma: float, **choices: Any) -> dict[str, float]:
    """Return the accuracies that the page shows at a γ, by the name of their curve."""
    curves = accuracies.accuracy_curves(KernelWidthState(gamma=gamma, **choices).lab).accuracies
    return {name: row[GAMMAS.index(gamma)] for name, row in curves.items()}


def drawn(state: KernelWidthState, **data: Any) -> dict[str, Any]:
    """Return what the picture of a state draws and writes, without a page."""
    told = picture_data(state) | {"palette": [vars(style) for style in PALETTE]} | data
    told |= {"values": {"gamma": np.log10(state.gamma)}, "theme": "light"}
    (picture,) = call("drawn.mjs", [["draw", "kernel_width", told]])
    return dict(picture)


@pytest.mark.parametrize("gamma", [0.01, 5.0, 100.0, 1000.0])
@pytest.mark.parametrize("classifier", ["I", "III"])
def test_the_terms_have_equal_decimals_and_add_up_visibly(classifier: str, gamma: float) -> None:
    state = KernelWidthState(classifier=classifier, cut="error", gamma=gamma, all_curves=False)
    terms = drawn(state)["terms"]
    own, plus, minus, score = (
        term["value"] for term in terms if isinstance(term, dict) and term["part"] != "gamma"
    )
    rest = re.findall(r"−?\d+\.\d+", terms[-2])  # b, and what variant III adds
    written = [own, plus, minus, *rest, score]
    (places,) = {len(number.partition(".")[2]) for number in written}
    own, plus, minus, *rest, score = (float(number.replace("−", "-")) for number in written)
    assert own + plus - minus + sum(rest) == pytest.approx(score, abs=2.5 * 10.0**-places)


def test_the_name_of_a_point_stays_at_it_when_its_bump_leaves_the_plane() -> None:
    first = KernelWidthState.opening()
    centre = picture_data(first)["centre"]
    places = []
    for state in (first, first.change(gamma=0.01)):
        calls = drawn(state, centre=centre)["calls"]
        places.append(next(call["args"][1:] for call in calls if "xᵢ" in call["args"]))
    assert places[1] == pytest.approx(places[0], abs=2)


def test_what_the_steps_say_is_so() -> None:
    at = {gamma: shares_at(gamma, cut="error") for gamma in GAMMAS}
    assert all((shares["training"] == 1) == (gamma >= 110) for gamma, shares in at.items())
    best = max(shares["left out"] for shares in at.values())
    assert all(shares["left out"] >= best - 0.01 for gamma, shares in at.items() if 8 <= gamma < 25)
    low = at[min(at)]
    assert low["training"] == low["left out"] < 0.85
    for gamma, is_seen in ((30.0, False), (15.0, True), (2.0, True)):
        terms = drawn(KernelWidthState.opening().change(gamma=gamma))["terms"]
        (others,) = [t["value"] for t in terms if isinstance(t, dict) and t["part"] == "plus"]
        assert (float(others) > 0) == is_seen
    trained, left_out = (shares_at(100.0, cut=cut) for cut in ("error", "loo"))
    assert left_out["left out"] > trained["left out"] + 0.25


@pytest.mark.parametrize("name", ["moons", "spirals", "two_gaussians"])
def test_narrow_bumps_give_almost_the_nearest_neighbour_rule(name: str) -> None:
    spec = DatasetSpec(name)
    points, new = load(spec), load(new_points(spec))
    nearest = KNeighborsClassifier(1).fit(points.X, points.y)
    model = KernelBayes(gamma=1000.0, threshold="loo").fit(points.X, points.y)
    assert (model.predict(new.X) == nearest.predict(new.X)).mean() > 0.99
    text = shown_text(open_page(PAGE, data=name, gamma="1000"))
    assert percent(nearest.score(new.X, new.y)) in text


def test_each_try_about_the_cut_shows_what_it_says() -> None:
    trained, left_out = (shares_at(100.0, cut=cut) for cut in ("error", "loo"))
    assert trained["training"] > 0.99
    assert trained["new points"] < left_out["new points"] - 0.25
    points = load(DatasetSpec("moons"))
    model = KernelBayes(gamma=100.0).fit(points.X, points.y)
    regions = decision_regions(model, bounding_box(points.X), 200)
    assert 0.9 < (regions.label == 1).mean() < 1  # the other class has islands
    wide = shares_at(1000.0)
    assert all(abs(wide[name] - share) < 0.01 for name, share in left_out.items())


def test_values_beyond_the_reach_that_the_text_states_are_zero() -> None:
    points = load(DatasetSpec("moons"))
    model = KernelBayes(gamma=1000.0).fit(points.X, points.y)
    (reach,) = re.findall(r"more than ([\d.]+)\s+apart", shown_text(open_page(PAGE, gamma="1000")))
    last = points.X[points.X[:, 0].argmax()]
    assert model.kernel_(last[None], last[None] + [[float(reach) + 0.01, 0.0]]).item() == 0
    assert model.kernel_(last[None], last[None] + [[float(reach) - 0.01, 0.0]]).item() > 0


def test_the_number_called_ten_folds_is_the_ten_fold_accuracy() -> None:
    points = compute.dataset(NARROW.dataset_spec)
    ten = EvaluationSpec("k-fold", folds=10)
    model = KernelBayes(gamma=NARROW.gamma)
    expected = cross_validated_accuracy(model, points.X, points.y, ten).mean
    assert explain_overfitting()["folds"] == percent(expected)
    five = cross_validated_accuracy(model, points.X, points.y, EvaluationSpec("k-fold", folds=5))
    assert percent(five.mean) != percent(expected)


def test_the_svm_is_left_out_point_by_point_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = tuple(0.5 + 0.01 * k for k in range(len(GAMMAS)))
    monkeypatch.setattr(accuracies, "left_out_accuracies", lambda *_: made_up)
    app = open_page(PAGE, classifier="svc-rbf", gamma="1000", refit="yes")
    assert canvas_data(app)["own"]["left out"] == list(made_up)


# Many features


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_bayes_error_of_a_situation_is_the_same_for_any_number_of_features(name: str) -> None:
    for d in (2, 7):
        X, y = SITUATIONS[name](200_000, d, np.random.default_rng(0))
        best = X[:, 0] if name == "two_gaussians" else X[:, 0] * X[:, 1]
        assert (np.sign(best) != y).mean() == pytest.approx(BAYES_ERROR, abs=0.003)
        assert X[y > 0][:, -1].std() == pytest.approx(X[y < 0][:, -1].std(), rel=0.02)


@pytest.mark.parametrize("gamma", [0.01, 0.3, 8.0])
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_accuracy_of_a_kernel_matrix_is_that_of_kernel_bayes(name: str, gamma: float) -> None:
    rng = np.random.default_rng(3)
    (X, y), (new, truth) = (SITUATIONS[name](n, 5, rng) for n in (N, 500))
    model = KernelBayes("I", gamma=gamma, threshold="loo").fit(X, y)
    K = np.exp(-gamma * euclidean_distances(np.vstack([X, new]), X, squared=True))
    assert accuracy_of_kernel(K, y, truth) == pytest.approx(model.score(new, truth), abs=1 / 500)


def test_the_rules_of_many_features_are_those_of_scikit_learn_and_of_the_distances() -> None:
    X = np.random.default_rng(0).normal(size=(60, 4))
    scale, median = rules_of_points(X).values()
    assert scale == pytest.approx(SVC().fit(X, np.arange(60) % 2)._gamma)
    distances = euclidean_distances(X)[np.triu_indices(60, 1)]
    assert median == pytest.approx(1 / (2 * np.median(distances) ** 2), rel=1e-3)


def test_a_study_can_be_reproduced() -> None:
    stored, fresh = read_studies("xor")[2], to_plain(study_widths("xor", 2))
    assert fresh["accuracies"] == pytest.approx(stored.accuracies, abs=5e-4)
    assert fresh["spread"] == pytest.approx(stored.spread, abs=5e-4)
    for name, (gamma, share) in stored.rules.items():
        assert fresh["rules"][name] == pytest.approx([gamma, share], abs=5e-4)


def test_the_good_gammas_end_where_one_falls_short() -> None:
    shares = np.full(len(STUDIED), 0.6)
    shares[3:6] = 0.9 - TOLERANCE / 2, 0.9, 0.9 - 2 * TOLERANCE
    study = WidthStudy(shares, np.zeros_like(shares), {})
    assert (study.best, study.good) == (4, (3, 4))


def test_the_text_on_many_features_says_what_the_studies_say() -> None:
    for name in SITUATIONS:
        studies = read_studies(name)
        assert list(studies) == list(DIMENSIONS)
        last = {d: STUDIED[study.good[1]] for d, study in studies.items()}
        best = {d: study.accuracies.max() for d, study in studies.items()}
        if name == "two_gaussians":
            assert all(study.good[0] == 0 for study in studies.values())
            assert last[2] / last[50] > 25  # 1/d
            assert describe_features(KernelWidthState(situation=name))["upper"] == "-1.3"
            for d, study in studies.items():
                assert all(share > best[d] - TOLERANCE for _, share in study.rules.values())
        else:
            assert last[2] / last[50] < 25  # 1/d
            assert -1 < float(describe_features(KernelWidthState(situation=name))["upper"]) < -0.7
            assert describe_features(KernelWidthState(situation=name))["from"] == "5"
            for d, study in studies.items():
                poor = [share < best[d] - TOLERANCE for _, share in study.rules.values()]
                assert all(poor) == (d >= 5)
                if d >= 5:
                    first = STUDIED[study.good[0]]
                    assert all(gamma < first for gamma, _ in study.rules.values())
            assert best[2] - best[50] > 0.1


def test_a_hand_leaves_the_nearest_number_of_features_behind() -> None:
    assert moved(features=np.log10(26)) == {"features": 30}
    assert moved(features=np.log10(24)) == {"features": 20}
    assert moved(features=9) == {"features": 100}
    slider = open_page(PAGE, features="30").select_slider(key="lesson.features")
    assert slider.options == [f"{d}" for d in DIMENSIONS]
    assert slider.value == 30
