"""The notebook widget without a browser: its traits, and messages as views send them."""

import asyncio
import doctest
import threading
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Self
from urllib.parse import urlencode

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import FixedThresholdClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from traitlets import TraitError

from bayeslab import DatasetSpec, KernelBayes, load
from bayeslab.evaluation.models import MODELS
from bayeslab.widget import Lab
from core import link
from core.drawing import MAX_IN_LINK, draw, encode_drawing
from core.examples import PRESETS
from core.state import LabState
from coroutines import run

pytestmark = pytest.mark.usefixtures("without_loop")

X = np.array([[-1.0, -0.5], [-0.8, 0.5], [-0.4, 0.1], [1.0, -0.5], [0.8, 0.6]])
Y = np.array([0, 0, 0, 1, 1])
MOONS = load(DatasetSpec("moons", n=60, seed=3))


@pytest.fixture
def lab() -> Lab:
    return Lab(X, Y)


def told(lab: Lab) -> dict[str, Any]:
    """Return what the browser is told."""
    said: dict[str, Any] = lab.get_state("_told")["_told"]
    return said


def send(lab: Lab, *, view: str = "a view", **changes: Any) -> None:
    """Let a view tell what a hand has done."""
    seq = told(lab)["answers"].get(view, 0) + 1
    state = {"author": view, "seq": seq, "base": told(lab)["revision"], "switches": []}
    lab.set_state({"_hand": {**state, "points": None, "gamma": None, **changes}})


def drawn(points: Any, labels: Any) -> str:
    return encode_drawing(draw(points, labels))


# Python sets


def test_the_picture_follows_the_gamma_that_python_sets(lab: Lab) -> None:
    before = told(lab)
    lab.gamma = 50
    assert told(lab)["gamma"] == 50.0
    assert told(lab)["revision"] == before["revision"]  # the points are the same


def test_other_points_are_a_new_drawing_for_every_view(lab: Lab) -> None:
    before = told(lab)["revision"]
    lab.set_points(MOONS.X, MOONS.y)
    assert told(lab)["revision"] > before
    assert told(lab)["author"] == ""
    np.testing.assert_array_equal(lab.X, MOONS.X)
    np.testing.assert_array_equal(lab.y, MOONS.y)


def test_points_of_the_same_number_are_set_one_trait_at_a_time(lab: Lab) -> None:
    lab.X = X + 1
    lab.y = 1 - Y
    np.testing.assert_array_equal(lab.X, X + 1)
    np.testing.assert_array_equal(lab.y, 1 - Y)
    assert lab.measures["training"] == 100


@pytest.mark.parametrize("key", MODELS)
def test_another_classifier_is_shown_and_measured(key: str) -> None:
    lab = Lab(MOONS.X, MOONS.y)
    lab.model = key
    assert told(lab)["panels"][0]["title"] == MODELS[key].title
    assert set(lab.measures) >= {"training", "errors"}


def test_a_table_gives_its_features_their_names() -> None:
    pd = pytest.importorskip("pandas")
    lab = Lab(pd.DataFrame(X, columns=["length", "width"]), Y)
    assert told(lab)["features"] == ["length", "width"]


def test_labels_may_be_names() -> None:
    lab = Lab(X, ["low", "low", "low", "high", "high"])
    assert told(lab)["classes"] == ["high", "low", "class 3", "class 4"]
    assert lab.estimator().predict([[1.0, -0.5]]).tolist() == ["high"]


def test_without_points_there_is_a_blank_sheet() -> None:
    lab = Lab()
    assert lab.X.shape == (0, 2)
    assert lab.y.shape == (0,)
    assert lab.measures == {}
    with pytest.raises(ValueError, match=r"There are no points yet: draw points"):
        lab.estimator()


BAD_VALUES: list[tuple[str, Any, str]] = [
    ("X", X[:3], "3 points and 5 labels do not fit together"),
    ("X", X[:, :1], r"X must have the shape \(n, 2\)"),
    ("X", np.where(Y[:, None], np.nan, X), "X must hold finite numbers"),
    ("X", [["a", "b"]] * 5, "X must hold numbers"),
    ("X", np.zeros((5001, 2)), "give at most 5000"),
    ("y", [0, 1], "5 points and 2 labels do not fit together"),
    ("y", [[0, 1]], r"y must have the shape \(n,\)"),
    ("y", [0.5, 1, 2, 3, 4], "y must hold labels of classes"),
    ("y", [0, 1, None, "a", 2], "y mixes numbers and names"),
    ("model", "IV", "There is no classifier 'IV': choose one of I, II"),
    ("model", None, "There is no classifier None"),
    ("model", ["I"], "There is no classifier"),
    ("X", None, r"X must have the shape \(n, 2\)"),
    ("y", None, r"y must have the shape \(n,\)"),
    ("gamma", None, "gamma: use a number from 0.01 to 1000."),
    ("gamma", -1, "gamma: use a number from 0.01 to 1000."),
    ("gamma", "large", "gamma: use a number from 0.01 to 1000."),
    ("gamma", float("nan"), "gamma: use a number from 0.01 to 1000."),
    ("threshold", "best", "The threshold cannot be 'best': use one of 'error'"),
    ("threshold", float("inf"), "The threshold cannot be inf"),
    ("threshold", [1], r"The threshold cannot be \[1\]"),
    ("selection", [5], "A selection holds whole numbers from 0 to 4."),
    ("measures", {}, "read-only"),
]


