"""The content of each lesson's page of the static course: a module for each, with its ``PAGE``.

The parts beside a picture are those of the app (:mod:`lessons.parts`).
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from course.page import Page, read_page
from lessons import LESSONS, Lesson
from web import ROOT

__all__ = ["HERE", "list_lessons", "page_of"]

HERE = Path(__file__).parent


def list_lessons() -> list[Lesson]:
    """Return the lessons that the course has, in teaching order."""
    return [lesson for lesson in LESSONS if _has_page(lesson) or _path(lesson.stem).exists()]


def _path(stem: str) -> Path:
    return HERE / f"{stem}.py"


def _has_page(lesson: Lesson) -> bool:
    return (ROOT / "lessons" / lesson.stem / "page.py").exists()


@cache
def page_of(stem: str) -> Page:
    """Return the page of a lesson."""
    (lesson,) = (each for each in LESSONS if each.stem == stem)
    return read_page(lesson) if _has_page(lesson) else import_module(f"course.blocks.{stem}").PAGE
