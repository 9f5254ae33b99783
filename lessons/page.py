"""A lesson's page, declared once: :mod:`lessons.show` shows it, and so does the static course.

``lessons/<stem>/page.py`` has it as ``PAGE``: a list of blocks, which are plain values and
functions of the lesson's state. What only the app has is a function that is called with the
:class:`lessons.frame.LessonPage`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

import plotly.graph_objects as go

from core.state import MODEL_TITLES, LabState
from lessons.parts import Part

# Above the picture; below it, folded with the exact values, in both or only in the app; beside it,
# above the words; and between the words and the other parts.
Place = Literal["above", "folded", "folded in app", "beside", "between"]


@dataclass(frozen=True)
class Ask:
    """The control of a field, where it applies.

    Attributes
    ----------
    name : str
    place : Place
    options : dict
        Of the control in the app (:meth:`ui.controls.Controls.ask`).
    steps, course_steps : tuple
        The values of a number to choose from; those of the course, if it has not all of them.
    only : callable
        Of the states to which the field applies, those in which the app shows its control.
    """

    name: str
    place: Place = "above"
    options: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[float, ...] = ()
    course_steps: tuple[float, ...] = ()
    only: Callable[[Any], bool] = lambda _: True


@dataclass(frozen=True)
class InApp:
    """What only the app shows at a place, when all controls are drawn."""

    show: Callable[[Any], None]
    place: Place


@dataclass(frozen=True)
class Live:
    """A live picture: its data, its script, and the state with the values that can be grabbed.

    The state is that of the page unless the browser does not read all its values.
    """

    data: Mapping[str, Any]
    script: str = "picture"
    state: Any = None


@dataclass(frozen=True)
class Plane:
    """The drawing component: points, γ and the cut can be moved (:mod:`lessons.lab_picture`)."""

    has_line: bool = False
    weights: bool = False
    titles: Mapping[str, str] = field(default_factory=lambda: MODEL_TITLES)


@dataclass(frozen=True)
class Hunt:
    """The printed lines to be judged, which only lesson 10 has."""


@dataclass(frozen=True)
class Figure:
    """A figure that Python draws, ``draw(*arguments, theme=theme)``, with its size in pixels.

    The app shows it as wide as there is room.
    """

    draw: Callable[..., go.Figure]
    arguments: tuple[Any, ...]
    alt: str
    key: str
    height: int
    width: int = 640


@dataclass(frozen=True)
class Rows:
    """Values that the browser of the course looks up by fields with many values.

    Attributes
    ----------
    name : str
        The name in the picture's data; if `is_default`, the field whose default it is.
    by : tuple of str
        The fields.
    value, states : callable
        The value for a state, and the states; without any, the picture finds its own.
    is_default : bool
    """

    name: str
    by: tuple[str, ...] = ()
    value: Callable[[Any], Any] = lambda _: None
    states: Callable[[], Iterable[Any]] = tuple
    is_default: bool = False


@dataclass(frozen=True)
class Block:
    """A picture with its controls, and the parts beside it.

    Attributes
    ----------
    picture : Plane, Hunt, or callable
        Returns the live picture or the figures for a state.
    controls : tuple of str, Ask or InApp
        In the order in which they depend on each other. The course computes each combination of
        their options and steps.
    boxes : tuple of str
        Those that are numbers without steps: the picture of the course computes with them.
    exact : tuple of str or Ask
        Fields that are grabbed in the picture, and typed below it.
    moved : tuple of str
        Further fields that the picture moves.
    legend, words, parts : callable
        The parts below the picture, those beside it and the further ones, for a state.
    heading, tries, tries_title : str
        Above a further block; the section of the text with the things to try below it, and above
        these.
    fold : str
        The title of what is folded below the picture.
    align : {"top", "center", "bottom"}
        Of the controls above the picture.
    again : str
        The whole number that a button "Draw again" counts on, if there is one.
    later : tuple of str
        Choices that would reveal the answer, and are shown after the question.
    wait : callable
        What the app says while it computes; nothing if it is empty.
    app_only : tuple of str
        Those of `exact` that only the app reads; a page of the course that is opened by a link in
        which they differ says so.
    computed : tuple of str
        The data of the picture that ``lessons/<stem>/course.js`` computes.
    rows : tuple of Rows
    probes : callable
        Returns, for a state, other values of moved texts, and of numbers if two inside their range
        do not tell what depends on them.
    is_answered : callable
        Whether the course can show a state, or only the app.
    """

    picture: Plane | Hunt | Callable[[Any], Live | Sequence[Figure]]
    controls: tuple[str | Ask | InApp, ...] = ()
    exact: tuple[str | Ask, ...] = ()
    boxes: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    legend: Callable[[Any], Sequence[Part]] = lambda _: ()
    words: Callable[[Any], Sequence[Part]] = lambda _: ()
    parts: Callable[[Any], Sequence[Part]] = lambda _: ()
    heading: str = ""
    tries: str = ""
    tries_title: str = "Try this"
    fold: str = "Exact values"
    align: Literal["top", "center", "bottom"] = "top"
    again: str = ""
    later: tuple[str, ...] = ()
    wait: Callable[[Any], str] = lambda _: ""
    app_only: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    rows: tuple[Rows, ...] = ()
    probes: Callable[[Any], Sequence[Mapping[str, Any]]] = lambda _: ()
    is_answered: Callable[[Any], bool] = lambda _: True

    @property
    def asks(self) -> list[Ask]:
        """The controls that are not only the app's."""
        return list(map(as_ask, (each for each in self.controls if not isinstance(each, InApp))))

    @property
    def grabbed(self) -> tuple[str, ...]:
        """The fields of `exact`."""
        return tuple(as_ask(each).name for each in self.exact)

    @property
    def by(self) -> tuple[str, ...]:
        """The choices on which the content depends."""
        return tuple(ask.name for ask in self.asks if ask.name not in self.boxes)

    @property
    def movable(self) -> tuple[str, ...]:
        """The fields that the picture of the course computes with."""
        names = (*self.boxes, *self.moved, *self.grabbed)
        return tuple(name for name in names if name not in self.app_only)

    @property
    def steps(self) -> dict[str, tuple[float, ...]]:
        """The values that the course has of the numbers of `by`."""
        return {ask.name: ask.course_steps or ask.steps for ask in self.asks if ask.steps}


