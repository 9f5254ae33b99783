"""The JavaScript of the class room in node: patches, saved logs and tables; the size of a page."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from javascript import call
from live.transcript import transcribe
from live.views import view_room
from room_client import apply_patch
from source import ROOT

MOST_BYTES = 30_000  # of a participant's page, compressed
MOST_IN_CHALLENGE = 70_000  # with what fits and paints a classifier
IMPORT = re.compile(r'^(?:import\b[^";]*|\} from )"([^"]+)";', re.MULTILINE)
ENTRY = {"model": "I", "gamma": 3.5, "threshold": "loo"}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=20, max_size=40))
@settings(max_examples=3)
def test_browser_and_python_apply_the_same_patches(pairs: list[tuple[Any, Any]]) -> None:
    applied = call("connection.js", [["applyPatch", *pair] for pair in pairs])
    assert applied == [apply_patch(*pair) for pair in pairs]


def test_the_examples_of_the_standard_come_out_as_it_says() -> None:
    """RFC 7396, appendix A, where the target is an object."""
    cases: list[tuple[Any, Any, Any]] = [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ]
    assert call("connection.js", [["applyPatch", a, b] for a, b, _ in cases]) == [
        result for *_, result in cases
    ]


@pytest.mark.parametrize(
    ("activity", "lines"),
    [
        (
            {"key": "draw", "settings": {}, "shown": {"points": {"ab": {"0": [1, -2.5, 0]}}}},
            ["x1,x2,class,participant", "1,-2.5,0,ab"],
        ),
        (
            {
                "key": "vote",
                "settings": {"options": ["=1+1", 'a "b", c']},
                "shown": {"votes": [[3, 4], [0, 7]]},
            },
            ["option,round 1,round 2", "'=1+1,3,0", '"a ""b"", c",4,7'],
        ),
        ({"key": "cut", "settings": {}, "shown": {}}, ["participant,cut"]),
        (
            {"key": "cut", "settings": {"box": []}, "shown": {"marks": {"ab": [1, -2]}}},
            ["participant,x1,x2", "ab,1,-2"],
        ),
        (
            {
                "key": "challenge",
                "settings": {},
                "shown": {"board": [{"name": "teal fox", "entry": ENTRY, "hidden": 0.9}]},
            },
            [
                "name,classifier,gamma,threshold,training,cross-validated,hidden",
                "teal fox,I,3.5,loo,,,0.9",
            ],
        ),
    ],
)
def test_a_saved_table_is_csv_without_formulas(activity: Any, lines: list[str]) -> None:
    (text,) = call("saving.js", [["writeTable", activity]])
    assert text.split("\r\n") == [*lines, ""]


def test_an_entry_is_told_with_what_is_not_usual() -> None:
    start = {"models": {"I": {"title": "Kernel Bayes I"}}, "thresholds": {"loo": "Leave-one-out"}}
    usual = {**ENTRY, "threshold": "error"}
    entries = [ENTRY, usual, {"model": "I"}]
    assert call("standings.js", [["describeEntry", entry, start] for entry in entries]) == [
        "Kernel Bayes I, γ = 3.50, threshold: Leave-one-out",
        "Kernel Bayes I, γ = 3.50",
        "Kernel Bayes I",
    ]


def test_the_distance_to_the_boundary_is_that_to_its_nearest_segment() -> None:
    lines = [[[0, 0], [4, 0]], [[0, 10], [0, 10], [4, 10]]]
    points = [[1, 1], [7, 4], [2, 9.5], [0, 0]]
    jobs = [["distanceTo", lines, point] for point in points]
    assert call("boundary.js", jobs) == [1, 5, 0.5, 0]
    (median,) = call("boundary.js", [["medianDistance", lines, points]])
    assert median == 0.75


def test_a_saved_log_is_replayed_event_by_event(room_log: Any) -> None:
    entries, room = room_log
    lines = [line for part in transcribe(entries) for line in part]
    text = "\n".join(map(json.dumps, lines))
    (rooms,) = call("replay.js", [["readRooms", text]])
    assert len(rooms) == len(lines)
    assert rooms[-1] == json.loads(json.dumps(view_room(room, "stage")))


@pytest.fixture
def room_log() -> Any:
    from live.log import Entry
    from live.room import Room, fold

    who = "0" * 16
    events: list[Any] = [
        {"do": "open", "by": "server", "at": 1, "secret": "", "places": 9},
        {"do": "join", "by": who, "at": 2},
        {
            **{"do": "start", "by": "teacher", "at": 3, "key": "vote"},
            "settings": {"question": "Q", "options": ["a", "b"]},
        },
        {"do": "put", "by": who, "at": 4, "activity": 1, "value": {"option": 1}},
        {"do": "reveal", "by": "teacher", "at": 5, "on": True},
    ]
    entries = [Entry(place, event) for place, event in enumerate(events, 1)]
    room = Room()
    for entry in entries:
        room, _ = fold(room, entry)
    return entries, room


def imports(path: Path, found: set[Path]) -> set[Path]:
    """Return a module and all that it imports."""
    if path not in found:
        found.add(path)
        for name in IMPORT.findall(path.read_text("utf-8")):
            imports((path.parent / name).resolve(), found)
    return found


def test_the_page_of_a_participant_is_small() -> None:
    room = ROOT / "ui" / "room"
    files = imports(room / "join.js", {room / "join.html", room / "room.css"})
    assert count_bytes(files) < MOST_BYTES
    more = imports(room / "tuner.js", set(files))
    assert MOST_BYTES < count_bytes(more) < MOST_IN_CHALLENGE


def count_bytes(paths: set[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in paths)
