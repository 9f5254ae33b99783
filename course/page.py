"""A lesson's page of the static course, and what the modules of :mod:`course.blocks` share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core.state import LabState
from core.texts import fill
from course.parts import Block, Picture, Said
from lessons.texts import read_sections

__all__ = ["Numbers", "Page", "live", "say"]

Numbers = Mapping[str, str]


@dataclass(frozen=True)
class Page:
    """A lesson's page.

    Attributes
    ----------
    blocks : tuple of Block
        The first one has the formula and stands beside the idea; others follow below.
    lab : callable
        The state of the lab that the page leads to, for a state of the lesson.
    idea, tries : callable
        The numbers in the sections "Idea" and "Try".
    closing : callable or None
        The numbers of the section "Source", if the lesson has one.
    in_app : str
        What this lesson has besides in the app, as Markdown.
    """

    blocks: tuple[Block, ...]
    lab: Callable[[Any], LabState]
    idea: Callable[[], Numbers] = dict
    tries: Callable[[], Numbers] = dict
    closing: Callable[[], Numbers] | None = None
    in_app: str = ""


def say(stem: str, section: str, numbers: Numbers = MappingProxyType({})) -> Said:
    """Return a section of a lesson's text with its fields filled."""
    return Said(fill(read_sections(stem)[section], numbers))


def live(
    state: Any, grabbed: tuple[str, ...], data: Mapping[str, Any], script: str = "picture"
) -> Picture:
    """Return a live picture with those of the fields that apply."""
    return Picture(script, tuple(name for name in grabbed if state.applies(name)), data)
