"""Bad inputs: nothing in a link, a table, a message or a widget breaks a page.

There is never a traceback, and no "nan" instead of a number: a bad value is left out, or a
sentence says what to do.
"""

import math
import random
import re
import struct
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import partial
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page
from streamlit.proto.Common_pb2 import DoubleArray, StringArray
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from actions import operable_widgets
from app_pages import (
    PAGES,
    accuracies,
    components,
    draw_on,
    open_lab,
    open_page,
)
from browser import visit
from core.drawing import Drawing, decode_drawing, draw, encode_drawing
from core.exercises.file import read_exercise, write_exercise
from core.exercises.sets import read_drafts, read_set, write_set
from core.input_error import InputError
from core.scenes import READY, load_ready, read_scenes, write_scenes
from core.state import LIMITS, LabState
from lessons.exercises import PAGES as PAGES_OF_EXERCISES
from lessons.exercises import load_exercises

# What somebody, or something, may put behind every name in an address.
HOSTILE = (
    "",
    "nan",
    "-1",
    "1e999",
    "9" * 400,
    "<img src=x onerror=alert(1)>",
    "../../etc/passwd",
    "${7*7}{{7*7}}%s%n",
    "' OR 1=1 --",
    "\u202e\u200b\u0000\ud7ff🎲",
    "[]{}\\\"'`",
    "1AAAA",
)
NAMES = (
    *LIMITS,
    *("show", "formula", "data", "classifier", "cut", "refit", "time", "gamma", "x", "x1", "x2"),
    *("prior", "situation", "alpha", "new", "weather", "wind", "day", "images", "wrong", "erratum"),
    *("height", "drawing", "balance", "n", "repeats", "fold_seed", "variant", "kernel", "example"),
)

EDITS = (
    "{}",
    '{"edited_rows": {"0": {}}, "added_rows": [{}, {}], "deleted_rows": [0]}',
    '{"edited_rows": {}, "added_rows": [], "deleted_rows": [], "more": [null]}',
)
JSON = (
    "null",
    "5",
    "[1, 2]",
    '"drawing"',
    "{}",
    '{"drawing": 5, "picked": 5}',
    '{"drawing": {"seq": 1e999, "revision": NaN}, "picked": ["I"]}',
    '{"drawing": {"seq": 1, "revision": 1, "points": {"x": []}}, "picked": {"a": 1}}',
    '{"picked": "no such", "drawing": {"seq": "1", "revision": "x"}, "more": []}',
    '{"drawing": {"seq": 1, "revision": 1, "gamma": ' + "9" * 4000 + "}}",
    "[" * 500 + "]" * 500,
    "NaN",
    '{"drawing": null}',
    '{"drawing": [1, 2]}',
    '{"drawing": "points"}',
    '{"drawing": {"seq": [], "revision": {}, "points": [[1, 2]], "switches": 5}}',
    '{"drawing": {"seq": 1, "revision": 1, "switches": [["errors"]]}}',
    '{"drawing": {"seq": 1, "revision": 1, "points": "1AAAA", "gamma": 2}}',
    '{"drawing": {"seq": 1, "revision": 1, "points": "1' + "A" * 100_000 + '"}}',
)
NO_NUMBER = re.compile(r"\b(nan|inf|None|Traceback)\b")


def shown_text(app: AppTest) -> str:
    parts = (*app.markdown, *app.caption, *app.title, *app.subheader, *app.warning, *app.info)
    return "\n".join(part.value for part in parts)


@pytest.mark.parametrize("name", PAGES)
def test_no_link_breaks_a_page(name: str) -> None:
    for turn in range(0, len(HOSTILE), 4):
        link = {
            parameter: HOSTILE[(turn + place) % len(HOSTILE)]
            for place, parameter in enumerate(dict.fromkeys(NAMES))
        }
        open_page(name, **link)


