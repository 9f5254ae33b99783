"""The text, the formulas and the code of a lesson, without Streamlit.

The text is in ``lessons/<stem>/text.md``, below its head (:mod:`lessons`). A line such as
``# Idea`` begins a section, and ``{fields}`` are replaced by computed numbers.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from core.texts import split_sections

HERE = Path(__file__).parent
T = TypeVar("T")


@dataclass(frozen=True)
class Equation:
    """A line of LaTeX: the quantity, its definition in symbols, and its value."""

    left: str
    symbols: str
    numbers: str


@cache
def read_sections(stem: str) -> dict[str, str]:
    """Return the sections of a lesson's text, keyed by heading."""
    return split_sections((HERE / stem / "text.md").read_text(encoding="utf-8"))


@cache
def read_code(stem: str) -> str:
    """Return the source of the lesson's script."""
    return (HERE / stem / "snippet.py").read_text(encoding="utf-8")


def split_question(section: str) -> tuple[str, list[str], str]:
    """Return the question, the answers to choose from, and the correct one.

    Raises
    ------
    ValueError
        If not exactly one answer is marked ``[x]``.
    """
    question, *parts = re.split(r"^- \[([ x])\] ", section, flags=re.MULTILINE)
    answers = [answer.strip() for answer in parts[1::2]]
    correct = [answer for mark, answer in zip(parts[::2], answers, strict=True) if mark == "x"]
    if len(correct) != 1:
        raise ValueError(f"{len(correct)} answers are marked [x]; mark the correct one.")
    return question.strip(), shuffle(answers), correct[0]


def shuffle(answers: Sequence[T], text: Callable[[T], str] = str) -> list[T]:
    """Return answers in an order of their own, so that no place is the right one's."""
    return sorted(answers, key=lambda answer: crc32(text(answer).encode()))
