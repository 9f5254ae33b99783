"""Events of a classroom, written shortly, and the rooms that they make."""

from typing import Any

import lessons.exercises  # noqa: F401 (the exercises of rooms)
from live.activities import ACTIVITIES
from live.activity import Prepared
from live.events import fold
from live.log import Entry
from live.room import Room, identify
from live.views import view_room
from room_client import key_of

NAMES = ("ada", "bo", "cy", "di")
WHO = {name: identify(key_of(name)) for name in NAMES}
Event = dict[str, Any]
OPEN: Event = {"do": "open", "by": "server", "at": 0, "secret": "hash", "places": 4}
SETTINGS: dict[str, Event] = {
    "draw": {"budget": 3},
    "vote": {
        "question": "Which one?",
        "options": ["this", "that", "neither"],
        "answer": 1,
        "why": "Because.",
    },
    "cut": {"data": "moons", "n": 40, "model": "I"},
    "challenge": {"data": "moons", "n": 60},
    "exercise": {"exercise": "narrow_but_not_too_narrow"},
}
VALUES: dict[str, list[Event]] = {
    "draw": [{"points": {"0": [0.5, 0.25, 1]}}, {"points": {"0": None, "2": [1, 1, 0]}}],
    "vote": [{"option": 0}, {"option": 2}],
    "cut": [{"cut": 0.0}, {"cut": 0.01}],
    "challenge": [{"model": "I", "gamma": 2}, {"model": "full"}],
    "exercise": [{"state": {"gamma": 3.0}}, {"state": {}}],
}
PREPARED = {key: ACTIVITIES[key].prepare(chosen) for key, chosen in SETTINGS.items()}


def by(who: str, do: str, /, **fields: Any) -> Event:
    return {"do": do, "by": WHO.get(who, who), "at": 0, **fields}


def start(key: str) -> Event:
    prepared: Prepared = PREPARED[key]
    fields = {"settings": dict(prepared.settings), "secret": dict(prepared.secret)}
    return by("teacher", "start", key=key, **fields)


def play(*events: Event, room: Room | None = None) -> Room:
    room = room or Room()
    for event in events:
        room, _ = fold(room, Entry(room.seq + 1, event))
    return room


def put(who: str, value: Event, activity: int = 1) -> Event:
    return by(who, "put", activity=activity, value=value)


JOINED = [OPEN, *(by(name, "join") for name in NAMES)]


def activity_of(room: Room, role: str = "participant") -> Any:
    return view_room(room, role)["activity"]
