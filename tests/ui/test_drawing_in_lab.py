"""Points drawn in the lab, without a browser: what the drawing area says and what it is told."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from app_pages import MAIN, accuracies, canvas_data, draw_on, open_lab, open_page, sentences
from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.models import TABLE_MODELS, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from canvas import plain_score
from cases import read_plain
from core.drawing import DrawnSpec, decode_drawing, draw, encode_drawing, identify
from core.examples import PRESETS, Example
from core.link import encode
from core.state import DRAWN, LabState

MOONS = load(DatasetSpec("moons", n=60))
LAB = LabState(n=60, folds=2)


def text_of(points: Dataset) -> str:
    return encode_drawing(draw(points.X, points.y))


def without(points: str, index: int) -> str:
    """Return the text of a drawing with one point erased."""
    drawing = decode_drawing(points)
    return encode_drawing(
        type(drawing)(
            drawing.box,
            np.delete(drawing.X, index, axis=0),
            np.delete(drawing.labels, index),
        )
    )


def parameters(app: AppTest) -> dict[str, str]:
    values: dict[str, Any] = dict(app.query_params)
    return {key: value[0] if isinstance(value, list) else value for key, value in values.items()}


def parameter(app: AppTest, name: str) -> str | None:
    return parameters(app).get(name)


def test_drawn_points_are_judged_go_into_the_link_and_stay_those_of_the_drawing_area() -> None:
    app = open_lab(LAB)
    drawn = without(text_of(MOONS), 3)
    before = canvas_data(app)
    app = draw_on(app, points=drawn)
    after = canvas_data(app)
    assert (after["seq"], after["revision"]) == (before["seq"] + 1, before["revision"])
    assert (before["points"] is None, after["points"]) == (False, None)
    assert parameter(app, "data") == DRAWN
    assert parameter(app, "points") == drawn
    points = DrawnSpec(drawn).load()
    assert len(points.y) == 59
    row = accuracies(app).iloc[0]
    model = build_model("I", LAB.model_spec, 2).fit(points.X, points.y)
    judged = cross_validated_accuracy(model, points.X, points.y, EvaluationSpec(folds=2))
    assert row.iloc[1] == f"{100 * model.score(points.X, points.y):.1f} %"
    assert row.iloc[2].startswith(f"{100 * judged.mean:.1f} ± ")


def test_a_new_gamma_reaches_link_and_table_and_leaves_the_data_set_as_it_is() -> None:
    app = draw_on(open_lab(LAB), gamma=12.5)
    assert parameter(app, "gamma") == "12.5"
    assert parameter(app, "data") is None
    assert canvas_data(app)["gamma"] == 12.5
    points = load(LAB.dataset_spec)  # pyrefly: ignore[bad-argument-type]
    model = build_model("I", LabState(gamma=12.5).model_spec).fit(points.X, points.y)
    assert accuracies(app).iloc[0, 1] == f"{100 * model.score(points.X, points.y):.1f} %"


def test_a_message_counts_once() -> None:
    app = draw_on(open_lab(LAB), points=text_of(MOONS))
    app.selectbox(key="lab.data").set_value("rings").run()
    assert parameter(app, "data") == "rings"
    assert parameters(app.run()) == {"data": "rings", "n": "60", "folds": "2"}


def test_other_data_are_a_new_revision_and_a_drawing_of_the_old_one_is_ignored() -> None:
    app = open_lab(LAB)
    old = canvas_data(app)["revision"]
    app.selectbox(key="lab.data").set_value("rings").run()
    assert canvas_data(app)["revision"] == old + 1
    app = draw_on(app, revision=old, points=text_of(MOONS))
    assert parameter(app, "data") == "rings"
    assert canvas_data(app)["seq"] == 1
    assert isinstance(canvas_data(app)["points"], dict)


def test_undoing_everything_returns_to_the_original_data() -> None:
    app = open_lab(LabState(data="iris", classes=(1, 2), folds=2))
    iris = load(DatasetSpec("iris", classes=(1, 2)))
    app = draw_on(app, points=without(text_of(iris), 0))
    assert parameter(app, "data") == DRAWN
    revision = canvas_data(app)["revision"]
    app = draw_on(app, points=None)
    assert parameters(app) == {"data": "iris", "classes": "1-2", "folds": "2"}
    assert canvas_data(app)["revision"] == revision
    assert canvas_data(app)["table"]["title"] == "Iris flowers"
    assert app.selectbox(key="lab.data").value == "iris"


def press_preset(app: AppTest, title: str) -> AppTest:
    """Press a preset's button: the drawing area sends what it was told of the preset."""
    (preset,) = (each for each in canvas_data(app)["presets"] if each["title"] == title)
    return draw_on(app, gamma=None, switches=None, setting=preset["setting"])


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_a_preset_sets_data_classifier_and_gamma(preset: Example) -> None:
    app = open_lab(replace(LAB, model="full", kernel="laplacian"))
    before = canvas_data(app)
    app = press_preset(app, preset.title)
    assert parameters(app) == encode(preset.state)
    after = canvas_data(app)
    assert after["revision"] == before["revision"] + 1
    assert after["points"] is not None
    assert (after["gamma"], after["panels"][0]["title"]) == (preset.state.gamma, "Kernel Bayes I")
    assert app.selectbox(key="lab.data").value == preset.state.data
    assert app.selectbox(key="lab.model").value == "I"