def test_a_hostile_link_is_answered_with_sentences() -> None:
    app = open_page("lab.py")
    for text in HOSTILE[1:]:
        for name in LIMITS:
            app.query_params[name] = text
        app.session_state["lab page"] = None  # as if the link had opened the page
        app.run()
        (expander,) = (part for part in app.expander if "were ignored" in part.label)
        (notices,) = (part.value.splitlines() for part in expander.markdown)
        assert expander.label == f"{len(notices)} parts of the link were ignored"
        assert not app.info
        assert all(notice.startswith("- The link's ") for notice in notices)
        assert all(notice.endswith(".") for notice in notices)
        assert len("".join(notices)) < 400 * len(LIMITS)


def test_one_notice_of_a_link_is_a_sentence_and_more_are_folded() -> None:
    app = open_page("lab.py", classifier="foo")
    assert [part.value for part in app.info] == [
        "The link's “classifier” was ignored: this page has no such setting."
    ]
    app = open_page("lab.py", classifier="foo", noise="9", gamma="x", n="y")
    assert not app.info
    (expander,) = (
        part for part in app.expander if part.label == "4 parts of the link were ignored"
    )
    assert not expander.proto.expanded
    assert len(expander.markdown[0].value.splitlines()) == 4
    # Compare has parameters of its own.
    assert not open_page("compare.py", show="Code").info


@pytest.mark.parametrize(
    "labels", [[], [0], [0, 0, 0], [0, 1], [9, 0, 9, 0]], ids=["none", "1", "3", "2", "9"]
)
@pytest.mark.parametrize("X", [0.0, 1e30], ids=["zero", "huge"])
def test_points_that_no_classifier_can_use_get_sentences(labels: list[int], X: float) -> None:
    points = np.reshape([[X * k, X] for k in range(len(labels))], (-1, 2))
    drawn = encode_drawing(draw(points, labels))
    app = draw_on(open_lab(LabState(n=40, folds=2, beside="process")), points=drawn)
    text = shown_text(app)
    if len(set(labels)) > 1:
        text += " ".join(accuracies(app).astype(str).to_numpy().ravel())
    assert not NO_NUMBER.search(text)


def send(app: AppTest, component: int, text: str) -> None:
    """Let a browser send the server any text as the state of a component."""
    widget = components(app)[component].proto.id
    app._run(WidgetStates(widgets=[WidgetState(id=widget, json_value=text)]))


@pytest.mark.parametrize("name", ["lab.py", "compare.py"])
def test_a_page_survives_any_message_of_a_component(name: str) -> None:
    app = open_page(name, n="40", folds="2", classifiers="full")
    before = components(app)[0].proto.json
    for text in JSON:
        send(app, 0, text)
        assert components(app)[0].proto.json == before, text[:30]
        assert len(app.title) == 1


def test_a_control_without_a_value_gets_that_of_the_lab_again() -> None:
    """A browser that is still loading may say that nothing is chosen."""
    app = open_lab(LabState(n=40, folds=2, svc_gamma="scale"))
    app.segmented_control(key="lab.svc_gamma").set_value(None).run()
    assert app.session_state["lab"].svc_gamma == "scale"
    assert app.segmented_control(key="lab.svc_gamma").value == "scale"


def wrong_states(proto: Any) -> list[WidgetState]:
    """Return what no widget of this kind sends, in the kind of value that it sends."""
    state = partial(WidgetState, id=proto.id)
    match proto.DESCRIPTOR.name:
        case "Selectbox" | "Radio" | "TextInput" | "TextArea":
            return [state(string_value=text) for text in ("no such", "\x00" + "x" * 10_000)]
        case "NumberInput":
            return [state(double_value=number) for number in (-1e308, 1e308)]
        case "Slider" if not proto.options:
            numbers = [math.nan], [1e308], [-1.0, 2.0, 3.0]
            return [state(double_array_value=DoubleArray(data=each)) for each in numbers]
        case "Slider" | "ButtonGroup" | "MultiSelect":
            words = ["no such"], ["no such"] * 1000
            return [state(string_array_value=StringArray(data=each)) for each in words]
        case "Dataframe":
            return [state(string_value=text) for text in EDITS]
    return []


