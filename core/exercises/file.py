"""The file of an exercise: text that a person can write, read with limits.

A file begins with lines ``name: value``, and sections of Markdown follow::

    title: Narrow, but not too narrow
    lesson: 8
    level: 2
    kind: reach
    situation: lab?n=100&gamma=300
    may: gamma
    goal: leave_one_out >= 90; errors <= 8
    solution: gamma=5
    vary: seed = any

    # Task
    Choose γ such that ...

    # Hint leave_one_out <= 80
    Is γ too large?

    # Shown
    At γ = {solution gamma} {solution leave_one_out} are right when they are left out.

`kind` is one of

- reach: the participant changes what `may` names until every comparison of `goal` holds;
- number: the participant types `answer`, a measure of `solution`, within `within`;
- place: the participant puts a cut on the line (`answer: boundary`), or a line on the plane
  (`answer: line of pooled`, the share of the plane on its wrong side is within `within`);
- choice: the participant picks an answer; the section *Answers* has them, each with a sentence.

A hint of a reach may have a comparison that calls for it; those of other kinds have none.
What known mistakes lead to has a reply of its own: ``# Mistake 100 * {start prior}`` of a number or
a cut, with + - * / and exp, ln, sqrt and above (the share of a normal density above a number);
``# Mistake line of nearest-mean`` or ``# Mistake line of means`` of a line on the plane.

`solution` are the fields of the situation that change, as in a link. Points may be written as in
``points: -1 0.5 -; 1 0 +``, those of the solution after ``solution points:``. `vary` says how the
next exercise of this kind differs: ``seed = any``, ``noise = 0.2 | 0.3``, or ``points = turned``
(``mirrored``), which turns, mirrors and stretches all points alike. Braces in texts name a measure
or a field of the ``start``, of the ``solution``, or of ``yours``.

All of this comes from outside: each fault is refused by one sentence.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

import numpy as np

from core.drawing import Drawing, encode_drawing
from core.drawing_format import MAX_DRAWN
from core.exercises.exercise import (
    DIGITS,
    KINDS,
    LEVELS,
    LINE,
    Comparison,
    Exercise,
    Hint,
    Mistake,
    Option,
    Quantity,
    Variation,
    write_number,
)
from core.exercises.rules import (
    LARGEST,
    LESSONS,
    LONGEST_HINT,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_GOALS,
    MOST_HINTS,
    MOST_MISTAKES,
    MOST_OPTIONS,
    MOST_VARIATIONS,
    REPLY,
    WORD,
    check_exercise,
    live_models,
    make_quantity,
)
from core.fields import State, fields_of
from core.input_error import InputError
from core.link import encode, read_choices
from core.state import DRAWN, LabState
from core.texts import is_whole

LONGEST_FILE = 20_000  # characters
LONGEST_STEM = 60
BOX = (-3.0, 3.0, -2.0, 2.0)  # of points that are written out
MEASURED = rf"({WORD})(?: of ([\w-]+))?"
QUANTITY = re.compile(MEASURED)
DECIMAL = r"-?\d{1,10}(?:\.\d{1,9})?"
COMPARED = re.compile(rf"{MEASURED}\s*(>=|<=)\s*({DECIMAL})")
POINT = re.compile(rf"({DECIMAL})\s+({DECIMAL})\s+([+-])")
SECTION = re.compile(r"^# (.+)\n", re.MULTILINE)
OPTION = re.compile(r"^- \[([ x])\](?: |$)", re.MULTILINE)
HEAD = ("title", "lesson", "level", "kind", "situation", "points", "may", "models", "goal")
HEAD += ("answer", "within", "solution", "solution points", "vary")
MOVES = ("turned", "mirrored")  # of all points of a variant
ANY = "any"  # value of a number of a variant


def read_exercise(text: str, stem: str, pages: Mapping[str, type[State]]) -> Exercise:
    """Read the file of an exercise.

    Parameters
    ----------
    text : str
    stem : str
        Of the file.
    pages : dict
        The classes of the states of the pages that a situation may be of, by the page's path.

    Raises
    ------
    InputError
        If the file is none; the sentence says what to use instead.
    """
    exercise = read_draft(text, stem, pages)
    check_exercise(exercise)
    return exercise


def read_draft(text: str, stem: str, pages: Mapping[str, type[State]]) -> Exercise:
    """Read the file of an exercise that is still being written; parameters are as above.

    Texts may be missing, and the parts need not fit together.

    Raises
    ------
    InputError
        If it cannot be read at all.
    """
    if len(text) > LONGEST_FILE or not is_whole(text):
        raise InputError(f"Use a file of at most {LONGEST_FILE} whole characters.")
    if not re.fullmatch(WORD, stem) or len(stem) > LONGEST_STEM:
        raise InputError("Name the file in small letters, digits and underscores.")
    head, *parts = SECTION.split(text.replace("\r\n", "\n") + "\n")
    sections = list(zip((part.strip() for part in parts[::2]), parts[1::2], strict=True))
    return _read_sections(_read_head(_lines(head), stem, pages), sections)


def write_exercise(exercise: Exercise) -> str:
    """Return the file of an exercise; the points of its situation are written as in a link."""
    lines = {
        "title": exercise.title,
        "lesson": str(exercise.lesson),
        "level": str(exercise.level),
        "kind": exercise.kind,
        "situation": f"{exercise.page}?{urlencode(encode(exercise.start))}",
        "may": ", ".join(exercise.may),
        "models": ", ".join(exercise.models),
        "goal": "; ".join(map(str, exercise.goal)),
        "answer": str(exercise.answer or ""),
        "within": write_number(exercise.within) if exercise.answer or exercise.within else "",
        "solution": urlencode(_difference(exercise.start, exercise.solution)),
        "vary": "; ".join(
            f"{each.name} = {' | '.join(each.values) or ANY}" for each in exercise.vary
        ),
    }
    sections = [("Task", exercise.task)]
    sections += [(f"Hint {hint.when or ''}".strip(), hint.text) for hint in exercise.hints]
    sections += [(f"Mistake {each.answer}", each.text) for each in exercise.mistakes]
    if exercise.options:
        answers = "\n".join(
            f"- [{'x' if each.is_right else ' '}] {each.text}\n\n  {each.reply}"
            for each in exercise.options
        )
        sections += [("Answers", answers)]
    sections += [("Shown", exercise.shown)]
    head = "".join(f"{name}: {value}\n" for name, value in lines.items() if value)
    return head + "".join(f"\n# {name}\n{text}\n" for name, text in sections)


def _difference(start: State, solution: State) -> dict[str, str]:
    """Return the fields of the solution that differ, as in a link."""
    declarations = fields_of(type(start))
    return {
        name: "" if value is None else each.limit.write(value)
        for name, each in declarations.items()
        if (value := getattr(solution, name)) != getattr(start, name)
    }


# The head


def _lines(head: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for line in filter(None, map(str.strip, head.split("\n"))):
        name, colon, value = line.partition(":")
        if not colon or name not in HEAD or name in values:
            raise InputError(f"Begin each line of the head with another one of {', '.join(HEAD)}.")
        values[name] = value.strip()
    return values


def _read_head(lines: dict[str, str], stem: str, pages: Mapping[str, type[State]]) -> Exercise:
    for name in ("lesson", "level", "kind", "situation"):
        if not lines.get(name):
            raise InputError(f"Give the exercise a {name}.")
    kind = next((each for each in KINDS if each == lines["kind"]), None)
    if kind is None:
        raise InputError(f"The kind of an exercise is one of {', '.join(KINDS)}.")
    page, start = _read_situation(lines["situation"], pages)
    start = _with_points(start, lines.get("points", ""))
    solution = _read_changes(start, lines.get("solution", ""))
    solution = _with_points(solution, lines.get("solution points", ""))
    answer = lines.get("answer", "")
    return Exercise(
        stem,
        _short(lines.get("title", ""), LONGEST_TITLE, "title"),
        _whole(lines["lesson"], *LESSONS, "lesson"),
        _whole(lines["level"], min(LEVELS), max(LEVELS), "level"),
        kind,
        page,
        start,
        solution,
        task="",
        shown="",
        may=_words(lines.get("may", ""), (*fields_of(type(start)),), "may"),
        models=_words(lines.get("models", ""), (*live_models(),), "models"),
        goal=_comparisons(lines.get("goal", "")),
        answer=_read_quantity(answer, also=(LINE,)) if answer else None,
        within=_number(lines.get("within", "0"), "within"),
        vary=_variations(lines.get("vary", ""), type(start)),
    )


def _read_situation(text: str, pages: Mapping[str, type[State]]) -> tuple[str, State]:
    page, _, query = text.partition("?")
    if page not in pages:
        raise InputError(f"The page of a situation is one of {', '.join(pages)}.")
    return page, _read_changes(pages[page](), query)


def _read_changes(state: State, query: str) -> State:
    """Return the state with the fields of a query; an empty one is None where that is allowed."""
    parameters = dict(parse_qsl(query, keep_blank_values=True))
    unset = {
        name: None
        for name, text in parameters.items()
        if not text and name in fields_of(type(state)) and getattr(type(state), name) is None
    }
    texts = {name: text for name, text in parameters.items() if name not in unset}
    new = replace(state, **read_choices(texts, type(state)) | unset)
    if new != new.consistent():
        raise InputError("The fields of a situation have to fit together, as in the page's link.")
    if isinstance(new, LabState) and "@" in new.points:
        raise InputError("Points that only one browser keeps are of no use: draw fewer of them.")
    return new


def _with_points(state: State, text: str) -> State:
    if not text:
        return state
    if not isinstance(state, LabState):
        raise InputError("Only a situation of the lab has points.")
    parts = [part.strip() for part in text.split(";")]
    matches = [POINT.fullmatch(part) for part in parts]
    if len(parts) > MAX_DRAWN or not all(matches):
        raise InputError("Write points as in “-1 0.5 -; 1 0 +”: both features and the class.")
    points = [match.groups() for match in matches if match]
    X = np.array([[float(x1), float(x2)] for x1, x2, _ in points])
    low, high = np.array(BOX[::2]), np.array(BOX[1::2])
    if (X.clip(low, high) != X).any():
        raise InputError("Points lie between -3 and 3 across, and between -2 and 2 up.")
    labels = np.array([sign == "+" for *_, sign in points], dtype=np.uint8)
    drawing = Drawing(BOX, X, labels).on_grid()
    return replace(state, data=DRAWN, points=encode_drawing(drawing)).consistent()


def _short(text: str, longest: int, name: str) -> str:
    if len(text) > longest:
        raise InputError(f"Give the exercise a {name} of 1 to {longest} characters.")
    return text


def _whole(text: str, low: int, high: int, name: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and low <= int(text) <= high):
        raise InputError(f"The {name} is a whole number from {low} to {high}.")
    return int(text)


def _number(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= LARGEST:
        raise InputError(f"“{name}” takes a number from 0 on.")
    return round(value, DIGITS)


def _words(text: str, options: Sequence[str], name: str) -> tuple[str, ...]:
    words = tuple(part.strip() for part in text.split(",")) if text else ()
    if len(set(words)) < len(words) or not all(word in options for word in words):
        raise InputError(f"“{name}” takes some of {', '.join(options)}.")
    return words


def _read_quantity(text: str, also: Sequence[str] = ()) -> Quantity:
    match = QUANTITY.fullmatch(text)
    return make_quantity(*(match.groups("") if match else ("", "")), also=also)


def _comparisons(text: str) -> tuple[Comparison, ...]:
    comparisons = tuple(_comparison(part.strip()) for part in text.split(";")) if text else ()
    if len(comparisons) > MOST_GOALS:
        raise InputError(f"A goal has at most {MOST_GOALS} comparisons.")
    return comparisons


def _comparison(text: str) -> Comparison:
    match = COMPARED.fullmatch(text)
    if match is None:
        raise InputError("Write a comparison as in “errors of pooled >= 3”.")
    measure, model, sign, number = match.groups("")
    value = float(number)
    if abs(value) > LARGEST:
        raise InputError(f"A comparison has a number of at most {LARGEST:.0e}.")
    return Comparison(make_quantity(measure, model), sign, value)


def _variations(text: str, kind: type[State]) -> tuple[Variation, ...]:
    variations = [_variation(part.strip(), kind) for part in text.split(";")] if text else []
    names = {each.name for each in variations}
    if len(variations) > MOST_VARIATIONS or len(names) < len(variations):
        raise InputError(f"An exercise varies at most {MOST_VARIATIONS} fields, each once.")
    return tuple(variations)


def _variation(text: str, kind: type[State]) -> Variation:
    name, sign, value = (part.strip() for part in text.partition("="))
    values = tuple(part.strip() for part in value.split("|"))
    if not sign or name not in fields_of(kind):
        raise InputError("Write what varies as in “seed = any; noise = 0.2 | 0.3”.")
    if name == "points":
        if len(values) != 1 or value not in MOVES:
            raise InputError(f"The points of variants are {' or '.join(MOVES)}.")
        return Variation(name, values)
    if value == ANY:
        limit = fields_of(kind)[name].limit
        if not getattr(limit, "whole", False):
            raise InputError("Only a whole number varies as in “seed = any”: list its values.")
        return Variation(name)
    for each in values:
        read_choices({name: each}, kind)
    return Variation(name, values)


# The sections


def _read_sections(exercise: Exercise, sections: Sequence[tuple[str, str]]) -> Exercise:
    hints, mistakes, texts = [], [], {}
    for name, text in sections:
        if name == "Hint" or name.startswith("Hint "):
            comparison = name.removeprefix("Hint").strip()
            when = _comparison(comparison) if comparison else None
            hints.append(Hint(when, _short(text.strip(), LONGEST_HINT, "hint")))
        elif name.startswith("Mistake "):
            reply = _short(_join_lines(text), LONGEST_HINT, "reply to a mistake")
            mistakes.append(Mistake(name.removeprefix("Mistake ").strip(), reply))
        elif name in ("Task", "Answers", "Shown") and name not in texts:
            texts[name] = text.strip()
        else:
            raise InputError("The sections are Task, Answers, Shown, Hint and Mistake.")
    if len(hints) > MOST_HINTS:
        raise InputError(f"An exercise has at most {MOST_HINTS} hints.")
    if len(mistakes) > MOST_MISTAKES:
        raise InputError(f"An exercise has at most {MOST_MISTAKES} mistakes.")
    return replace(
        exercise,
        task=_short(texts.get("Task", ""), LONGEST_TEXT, "task"),
        shown=_short(texts.get("Shown", ""), LONGEST_TEXT, "section Shown"),
        hints=tuple(hints),
        mistakes=tuple(mistakes),
        options=_options(texts.get("Answers", "")),
    )


def _options(text: str) -> tuple[Option, ...]:
    before, *parts = OPTION.split(text)
    if before.strip():
        raise InputError("Begin each answer with “- [ ]”, the right one with “- [x]”.")
    options = []
    for mark, part in zip(parts[::2], parts[1::2], strict=True):
        answer, _, reply = part.partition("\n\n")
        options.append(
            Option(
                _short(_join_lines(answer), LONGEST_HINT, "text for each answer"),
                mark == "x",
                _short(_join_lines(reply), LONGEST_HINT, REPLY),
            )
        )
    if len(options) > MOST_OPTIONS:
        raise InputError(f"A choice has at most {MOST_OPTIONS} answers.")
    return tuple(options)


def _join_lines(text: str) -> str:
    return " ".join(text.split())
