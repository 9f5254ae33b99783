"""Tables of lessons 2 and 5: what is edited in them is in the page's link."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from app_pages import canvas_data, open_page, sentences
from lessons.discrete_bayes.tables import KINDS, MESSAGES, parse_rows, write_rows

TABLES: list[tuple[str, str, dict[str, str], dict[str, Any], str]] = [
    (
        *("covariance_assumptions.py", "points of example", {}),
        {"edited_rows": {1: {"x₁": 7.5, "x₂": 9.25}}},
        "2 6 +; 7.5 9.25 +; ",
    ),
    (
        *("discrete_bayes.py", "messages table", {"data": "messages"}),
        {"edited_rows": {0: {"message": "pay = win; now"}}},
        "pay   win  now = spam; ",
    ),
    (
        *("discrete_bayes.py", "categories table", {"data": "categories"}),
        {"deleted_rows": [1]},
        "sun = calm = free = rides; sun = calm = work",
    ),
]


def told(app: AppTest) -> dict[str, Any]:
    """Return what the live picture was told, without the number of the message."""
    return {name: value for name, value in canvas_data(app).items() if name != "seq"}


@pytest.mark.parametrize(("page", "key", "parameters", "edits", "start"), TABLES)
def test_what_is_edited_is_in_the_link_until_a_text_begins_a_new_table(
    page: str, key: str, parameters: dict[str, str], edits: dict[str, Any], start: str
) -> None:
    app = open_page(page, **parameters)
    unedited = told(app)
    none: dict[str, Any] = {"edited_rows": {}, "added_rows": [], "deleted_rows": []}
    app.session_state[f"table of {key} 1"] = none | edits
    edited, text = told(app.run()), app.query_params[key]
    assert text.startswith(start)
    assert edited != unedited
    assert told(open_page(page, **parameters, **{key: text})) == edited

    # As after the browser's button Back.
    app.switch_page("connection.py").run()
    app.switch_page(page)
    app.query_params.update({**parameters, key: text})
    assert told(app.run()) == edited

    app.text_input(key=key).set_value(unedited["start"][key_in_picture(key)]).run()
    assert told(app) == unedited


def key_in_picture(key: str) -> str:
    return "points" if key.startswith("points") else "table"


@pytest.mark.parametrize("text", ["free money", "free = ham", "a = b = spam", " = good", ";"])
def test_rows_that_cannot_be_read_are_told_in_a_sentence(text: str) -> None:
    app = open_page("discrete_bayes.py", data="messages", **{"messages table": text})
    assert [said for said in sentences(app) if "cannot be read" in said] == sentences(app) != []
    assert parse_rows(write_rows(MESSAGES), {"message": (), "class": KINDS}) == list(MESSAGES)
