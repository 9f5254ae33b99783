"""Messages of browsers, read as JSON objects with limits."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.input_error import InputError
from core.plain_json import read_json

KEY = re.compile(r"[0-9a-f]{32}")
ROLES = ("participant", "stage", "teacher")
MOST = 2**53  # a number that JavaScript can count to


@dataclass(frozen=True)
class Hello:
    """The first message of a connection: who it is, and the last event it has.

    Attributes
    ----------
    role : str
    key : str
        A secret of this participant's or teacher's browser; the token in the projector's link.
    seq : int
        0 if the browser has nothing yet.
    passcode : str
        Of the room, as a participant has typed it.
    teacher_key : str
        Of the server, as a teacher who opens a room has typed it.
    name : str
        That a student of a homework has chosen, or nothing.
    resume : bool
        Whether a student comes back to a homework, and must be known.
    homework : mapping or None
        Its exercises and its end, as a teacher who opens a homework has chosen them.
    """

    role: str
    key: str = ""
    seq: int = 0
    passcode: str = ""
    teacher_key: str = ""
    name: str = ""
    resume: bool = False
    homework: Mapping[str, Any] | None = None

    @property
    def is_teacher(self) -> bool:
        """Whether it claims to be the teacher."""
        return self.role == "teacher"


def read_hello(text: str) -> Hello:
    """Read the first message of a connection.

    Raises
    ------
    InputError
        If it is not one.
    """
    message = _read_object(text)
    role, key, seq = message.get("role"), message.get("key", ""), message.get("seq", 0)
    if role not in ROLES:
        raise InputError(f"The role must be one of {', '.join(ROLES)}.")
    if not isinstance(key, str) or (role != "stage" and not KEY.fullmatch(key)):
        raise InputError("The key must be 32 hexadecimal digits.")
    if type(seq) is not int or not 0 <= seq < MOST:
        raise InputError("The number of the last event must be a whole number.")
    texts = [message.get(name, "") for name in ("passcode", "teacher_key", "name")]
    if not all(isinstance(text, str) for text in texts):
        raise InputError("The passcode, the teacher key and the name must be texts.")
    passcode, teacher_key, name = (text.strip() for text in texts)
    resume, homework = message.get("resume", False), message.get("homework")
    if not isinstance(resume, bool) or not (homework is None or isinstance(homework, dict)):
        raise InputError("Resume must be true or false, and a homework must be an object.")
    return Hello(role, key, seq, passcode.upper(), teacher_key, name, resume, homework)


def read_message(text: str) -> dict[str, Any]:
    """Read a message after the first one: an object with the number "n" and what to "do".

    Raises
    ------
    InputError
        If it is not one.
    """
    message = _read_object(text)
    number = message.get("n")
    if type(number) is not int or not 0 <= number < MOST or not isinstance(message.get("do"), str):
        raise InputError('A message has a number "n" and a text "do".')
    return message


def find_number(text: str) -> int:
    """Return the number of a message that may be invalid; -1 if it has none."""
    try:
        number = json.loads(text)["n"]
    except (ValueError, RecursionError, TypeError, LookupError):
        return -1
    return number if type(number) is int and 0 <= number < MOST else -1


def _read_object(text: str) -> dict[str, Any]:
    try:
        message = read_json(text)
    except InputError:
        message = None
    if not isinstance(message, dict) or _is_deep(message):
        raise InputError(
            "A message must be a JSON object with finite numbers and valid characters."
        )
    return message


def _is_deep(value: Any, levels: int = 6) -> bool:
    """Return whether a value is nested more deeply than any message is."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return False
    return levels == 0 or any(_is_deep(item, levels - 1) for item in value)
