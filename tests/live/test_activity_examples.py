"""The examples of the activities, their cards, and the shapes that the browser is told of rooms."""

import re
from typing import Any

import pytest

import lessons.exercises  # noqa: F401 (the exercises of rooms)
from live.activities import ACTIVITIES
from live.examples import COUNT, show_example
from live.room import TEACHER, Room
from live.views import view_room
from source import ROOT

each_activity = pytest.mark.parametrize("key", ACTIVITIES)
SHAPES = (ROOT / "web" / "messages.d.ts").read_text("utf-8")


def fields_of(shape: str) -> tuple[set[str], set[str]]:
    """Return the names of the fields of an object in messages.d.ts, and of those always there."""
    text = re.sub(r"/\*.*?\*/", "", shape, flags=re.DOTALL)
    depth, names, start = 0, set[str](), 0
    for place, letter in enumerate(text):
        depth += (letter in "{([<") - (letter in "})]>")
        if letter == ";" and depth == 0:
            names.add(text[start:place].split(":")[0].strip())
            start = place + 1
    return {name.rstrip("?") for name in names}, {name for name in names if name[-1] != "?"}


def body(name: str) -> str:
    (match,) = re.findall(rf"^(?:export )?type {name}\b[^{{]*\{{\n(.*?)^\}};$", SHAPES, re.M | re.S)
    return str(match)


def check(value: Any, shape: str) -> None:
    known, always = fields_of(shape)
    assert always <= set(value) <= known


@each_activity
def test_an_example_has_an_answer_of_everybody_and_keeps_results_for_the_end(key: str) -> None:
    states = show_example(key)
    assert len(states) == 1 + ACTIVITIES[key].has_results
    for state in states:
        assert state["room"]["count"] == state["room"]["activity"]["answered"] == COUNT
        assert state["you"]["value"]
    if ACTIVITIES[key].has_results:
        before, after = (set(state["room"]["activity"]["shown"]) for state in states)
        # What a phone can check while a hand moves is no secret.
        assert before == ({"reached", "values"} if key == "exercise" else set()) and after > before


def test_rooms_have_the_shapes_that_javascript_declares() -> None:
    check(view_room(Room(), TEACHER), body("Room"))
    for key in ACTIVITIES:
        for state in show_example(key):
            check(state["room"], body("Room"))
            check(state["you"], body("You"))
            check(state["room"]["activity"], body("Of"))


def test_equally_good_entries_share_a_rank_and_have_the_shape_of_the_javascript() -> None:
    board = show_example("challenge")[1]["room"]["activity"]["shown"]["board"]
    for row in board:
        check(row, body("Standing"))
    shares = [row["hidden"] for row in board]
    assert [row["rank"] for row in board] == [shares.index(share) + 1 for share in shares]
    assert len({row["rank"] for row in board}) < len(board)  # twelve submit six different entries
