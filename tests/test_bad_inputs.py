"""Bad inputs: whatever a link, a table, a message or a widget says, each page stands.

There is never a traceback, and no number that is none: either what was said is left out, or a
sentence says what to do.
"""

import re
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import Page
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from bayeslab.drawing import draw, encode_drawing
from bayeslab.limits import RefusedError
from bayeslab.state import LIMITS, LabState
from bayeslab.tables import read_table, to_dataset
from browser import visit
from test_pages import MAIN, PAGES, canvas_data, draw_on, open_lab, open_page
from test_random_actions import operable_widgets

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

TABLES: dict[str, bytes] = {
    "nothing": b"",
    "blanks": b" \n\t\n",
    "zeros": b"\x00" * 64,
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00",
    "half of UTF-16": b"\xff\xfea\x00,\x00b",
    "one column": b"a\n1\n2\n",
    "no rows": b"a,b,c\n",
    "no numbers": b"a,b,c\nx,y,z\nx,y,w\n",
    "no finite numbers": b"a,b,c\nnan,inf,x\n1e999,2,y\n",
    "one class": b"a,b,c\n1,2,x\n3,4,x\n",
    "eleven classes": b"a,b,c\n" + b"".join(b"1,2,k%d\n" % k for k in range(11)),
    "an open quote": b'a,b,c\n1,2,"x\n3,4,y\n' + b"z" * 200_000,
    "a column too many": b",".join([b"a"] * 201) + b"\n",
    "a long label": b"a,b,c\n1,2," + b"x" * 101 + b"\n3,4,y\n",
    "too large": b"a,b,c\n" + b"1,2,x\n" * 900_000,
}
MESSAGES: dict[str, Any] = {
    "no message": {"drawing": None},
    "a list": {"drawing": [1, 2]},
    "a text": {"drawing": "points"},
    "nothing in it": {"drawing": {}},
    "a huge number": {"drawing": {"seq": 10**400, "revision": 1, "gamma": 10**400}},
    "not a number": {"drawing": {"seq": float("nan"), "revision": 1}},
    "wrong kinds": {"drawing": {"seq": [], "revision": {}, "points": [[1, 2]], "switches": 5}},
    "nested": {"drawing": {"seq": 1, "revision": 1, "switches": [["errors"]]}},
    "too many points": {"drawing": {"seq": 1, "revision": 1, "points": "1" + "A" * 100_000}},
}
NO_NUMBER = re.compile(r"\b(nan|inf|None|Traceback)\b")


def shown_text(app: AppTest) -> str:
    parts = (*app.markdown, *app.caption, *app.title, *app.subheader, *app.warning, *app.info)
    return "\n".join(str(part.value) for part in parts)


@pytest.mark.parametrize("name", PAGES)
def test_no_link_breaks_a_page(name: str) -> None:
    app = open_page(name)
    for turn in range(0, len(HOSTILE), 4):
        app.query_params.clear()
        for place, parameter in enumerate(dict.fromkeys(NAMES)):
            app.query_params[parameter] = HOSTILE[(turn + place) % len(HOSTILE)]
        app.run()
        assert not app.exception, dict(app.query_params)


def test_a_hostile_link_is_answered_with_sentences() -> None:
    app = open_page("lab.py")
    for text in HOSTILE[1:]:
        for name in LIMITS:
            app.query_params[name] = text
        app.run()
        assert not app.exception
        assert app.info
        assert all(part.value.endswith(".") for part in app.info)
        assert len("".join(part.value for part in app.info)) < 400 * len(LIMITS)


@pytest.mark.parametrize("title", TABLES)
def test_a_bad_table_is_refused_in_one_sentence(title: str) -> None:
    with pytest.raises(ValueError) as error:
        to_dataset(read_table(TABLES[title]), (0, 1), 2)
    assert str(error.value).endswith(".")
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("title", MESSAGES)
def test_a_message_that_means_nothing_changes_nothing(title: str) -> None:
    app = open_lab(LabState(n=40, folds=2))
    before = canvas_data(app)
    app.session_state["canvas"] = MESSAGES[title]
    app.run()
    assert not app.exception
    assert canvas_data(app) == before


@pytest.mark.parametrize(
    "labels", [[], [0], [0, 0, 0], [0, 1], [9, 0, 9, 0]], ids=["none", "1", "3", "2", "9"]
)
@pytest.mark.parametrize("X", [0.0, 1e30], ids=["zero", "huge"])
def test_points_that_no_classifier_can_use_get_sentences(labels: list[int], X: float) -> None:
    points = np.reshape([[X * k, X] for k in range(len(labels))], (-1, 2))
    drawn = encode_drawing(draw(points, labels))
    app = draw_on(open_lab(LabState(n=40, folds=2, beside="process")), points=drawn)
    assert not app.exception
    text = shown_text(app)
    if app.table:
        text += " ".join(app.table[0].value.astype(str).to_numpy().ravel())
    assert not NO_NUMBER.search(text)


WRONG_VALUES = (
    {"string_value": "no such option"},
    {"double_value": float("nan")},
    {"double_value": 1e308},
    {"int_value": -(2**40)},
    {"bool_value": True},
    {"string_value": "x" * 10_000},
)


@pytest.mark.parametrize("wrong", WRONG_VALUES, ids=str)
def test_a_widget_that_is_sent_something_else_does_not_break_the_lab(wrong: dict[str, Any]) -> None:
    for widget in operable_widgets(open_page("lab.py"))[:4]:
        app = open_page("lab.py")
        app._run(WidgetStates(widgets=[WidgetState(id=widget.id, **wrong)]))
        assert len(app.title) == 1, widget


def test_what_is_refused_is_said_by_one_type_of_error() -> None:
    for limit in LIMITS.values():
        with pytest.raises(RefusedError):
            limit.parse("\x00")


def test_the_menu_stands_whatever_page_is_asked_for() -> None:
    app = AppTest.from_file(MAIN, default_timeout=60)
    for text in HOSTILE:
        app.query_params["page"] = text
    assert not app.run().exception


@pytest.mark.parametrize("page_name", ["lab", "compare", "kernel_width"])
def test_a_browser_shows_a_hostile_link_as_text(server: str, page: Page, page_name: str) -> None:
    hostile = {"model": HOSTILE[5], "gamma": HOSTILE[7], "data": HOSTILE[9], "cut": HOSTILE[5]}
    visit(page, f"{server}/{page_name}?{urlencode(hostile)}")
    assert page.locator("img[src=x]").count() == 0
    assert page.get_by_role("heading", level=1).count() == 1
