"""The content of each lesson's page of the static course: a module for each, with its ``PAGE``.

The parts beside a picture are those of the app (:mod:`lessons.parts`).
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from course.page import Page
from lessons import LESSONS, Lesson

__all__ = ["HERE", "list_lessons", "page_of"]

HERE = Path(__file__).parent


def list_lessons() -> list[Lesson]:
    """Return the lessons that the course has, in teaching order."""
    return [lesson for lesson in LESSONS if (HERE / f"{lesson.stem}.py").exists()]


@cache
def page_of(stem: str) -> Page:
    """Return the page of a lesson."""
    return import_module(f"course.blocks.{stem}").PAGE
