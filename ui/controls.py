"""The controls of a page: a widget for each field of its state (:mod:`core.fields`).

A widget has no default of its own: it starts with the value of the state, and its value makes the
next state. When a choice changes, fields that depend on it are reset.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

import streamlit as st

from core.fields import State, fields_of
from core.input_error import InputError
from core.limits import Choice, Flag, Number, Text
from ui.session.lesson import later_choices, load_lesson, save_lesson
from ui.session.widgets import LESSON_WIDGET, forget_widgets, overrule, start_with, value_of

S = TypeVar("S", bound=State)
Widget = Literal["segments", "menu", "slider", "box"]


class Controls(Generic[S]):
    """The controls of a lesson, and the state that results from those drawn so far.

    Parameters
    ----------
    page : str
        The stem of the lesson.
    first : State
        For a first visit without a link.

    Attributes
    ----------
    state : State
        It is complete when all controls are drawn.
    start : str
        Of the key of each widget.
    names : set of str
        The fields whose controls are drawn.
    """

    start: ClassVar[str] = LESSON_WIDGET

    def __init__(self, page: str, first: S) -> None:
        self.page = page
        self.names: set[str] = set()
        self.state, self.notices = load_lesson(page, first)
        self.change(**later_choices())

    def ask(
        self, *names: str, widget: Widget | None = None, always: bool = False, **options: Any
    ) -> None:
        """Draw the controls of these fields, if they apply to the other choices.

        Parameters
        ----------
        *names : str
        widget : {"segments", "menu", "slider", "box"}, optional
            Of the control; segments for a choice and a slider for a number unless given.
        always : bool
            Whether fields that do not apply have their control too.
        **options
            Of the Streamlit widget.
        """
        for name in names:
            if always or self.state.applies(name):
                self._ask(name, widget, dict(options))

    def change(self, **values: Any) -> None:
        """Set these values on behalf of the visitor, for example after dragging."""
        before, self.state = self.state, self.state.change(**values)
        self._renew(self.state.differing(before))

    def settle(self) -> S:
        """Store the state for the next run and in the page's link; return it.

        Call it when all controls are drawn: a run that is interrupted earlier changes
        nothing.
        """
        save_lesson(self.page, self.state, self.notices)
        return self.state

    def _ask(self, name: str, widget: Widget | None, options: dict[str, Any]) -> None:
        before = self.state
        start_with(self.start + name, before.value(name))
        try:
            value = before.limit(name).check(self._draw(name, widget, options))
        except InputError as problem:  # the last valid value stays
            reason = str(problem)
            st.warning(f"{reason[:1].upper()}{reason[1:]}.", icon=":material/info:")
            return
        if value == before.value(name):
            return
        self.state = before.change(**{name: value})
        differing = self.state.differing(before)
        self._renew({other: differing[other] for other in differing if other != name})

    def _renew(self, values: Mapping[str, Any]) -> None:
        """Give the widgets of these fields their values; those already drawn are reset."""
        later = values.keys() - self.names
        overrule({self.start + name: values[name] for name in later})
        if earlier := values.keys() & self.names:
            forget_widgets(*earlier, start=self.start)

    def _draw(self, name: str, widget: Widget | None, options: dict[str, Any]) -> Any:
        declaration, key = fields_of(type(self.state))[name], self.start + name
        self.names.add(name)
        limit, label = self.state.limit(name), options.pop("label", declaration.label)
        match limit:
            case Choice():
                options = {"format_func": declaration.titles.__getitem__, **options, "key": key}
                if widget == "menu":
                    return st.selectbox(label, limit.options, **options)
                options = {"label_visibility": "collapsed", "required": True, **options}
                return st.segmented_control(label, limit.options, **options)
            case Flag():
                return st.toggle(label, key=key, **options)
            case Text():
                return st.text_input(label, max_chars=limit.longest, key=key, **options)
            case Number():
                return _draw_number(label, limit, declaration.step, widget, key, **options)
        raise TypeError(f"{name} has no control.")


def _draw_number(
    label: str,
    limit: Number,
    step: float,
    widget: Widget | None,
    key: str,
    steps: Sequence[float] = (),
    **options: Any,
) -> float | int:
    """Draw a slider, one over `steps` if there are any, or a box; return the number."""
    kind = int if limit.whole else float
    ends = kind(limit.low), kind(limit.high)
    if widget == "box":
        options |= {"step": max(1, int(step))} if limit.whole else {"step": step, "format": "%g"}
        return st.number_input(label, *ends, key=key, **options)
    if steps := steps or limit.among:
        places = sorted({*steps, value_of(key)})
        return st.select_slider(label, places, key=key, **options)
    return st.slider(label, *ends, step=1 if limit.whole else step, key=key, **options)