@dataclass(frozen=True)
class Page:
    """A lesson's page.

    Attributes
    ----------
    blocks : tuple of Block
        The first one has the formula and is beside the idea; others follow below.
    lab : callable
        The state of the lab that the page leads to, for a state of the lesson.
    steps : callable
        The numbers in the texts of the steps, for a state.
    idea, tries : callable
        The numbers in the sections "Idea" and "Try".
    closing : callable or None
        The numbers of the section "Source", if the lesson has one.
    further : tuple of callable
        Show the further parts, which only the app has.
    in_app : str
        In the course, what the app has besides, as Markdown.
    show : callable or None
        Shows the page in the app, if blocks do not.
    keeps : tuple of str
        Fields that another step leaves as they are, and a button of "Try" in the course.
    """

    blocks: tuple[Block, ...]
    lab: Callable[[Any], LabState]
    steps: Callable[[Any], Mapping[str, str]] = lambda _: {}
    idea: Callable[[], Mapping[str, str]] = dict
    tries: Callable[[], Mapping[str, str]] = dict
    closing: Callable[[], Mapping[str, str]] | None = None
    further: tuple[Callable[[Any], None], ...] = ()
    in_app: str = ""
    show: Callable[[], None] | None = None
    keeps: tuple[str, ...] = ()


def as_ask(control: str | Ask) -> Ask:
    """Return the control of a field that is given by its name."""
    return Ask(control) if isinstance(control, str) else control


def module_of(stem: str, part: str) -> Any:
    """Return the module with a part of a lesson: one with its name, or that of the page."""
    own = f"lessons.{stem}.{part}"
    return import_module(own if find_spec(own) else f"lessons.{stem}.page")


@cache
def page_of(stem: str) -> Page:
    """Return the page of a lesson."""
    page: Page = module_of(stem, "page").PAGE
    return page
