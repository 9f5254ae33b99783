"""The lessons' questions, for a vote in the class room."""

import re
from functools import cache
from typing import Any

from lessons import LESSONS
from lessons.frame import read_sections, split_question

__all__ = ["list_questions"]

ONLY_ON_THE_PAGE = re.compile(r"[{$*]")  # numbers that a lesson computes, formulas, Markdown


@cache
def list_questions() -> list[dict[str, Any]]:
    """Return the questions that can be asked in plain text: title, question, options, answer.

    The answer is the place of the correct option.
    """
    found = []
    for lesson in LESSONS:
        section = read_sections(lesson.stem)["Question"]
        if not ONLY_ON_THE_PAGE.search(section):
            question, options, correct = split_question(section)
            told = {"question": " ".join(question.split()), "options": options}
            found.append({"title": lesson.heading, **told, "answer": options.index(correct)})
    return found
