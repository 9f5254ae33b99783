"""The goal and the hints in the form of the editor: comparisons of measures, with values now."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bayeslab.evaluation.models import MODELS
from core.exercises.check import write_value
from core.exercises.draft import as_words, first_comparison, measures_for, models_for, value_now
from core.exercises.exercise import DIGITS, Comparison, Exercise, Hint, Quantity
from core.exercises.rules import LARGEST, LONGEST_HINT, MOST_GOALS, MOST_HINTS
from core.fields import State
from core.measures import MEASURES, YES_NO
from lessons.exercises.editor.drafts import cut_out, put_in
from lessons.exercises.editor.form import ask, press

SIGN_TITLES = {">=": "at least", "<=": "at most"}
HERE = "in the picture"  # the title of the classifier that the picture shows

Change = Callable[[Comparison], Comparison]


def ask_goal(draft: Exercise, state: State, title: str) -> None:
    """Ask for the comparisons of the goal, each with its value in a state."""
    st.markdown(f"**{title}**")
    for place, comparison in enumerate(draft.goal):
        with st.container(border=True):
            _ask_comparison(
                *(draft, state, f"goal {place}", comparison),
                lambda draft, change, place=place: replace(
                    draft, goal=put_in(draft.goal, place, change(draft.goal[place]))
                ),
                lambda draft, place=place: replace(draft, goal=cut_out(draft.goal, place)),
            )
    if len(draft.goal) < MOST_GOALS:
        press(
            "Add a comparison" if draft.goal else "Set a goal",
            "add goal",
            lambda draft: replace(draft, goal=(*draft.goal, _next_goal(draft, state))),
            icon=":material/add:",
        )


def _next_goal(draft: Exercise, state: State) -> Comparison:
    measures = {each.quantity.measure for each in draft.goal}
    names = measures_for(draft)
    name = next((each for each in names if each not in measures), names[0])
    return first_comparison(draft, name, state)


def ask_hints(draft: Exercise, state: State) -> None:
    """Ask for hints, those of a goal each with the comparison that triggers it."""
    for place, hint in enumerate(draft.hints):
        with st.container(border=True):
            ask(
                st.text_area,
                f"hint {place}",
                f"Hint {place + 1}",
                lambda draft, text, place=place: _with_hint(draft, place, text=as_words(text)),
                value=hint.text,
                max_chars=LONGEST_HINT,
                height=68,
                placeholder="Is γ too large?",
            )
            if hint.when is None:
                _ask_removal(f"hint {place}", partial(_without_hint, place=place))
                continue
            st.caption("It is shown when the student asks and this holds:")
            _ask_comparison(
                *(draft, state, f"when {place}", hint.when),
                partial(_with_when, place=place),
                partial(_without_hint, place=place),
            )
    is_reach = draft.kind == "reach"
    if len(draft.hints) < MOST_HINTS:
        press(
            "Add a hint",
            "add hint",
            lambda draft: replace(draft, hints=(*draft.hints, _next_hint(draft))),
            icon=":material/lightbulb:",
            disabled=is_reach and not draft.goal,
            help="First set a goal." if is_reach and not draft.goal else None,
        )


def _next_hint(draft: Exercise) -> Hint:
    """Return an empty hint, of a reach for those who miss a comparison of the goal."""
    if draft.kind != "reach":
        return Hint(None, "")
    quantities = {hint.when.quantity for hint in draft.hints if hint.when}
    goal = next((each for each in draft.goal if each.quantity not in quantities), draft.goal[0])
    sign, step = ("<=", -1.0) if goal.sign == ">=" else (">=", 1.0)
    return Hint(Comparison(goal.quantity, sign, goal.number + step), "")


def _with_hint(draft: Exercise, place: int, **values: Any) -> Exercise:
    new = replace(draft.hints[place], **values)
    return replace(draft, hints=put_in(draft.hints, place, new))


def _with_when(draft: Exercise, change: Change, place: int) -> Exercise:
    when = draft.hints[place].when
    return _with_hint(draft, place, when=when and change(when))


def _without_hint(draft: Exercise, place: int) -> Exercise:
    return replace(draft, hints=cut_out(draft.hints, place))


def _ask_removal(name: str, remove: Callable[[Exercise], Exercise]) -> None:
    press("Remove", f"{name} remove", remove, icon=":material/delete:", type="tertiary")


def _ask_comparison(
    draft: Exercise,
    state: State,
    name: str,
    comparison: Comparison,
    write: Callable[[Exercise, Change], Exercise],
    remove: Callable[[Exercise], Exercise],
) -> None:
    """Draw a row: a measure, its classifier, the sign, the number, its value now, and a mark."""
    quantity = comparison.quantity
    with st.container(horizontal=True, vertical_alignment="bottom"):
        ask_quantity(
            *(draft, name, quantity, measures_for(draft)),
            lambda draft, new: write(draft, lambda old: _of_quantity(draft, state, old, new)),
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        _ask_bound(name, comparison, write)
        unit = MEASURES[quantity.measure].unit
        unit = "(1 is yes)" if unit == YES_NO else unit
        st.markdown(f"{unit}\N{EM SPACE}{_tell_now(draft, comparison, state)}", width="stretch")
        _ask_removal(name, remove)


def _ask_bound(
    name: str, comparison: Comparison, write: Callable[[Exercise, Change], Exercise]
) -> None:
    ask(
        st.selectbox,
        f"{name} sign",
        "Sign",
        lambda draft, sign: write(draft, lambda old: replace(old, sign=sign)),
        options=list(SIGN_TITLES),
        index=list(SIGN_TITLES).index(comparison.sign),
        format_func=SIGN_TITLES.__getitem__,
        label_visibility="collapsed",
        width=120,
    )
    ask(
        st.number_input,
        f"{name} number {comparison.quantity.measure}",
        "Number",
        lambda draft, number: write(draft, lambda old: replace(old, number=round(number, DIGITS))),
        value=float(comparison.number),
        min_value=-LARGEST,
        max_value=LARGEST,
        step=None,
        format="%g",
        label_visibility="collapsed",
        width=100,
    )


def _of_quantity(
    draft: Exercise, state: State, comparison: Comparison, quantity: Quantity
) -> Comparison:
    """Return the comparison with another quantity; a new measure starts with its value now."""
    if quantity.measure == comparison.quantity.measure:
        return replace(comparison, quantity=quantity)
    return first_comparison(draft, quantity.measure, state, comparison.sign)


def ask_quantity(
    draft: Exercise,
    name: str,
    quantity: Quantity,
    names: Sequence[str],
    write: Callable[[Exercise, Quantity], Exercise],
    *,
    renews: bool = False,
) -> None:
    """Ask for a measure, and for the classifier if it is one of a classifier."""
    ask(
        st.selectbox,
        f"{name} measure",
        "Measure",
        lambda draft, measure: write(draft, Quantity(measure, models_for(draft, measure)[0])),
        options=names,
        index=list(names).index(quantity.measure) if quantity.measure in names else 0,
        format_func=lambda each: MEASURES[each].title,
        width=240,
        help=MEASURES[quantity.measure].definition,
        renews=renews,
    )
    keys = models_for(draft, quantity.measure)
    if len(keys) > 1:
        ask(
            st.selectbox,
            f"{name} model {quantity.measure}",
            "of the classifier",
            lambda draft, key: write(draft, replace(quantity, model=key)),
            options=keys,
            index=keys.index(quantity.model) if quantity.model in keys else 0,
            format_func=lambda key: MODELS[key].title if key else HERE,
            width=170,
        )


def _tell_now(draft: Exercise, comparison: Comparison, state: State) -> str:
    value = value_now(draft, comparison.quantity, state)
    if value is None:
        return ":orange[✗ now unknown]"
    mark = ":green[✓" if comparison.holds(value) else ":orange[✗"
    return f"{mark} now {write_value(comparison.quantity, value)}]"
