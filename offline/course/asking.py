"""Python's answers for the states that the static course can show.

Each combination of a block's choices is computed three times, with different values of the movable
fields. Parts that stay the same are stored once for the combination. Parts that differ depend on
the whole state: they are stored for the states that the page can set up exactly, which are the
first one, those of the buttons, and each combination of choices with nothing moved. The data of a
picture must not differ: the picture itself computes with the moved values.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from core.fields import fields_of
from core.limits import Choice, Flag, Number
from lessons.lesson_state import LessonState
from lessons.page import Block, Plane
from offline.course.parts import Content, Formula, Markdown, Part, Still
from offline.course.planes import move_first_point

ROUNDING = 1e-9
PLACES = (0.31, 0.72)  # in the range of a number, for the other two questions


@dataclass(frozen=True)
class Answers:
    """Python's results for a block.

    Attributes
    ----------
    contents : dict
        By the key of the choices, the content with nothing moved.
    varying : dict
        By the same key, the places of the parts that depend on moved values.
    loose : dict
        By the same key, the places of the formulas whose symbols depend on them, too.
    exact : dict
        By the key of the choices and the moved values: those parts.
    states : dict
        By the key of the choices, the state that was asked about.
    """

    contents: Mapping[str, Content]
    varying: Mapping[str, tuple[int, ...]]
    loose: Mapping[str, tuple[int, ...]]
    exact: Mapping[str, tuple[Part, ...]]
    states: Mapping[str, LessonState]


def key_of(state: LessonState, names: Sequence[str]) -> str:
    """Return these fields of a state as in a link; those that do not apply as "-"."""
    declarations = fields_of(type(state))
    values = ((name, state.value(name)) for name in names)
    return " ".join(
        declarations[name].limit.write(value) if state.applies(name) and value is not None else "-"
        for name, value in values
    )


def ask(
    block: Block,
    show: Callable[[Any], Content],
    kind: type[LessonState],
    situations: Sequence[LessonState],
) -> Answers:
    """Compute everything that a block can show for a state, and these situations exactly.

    Raises
    ------
    ValueError
        If the data of a picture depend on moved values.
    """
    contents, varying, loose, states = {}, {}, {}, {}
    exact: dict[str, tuple[Part, ...]] = {}
    for state in _combinations(block, kind):
        key = key_of(state, block.by)
        if key in contents:
            continue
        contents[key], states[key] = show(state), state
        others = [show(other) for other in _move(state, block)]
        _check_pictures(
            key, contents[key], others, {*block.computed, *(rows.name for rows in block.rows)}
        )
        varying[key] = _differing(contents[key], others)
        loose[key] = _differing(_symbols_of(contents[key]), list(map(_symbols_of, others)))
        exact[key_of(state, (*block.by, *block.movable))] = _pick(contents[key], varying[key])
    for state in situations:
        key, full = key_of(state, block.by), key_of(state, (*block.by, *block.movable))
        if key in contents and full not in exact:
            exact[full] = _pick(show(state), varying[key])
    return Answers(contents, varying, loose, exact, states)


def _combinations(block: Block, kind: type[LessonState]) -> Iterator[LessonState]:
    for values in product(*(_options(block, kind, name) for name in block.by)):
        state = kind().change(**dict(zip(block.by, values, strict=True)))
        if block.is_answered(state):
            yield state


def _options(block: Block, kind: type[LessonState], name: str) -> Sequence[Any]:
    if name in block.steps:
        return block.steps[name]
    match fields_of(kind)[name].limit:
        case Choice(options):
            return options
        case Flag():
            return (False, True)
        case Number(_, _, _, among) if among:
            return among
    raise TypeError(f"{name} has too many values to ask for each.")


def _move(state: LessonState, block: Block) -> Iterator[LessonState]:
    """Yield the state with other values of the movable fields."""
    names = [name for name in block.movable if state.applies(name)]
    yield from (state.change(**values) for values in probes_of(block)(state))
    for place in PLACES:
        values = {
            name: _number_at(limit, place)
            for name in names
            if isinstance(limit := state.limit(name), Number)
        }
        yield state.change(**values) if values else state


def probes_of(block: Block) -> Callable[[Any], Sequence[Mapping[str, Any]]]:
    """Return the function that returns, for a state, other values of what is moved."""
    return move_first_point if isinstance(block.picture, Plane) else block.probes


def _number_at(limit: Number, place: float) -> float:
    if limit.among:
        return limit.among[int(place * len(limit.among))]
    value = limit.low + place * (limit.high - limit.low)
    return round(value) if limit.whole else value


def _check_pictures(
    key: str, first: Content, others: Sequence[Content], in_tables: set[str]
) -> None:
    for other in others:
        for one, two in zip(first.pictures, other.pictures, strict=True):
            if not isinstance(one, Still) and not isinstance(two, Still):
                differing = [
                    name for name in one.data if not _is_equal(one.data[name], two.data[name])
                ]
            else:
                differing = [] if one == two else ["the whole picture"]
            if causes := set(differing) - in_tables:
                raise ValueError(f"{key}: {', '.join(causes)} depends on what is moved.")


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_equal(one: Any, two: Any) -> bool:
    """Return whether two plain values are equal up to rounding."""
    if _is_list(one) and _is_list(two):
        return len(one) == len(two) and all(map(_is_equal, one, two))
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(_is_equal(one[name], two[name]) for name in one)
    if isinstance(one, float) and isinstance(two, float):
        return math.isclose(one, two, rel_tol=ROUNDING, abs_tol=ROUNDING)
    return bool(one == two)


def _differing(first: Content, others: Sequence[Content]) -> tuple[int, ...]:
    return tuple(
        place
        for place, part in enumerate(first.parts)
        if any(other.parts[place] != part for other in others)
    )


def _symbols_of(content: Content) -> Content:
    """Return the formulas alone, without their numbers."""
    return Content((), tuple(map(_without_numbers, content.parts)))


def _without_numbers(part: Part) -> Part:
    if not isinstance(part, Formula):
        return Markdown("")
    return Formula([replace(line, numbers="") for line in part.equations])


def _pick(content: Content, places: Sequence[int]) -> tuple[Part, ...]:
    return tuple(content.parts[place] for place in places)
