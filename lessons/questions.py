"""The lessons' questions: their texts and numbers, and the two pictures beside each.

A question is in ``lessons/<stem>/question.py``, or else in its ``page.py``, without Streamlit: a
page of a lesson shows it, and a room of the classroom votes on it. It is about two *situations*,
one before the answer and one after it. A situation is a page in a state, written like a link:
``kernel_width?data=random_labels&gamma=1``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

import plotly.graph_objects as go

from core.fields import State
from core.link import encode
from core.texts import fill
from lessons import LESSONS
from lessons.page import module_of
from lessons.texts import read_sections, split_question


@dataclass(frozen=True)
class Situation:
    """A page in a state."""

    page: str
    state: State

    def __str__(self) -> str:
        """Return it as a link writes it."""
        return f"{self.page}?{urlencode(encode(self.state))}"


@dataclass(frozen=True)
class Question:
    """The parts of a lesson's question besides its text.

    Attributes
    ----------
    before, after : State
        The states of its pictures before the answer and after it: states of the lesson or of the
        lab, or of a class of the question's own.
    draw : callable
        Returns the figure of such a state in a theme.
    describe : callable
        Returns in words what the figure of a state shows.
    numbers : callable
        Returns the fields of the sections "Question" and "Why".
    ratio : float
        Height through width of the pictures.
    """

    before: Any
    after: Any
    draw: Callable[[Any, str], go.Figure]
    describe: Callable[[Any], str]
    numbers: Callable[[], Mapping[str, str]]
    ratio: float = 0.8


@cache
def question_of(stem: str) -> Question:
    """Return the question of the lesson with that stem."""
    question: Question = module_of(stem, "question").QUESTION
    return question


def situations_of(stem: str) -> tuple[Situation, Situation]:
    """Return the situation of a lesson's question, and that of its answer."""
    question = question_of(stem)
    return Situation(stem, question.before), Situation(stem, question.after)


@cache
def list_questions() -> list[dict[str, Any]]:
    """Return the question of each lesson: title, question, options, answer, why, and its page.

    The answer is the place of the correct option; `before` and `after` are the situations of the
    question and of the answer. The texts are Markdown with formulas in LaTeX.
    """
    questions = []
    for lesson in LESSONS:
        sections, numbers = read_sections(lesson.stem), question_of(lesson.stem).numbers()
        question, options, correct = split_question(fill(sections["Question"], numbers))
        texts = {"question": question, "options": options, "why": fill(sections["Why"], numbers)}
        before, after = map(str, situations_of(lesson.stem))
        place = {"answer": options.index(correct), "page": lesson.stem}
        place |= {"before": before, "after": after}
        questions.append({"title": lesson.heading, **texts, **place})
    return questions