@pytest.mark.parametrize("name", PAGES)
def test_an_impossible_value_of_a_widget_does_not_break_its_page(name: str) -> None:
    chance = random.Random(name)
    widgets = operable_widgets(open_page(name))
    chance.shuffle(widgets)
    by_kind = {proto.DESCRIPTOR.name: proto for proto in widgets}
    states = [wrong for proto in by_kind.values() if (wrong := wrong_states(proto))]
    for turn in range(max(map(len, states), default=0)):
        wrong = [each[turn % len(each)] for each in states]
        app = open_page(name)
        app._run(WidgetStates(widgets=wrong))
        assert len(app.title) == 1


EXERCISES = tuple(load_exercises()[stem] for stem in ("one_word", "two_cuts", "line_of_lda"))
BEGUN = "# Exercise new\nlesson: 1\nlevel: 1\nkind: choice\nsituation: lab?\n\n# Answers\n- [x] b\n"
DRAWING = Drawing((-1.0, 3.0, 0.0, 7.5), np.array([[0.1, 2.5], [1 / 3, -1e-9]]), np.array([1, 4]))


def read_sealed(content: str) -> tuple[Any, ...]:
    """Read a drawing from its text with a checksum that is right, whatever is before it."""
    body = content[1:].encode("latin-1", "replace")
    body += struct.pack("<I", zlib.crc32(body))
    read = decode_drawing(content[:1] + urlsafe_b64encode(body).rstrip(b"=").decode())
    return read.box, read.X.tolist(), read.labels.tolist()


def write_open(values: tuple[Any, ...]) -> str:
    """Return the text of a drawing as Latin-1, without its checksum."""
    box, X, labels = values
    text = encode_drawing(Drawing(box, np.array(X).reshape(-1, 2), np.array(labels, np.uint8)))
    return text[:1] + urlsafe_b64decode(text[1:] + 3 * "=")[:-4].decode("latin-1")


# Of each kind of text that comes from outside: some, how it is read, and how it is written.
READ: dict[str, tuple[list[str], Any, Any]] = {
    "exercise": (
        [*map(write_exercise, EXERCISES)],
        partial(read_exercise, stem="altered", pages=PAGES_OF_EXERCISES),
        write_exercise,
    ),
    "exercises": (
        [write_set(EXERCISES)],
        partial(read_set, stem="", pages=PAGES_OF_EXERCISES),
        write_set,
    ),
    "drafts": (
        [write_set(EXERCISES), BEGUN],
        partial(read_drafts, pages=PAGES_OF_EXERCISES),
        write_set,
    ),
    "scenes": ([write_scenes(load_ready(name)) for name in READY], read_scenes, write_scenes),
    "drawing": (
        [write_open((each.box, each.X, each.labels)) for each in (DRAWING, DRAWING.on_grid())],
        read_sealed,
        write_open,
    ),
}
ADDED = ("", "\x00", "\xff", "nan", "\n", "9" * 40, "# ", "{", "-", "- [x]", "=", "é")
ALTERATIONS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(ADDED)), max_size=3
)


@pytest.mark.parametrize("name", READ)
@given(data=st.data())
def test_an_altered_text_is_refused_in_a_sentence_or_survives_its_own(
    name: str, data: st.DataObject
) -> None:
    texts, read, write = READ[name]
    text = data.draw(st.sampled_from(texts))
    for share, removed, added in data.draw(ALTERATIONS):
        place = int(share * len(text))
        text = text[:place] + added + text[place + removed :]
    try:
        found = read(text)
    except InputError as refusal:
        assert 0 < len(str(refusal)) < 400
    else:
        assert read(write(found)) == found


def test_a_presented_classroom_opens_whatever_number_its_scene_has() -> None:
    for text in (*HOSTILE, "²"):  # a digit that is no number
        open_page("room.py", present="1", scene=text)


@pytest.mark.journey
def test_a_browser_shows_a_hostile_link_as_text(server: str, page: Page) -> None:
    hostile = {"model": HOSTILE[5], "gamma": HOSTILE[7], "data": HOSTILE[9], "cut": HOSTILE[5]}
    hostile |= {"n": "40", "folds": "2"}  # few points open quickly
    for path in ("lab", "compare"):
        visit(page, f"{server}/{path}?{urlencode(hostile)}")
        assert page.locator("img[src=x]").count() == 0
        assert page.get_by_role("heading", level=1).count() == 1