@pytest.mark.parametrize(("name", "value", "sentence"), BAD_VALUES)
def test_a_bad_value_is_refused_by_a_sentence_and_changes_nothing(
    lab: Lab, name: str, value: Any, sentence: str
) -> None:
    before, said = getattr(lab, name), told(lab)
    with pytest.raises(TraitError, match=sentence) as refusal:
        setattr(lab, name, value)
    assert "\n" not in str(refusal.value)
    np.testing.assert_array_equal(getattr(lab, name), before)
    assert told(lab) == said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"X": X}, "Points need labels: give both X and y, or neither."),
        ({"X": X, "y": Y[:2]}, "5 points and 2 labels do not fit together"),
        ({"X": X, "y": Y, "gamma": 0}, "gamma: use a number"),
        ({"X": X, "y": Y, "model": "svm"}, "There is no classifier 'svm'"),
        ({"X": X, "y": Y, "threshold": "none"}, "The threshold cannot be 'none'"),
        ({"X": X, "y": Y, "estimator": LinearRegression()}, "LinearRegression is no classifier"),
        ({"X": np.zeros((11, 2)), "y": range(11)}, "y has 11 classes: give at most 10."),
    ],
)
def test_a_lab_refuses_bad_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError if "model" not in sentence else TraitError, match=sentence):
        try:
            Lab(**arguments)
        except TraitError as problem:
            raise ValueError(str(problem)) from problem


def test_bad_points_are_refused_whole(lab: Lab) -> None:
    with pytest.raises(ValueError, match="2 points and 3 labels"):
        lab.set_points(X[:2], [0, 1, 1])
    np.testing.assert_array_equal(lab.X, X)


def test_the_arrays_of_points_are_read_only(lab: Lab) -> None:
    with pytest.raises(ValueError, match="read-only"):
        lab.X[0, 0] = 9


# A hand draws


def test_points_drawn_in_the_browser_reach_python(lab: Lab) -> None:
    heard = []
    lab.observe(lambda change: heard.append(change["name"]), ["X", "y", "measures"])
    points = np.vstack([X, [0.5, 0.5]])
    send(lab, points=drawn(points, [*Y, 1]), gamma=5.0)
    np.testing.assert_array_equal(lab.X, points)
    assert lab.y.tolist() == [0, 0, 0, 1, 1, 1]
    assert {"X", "y"} <= set(heard)


def test_a_class_added_in_the_browser_gets_the_next_label(lab: Lab) -> None:
    send(lab, points=drawn(X, [0, 0, 2, 1, 1]))
    assert lab.y.tolist() == [0, 0, 2, 1, 1]
    named = Lab(X, ["a", "a", "a", "b", "b"])
    send(named, points=drawn(X, [0, 0, 2, 1, 1]))
    assert named.y.tolist() == ["a", "a", "class 3", "b", "b"]


def test_the_view_that_drew_has_its_points_and_the_others_get_them(lab: Lab) -> None:
    before = told(lab)["revision"]
    send(lab, view="first", points=drawn(X[1:], Y[1:]))
    assert told(lab)["author"] == "first"
    assert told(lab)["answers"]["first"] == 1
    assert told(lab)["revision"] == before + 1


def test_a_drawing_on_outdated_points_is_answered_and_ignored(lab: Lab) -> None:
    base = told(lab)["revision"]
    lab.set_points(MOONS.X, MOONS.y)
    send(lab, base=base, points=drawn(X, Y))
    assert len(lab.y) == len(MOONS.y)
    assert told(lab)["answers"]["a view"] == 1


def test_a_second_stroke_before_the_answer_to_the_first_counts(lab: Lab) -> None:
    base = told(lab)["revision"]
    send(lab, base=base, points=drawn(X[1:], Y[1:]))
    send(lab, base=base, points=drawn(X[2:], Y[2:]))
    assert len(lab.y) == 3