def test_undoing_a_preset_brings_back_classifier_settings_and_drawn_points() -> None:
    drawn = without(text_of(MOONS), 3)
    app = draw_on(open_lab(replace(LAB, model="full", beside="svc-rbf", svc_C=2.0)), points=drawn)
    before, setting = parameters(app), canvas_data(app)["setting"]
    assert "points" not in setting
    app = press_preset(app, "Rings")
    assert parameter(app, "data") == "rings"
    undo = {"points": drawn, "gamma": None, "switches": None, "setting": setting}
    app = draw_on(app, revision=1, **undo)
    assert parameters(app) == before
    assert parameter(app, "points") == drawn
    assert app.selectbox(key="lab.beside").value == "svc-rbf"
    revision = canvas_data(app)["revision"]
    app = draw_on(app, revision=1, **undo)  # the message came twice
    assert canvas_data(app)["revision"] == revision


def test_settings_that_are_kept_stay_when_undo_leads_to_other_points() -> None:
    first = open_lab(LAB)
    setting = canvas_data(first)["setting"]
    kept = encode(replace(LAB, data="rings", gamma=20.0, model="II"))
    undo = {"points": None, "gamma": None, "switches": None, "setting": setting, "kept": kept}
    app = draw_on(press_preset(first, "Imbalance"), **undo)
    assert parameters(app) == encode(replace(LAB, gamma=20.0, model="II"))


def test_returning_to_own_points_restores_the_last_drawing() -> None:
    drawn = text_of(MOONS)
    app = draw_on(open_lab(LAB), points=drawn)
    app.selectbox(key="lab.data").set_value("rings").run()
    assert parameter(app, "points") is None
    app.selectbox(key="lab.data").set_value(DRAWN).run()
    assert canvas_data(app)["points"] == drawn
    assert parameter(app, "points") == drawn


def test_a_drawing_keeps_the_names_of_the_data_it_began_with() -> None:
    app = open_lab(LabState(data="iris", classes=(1, 2), folds=2))
    points = load(DatasetSpec("iris", classes=(1, 2)))
    app = draw_on(app, points=text_of(points))
    assert canvas_data(app)["classes"] == ["versicolor", "virginica"]
    assert canvas_data(app)["features"] == list(points.feature_names)


def test_a_drawing_after_a_restart_of_the_server_is_taken_from_the_browser() -> None:
    """The new session knows the link only, the drawing area what was drawn since."""
    drawn = text_of(MOONS)
    app = AppTest.from_file(MAIN, default_timeout=60).run()
    app.switch_page("lab.py")
    app.session_state["canvas"] = {
        "drawing": {"seq": 7, "revision": 3, "points": drawn, "gamma": 2.0, "switches": []}
    }
    app.run()
    data = canvas_data(app)
    assert (data["seq"], data["revision"]) == (7, 3)
    assert parameter(app, "points") == drawn
    assert data["gamma"] == 2.0


def test_a_drawing_area_that_has_lost_its_points_is_sent_them() -> None:
    drawn = text_of(MOONS)
    app = draw_on(open_lab(LAB), points=drawn)
    data = canvas_data(app)
    assert data["points"] is None
    app.session_state["canvas"] = {"drawing": {"seq": data["seq"] + 1, "revision": 0}}
    again = canvas_data(app.run())
    assert (again["points"], again["revision"]) == (drawn, data["revision"])
    assert again["seq"] == data["seq"] + 1
    assert parameter(app, "points") == drawn


def test_a_drawing_area_without_points_gets_them_from_a_server_that_was_started_anew() -> None:
    app = AppTest.from_file(MAIN, default_timeout=60).run()
    app.switch_page("lab.py")
    app.session_state["canvas"] = {"drawing": {"seq": 7, "revision": 0}}
    data = canvas_data(app.run())
    assert (data["seq"], data["revision"]) == (7, 1)
    assert isinstance(data["points"], dict)


def test_a_drawing_in_the_last_scene_does_not_change_the_next() -> None:
    app = draw_on(open_lab(replace(LAB, gamma=2.0)), gamma=3.0)
    assert parameter(app, "gamma") == "3"
    app.query_params.update(encode(replace(LAB, gamma=9.0)) | {"scene": "2"})
    draw_on(app, gamma=4.0)  # not read before the key was pressed
    assert canvas_data(app)["gamma"] == 9
    assert parameter(app, "gamma") == "9"


