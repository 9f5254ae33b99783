"""docs/classroom.md says what the code does: its examples are sent, its limits compared."""

import json
import re
import sys
from dataclasses import fields
from typing import Any

import pytest

import lessons.exercises  # noqa: F401 (the exercises of rooms)
from live.activities import ACTIVITIES
from live.activity import ActivityState
from live.events import EVENTS, check_message
from live.limits import PREFIX, RoomLimits
from live.messages import read_hello, read_message
from live.room import TEACHER, Participant, Room
from live.socket import CLOSED
from live.views import view_own, view_room
from room_client import KINDS
from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from classroom_pictures import MOST_BYTES, STATES

# What is answered, and is no event.
ASKED = {"participant": {"desk", "ending"}, TEACHER: {"work"}}
TEXT = (ROOT / "docs" / "classroom.md").read_text(encoding="utf-8")


def chapter(title: str) -> str:
    (match,) = re.findall(rf"^#+ {title}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    return str(match)


def examples(title: str) -> list[str]:
    return re.findall(r"`(\{[^`…]*\})`", chapter(title))


@pytest.mark.parametrize("text", examples("Hello")[:3])
def test_every_example_of_a_first_message_is_read(text: str) -> None:
    assert read_hello(text).role in text


@pytest.mark.parametrize("text", examples("From a participant"))
def test_every_example_of_a_participants_message_is_accepted(text: str) -> None:
    message = read_message(text)
    if message["do"] not in ASKED["participant"]:
        check_message("participant", message)
    if message["do"] == "put":
        key = list(ACTIVITIES)[message["activity"] - 1]
        chosen = STARTED[key]
        state = ActivityState(1, key, ACTIVITIES[key].prepare(chosen).settings)
        assert ACTIVITIES[key].read(state, "0" * 16, message["value"])


@pytest.mark.parametrize("text", examples("From the teacher"))
def test_every_example_of_a_teachers_message_is_accepted(text: str) -> None:
    message = read_message(text)
    if message["do"] not in ASKED[TEACHER]:
        check_message(TEACHER, message)
    if message["do"] == "start":
        assert ACTIVITIES[message["key"]].prepare(message["settings"]).settings


STARTED: dict[str, Any] = {
    message["key"]: message["settings"]
    for text in examples("From the teacher")
    if (message := json.loads(text))["do"] == "start"
}


def test_every_message_has_an_example() -> None:
    for role, title in (("participant", "From a participant"), (TEACHER, "From the teacher")):
        names = {json.loads(text)["do"] for text in examples(title)}
        wanted = {do for do, kind in EVENTS.items() if kind.by == role}
        assert names == wanted - {"join"} | ASKED[role]
    assert list(STARTED) == list(ACTIVITIES)


def test_every_message_of_the_server_has_an_example() -> None:
    names = re.findall(r'^\| `\{"(\w+)"', chapter("From the server"), re.MULTILINE)
    assert tuple(dict.fromkeys(names)) == KINDS


def test_every_picture_is_there_and_small() -> None:
    names = re.findall(r"\]\(([\w-]+\.webp)\)", TEXT)
    assert len(names) == len(set(names)) == len(STATES)
    for name in names:
        assert (ROOT / "docs" / name).stat().st_size < MOST_BYTES


def test_every_value_that_a_browser_gets_is_named() -> None:
    person = Participant("teal fox")
    settings = {"choice": "given", "classes": 2}
    room = Room(participants={"a" * 16: person}, activity=ActivityState(1, "draw", settings))
    section = chapter("From the server")
    view = view_room(room, TEACHER)
    assert [name for name in view if f"`{name}" not in section] == []
    assert [name for name in view["activity"] if f".{name}`" not in section] == []
    assert [name for name in view_own(room, "a" * 16) if f"`{name}`" not in section] == []


def test_all_codes_of_closing_are_explained() -> None:
    assert {int(code) for code in re.findall(r"\b4[45]\d\d\b", chapter("From the server"))} == set(
        CLOSED.values()
    )


def test_the_limits_are_those_of_the_code() -> None:
    names = re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", chapter("Limits"), re.MULTILINE)
    wanted = [(PREFIX + field.name.upper(), f"{field.default:g}") for field in fields(RoomLimits)]
    assert [(name, f"{float(value):g}") for name, value in names] == wanted
