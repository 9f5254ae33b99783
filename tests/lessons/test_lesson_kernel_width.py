"""The lesson on the kernel's width: its numbers and its page."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import gaussian_kde
from sklearn.metrics import euclidean_distances
from sklearn.svm import SVC

from app_pages import canvas_data, draw_on, lab_link, open_page, sentences, shown_text
from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.evaluation.accuracy import Accuracy, cross_validated_accuracy
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.splits import EvaluationSpec
from core.limits import Number
from core.link import decode
from core.state import LIMITS
from lessons.kernel_width import view
from lessons.kernel_width.bandwidths import best_neighbours, rule_gammas
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
from lessons.kernel_width.many_features import FEATURES
from lessons.kernel_width.numbers import (
    indistinguishable_from_best,
    leave_one_out_svm,
    new_points,
    self_contribution,
)
from lessons.kernel_width.view import GAMMAS, GammaScale
from ui.live_picture import read_hand

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
@settings(max_examples=15)
@given(
    name=st.sampled_from(TWO_CLASSES),
    gamma=st.sampled_from([0.05, 1.0, 20.0, 500.0]),
    seed=st.integers(0, 99),
)
def test_the_self_contribution_is_what_the_fit_and_its_leave_one_out_projections_say(
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


def test_leaving_a_point_out_is_what_a_fit_without_it_projects() -> None:
    points = load(DatasetSpec("moons", n=80))
    X, y = points.X, points.y
    own = self_contribution(KernelBayes(gamma=5.0).fit(X, y), X, y)
    others = np.arange(len(y)) != own.index
    without = KernelBayes(gamma=5.0).fit(X[others], y[others])
    assert without.project(X[[own.index]])[0] == pytest.approx(own.left_out)


def test_a_class_of_one_point_has_nothing_left_without_it() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]]), np.array([0, 0, 1])
    with pytest.raises(ValueError, match="add a point"):
        self_contribution(KernelBayes().fit(X, y), X, y)


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
    assert indistinguishable_from_best([accuracy(mean) for mean in means], chance=0.5) == stretch


# The page


PAGE = "kernel_width.py"


def test_gamma_has_three_values_a_decade() -> None:
    assert GAMMAS[:4] == (0.01, 0.02, 0.05, 0.1)
    assert GAMMAS[-2:] == (500.0, 1000.0)
    assert len(GAMMAS) == 16


def test_the_picture_gets_the_accuracies_of_variant_one_on_the_moons_at_first() -> None:
    data = canvas_data(open_page(PAGE))
    points = load(DatasetSpec("moons"))
    place = GAMMAS.index(5.0)
    assert data["values"]["lg"] == pytest.approx(np.log10(5))
    assert list(data["curves"]) == ["training", "ten folds", "leave-one-out", "new points"]
    model = KernelBayes(gamma=5.0, threshold="loo").fit(points.X, points.y)
    search = model.threshold_search_
    left_out = 1 - search.errors[search.index] / len(points.y)
    assert data["curves"]["training"][place] == model.score(points.X, points.y)
    assert data["curves"]["leave-one-out"][place] == left_out


def test_the_rules_for_the_bandwidth_are_those_of_scipy() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 3)) * [1.0, 2.0, 0.5]
    y = np.repeat([0, 1], 45)
    found = rule_gammas(X, y)
    variance = np.mean([np.diag(np.cov(X[y == k].T)) for k in (0, 1)])
    for name, factor in (("Scott", "scotts_factor"), ("Silverman", "silverman_factor")):
        h = getattr(gaussian_kde(X[:45].T), factor)() * variance**0.5
        assert found[name] == pytest.approx(1 / (2 * h**2))
    pairs = euclidean_distances(X)[np.triu_indices(90, 1)]
    assert found["median"] == pytest.approx(1 / (2 * np.median(pairs) ** 2))


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


def test_a_hand_leaves_gamma_behind_with_three_digits_and_within_its_limits() -> None:
    scale = GammaScale("lg", "γ", -2.0, 3.0, 0.0, "gamma")
    assert read_hand({"hand": {"values": {"lg": np.log10(4.9873)}}}, [scale]) == {"gamma": 4.99}
    assert read_hand({"hand": {"values": {"lg": 9}}}, [scale]) == {"gamma": 1000.0}
    assert read_hand({"hand": {"values": {"lg": "1"}}}, [scale]) == {}


@pytest.mark.parametrize(
    ("data", "classifier", "gamma"),
    [
        ("moons", "III", "1000"),
        ("spirals", "II", "0.01"),
        ("two Gaussians", "SVC", "5"),
        ("random labels", "II", "0.01"),
        ("random labels", "SVC", "5"),
    ],
)
def test_every_choice_gives_pictures_numbers_and_a_link(
    data: str, classifier: str, gamma: str
) -> None:
    app = open_page(PAGE, data=data, classifier=classifier, gamma=gamma, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    assert len(app.get("plotly_chart")) == 1
    state, notices = decode(lab_link(app))
    assert notices == ()
    assert state.gamma == float(gamma)
    assert state.model == {"SVC": "svc-rbf"}.get(classifier, classifier)
    assert len(canvas_data(app)["curves"]) == (3 if classifier == "SVC" else 4)


def test_random_labels_are_all_reproduced_and_new_points_are_at_chance() -> None:
    app = open_page(PAGE, data="random labels", gamma="1000", cut="cut by training")
    values = {name: row[-1] for name, row in canvas_data(app)["curves"].items()}
    assert values["training"] == 1
    assert values["ten folds"] == pytest.approx(0.5, abs=0.1)
    assert values["new points"] == pytest.approx(0.5, abs=0.04)


def test_the_threshold_by_training_points_costs_accuracy_between_narrow_bumps() -> None:
    place = GAMMAS.index(100.0)
    new = by_training, by_leaving_out = tuple(
        canvas_data(open_page(PAGE, gamma="100", cut=cut))["curves"]["new points"][place]
        for cut in ("cut by training", "cut by leave-one-out")
    )
    text = shown_text(open_page(PAGE, gamma="100"))
    assert all(percent(share) in text for share in new)
    assert by_training < by_leaving_out - 0.2


def test_the_svm_is_left_out_point_by_point_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = tuple(0.5 + 0.01 * k for k in range(len(GAMMAS)))
    monkeypatch.setattr(view, "left_out_accuracies", lambda *_: made_up)
    app = open_page(PAGE, classifier="SVC", gamma="1000", refit="true")
    assert not app.exception
    assert canvas_data(app)["curves"]["leave-one-out"] == list(made_up)


def test_gamma_begins_where_the_lab_left_it_unless_the_link_says_otherwise() -> None:
    app = draw_on(open_page("lab.py", n="40", folds="2"), gamma=20.0)
    app.query_params.clear()
    app.switch_page("kernel_width.py").run()
    slider = app.number_input(key="gamma")
    assert slider.value == min(GAMMAS, key=lambda gamma: abs(np.log(gamma / 20)))
    assert slider.value != 5.0
    linked = open_page("kernel_width.py", gamma="1")
    assert linked.number_input(key="gamma").value == 1.0


# Many features


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_bayes_error_of_a_situation_is_the_same_for_any_number_of_features(name: str) -> None:
    for d in (2, 7):
        X, y = SITUATIONS[name](200_000, d, np.random.default_rng(0))
        best = X[:, 0] if name == "two Gaussians" else X[:, 0] * X[:, 1]
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


def test_a_study_comes_out_again() -> None:
    stored, fresh = read_studies("XOR")[2], to_plain(study_widths("XOR", 2))
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
        if name == "two Gaussians":
            assert all(study.good[0] == 0 for study in studies.values())
            assert all(1.5 < d * gamma < 4 for d, gamma in last.items() if d > 2)
            for d, study in studies.items():
                assert all(share > best[d] - TOLERANCE for _, share in study.rules.values())
        else:
            assert last[2] / last[50] < 25  # 1/d
            assert all(
                study.rules["1/(d · variance)"][0] < STUDIED[study.good[0]]
                for d, study in studies.items()
                if d > 2
            )
            assert best[2] - best[50] > 0.1


def test_a_hand_leaves_the_nearest_number_of_features_behind() -> None:
    sent = {"hand": {"values": {"ld": np.log10(26)}}}
    assert read_hand(sent, [FEATURES]) == {"features": 30}