def test_undoing_everything_restores_the_points_that_python_set(lab: Lab) -> None:
    send(lab, points=drawn(X[1:], Y[1:]))
    send(lab, points=None)
    np.testing.assert_array_equal(lab.X, X)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"author": "x", "seq": 1},
        {"author": "x", "seq": "one", "base": 1, "points": None},
        {"author": "x", "seq": 1, "base": 1, "points": "3nonsense"},
        {"author": "x", "seq": 1, "base": 1, "points": 7},
        {"author": "x", "seq": 1, "base": 1, "points": None, "gamma": "wide"},
        {"author": "x", "seq": 1, "base": 1, "points": None, "switches": ["all"]},
    ],
)
def test_an_invalid_message_changes_nothing(lab: Lab, message: Mapping[str, Any]) -> None:
    lab.set_state({"_hand": message})
    np.testing.assert_array_equal(lab.X, X)
    assert lab.gamma == 5


def test_the_selection_is_synchronised_both_ways(lab: Lab) -> None:
    lab.set_state({"_screen": {"selection": [1, 2], "threshold": None}})
    assert lab.selection == [1, 2]
    lab.selection = [4, 0]
    assert told(lab)["wish"]["selection"] == [0, 4]
    send(lab, points=drawn(X[:4], Y[:4]))
    assert lab.selection == [0]


def test_an_observer_may_set_another_trait(lab: Lab) -> None:
    seen = []

    def narrow(change: Any) -> None:
        seen.append((len(lab.X), len(lab.y)))
        lab.gamma = 10.0 * len(change["new"])

    lab.observe(narrow, "y")
    send(lab, points=drawn(X[1:], Y[1:]))
    assert seen == [(4, 4)]
    assert told(lab)["gamma"] == 40.0


def test_settings_without_a_trait_are_changed_by_their_names_in_a_link(lab: Lab) -> None:
    lab.change(kernel="polynomial", degree=3, beside="svc-linear")
    assert [panel["name"] for panel in told(lab)["panels"]] == ["I", "svc-linear"]
    assert told(lab)["panels"][0]["model"]["degree"] == 3
    np.testing.assert_array_equal(lab.X, X)
    lab.change(data="iris")
    assert lab.X.shape == (150, 2)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"colour": "red"}, "There is no setting 'colour': use one of data, n"),
        ({"points": "3"}, "There is no setting 'points'"),
        ({"degree": 3, "kernel": "cubic"}, "The kernel 'cubic' cannot be used: use one of"),
        ({"degree": 1.5}, "The degree 1.5 cannot be used: use a whole number"),
    ],
)
def test_an_unknown_setting_is_refused(lab: Lab, settings: dict[str, Any], sentence: str) -> None:
    said = told(lab)
    with pytest.raises(ValueError, match=sentence):
        lab.change(**settings)
    assert told(lab) == said


# The estimator


def test_the_estimator_is_that_of_the_screen_fitted_to_the_labels(lab: Lab) -> None:
    lab.set_points(MOONS.X, MOONS.y)
    model = lab.estimator()
    expected = KernelBayes("I", gamma=5.0).fit(MOONS.X, MOONS.y)
    np.testing.assert_allclose(model.decision_function(X), expected.decision_function(X))
    assert lab.measures["training"] == 100 * np.mean(expected.predict(MOONS.X) == MOONS.y)


@pytest.mark.parametrize("key", ["I", "III", "full", "svc-rbf", "svc-linear"])
def test_the_estimator_has_the_moved_threshold(key: str) -> None:
    lab = Lab(MOONS.X, MOONS.y, model=key)
    rule = lab.estimator().decision_function(MOONS.X)
    line = rule - {"I": 1, "III": 1}.get(key, 0) * getattr(lab.estimator(), "offset_", 0)
    line = line if key in ("I", "III", "full") else line - lab.estimator().intercept_[0]
    moved = float(np.sort(line)[10:12].mean())
    lab.set_state({"_screen": {"selection": [], "threshold": moved}})
    assert lab.threshold == moved
    fitted = lab.estimator()
    assert isinstance(fitted, FixedThresholdClassifier)
    np.testing.assert_array_equal(fitted.predict(MOONS.X), (line > moved).astype(int))
    assert lab.measures["errors"] == np.sum((line > moved) != MOONS.y)
    lab.threshold = "error"
    assert not isinstance(lab.estimator(), FixedThresholdClassifier)


def test_a_moved_threshold_ends_with_the_next_fit(lab: Lab) -> None:
    lab.threshold = 0.1
    assert told(lab)["wish"]["threshold"] == 0.1
    lab.gamma = 7
    assert lab.threshold == "error"
    assert told(lab)["wish"]["threshold"] is None


