"""The board: edits keep the values of a table and the grid of a drawing; settings and undo."""

from typing import Any

import numpy as np
import pytest

from bayeslab.data.datasets import DatasetSpec, load
from canvas import DATA, columns, make_drawing
from core.drawing import decode_drawing, draw, encode_drawing, identify, text_for_link
from javascript import call

IRIS = load(DatasetSpec("iris"))
IRIS_TEXT = encode_drawing(draw(IRIS.X, IRIS.y))
RAW = draw(np.random.default_rng(0).normal(size=(300, 2)), np.arange(300) % 2)
RAW_TEXT = encode_drawing(RAW)
GRID_TEXT = encode_drawing(make_drawing(20))


def edit(data: dict[str, Any], *edits: list[Any], **stored: str) -> dict[str, Any]:
    """Edit the points of a message from Python by hand; return what is sent and stored."""
    storage = {f"bayeslab.drawing.{name}": text for name, text in stored.items()}
    (result,) = call("board_edits.mjs", [["edit", DATA | data, storage, list(edits)]])
    returned: dict[str, Any] = result
    return returned


def message_of(points: Any, y: Any, **data: Any) -> dict[str, Any]:
    """Return the message about points that do not come as text."""
    x1, x2, x3, x4 = draw(points, y).box
    return {"points": columns(points, y), "box": [x1, x2, x3, x4], **data}


@pytest.mark.parametrize(
    "data", [{"points": IRIS_TEXT}, message_of(IRIS.X, IRIS.y, exact=True)], ids=["own", "built in"]
)
def test_a_table_keeps_its_values_where_a_hand_adds_and_removes_points(data: Any) -> None:
    sent = edit(data, ["add", 5.0 + 1e-9, 2.00000001], ["remove", 0])["sent"]
    first = decode_drawing(sent[0])
    assert (first.X[:-1] == IRIS.X).all()
    assert first.X[-1].tolist() == [5.0, 2.0]
    assert first.labels.tolist() == [*IRIS.y, 1]
    assert len(sent[0]) < 1500  # the new point needs few digits


def test_the_box_of_a_table_may_change_and_undo_gives_back_what_was_there() -> None:
    edits = (["remove", 3], ["fit"], ["undo"], ["undo"])
    result = edit({"points": IRIS_TEXT, "box": [0, 1, 0, 1]}, *edits)
    assert decode_drawing(result["sent"][0]).X.shape == (149, 2)
    again = edit({"points": IRIS_TEXT}, ["remove", 3], ["undo"], ["fit"])
    assert all((decode_drawing(text).X == IRIS.X).all() for text in again["sent"][1:])


@pytest.mark.parametrize("exact", [False, True])
def test_a_hand_that_reaches_out_of_the_box_makes_it_as_large_as_the_view(exact: bool) -> None:
    data, view = message_of(RAW.X[:50], RAW.labels[:50], exact=exact), [-8.0, 8.0, -4.0, 4.0]
    edits = (["see", view], ["add", 0.5, 0.5], ["add", -7.5, 1.0], ["undo"], ["undo"])
    inside, outside, once, never = edit(data, *edits)["sent"]
    assert decode_drawing(inside).box == pytest.approx(data["box"])
    assert (decode_drawing(outside).box, once, never) == (pytest.approx(view), inside, None)
    assert decode_drawing(outside).X[-1] == pytest.approx([-7.5, 1.0], abs=2e-3)
    assert decode_drawing(outside).X[:-1] == pytest.approx(decode_drawing(inside).X, abs=2e-4)


def test_generated_points_move_to_the_grid_where_a_hand_edits_them() -> None:
    data = message_of(RAW.X[:50], RAW.labels[:50], exact=False)
    (text,) = edit(data, ["remove", 0])["sent"]
    expected = draw(RAW.X[:50], RAW.labels[:50]).on_grid().X[1:]
    assert text[0] == "3"
    assert (expected == decode_drawing(text).X).all()


def test_a_drawing_on_the_grid_stays_on_it() -> None:
    (text,) = edit({"points": GRID_TEXT}, ["add", 0.1, 0.2])["sent"]
    assert text[0] == "3"
    assert (decode_drawing(text).X[:-1] == decode_drawing(GRID_TEXT).X).all()


def test_undo_to_an_earlier_table_restores_its_values() -> None:
    later = DATA | {"revision": 2, "points": GRID_TEXT}
    sent = edit({"points": IRIS_TEXT}, ["give", later], ["undo"])["sent"]
    assert sent == [IRIS_TEXT]


def test_points_that_a_link_rounds_are_counted_and_stored_exactly() -> None:
    result = edit({"points": RAW_TEXT})
    assert result["localCopy"] == {"count": 300, "changes": 300, "isSafe": True}
    assert result["stored"][f"bayeslab.drawing.{identify(RAW_TEXT)}"] == RAW_TEXT
    assert edit({"points": IRIS_TEXT})["localCopy"] is None


def test_more_points_than_a_link_holds_are_counted_and_stored() -> None:
    text = encode_drawing(make_drawing(900))
    assert edit({"points": text})["localCopy"] == {"count": 900, "changes": None, "isSafe": True}


