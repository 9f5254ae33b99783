"""Activities: their definition, and their state in a room."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from unicodedata import category, normalize

from core.input_error import InputError

INSTRUCTION = "instruction"  # a setting: a task that replaces the activity's
BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")  # fillers, which count as letters
MOST_MARKS = 4  # above and below one letter, as in no name of any script
UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
ALLOWED = "\n\u00a0\u200c\u200d"
SPACES = re.compile(r"[^\S\N{NO-BREAK SPACE}]+")  # a number stays with its unit

Values = Mapping[str, Any]  # plain JSON values; none is None


@dataclass(frozen=True)
class Prepared:
    """The initial values of an activity.

    Attributes
    ----------
    settings : mapping
        What everybody may know.
    secret : mapping
        What nobody gets before the teacher reveals it, for example the hidden test points.
    """

    settings: Values
    secret: Values = field(default_factory=dict)


@dataclass(frozen=True)
class ActivityState:
    """An activity of a room.

    Attributes
    ----------
    number : int
        1 for the first activity of the room.
    key : str
        Of :data:`live.activities.ACTIVITIES`.
    settings, secret : mapping
        As in :class:`Prepared`.
    is_open : bool
        Whether participants can contribute.
    is_hidden : bool
        Whether the contributions are taken off the projector.
    is_revealed : bool
        Whether the results and the secret are shown.
    contributions : mapping from participant to values
        The latest of each.
    frozen : mapping or None
        The contributions that are shown while the picture is frozen.
    earlier : tuple of mappings
        The contributions of earlier rounds.
    deleted : tuple of mappings
        The contributions before each deletion that can be undone.
    results : mapping from participant to values
        What the server found out about the contributions, where it evaluates them.
    since, closes : float
        When it started, and when it closes by itself, in seconds since 1970; 0 for never.
    """

    number: int
    key: str
    settings: Values
    secret: Values = field(default_factory=dict)
    is_open: bool = True
    is_hidden: bool = False
    is_revealed: bool = False
    contributions: Mapping[str, Values] = field(default_factory=dict)
    frozen: Mapping[str, Values] | None = None
    earlier: tuple[Mapping[str, Values], ...] = ()
    deleted: tuple[Mapping[str, Values], ...] = ()
    results: Mapping[str, Values] = field(default_factory=dict)
    since: float = 0.0
    closes: float = 0.0

    @property
    def round(self) -> int:
        """The number of the present round, from 1."""
        return len(self.earlier) + 1

    @property
    def prepared(self) -> Prepared:
        """What the activity started with."""
        return Prepared(self.settings, self.secret)

    @property
    def visible(self) -> Mapping[str, Values]:
        """The contributions that the picture shows."""
        return self.contributions if self.frozen is None else self.frozen


@dataclass(frozen=True)
class Example:
    """An example of an activity, for a teacher who has not opened a room.

    Attributes
    ----------
    settings : mapping
        What it starts with.
    answer : callable
        From the prepared settings and the number of a participant to a contribution.
    """

    settings: Values
    answer: Callable[[Values, int], Values]


@dataclass(frozen=True)
class Activity:
    """The definition of an activity.

    Attributes
    ----------
    key, title : str
    task : str
        What a participant is asked to do.
    about, needs : str
        For a teacher who chooses one: what happens, in a sentence, and what it needs.
    minutes : int
        How long it usually takes.
    example : Example
    prepare : callable
        From the teacher's choices to a :class:`Prepared`. It may compute, and raises an InputError
        for choices that cannot be used.
    read : callable
        From the state, the participant and the values of a message to the participant's new
        contribution. It raises an InputError if the message does not fit.
    show : callable
        From the state and the participants' names to what everybody may see of the contributions.
    change : callable or None
        From the settings and the teacher's changes to new settings; None if they are fixed.
    evaluate : callable or None
        From what was prepared and a contribution to the values of its result; it may compute.
    tell : callable or None
        From the state and a participant who has contributed to the values for this participant
        only.
    has_results : bool
        Whether there is something to reveal; else everything is shown at once.
    """

    key: str
    title: str
    task: str
    about: str
    needs: str
    minutes: int
    example: Example
    prepare: Callable[[Values], Prepared]
    read: Callable[[ActivityState, str, Values], Values]
    show: Callable[[ActivityState, Mapping[str, str]], Values]
    change: Callable[[Values, Values], Values] | None = None
    evaluate: Callable[[Prepared, Values], Values] | None = None
    tell: Callable[[ActivityState, str], Values] | None = None
    has_results: bool = True


def check_keys(values: Values, names: tuple[str, ...]) -> None:
    """Raise an InputError if there is a value of another name than those allowed."""
    if unknown := set(values) - set(names):
        raise InputError(f"There is no {sorted(unknown)[0][:40]!r}; use {', '.join(names)}.")


def read_number(value: Any, name: str, low: float, high: float, whole: bool = False) -> Any:
    """Return a number from `low` to `high`, or raise an InputError that names it."""
    kinds = int if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
        kind = "whole number" if whole else "number"
        raise InputError(f"The {name} must be a {kind} from {low:g} to {high:g}.")
    return value


def read_line(value: Any, name: str, longest: int) -> str:
    """Return a line that looks like what it is, or raise an InputError that names it.

    Equal looks are equal texts (NFC); characters that take room and show nothing are spaces.
    """
    text = normalize("NFC", BLANK.sub(" ", value)) if isinstance(value, str) else ""
    line = " ".join(text.split())
    if not 1 <= len(line) <= longest or not line.isprintable():
        raise InputError(f"Use {name} of 1 to {longest} printable characters.")
    marks = "".join("m" if category(each)[0] == "M" else " " for each in line)
    if marks[0] == "m" or "m" * (MOST_MARKS + 1) in marks:
        raise InputError(f"Use letters with at most {MOST_MARKS} marks above or below each.")
    return line


def read_text(value: Any, name: str, longest: int) -> str:
    """Return a text of 1 to `longest` characters, or raise an InputError that names it.

    Empty lines separate its paragraphs. Marks that nobody sees, as pasted text has them, are left
    out; joiners stay, because emoji and many scripts need them.
    """
    value = UNSEEN.sub("", value) if isinstance(value, str) else ""
    parts = re.split(r"\n\s*\n", value)
    paragraphs = [text for part in parts if (text := SPACES.sub(" ", part).strip())]
    text = "\n\n".join(paragraphs)
    if not text or len(text) > longest:
        raise InputError(f"The {name} must be a text of 1 to {longest} characters.")
    bad = next((each for each in text if not (each.isprintable() or each in ALLOWED)), None)
    if bad is not None:
        code = f"U+{ord(bad):04X}"
        raise InputError(f"The {name} has a character that cannot be shown, {code}: remove it.")
    return text
