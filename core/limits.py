"""Limits: the values that external input may have, and how they are written in a link.

Links, widgets and the messages of the drawing component are read through these limits, so that the
rest of the project only gets valid values. Each limit has `parse`, which returns the value of a
text, and `check`, which returns a value as it is; both raise an InputError that says what to use
instead. `write` returns the text that `parse` reads, and `longest` is the largest number of
characters in a link.

Valid input may still be too expensive: :mod:`core.effort` bounds the computing effort.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from bayeslab.data.datasets import cut_name
from core.drawing import (
    LONGEST_IN_LINK,
    cached_drawing,
    cached_text_for_link,
    is_kept,
    without_number,
)
from core.drawing_format import MAX_CLASSES
from core.input_error import InputError

LONGEST = 64  # characters: enough for all but names and points
LONGEST_TITLE = 60
LONGEST_NAME = 40
LONGEST_INDEX = 3  # digits
# At most two moved thresholds: the picture, the side of its fit, and the value.
MOVED = re.compile(r"([01]_\d{1,2}_-?\d+(\.\d+)?(e[+-]?\d{1,3})?(~(?!$)|$)){0,2}", re.ASCII)


class _Verbatim:
    """A text that a link holds as it is."""

    def check(self, text: Any) -> str:
        """Return the text, or raise an InputError if it cannot be used."""
        raise NotImplementedError

    def parse(self, text: str) -> str:
        """Return the text, or raise an InputError if it cannot be used."""
        return self.check(text)

    def write(self, value: str) -> str:
        """Return the text that :meth:`parse` reads."""
        return value


@dataclass(frozen=True)
class Choice(_Verbatim):
    """One of a few words."""

    options: tuple[str, ...]
    longest: ClassVar[int] = LONGEST

    def check(self, text: Any) -> str:
        """Return the word, or raise an InputError if it is none of the options."""
        if not isinstance(text, str) or text not in self.options:
            raise InputError(f"use one of {', '.join(self.options)}")
        return text


@dataclass(frozen=True)
class Number:
    """A number within a range, both ends included.

    It is a whole one if `whole`, and one of `among` if there are any.
    """

    low: float
    high: float
    whole: bool = False
    among: tuple[float, ...] = ()
    longest: ClassVar[int] = LONGEST

    def parse(self, text: str) -> float | int:
        """Return the number, or raise an InputError if it is not a number or is out of range."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            value = math.nan
        return self.check(value)

    def check(self, value: Any) -> float | int:
        """Return the number, or raise an InputError if it is not a number or is out of range."""
        kinds = int if self.whole else (int, float)
        is_number = isinstance(value, kinds) and not isinstance(value, bool)
        if not (is_number and self.low <= value <= self.high):
            kind = "whole number" if self.whole else "number"
            raise InputError(f"use a {kind} from {self.low:g} to {self.high:g}")
        if self.among and value not in self.among:
            raise InputError(f"use one of {', '.join(f'{each:g}' for each in self.among)}")
        return value if self.whole else float(value)

    def write(self, value: float | int) -> str:
        """Return the shortest text that :meth:`parse` reads back as exactly this number."""
        return repr(value).removesuffix(".0")


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    longest: ClassVar[int] = LONGEST

    def parse(self, text: str) -> bool:
        """Return whether the text is "yes", or raise an InputError if it is not "no" either."""
        return self.check({"yes": True, "no": False}.get(text))

    def check(self, value: Any) -> bool:
        """Return the truth value, or raise an InputError if it is something else."""
        if not isinstance(value, bool):
            raise InputError("use yes or no")
        return value

    def write(self, value: bool) -> str:
        """Return the text that :meth:`parse` reads."""
        return "yes" if value else "no"


