"""The log of a room as the teacher saves it, from which a finished room can be replayed.

A line has the number and the time of an event, who did what, and how the projector's picture
changed, as a JSON merge patch. The patches, applied in order, give the room again. Secrets, such
as the votes and answers of an activity that is not revealed, are left out.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from live.activity import Values
from live.events import fold
from live.log import Entry, Event
from live.room import Room
from live.views import merge_patch, view_room

__all__ = ["Transcript"]

LONGEST_PART = 64_000  # characters; beyond, a part ends with its line
TOLD = ("do", "activity", "key", "on", "who")  # of an event; the rest is drawn or secret


class Transcript:
    """The lines of a log, in its order, a few events at a time."""

    def __init__(self) -> None:
        self._room = Room()
        self._view: Values = {}

    def lines(self, entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
        """Yield the lines of the next events; an event that does not count has none."""
        for entry in entries:
            self._room, refusal = fold(self._room, entry)
            if refusal is None:
                view = view_room(self._room, "stage")
                line = {"seq": entry.seq, "at": entry.event["at"], **_tell(self._room, entry.event)}
                before, self._view = self._view, view
                yield {**line, "room": merge_patch(before, view)}

    def messages(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield messages with the next lines, small enough for browsers and proxies."""
        text = ""
        for line in self.lines(entries):
            text += (text and ",") + json.dumps(line, ensure_ascii=False)
            if len(text) > LONGEST_PART:
                yield f'{{"log":[{text}]}}'
                text = ""
        if text:
            yield f'{{"log":[{text}]}}'


def _tell(room: Room, event: Event) -> dict[str, Any]:
    """Return who did what, with the generated name of a participant."""
    values = {name: event[name] for name in TOLD if name in event}
    person = room.participants.get(event["by"])
    return {**values, "by": person.name if person else event["by"]}