def test_a_link_with_rounded_points_opens_the_exact_ones_where_they_are_stored() -> None:
    link = text_for_link(RAW_TEXT)
    result = edit({"points": link}, **{identify(RAW_TEXT): RAW_TEXT})
    assert (result["sent"], result["note"]) == ([RAW_TEXT], "")


def test_a_link_with_rounded_points_says_so_where_the_exact_ones_are_not_stored() -> None:
    result = edit({"points": text_for_link(RAW_TEXT)}, ["add", 0.0, 0.0])
    (text,) = result["sent"]
    assert (decode_drawing(text).X[:-1] == RAW.on_grid().X).all()
    assert edit({"points": text_for_link(RAW_TEXT)})["note"].startswith("These points are rounded")


def test_a_new_board_asks_for_the_points_that_python_believes_shown() -> None:
    later = DATA | {"revision": 4, "points": GRID_TEXT}
    data = later | {"points": None, "box": [0, 1, 0, 1]}
    (asked, drawn) = call("board_edits.mjs", [["openAgain", data, later]])[0]
    assert asked == {"seq": 1, "revision": 0}
    assert decode_drawing(drawn).X.tolist() == decode_drawing(GRID_TEXT).X.tolist()


def test_an_unanswered_message_is_sent_again_after_longer_waits() -> None:
    (found,) = call("board_edits.mjs", [["sendAgain"]])
    texts = ["first", "first", "first", "second"]
    assert found["sent"] == [{"seq": k, "points": text} for k, text in enumerate(texts, start=1)]
    assert found["waits"] == [2000, 4000, 4000, 2000]


# Settings that the board asks for

SETTINGS = {
    "first": {"points": GRID_TEXT, "setting": {"name": "first"}},
    "rings": {"points": IRIS_TEXT, "setting": {"name": "rings"}},
}


def visit(*steps: list[Any], **data: Any) -> dict[str, Any]:
    """Return what the board shows after each step with a host that goes to settings."""
    (result,) = call("board_edits.mjs", [["visit", DATA | data, SETTINGS, list(steps)]])
    returned: dict[str, Any] = result
    return returned


def test_undo_of_a_preset_restores_the_points_and_asks_for_their_setting() -> None:
    steps = (["remove", 0], ["open", "rings"], ["undo"], ["undo"], ["redo"], ["redo"])
    result = visit(*steps)
    assert result["shown"] == [
        [19, "first", True],
        [150, "rings", True],
        [19, "first", True],
        [20, "first", True],
        [19, "first", True],
        [150, "rings", True],
    ]
    opened, back = result["sent"][1:3]
    assert (opened["setting"], opened["points"]) == ({"name": "rings"}, None)
    assert back["setting"] == {"name": "first"}
    assert len(decode_drawing(back["points"]).labels) == 19  # the drawn points come along


def test_undo_of_points_after_that_of_a_preset_keeps_the_settings() -> None:
    sent = visit(["remove", 0], ["open", "rings"], ["undo"], ["undo"], ["open", "rings"], ["undo"])
    kept = [message.get("kept") for message in sent["sent"]]
    assert kept == [None, None, None, {"name": "first"}, None, None]


def test_undo_before_a_preset_has_come_takes_back_the_preset_alone() -> None:
    steps = (["remove", 0], ["hold"], ["open", "rings"], ["undo"], ["release"], ["redo"])
    assert visit(*steps)["shown"][-2:] == [[19, "first", True], [150, "rings", True]]


def test_points_drawn_before_the_answer_to_an_undo_stay() -> None:
    steps = (["remove", 0], ["open", "rings"], ["hold"], ["undo"], ["remove", 0], ["release"])
    result = visit(*steps, ["remove", 0])
    assert [count for count, _, _ in result["shown"]] == [19, 150, 150, 19, 18, 18, 17]
    assert result["shown"][-1] == [17, "first", True]
    assert "setting" not in result["sent"][-1]


def test_undo_and_redo_before_an_answer_end_at_the_last_one_asked_for() -> None:
    steps = (["open", "rings"], ["hold"], ["undo"], ["redo"], ["release"], ["undo"])
    assert visit(*steps)["shown"][-2:] == [[150, "rings", True], [20, "first", True]]


def test_only_changed_rows_are_evaluated_and_none_is_forgotten() -> None:
    steps = [
        {"gamma": 1, "C": 1, "answer": True},
        {"gamma": 1, "C": 1, "answer": True},
        {"gamma": 2, "C": 1, "answer": False},
        {"gamma": 1, "C": 2, "answer": True},  # the row of gamma 2 is not waited for any more
        {"gamma": 2, "C": 2, "answer": True},
        {"gamma": 2, "C": 2, "answer": True},
    ]
    (asked,) = call("asked_rows.mjs", [["askedIn", steps]])
    assert asked == [["I", "svc"], [], ["I"], ["svc"], ["I"], []]


def test_undo_on_a_new_board_leads_to_what_a_link_has_replaced() -> None:
    before = SETTINGS["rings"] | {"box": [0, 1, 0, 1], "exact": True}
    result = visit(["undo"], ["redo"], before=before)
    assert result["shown"] == [[150, "rings", True], [20, "first", True]]
    assert len(decode_drawing(result["sent"][0]["points"]).labels) == 150