def test_a_switch_of_the_picture_goes_into_the_link() -> None:
    app = draw_on(open_lab(LAB), switches=["equal", "errors"])
    assert parameter(app, "switches") == "errors-equal"
    assert canvas_data(app)["switches"] == ["errors", "equal"]


def test_more_points_than_a_link_holds_are_named_in_it_and_kept_in_the_session() -> None:
    points = load(DatasetSpec("moons", n=900))
    drawn = text_of(points)
    app = draw_on(open_lab(LAB), points=drawn)
    assert parameter(app, "points") == f"@{identify(drawn)}"
    assert app.session_state["lab"].points == drawn
    assert app.run().session_state["lab"].points == drawn


def test_a_link_to_points_that_the_browser_keeps_asks_it_for_them() -> None:
    points = load(DatasetSpec("moons", n=900))
    drawn = text_of(points)
    app = open_page("lab.py", data=DRAWN, points=f"@{identify(drawn)}", folds="2")
    assert canvas_data(app)["points"] == f"@{identify(drawn)}"
    assert canvas_data(app)["table"] is None
    assert "browser that drew them" in sentences(app)[0]
    app = draw_on(app, points=drawn)
    assert sentences(app) == []
    assert canvas_data(app)["revision"] == 1
    assert app.session_state["lab"].points == drawn


@pytest.mark.parametrize("labels", [[], [0, 0, 0]])
def test_too_little_for_a_classifier_is_no_warning_and_the_sheet_stays(labels: list[int]) -> None:
    drawn = encode_drawing(draw(np.arange(2.0 * len(labels)).reshape(-1, 2), labels))
    app = draw_on(open_lab(LAB), points=drawn)
    assert sentences(app) == []
    assert canvas_data(app)["table"]["isShown"]
    assert parameter(app, "points") == drawn


def test_a_class_that_was_skipped_keeps_its_number() -> None:
    drawn = encode_drawing(draw(MOONS.X, np.where(MOONS.y == 1, 2, 0)))
    app = draw_on(open_lab(LabState(n=60, folds=2, model="full")), points=drawn)
    (panel,) = canvas_data(app)["panels"]
    assert panel["model"]["classes"] == [0, 2]
    assert canvas_data(app)["classes"] == ["C−", "C+", "class 3"]
    assert accuracies(app).iloc[3, 2].endswith("%")


def test_a_classifier_of_python_is_sent_as_its_scores() -> None:
    app = open_lab(LabState(n=60, folds=2, model="svc-rbf"))
    (panel,) = canvas_data(app)["panels"]
    points = load(LAB.dataset_spec)  # pyrefly: ignore[bad-argument-type]
    model = build_model("svc-rbf", LAB.model_spec).fit(points.X, points.y)
    score = read_plain(plain_score(panel["model"]["descriptions"][0]))
    assert score(points.X) == pytest.approx(model.decision_function(points.X), abs=1e-12)


def test_the_server_evaluates_only_what_the_browser_cannot() -> None:
    """A step of γ and a moved point cost it no fit."""
    for state, by_python in (
        (LAB, set()),
        (replace(LAB, beside="process"), {"process"}),
        (LabState(data="three_blobs", n=60, folds=2), {"svc-linear", "svc-rbf"}),
        (replace(LAB, scheme="hold-out"), set(TABLE_MODELS)),
        (LabState(n=2000), {"svc-linear", "svc-rbf"}),
    ):
        rows = {row["name"]: row for row in canvas_data(open_lab(state))["table"]["rows"]}
        assert {name for name, row in rows.items() if row["model"] is None} == by_python
        assert {name for name, row in rows.items() if row["row"] is not None} == by_python


@pytest.mark.parametrize("state", [LabState(data="digits", folds=2), LabState(n=2000, folds=2)])
def test_a_fit_too_large_for_a_browser_is_sent_as_a_picture(state: LabState) -> None:
    app = open_lab(state)
    (panel,) = canvas_data(app)["panels"]
    kind = "raster" if state.data == "digits" else "kernel"
    assert panel["model"]["kind"] == kind
    # Rows that take Python long come after the picture.
    assert all(row["model"] or row["row"] for row in canvas_data(app)["table"]["rows"])


def test_the_message_of_a_failing_classifier_names_the_classes() -> None:
    drawn = encode_drawing(draw([[0, 0], [1, 1], [2, 2], [3, 1], [4, 4]], [0, 0, 0, 2, 2]))
    app = draw_on(open_lab(LabState(n=60, folds=2, model="full")), points=drawn)
    (panel,) = canvas_data(app)["panels"]
    assert panel["model"]["text"].startswith("The covariance of class C− is singular")
