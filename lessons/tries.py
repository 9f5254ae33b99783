"""Things to try in a lesson: the changes of each, and what to watch.

In a lesson's text each item of a list is one thing to try. It begins with a link,

    1. [Rare class](?classes=same_means&prior=0.1) Where is C+ predicted?

whose parameters are fields of the lesson's state, or, to open the lab,

    2. [Open in the lab](lab?model=full) Drag a point.

whose parameters are fields of the lab's state.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from core.fields import State
from core.link import read_choices
from core.state import LabState
from lessons.texts import read_sections

S = TypeVar("S", bound=State)

ITEM = re.compile(
    r"\d+\. +\[(?P<label>[^]]+)\]\((?P<page>lab)?\??(?P<query>[^)]*)\) +(?P<text>.+)", re.DOTALL
)


@dataclass(frozen=True)
class Try:
    """One thing to try.

    Attributes
    ----------
    label : str
        Of the button.
    text : str
        What to look at, in Markdown.
    choices : dict
        Values of fields of the lesson's state, or of the lab's.
    in_lab : bool
        Whether the button opens the lab.
    """

    label: str
    text: str
    choices: Mapping[str, Any]
    in_lab: bool


def read_tries(section: str, kind: type[State]) -> list[Try]:
    """Return the things to try in a numbered list.

    Parameters
    ----------
    section : str
    kind : type
        The class of the lesson's state.

    Raises
    ------
    ValueError
        If an item does not begin with a link, or its link names no field or an invalid value.
    """
    items = re.split(r"^(?=\d+\. )", section, flags=re.MULTILINE)
    return [_read_item(item.strip(), kind) for item in items if item.strip()]


def try_states(stem: str, section: str, kind: type[S]) -> list[S]:
    """Return the states that the buttons of a section set up in its lesson."""
    tries = read_tries(read_sections(stem)[section], kind)
    return [kind().change(**item.choices) for item in tries if not item.in_lab]


def _read_item(item: str, kind: type[State]) -> Try:
    match = ITEM.match(item)
    if match is None:
        raise ValueError(f"{item[:40]!r} does not begin with a link: write [label](?key=value).")
    in_lab = match["page"] is not None
    parameters = dict(parse_qsl(match["query"], keep_blank_values=True))
    choices = read_choices(parameters, LabState if in_lab else kind)
    return Try(match["label"], match["text"], choices, in_lab)
