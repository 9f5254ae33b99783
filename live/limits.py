"""The limits of the classroom: every one is a setting with a default."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

PREFIX = "BAYESLAB_ROOM_"


@dataclass(frozen=True)
class RoomLimits:
    """What one room, one participant and one server may use.

    The environment variable of a limit is ``BAYESLAB_ROOM_`` and its name in capitals, as in
    ``BAYESLAB_ROOM_PARTICIPANTS=100``.

    Attributes
    ----------
    participants : int
        That can join one room.
    connections : int
        To one room at a time, the teacher's and those of second windows included.
    rooms : int
        That are kept at a time by all servers that share a log.
    homeworks : int
        That are kept at a time by all servers that share a log; half of them from one address.
    rooms_per_hour : int
        That one address opens; half of all rooms at a time.
    joins : int
        Of one room from one address at once.
    joins_per_second : float
        Then, on average.
    messages_per_second : float
        Of one participant, on average.
    burst : int
        Messages that one participant may send at once.
    message_bytes : int
        Of a participant's message.
    teacher_bytes : int
        Of the teacher's message, which may contain a table.
    teacher_windows : int
        Of one room at a time.
    log_megabytes : int
        Of one room's log; a sixteenth of it is for the teacher only.
    links : int
        Short links that are kept at a time by all servers that share a log.
    links_per_hour : int
        That one address makes.
    wrong_codes : int
        Wrong codes or secrets from one address at once, then one each second; ten times as many
        from all addresses.
    hours : float
        After which a room is deleted.
    minutes_after_end : float
        In which the teacher can still save the log of a room that has ended.
    batch_ms : float
        Milliseconds between two updates that a browser gets; 1.7 times as many in a room with more
        than 100 connections.
    heartbeat_seconds : float
        Between two messages to a browser when nothing happens.
    hello_seconds : float
        In which a browser has to say who it is.
    send_seconds : float
        In which a browser has to take an update; one that does not is disconnected.
    """

    participants: int = 500
    connections: int = 1200
    rooms: int = 200
    homeworks: int = 500
    rooms_per_hour: int = 40
    joins: int = 120
    joins_per_second: float = 15.0
    messages_per_second: float = 5.0
    burst: int = 20
    message_bytes: int = 4096
    teacher_bytes: int = 65_536
    teacher_windows: int = 16
    log_megabytes: int = 200
    links: int = 10_000
    links_per_hour: int = 60
    wrong_codes: int = 60
    hours: float = 24.0
    minutes_after_end: float = 10.0
    batch_ms: float = 100.0
    heartbeat_seconds: float = 10.0
    hello_seconds: float = 10.0
    send_seconds: float = 20.0

    def bytes_of(self, role: str) -> int:
        """Return the largest message of a role: "participant", "stage" or "teacher"."""
        return self.teacher_bytes if role == "teacher" else self.message_bytes


def read_limits(environment: Mapping[str, str] = os.environ) -> RoomLimits:
    """Return the limits, those that the environment sets and the defaults of the others.

    Raises
    ------
    ValueError
        If a limit in the environment is not a positive number.
    """
    settings: dict[str, Any] = {
        field.name: _read_positive(PREFIX + field.name.upper(), text, type(field.default))
        for field in fields(RoomLimits)
        if (text := environment.get(PREFIX + field.name.upper()))
    }
    return RoomLimits(**settings)


def _read_positive(name: str, text: str, kind: type) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9 or (kind is int and value != int(value)):
        raise ValueError(f"{name} is {text!r}; use a positive {_NOUNS[kind]} below 1e9.")
    return int(value) if kind is int else value


_NOUNS = {int: "whole number", float: "number"}
