"""Fields and states: what a visitor can choose, declared once.

A *state* is everything a visitor has chosen on a page: a frozen dataclass of plain values. The lab
has one (:class:`core.state.LabState`), and so has each lesson (``lessons/<stem>/state.py``). Each
field is made by a function of this module, which declares its limit, its label, and when it
applies. Links, widgets, live pictures and tests read these declarations.

``None`` in a field stands for a default that depends on other fields; :meth:`State.defaults` says
which one it is.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Self

from core.input_error import InputError
from core.limits import Choice, Flag, Limit, Number, Text

DIGITS = 3  # significant ones, of a number whose logarithm is moved

# The options of other fields with which something applies. Of several fields, a tuple, one of them
# must have one of the options.
Conditions = Mapping[str | tuple[str, ...], tuple[str, ...]]


def conditions_of(when: Conditions) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return conditions as pairs: fields, and the options of which one of them must have one."""
    return [
        ((names,) if isinstance(names, str) else names, options) for names, options in when.items()
    ]


@dataclass(frozen=True)
class Field:
    """The declaration of a field of a state.

    Attributes
    ----------
    limit : Limit
        The values that it may have, and how they are written in a link.
    label : str
        The text beside its control.
    titles : dict
        The title of each option of a choice.
    step : float
        Of its slider or its box.
    logarithmic : bool
        Whether a live picture moves its logarithm to base 10.
    of : tuple of str
        Fields on which its meaning depends: when one of them changes, it is reset.
    when : Conditions
        With which it applies.
    lasting : bool
        Whether it keeps its value where it does not apply; else it has its default there.
    """

    limit: Limit
    label: str = ""
    titles: Mapping[str, str] = dataclasses.field(default_factory=dict)
    step: float = 0.01
    logarithmic: bool = False
    of: tuple[str, ...] = ()
    when: Conditions = dataclasses.field(default_factory=dict)
    lasting: bool = False


def field(default: Any, limit: Limit, label: str = "", **attributes: Any) -> Any:
    """Return a field of a state with this default; `attributes` are those of :class:`Field`."""
    return dataclasses.field(default=default, metadata={"field": Field(limit, label, **attributes)})


def like(kind: type[Any], name: str, **attributes: Any) -> Any:
    """Return the field that another state has, but with these attributes of :class:`Field`."""
    declaration = replace(fields_of(kind)[name], **attributes)
    return dataclasses.field(default=getattr(kind, name), metadata={"field": declaration})


def choice(
    label: str,
    titles: Mapping[str, str],
    default: str | None = None,
    **attributes: Any,
) -> Any:
    """Return a field with one of a few options, the first one by default.

    Parameters
    ----------
    label : str
    titles : dict
        Titles by option. Options are written in links and never change.
    default : str, optional
    **attributes
        Of :class:`Field`, without the above.
    """
    options = tuple(titles)
    first = options[0] if default is None else default
    return field(first, Choice(options), label, titles=titles, **attributes)


def number(
    label: str,
    low: float,
    high: float,
    default: float | None,
    *,
    whole: bool = False,
    among: tuple[float, ...] = (),
    **attributes: Any,
) -> Any:
    """Return a field with a number from `low` to `high`.

    It is a whole one if `whole`, and one of `among` if there are any.
    """
    return field(default, Number(low, high, whole, among), label, **attributes)


def flag(label: str, default: bool = False, **attributes: Any) -> Any:
    """Return a field that is true or false."""
    return field(default, Flag(), label, **attributes)


def text(
    label: str,
    longest: int,
    default: str | None = "",
    *,
    check: Callable[[str], Any] | None = None,
    **attributes: Any,
) -> Any:
    """Return a field with a text of at most `longest` characters.

    `check` raises an InputError if the text cannot be used; what it returns is ignored.
    """
    return field(default, Text(longest, check), label, **attributes)


@dataclass(frozen=True)
class State:
    """The base of states: frozen dataclasses whose fields the functions of this module make."""

    @classmethod
    def first(cls) -> Self:
        """Return the state that a page shows without a link."""
        return cls()

    def beginning(self) -> Self:
        """Return the state to which *Start values* leads back."""
        return self.first()

    def defaults(self) -> Mapping[str, Any]:
        """Return the defaults that None stands for, by field, given the other choices."""
        return {}

    @property
    def subject(self) -> str:
        """The thing to which a field does not apply, in the words of a notice."""
        return "the other choices"

    def value(self, name: str) -> Any:
        """Return the value of a field; where that is None, its default, if there is one."""
        value = getattr(self, name)
        return self.defaults().get(name) if value is None else value

    def values(self) -> dict[str, Any]:
        """Return the values of all fields by name, as :meth:`value` returns them."""
        values = {name: getattr(self, name) for name in fields_of(type(self))}
        unset = [name for name, value in values.items() if value is None]
        defaults = self.defaults() if unset else {}
        return values | {name: defaults.get(name) for name in unset}

    def differing(self, other: "State") -> dict[str, Any]:
        """Return the values that differ from another state of this class, by field."""
        others = other.values()
        return {name: value for name, value in self.values().items() if value != others[name]}

    def applies(self, name: str) -> bool:
        """Return whether a field applies to the other choices, so that its control is shown."""
        return self.fulfils(fields_of(type(self))[name].when)

    def fulfils(self, when: Conditions) -> bool:
        """Return whether the choices are as these conditions demand."""
        return all(
            any(self.value(name) in options for name in names)
            for names, options in conditions_of(when)
        )

    def limit(self, name: str) -> Limit:
        """Return the limit of a field that applies, narrower where the other choices demand it."""
        return fields_of(type(self))[name].limit

    def out_of_range(self) -> Mapping[str, str]:
        """Return advice for each value outside the range that the other fields set."""
        advice = {}
        for name in fields_of(type(self)):
            value = getattr(self, name)
            if value != getattr(type(self), name) and self.applies(name):
                try:
                    self.limit(name).check(value)
                except InputError as reason:
                    advice[name] = str(reason)
        return advice

    def consistent(self) -> Self:
        """Return the state with the fields that do not apply or are out of range at defaults."""
        unused = [
            name
            for name, declaration in fields_of(type(self)).items()
            if not declaration.lasting and not self.applies(name)
        ]
        return self.reset(*unused, *self.out_of_range())

    def reset(self, *names: str) -> Self:
        """Return the state with these fields at their defaults."""
        fresh = {name: getattr(type(self), name) for name in names}
        return replace(self, **fresh)

    def change(self, **choices: Any) -> Self:
        """Return the state after a visitor has chosen these values.

        Fields that depend on a changed value are reset, unless they are chosen as well. A value
        equal to its default becomes None.
        """
        before = self.values()
        changes = {name for name, value in choices.items() if value != before[name]}
        stale = [
            name
            for name, declaration in fields_of(type(self)).items()
            if name not in choices and changes.intersection(declaration.of)
        ]
        state = replace(self.reset(*stale), **choices).consistent()
        usual = [name for name, value in state.defaults().items() if getattr(state, name) == value]
        return replace(state, **dict.fromkeys(usual))


@cache
def fields_of(kind: type[Any]) -> Mapping[str, Field]:
    """Return the declarations of the fields of a state by name."""
    declarations = {item.name: item.metadata["field"] for item in dataclasses.fields(kind)}
    return MappingProxyType(declarations)
