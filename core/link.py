"""A state as the parameters of a link, and back.

A link names only what differs from the defaults, in words a person can read and change:
``?data=iris&classes=1-2&gamma=20``. Reading never fails: an invalid or overlong value is
replaced by the default, and a notice says so.
"""

import re
from collections.abc import Mapping
from typing import Any, TypeVar, overload

from core.fields import State, fields_of
from core.input_error import InputError
from core.scenes import CONTROLS
from core.state import LabState

S = TypeVar("S", bound=State)

LONGEST_QUOTE = 20  # characters of an invalid value that a notice quotes
# Parameters of a link that are not settings: of the app, of Streamlit, of advertisements and
# newsletters, and of learning platforms, which say from where in a course a link was followed.
FOREIGN = re.compile(
    rf"{'|'.join(CONTROLS)}|embed_options|utm_.*|.*clk?id|mc_[ce]id|_g[al]|(course|section|cm)_?id"
)


def encode(state: State) -> dict[str, str]:
    """Return the query parameters of a state: those of its fields that are not at their default.

    Without any, a page shows a new visitor :meth:`core.fields.State.first`. If that differs
    from the state of all defaults, a link to the latter has the fields that differ.
    """
    kind = type(state)
    return _write(state, kind()) or _write(state, kind.first())


def _write(state: State, other: State) -> dict[str, str]:
    """Return the query parameters of the fields that differ from another state."""
    return {
        name: declaration.limit.write(value)
        for name, declaration in fields_of(type(state)).items()
        if (value := getattr(state, name)) != getattr(other, name) and value is not None
    }


@overload
def decode(parameters: Mapping[str, str]) -> tuple[LabState, tuple[str, ...]]: ...
@overload
def decode(parameters: Mapping[str, str], kind: type[S]) -> tuple[S, tuple[str, ...]]: ...
def decode(
    parameters: Mapping[str, str], kind: type[State] = LabState
) -> tuple[State, tuple[str, ...]]:
    """Read a state from query parameters.

    Parameters
    ----------
    parameters : mapping of str to str
        Names that are no field get a notice, except those of the app, of Streamlit and of others
        that add theirs to any link.
    kind : type
        The class of the state, that of the lab unless given.

    Returns
    -------
    state : State
        With the default wherever a value is missing or invalid.
    notices : tuple of str
        One sentence for each invalid value and each unknown name.
    """
    values: dict[str, Any] = {}
    notices: list[str] = []
    for name, declaration in fields_of(kind).items():
        text = parameters.get(name)
        if text is None:
            continue
        try:
            if len(text) > declaration.limit.longest:
                raise InputError(f"use at most {declaration.limit.longest} characters")
            values[name] = declaration.limit.parse(text)
        except InputError as reason:
            notices.append(f"The link's {name} “{_quote(text)}” was ignored: {reason}.")
    request = kind(**values)
    state, advice = request.consistent(), request.out_of_range()
    for name in values:
        if getattr(state, name) != getattr(request, name):
            value, reason = "", "it does not apply to"
            if name in advice:
                value, reason = f" “{_quote(parameters[name])}”", f"{advice[name]} with"
            notices.append(f"The link's {name}{value} was ignored: {reason} {state.subject}.")
    notices += [
        f"The link's “{_quote(name)}” was ignored: this page has no such setting."
        for name in parameters
        if name not in fields_of(kind) and not FOREIGN.fullmatch(name)
    ]
    return state, tuple(notices)


def _quote(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def read_choices(parameters: Mapping[str, str], kind: type[State]) -> dict[str, Any]:
    """Return the values that query parameters choose, by field.

    Raises
    ------
    InputError
        If a name is that of no field, or a value is invalid.
    """
    values = {}
    for name, text in parameters.items():
        if name not in fields_of(kind):
            raise InputError(
                f"“{_quote(name)}” is no field: use one of {', '.join(fields_of(kind))}."
            )
        try:
            values[name] = fields_of(kind)[name].limit.parse(text)
        except InputError as reason:
            raise InputError(f"The {name} “{_quote(text)}” cannot be used: {reason}.") from reason
    return values