@dataclass(frozen=True)
class Indices:
    """Between `fewest` and `most` different positions in a list, written as in "0-2"."""

    fewest: int
    most: int
    longest: ClassVar[int] = LONGEST

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the positions, or raise an InputError if they are invalid or too many."""
        parts = text.split("-")
        if all(part.isdecimal() and len(part) <= LONGEST_INDEX for part in parts):
            return self.check(tuple(int(part) for part in parts))
        return self.check(())

    def check(self, indices: Any) -> tuple[int, ...]:
        """Return the positions, or raise an InputError if they are not different or too many."""
        is_list = isinstance(indices, tuple) and len(set(indices)) == len(indices)
        if not (is_list and self.fewest <= len(indices) <= self.most):
            raise InputError(f"use {self.fewest} to {self.most} different numbers joined by '-'")
        return indices

    def write(self, value: tuple[int, ...]) -> str:
        """Return the text that :meth:`parse` reads."""
        return "-".join(map(str, value))


@dataclass(frozen=True)
class Words:
    """Some of a few words, in their order, joined by "-"."""

    options: tuple[str, ...]
    longest: ClassVar[int] = LONGEST

    def parse(self, text: str) -> tuple[str, ...]:
        """Return the words, or raise an InputError if one is none of the options."""
        return self.check(text.split("-") if text else [])

    def check(self, words: Any) -> tuple[str, ...]:
        """Return the words in their order, or raise an InputError if they are no list of them."""
        if not (isinstance(words, list) and all(word in self.options for word in words)):
            raise InputError(f"use some of {', '.join(self.options)}, joined by '-'")
        return tuple(option for option in self.options if option in words)

    def write(self, value: tuple[str, ...]) -> str:
        """Return the text that :meth:`parse` reads."""
        return "-".join(value)


@dataclass(frozen=True)
class Names:
    """The names of two features and of some classes, joined by "~"."""

    longest: ClassVar[int] = (LONGEST_NAME + 1) * (2 + MAX_CLASSES)

    def parse(self, text: str) -> tuple[str, ...]:
        """Return the names, or raise an InputError if they are too few, too many or too long."""
        return self.check(tuple(text.split("~")))

    def check(self, names: Any) -> tuple[str, ...]:
        """Return the names, or raise an InputError if they are too few, too many or too long."""
        if not 4 <= len(names) <= 2 + MAX_CLASSES:
            raise InputError(f"use two features and 2 to {MAX_CLASSES} classes, joined by '~'")
        if not all(0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names):
            raise InputError(f"use names of 1 to {LONGEST_NAME} printable characters")
        return names

    def write(self, value: tuple[str, ...]) -> str:
        """Return the text that :meth:`parse` reads."""
        return "~".join(value)

    @staticmethod
    def fit(*names: str) -> tuple[str, ...]:
        """Return valid names: on one line, shortened, without the separator.

        A standardised feature stays one, because the picture depends on that.
        """
        return tuple(
            cut_name(_on_one_line(name.replace("~", "-")), LONGEST_NAME) or "?" for name in names
        )


@dataclass(frozen=True)
class Title(_Verbatim):
    """The title of a data set that was loaded from a file, or nothing."""

    longest: ClassVar[int] = LONGEST_TITLE

    def check(self, text: Any) -> str:
        """Return the title, or raise an InputError if it is too long or not printable."""
        if not isinstance(text, str) or len(text) > LONGEST_TITLE or not text.isprintable():
            raise InputError(f"use at most {LONGEST_TITLE} printable characters")
        return text

    @staticmethod
    def fit(text: str) -> str:
        """Return a valid title: on one line, shortened."""
        return _on_one_line(text)[:LONGEST_TITLE].strip()


def _on_one_line(text: str) -> str:
    """Return the printable characters of a text, on one line."""
    return "".join(filter(str.isprintable, " ".join(text.split()))).strip()


@dataclass(frozen=True)
class Moved(_Verbatim):
    """The thresholds that a hand has moved, as in "0_0_0.25": see ``web/paint/moved.js``."""

    longest: ClassVar[int] = LONGEST

    def check(self, text: Any) -> str:
        """Return the text, or raise an InputError if it has no such form."""
        if not isinstance(text, str) or not MOVED.fullmatch(text):
            raise InputError("use panel_side_value, such as 0_0_0.25")
        return text


@dataclass(frozen=True)
class Text(_Verbatim):
    """A text of at most `longest` characters that `is_valid`, if given, accepts."""

    longest: int
    is_valid: Callable[[str], Any] | None = None

    def check(self, text: Any) -> str:
        """Return the text, or raise an InputError if it is no text, too long or cannot be used."""
        if not isinstance(text, str) or len(text) > self.longest:
            raise InputError(f"use a text of at most {self.longest} characters")
        if self.is_valid is not None:
            self.is_valid(text)
        return text


@dataclass(frozen=True)
class Points:
    """Drawn points, as :mod:`core.drawing` writes them.

    A link has room for a limited number of characters. For a longer drawing it has the points
    rounded, or none if they are too many, then "@" and a number; the browser in which it was drawn
    stores the whole text under that number.
    """

    longest: ClassVar[int] = LONGEST_IN_LINK

    def parse(self, text: str) -> str:
        """Return the text, or raise an InputError if it describes no drawing."""
        if text and not is_kept(text):
            cached_drawing(without_number(text))
        return text

    def check(self, text: Any) -> str:
        """Return the text, or raise an InputError if it is no text or describes no drawing."""
        if not isinstance(text, str):
            raise InputError("use the text of a drawing")
        return self.parse(text)

    def write(self, value: str) -> str:
        """Return the text, or what fits into a link if it is too long."""
        return cached_text_for_link(value)


Limit = Choice | Number | Flag | Indices | Words | Moved | Names | Points | Text | Title
