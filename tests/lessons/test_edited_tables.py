"""Tables of lessons 2 and 5: what is edited in them is in the page's link."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from app_pages import canvas_data, components, lab_link, latex, open_page, sentences, shown_text
from core.input_error import InputError
from core.link import decode
from lessons.discrete_bayes.rows import COLUMNS, DAYS, MESSAGES, parse_rows, write_rows

# A page, the field with the rows, other parameters of the link, edits, and how the text begins.
TABLES: list[tuple[str, str, dict[str, str], dict[str, Any], str]] = [
    (
        "covariance_assumptions",
        "points",
        {"example": "example"},
        {"edited_rows": {1: {"x₁": 7.5, "x₂": 9.25}}},
        "2 6 +; 7.5 9.25 +; ",
    ),
    (
        "discrete_bayes",
        "messages_table",
        {"data": "messages"},
        {"edited_rows": {0: {"message": "pay = win; now"}}},
        "pay   win  now = spam; ",
    ),
    (
        "discrete_bayes",
        "categories_table",
        {"data": "categories"},
        {"deleted_rows": [1]},
        "sun = calm = free = rides; sun = calm = work",
    ),
]
NONE: dict[str, Any] = {"edited_rows": {}, "added_rows": [], "deleted_rows": []}


def told(app: AppTest) -> dict[str, Any]:
    """Return what the live picture was told, without the number of the message."""
    return {name: value for name, value in canvas_data(app).items() if name != "seq"}


def open_with(place: int, edits: dict[str, Any], **parameters: str) -> AppTest:
    """Open a lesson with edits in its table."""
    page, field, others, *_ = TABLES[place]
    app = open_page(f"{page}.py", **others | parameters)
    app.session_state[f"table of {page} {field} 1"] = NONE | edits
    return app.run()


POINTS, WORDS, DAY = 0, 1, 2
ROWS = range(10)
# Places in `TABLES`, other parameters, edits, and what is said instead of the picture.
ODD: list[tuple[int, dict[str, str], dict[str, Any], str]] = [
    (POINTS, {"case": "2"}, {"deleted_rows": [*ROWS[:8]]}, "has no points"),
    (POINTS, {"case": "3"}, {"deleted_rows": [4, 5, 6, 7]}, "Class - has no points"),
    (POINTS, {"case": "1"}, {"edited_rows": {i: {"x₁": 1, "x₂": 1} for i in ROWS[:8]}}, "singular"),
    (POINTS, {"case": "2"}, {"edited_rows": {0: {"x₁": 1e300}}}, "edits are not used: write two"),
    (POINTS, {"case": "3"}, {"edited_rows": {0: {"x₁": None}}}, ""),
    (POINTS, {"case": "1"}, {"edited_rows": {0: {"class": None}}}, ""),
    (
        *(POINTS, {"case": "2"}),
        {"edited_rows": {i: {"class": "+"} for i in (4, 5, 6)}, "added_rows": [{}]},
        "",
    ),
    (
        *(POINTS, {"case": "3"}),
        {"added_rows": [{"x₁": 3}, {"x₁": 0.5, "x₂": 2, "class": "−"}]},
        "",
    ),
    (POINTS, {"case": "1"}, {"added_rows": [{"x₁": 2, "x₂": 6, "class": "−"}]}, ""),
    (POINTS, {"case": "2"}, {"edited_rows": {0: {"x₁": -1e6}, 7: {"x₂": 1e6}}}, ""),
    (WORDS, {}, {"deleted_rows": [*ROWS]}, "no words"),
    (WORDS, {"alpha": "100"}, {"deleted_rows": [0, 1, 2, 3]}, "rows of both classes"),
    (WORDS, {"alpha": "0.001"}, {"edited_rows": {i: {"message": "?!"} for i in ROWS}}, "no words"),
    (WORDS, {}, {"edited_rows": {0: {"message": None}, 1: {"class": None}}}, ""),
    (WORDS, {"alpha": "100"}, {"edited_rows": {0: {"message": "<b>$x$ {a} \\frac"}}}, ""),
    (WORDS, {"alpha": "0.001"}, {"edited_rows": {i: {"message": "a b"} for i in ROWS}}, ""),
    (WORDS, {}, {"added_rows": [{"message": "hello " * 30, "class": "good"}, {}]}, ""),
    (DAY, {"alpha": "100"}, {"deleted_rows": [*ROWS[:9]]}, "rows of both classes"),
    (DAY, {"alpha": "0.001"}, {"deleted_rows": [0, 1, 2, 3, 4]}, "rows of both classes"),
    (DAY, {}, {"edited_rows": {0: {"weather": None}}, "added_rows": [{}]}, ""),
    (DAY, {"alpha": "100"}, {"edited_rows": {i: {"wind": "calm"} for i in ROWS[:9]}}, ""),
]


@pytest.mark.parametrize(("place", "parameters", "edits", "sentence"), ODD)
def test_any_edit_gives_a_picture_or_one_sentence(
    place: int, parameters: dict[str, str], edits: dict[str, Any], sentence: str
) -> None:
    app = open_with(place, edits, formula="numbers", **parameters)
    texts = sentences(app)
    assert len(texts) == bool(sentence)
    assert sentence in "".join(texts)
    assert len(components(app)) == (place == POINTS or not sentence)
    assert "nan" not in latex(app)
    assert decode(lab_link(app))[1] == ()


@pytest.mark.parametrize("place", [WORDS, DAY])
def test_rows_that_are_not_complete_are_left_out_and_counted(place: int) -> None:
    app = open_with(place, {"added_rows": [{}, {}]})
    assert "Rows left out because a cell is empty: 2." in shown_text(app)


@pytest.mark.parametrize(("page", "field", "parameters", "edits", "start"), TABLES)
def test_edits_stay_in_the_link_until_another_text_begins_a_new_table(
    page: str, field: str, parameters: dict[str, str], edits: dict[str, Any], start: str
) -> None:
    app = open_page(f"{page}.py", **parameters)
    unedited = told(app)
    app.session_state[f"table of {page} {field} 1"] = NONE | edits
    edited, text = told(app.run()), app.query_params[field]
    assert text.startswith(start)
    assert edited != unedited
    assert told(open_page(f"{page}.py", **parameters, **{field: text})) == edited

    # As after the browser's button Back.
    app.switch_page("connection.py").run()
    app.switch_page(f"{page}.py")
    app.query_params.update({**parameters, field: text})
    assert told(app.run()) == edited

    app.text_input(key=f"lesson.{field}").set_value(unedited["start"][field]).run()
    assert told(app) == unedited


@pytest.mark.parametrize(("page", "field", "parameters", "edits", "start"), TABLES)
def test_an_edit_survives_even_a_slow_answer(
    page: str,
    field: str,
    parameters: dict[str, str],
    edits: dict[str, Any],
    start: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = open_page(f"{page}.py", **parameters)
    text, address = app.text_input(key=f"lesson.{field}").value, dict(app.query_params)
    app.session_state[f"table of {page} {field} 1"] = NONE | edits
    edited = told(app.run())
    monkeypatch.setattr("ui.session.widgets.monotonic", lambda: 1e9)
    # Another change, of a browser that still has the old text and the old address.
    for form in ("numbers", "symbols"):
        app.text_input(key=f"lesson.{field}").set_value(text)
        app.segmented_control(key="lesson.formula").set_value(form)
        app.query_params.clear()
        app.query_params.update(address)
        app.run()
        assert told(app) == edited
        assert app.query_params[field].startswith(start)
    # The browser has heard of the edit, and the visitor types the old text.
    app.text_input(key=f"lesson.{field}").set_value(text).run()
    assert told(app) != edited
    assert field not in app.query_params


@pytest.mark.parametrize(
    ("page", "field", "parameters", "row", "text"),
    [
        (*TABLES[0][:3], {"x₁": 1.5, "x₂": 2.0, "class": "+"}, "1.5 2 +"),
        (*TABLES[1][:3], {"message": "pay now", "class": "spam"}, "pay now = spam"),
        (
            *TABLES[2][:3],
            dict(zip(COLUMNS["categories"], DAYS[0], strict=True)),
            " = ".join(DAYS[0]),
        ),
    ],
)
def test_a_table_can_be_emptied_and_filled_again(
    page: str, field: str, parameters: dict[str, str], row: dict[str, Any], text: str
) -> None:
    app = open_page(f"{page}.py", **parameters, **{field: ";"})
    app.session_state[f"table of {page} {field} 1"] = NONE | {"added_rows": [row]}
    assert not app.run().exception
    assert app.query_params[field] == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("messages", "free money"),
        ("messages", "free = ham"),
        ("messages", "a = b = spam"),
        ("messages", " = good"),
        ("categories", "sun = calm = free"),
        ("categories", "snow = calm = free = rides"),
    ],
)
def test_unreadable_rows_get_a_sentence(kind: str, text: str) -> None:
    with pytest.raises(InputError, match="write each row as"):
        parse_rows(kind, text)
    app = open_page("discrete_bayes.py", data=kind, **{f"{kind}_table": text})
    (notice,) = sentences(app)
    assert notice.startswith(f"The link's {kind}_table “{text[:20]}")
    assert "write each row as" in notice


@pytest.mark.parametrize(("kind", "rows"), [("messages", MESSAGES), ("categories", DAYS)])
def test_a_text_has_the_rows_that_were_written(kind: str, rows: Any) -> None:
    assert parse_rows(kind, write_rows(rows)) == list(rows)
    assert parse_rows(kind, "") == parse_rows(kind, " ; ") == []
