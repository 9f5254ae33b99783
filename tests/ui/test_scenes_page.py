"""The page "Scenes", run without a browser."""

import json
from typing import Any

import pytest
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from app_pages import open_page, sentences
from core.scenes import READY, Scene, SceneSet, load_ready, read_scenes, write_link, write_scenes

THREE = SceneSet("Three", tuple(Scene(name, query="gamma=7") for name in "abc"))


def open_scenes(**parameters: str) -> AppTest:
    return open_page("scenes.py", **parameters)


def titles(app: AppTest) -> list[str]:
    fields = (field for field in app.text_input if field.label.startswith("Title of scene"))
    return [str(field.value) for field in fields]


def press(app: AppTest, label: str) -> AppTest:
    (button,) = (button for button in app.button if button.label == label)
    return button.click().run()


def stored(app: AppTest) -> SceneSet:
    """Return the scenes that the browser is told to store."""
    parts = (part.proto.json for part in app.get("bidi_component"))
    (storage,) = (text for text in parts if '"bayeslab scenes"' in text)
    return read_scenes(json.loads(storage)["text"])


def test_a_link_opens_a_set_whose_scenes_are_renamed_and_removed() -> None:
    app = open_scenes(set=write_link(THREE))
    assert titles(app) == ["a", "b", "c"]
    assert "set" not in app.query_params
    assert any("Three</strong> · 3 scenes" in part.proto.body for part in app.get("html"))
    (remove,) = (button for button in app.button if str(button.key).endswith(" 2 Remove"))
    remove.click().run()
    assert titles(app) == ["a", "c"]
    app.text_input[0].set_value("new").run()
    app.text_area[0].set_value("Ask first.").run()
    expected = Scene("new", "Ask first.", query="gamma=7"), Scene("c", query="gamma=7")
    assert stored(app).scenes == expected
    app = press(app, "Undo")
    assert titles(app) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ({"from": 2, "to": 0}, "cab"),
        ({"from": 0, "to": 1}, "bac"),
        ({"from": 0, "to": 3}, "abc"),
        ({"from": -1, "to": 0}, "abc"),
        ({"from": [], "to": True}, "abc"),
        ({}, "abc"),
        (7, "abc"),
    ],
)
def test_a_scene_is_moved_as_the_browser_says_if_there_are_such_places(
    move: Any, order: str
) -> None:
    app = open_scenes(set=write_link(THREE))
    (part,) = (part.proto for part in app.get("bidi_component") if "order" in part.proto.id)
    states = WidgetStates()
    message = json.dumps([{"event": "moved", "value": move}])
    states.widgets.add(id=_make_trigger_id(part.id, "events"), json_trigger_value=message)
    app._run(states)
    assert "".join(titles(app)) == order


def test_text_typed_into_a_removed_scene_is_discarded() -> None:
    app = open_scenes(set=write_link(THREE))
    (remove,) = (button for button in app.button if str(button.key).endswith(" 3 Remove"))
    states = WidgetStates()  # both come with one run, and the button's function is called first
    states.widgets.add(id=remove.proto.id, trigger_value=True)
    states.widgets.add(id=app.text_input[2].proto.id, string_value="typed")
    app._run(states)
    assert titles(app) == ["a", "b"]


@pytest.mark.parametrize("name", READY)
def test_a_ready_set_replaces_the_scenes_and_can_be_taken_back(name: str) -> None:
    app = open_scenes(set=write_link(THREE))
    app.button(key=f"set {name}").click().run()
    assert titles(app) == [scene.title for scene in load_ready(name).scenes]
    app = press(app, "Back to “Three”")
    assert titles(app) == ["a", "b", "c"]


def test_scenes_that_the_browser_has_already_are_not_offered_for_going_back() -> None:
    app = open_scenes(set=write_link(THREE))
    (part,) = (part.proto for part in app.get("bidi_component") if "scenes" in part.proto.id)
    states = WidgetStates()
    message = json.dumps([{"event": "stored", "value": write_scenes(THREE)}])
    states.widgets.add(id=_make_trigger_id(part.id, "events"), json_trigger_value=message)
    app._run(states)
    assert app.session_state["scenes before"] == THREE
    assert "Undo" not in [button.label for button in app.button]


def test_a_page_is_added_as_a_scene() -> None:
    app = press(open_page("lab.py", gamma="20"), "Add scene")
    assert stored(app).scenes == (Scene("Moons, Kernel Bayes I, γ = 20", query="gamma=20"),)


def test_a_broken_link_gets_a_sentence() -> None:
    app = open_scenes(set=write_link(THREE)[:-5])
    (sentence, *_) = sentences(app)
    assert sentence == "The link to the scenes was cut off or changed: use the whole link."
    assert not titles(app)


def test_a_small_picture_says_that_a_moved_threshold_is_not_in_it() -> None:
    scenes = SceneSet("Two", (THREE.scenes[0], Scene("d", query="gamma=7&moved=0_0_0.25")))
    app = open_scenes(set=write_link(scenes))
    assert ["fitted threshold" in each.value for each in app.caption].count(True) == 1
