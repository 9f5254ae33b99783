"""The log of a room as the teacher saves it, from which a finished room can be replayed.

A line has the number and the time of an event, who did what, and how the projector's picture
changed, as a JSON merge patch. The patches, applied in order, give the room again. What is still
secret, the votes and answers of an activity that is not revealed, is left out.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from live.activity import Values
from live.log import Entry, Event
from live.room import Room, fold
from live.views import merge_patch, view_room

__all__ = ["transcribe"]

PER_PART = 200  # lines
TOLD = ("do", "activity", "key", "on", "who")  # of an event; the rest is in the picture or secret


def transcribe(entries: Iterable[Entry]) -> Iterator[list[dict[str, Any]]]:
    """Yield the lines of a log, in parts."""
    room, part = Room(), list[dict[str, Any]]()
    seen: Values = {}
    for entry in entries:
        room, refusal = fold(room, entry)
        if refusal is None:
            view = view_room(room, "stage")
            line = {"seq": entry.seq, "at": entry.event["at"], **_tell(room, entry.event)}
            part.append({**line, "room": merge_patch(seen, view)})
            seen = view
        if len(part) == PER_PART:
            yield part
            part = []
    yield part


def _tell(room: Room, event: Event) -> dict[str, Any]:
    """Return who did what, with the generated name of a participant."""
    told = {name: event[name] for name in TOLD if name in event}
    person = room.participants.get(event["by"])
    return {**told, "by": person.name if person else event["by"]}