@pytest.mark.parametrize(
    ("own", "kind"),
    [
        (make_pipeline(StandardScaler(), SVC()), "description"),
        (RandomForestClassifier(5, random_state=0), "raster"),
    ],
)
def test_any_classifier_of_two_features_is_shown(own: Any, kind: str) -> None:
    lab = Lab(MOONS.X, MOONS.y, estimator=own)
    (panel,) = told(lab)["panels"]
    assert panel["model"]["kind"] == kind
    assert type(own).__name__ == "Pipeline" or panel["title"] == type(own).__name__
    assert lab.model is None
    assert lab.measures["training"] > 90
    assert not hasattr(own, "classes_")  # a copy of it was fitted
    lab.model = "II"
    assert told(lab)["panels"][0]["title"] == "Kernel Bayes II"
    lab.model = None
    assert told(lab)["panels"][0]["title"] == panel["title"]


def test_a_classifier_that_cannot_be_fitted_says_why_in_the_picture() -> None:
    lab = Lab(X, Y, estimator=SVC(C=-1))
    (panel,) = told(lab)["panels"]
    assert panel["model"]["text"].startswith("SVC cannot be fitted: The 'C' parameter of SVC")
    assert lab.measures == {}


class Recorder(ClassifierMixin, BaseEstimator):
    """Predicts the first class, and notes in which threads it is fitted."""

    threads: list[int] = []  # noqa: RUF012

    def fit(self, X: Any, y: Any) -> Self:
        self.classes_ = np.unique(y)
        self.threads.append(threading.get_ident())
        return self

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.classes_[0])

    def predict_proba(self, X: Any) -> Any:
        return np.tile([0.6, 0.4], (len(X), 1))


def test_after_releases_a_classifier_is_fitted_once_and_in_a_thread() -> None:
    lab = Lab(X, Y, estimator=Recorder())
    before = len(Recorder.threads)

    async def draw_twice() -> None:
        done = asyncio.Event()
        lab.observe(lambda _: done.set(), "_told")
        send(lab, points=drawn(X[1:], Y[1:]))
        send(lab, seq=2, points=drawn(X[2:], Y[2:]), base=1)
        assert len(Recorder.threads) == before  # not while the notebook waits
        await done.wait()

    run(draw_twice())
    fits = Recorder.threads[before:]
    assert threading.get_ident() not in fits
    assert len(fits) == 2  # one for the picture, and one with the labels of y
    assert told(lab)["answers"]["a view"] == 2


@pytest.mark.parametrize("module", ["", ".lab", ".exercise"])
def test_the_examples_in_docstrings_give_what_they_say(module: str) -> None:
    result = doctest.testmod(import_module(f"bayeslab.widget{module}"))
    assert result.attempted > 0
    assert result.failed == 0


# Links


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_a_link_of_the_app_opens_the_same_and_is_given_back(preset: Any) -> None:
    address = f"https://example.org/lab?{urlencode(link.encode(preset.state))}"
    lab = Lab.from_link(address)
    page, _, query = lab.situation.partition("?")
    assert page == "lab"
    assert query == urlencode(link.encode(preset.state))
    assert lab.model == preset.state.model


def test_a_lab_as_a_link_opens_with_its_points_and_settings(lab: Lab) -> None:
    lab.gamma, lab.model = 20, "III"
    again = Lab.from_link(lab.situation)
    np.testing.assert_array_equal(again.X, X)
    assert (again.gamma, again.model, again.y.tolist()) == (20, "III", Y.tolist())


def test_drawing_on_a_data_set_of_a_link_keeps_the_names_of_its_classes() -> None:
    lab = Lab.from_link("?data=iris")
    send(lab, points=drawn(lab.X[1:], lab.y[1:]))
    assert told(lab)["classes"][:3] == ["setosa", "versicolor", "virginica"]
    assert len(lab.y) == 149


def test_an_invalid_value_in_a_link_raises_a_warning() -> None:
    with pytest.warns(UserWarning, match="The link's gamma “-3” was ignored"):
        assert Lab.from_link("gamma=-3&model=II").gamma == LabState().gamma


def test_a_link_to_another_page_is_refused() -> None:
    with pytest.raises(ValueError, match="This link opens “compare”: use a link"):
        Lab.from_link("https://example.org/compare?gamma=3")


def test_a_link_without_its_points_is_refused() -> None:
    with pytest.raises(ValueError, match="did not fit into the link"):
        Lab.from_link("?data=drawn&points=@0123abcd")


def test_a_state_that_a_link_cannot_hold_is_refused() -> None:
    rng = np.random.default_rng(0)
    many = Lab(rng.normal(size=(MAX_IN_LINK + 1, 2)), np.arange(MAX_IN_LINK + 1) % 2)
    with pytest.raises(ValueError, match="The points do not fit into a link: keep at most 600"):
        _ = many.situation
    with pytest.raises(ValueError, match="A link cannot hold this estimator"):
        _ = Lab(X, Y, estimator=SVC()).situation


def test_switches_of_a_view_are_kept(lab: Lab) -> None:
    send(lab, points=None, switches=["axes"])
    assert told(lab)["switches"] == ["axes"]
