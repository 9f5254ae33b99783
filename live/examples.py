"""Each activity as an example: the views of projector and phone, without a room."""

from functools import cache
from typing import Any

from live.activities import ACTIVITIES
from live.activity import Values
from live.events import step
from live.room import SERVER, TEACHER, Room, identify
from live.views import view_own, view_room

COUNT = 12  # participants
WHO = [identify(f"{place:032x}") for place in range(COUNT)]


@cache
def show_example(key: str) -> list[dict[str, Values]]:
    """Return the states of an activity: open and, if it has results, revealed.

    Each has the `room`, as everybody gets it, and `you`, as the first participant does.
    """
    activity = ACTIVITIES[key]
    prepared = activity.prepare(activity.example.settings)
    values = {"settings": prepared.settings, "secret": prepared.secret}
    room = _play(Room(), {"do": "open", "by": SERVER, "secret": "", "places": COUNT})
    for who in WHO:
        room = _play(room, {"do": "join", "by": who})
    room = _play(room, {"do": "start", "by": TEACHER, "key": key, **values})
    for place, who in enumerate(WHO):
        value = activity.example.answer(prepared.settings, place)
        room = _play(room, {"do": "put", "by": who, "activity": 1, "value": value})
        if activity.evaluate:
            assert room.activity is not None
            entry = room.activity.contributions[who]
            result = {"entry": entry, "result": activity.evaluate(prepared, entry)}
            room = _play(room, {"do": "judged", "by": SERVER, "activity": 1, "who": who, **result})
    states = [_view(room)]
    if activity.has_results:
        states.append(_view(_play(room, {"do": "reveal", "by": TEACHER, "on": True})))
    return states


def _play(room: Room, event: dict[str, Any]) -> Room:
    return step(room, {**event, "at": 0})


def _view(room: Room) -> dict[str, Values]:
    return {"room": view_room(room), "you": view_own(room, WHO[0])}
