"""The static course says what the app says: texts, formulas, tables, pictures, in many states."""

import json
import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest

from core.grips import describe_grips
from core.limits import Number
from core.link import encode
from javascript import call
from lessons import LESSONS, Lesson
from lessons.lesson_state import LessonState
from lessons.page import page_of
from offline.course import SITE
from offline.course.asking import key_of, probes_of
from offline.course.html import show_still
from offline.course.lesson_page import LessonHtml
from offline.course.parts import LivePicture, MovablePoints, Still
from offline.course.prose import Prose
from offline.course.stored_results import answers_of, show_of
from source import ROOT

STATES = 20
FOUND = {"cut"}  # of points that were moved, the drawing component finds it
TEMPLATE = re.compile(r'<template id="t(\d+)">(.*?)</template>', re.DOTALL)
NO_TEXT = re.compile(r"<script.*?</script>|<pre.*?</pre>|<[^>]+>", re.DOTALL)
TOLD = re.compile(r'<script type="application/json" id="told">(.*?)</script>', re.DOTALL)

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)


@cache
def read_page(stem: str) -> str:
    path = SITE / stem / "index.html"
    if not path.exists():
        pytest.fail("The static course is not built; run: make site", pytrace=False)
    return path.read_text(encoding="utf-8")


def draw_states(lesson: Lesson) -> Iterator[LessonState]:
    """Yield the first state, and others that the course can show, with what a hand moves."""
    rng = np.random.default_rng(lesson.number)
    yield lesson.state.first()
    answers, blocks = answers_of(lesson), page_of(lesson.stem).blocks
    for place in range(STATES - 1):
        state = lesson.state()
        for block, answer in zip(blocks, answers, strict=True):
            states = list(answer.states.values())
            example = states[rng.integers(len(states))]
            state = state.change(**{name: example.value(name) for name in block.by})
        if place % 4:  # of each fourth nothing is moved
            state = state.change(**dict(_move(state, blocks, rng)))
        probes = [probe for block in blocks for probe in probes_of(block)(state)]
        if probes and place % 3 == 0:  # points that were moved, messages that were typed
            state = state.change(**probes[rng.integers(len(probes))])
        yield state


def _move(state: LessonState, blocks: Any, rng: Any) -> Iterator[tuple[str, Any]]:
    for name in {name for block in blocks for name in block.movable if state.applies(name)}:
        limit = state.limit(name)
        if isinstance(limit, Number) and limit.among:
            yield name, limit.among[rng.integers(len(limit.among))]
        elif isinstance(limit, Number) and name != "cut":  # a cut has no more points than there are
            value = round(rng.uniform(limit.low, limit.high), 4)
            yield name, int(value) if limit.whole else value


def moves_points(state: LessonState) -> bool:
    return bool(getattr(state, "points", ""))


def is_equal(one: Any, two: Any) -> bool:
    """Return whether two plain values are equal but for rounding."""
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(is_equal(one[name], two[name]) for name in one)
    if isinstance(one, Sequence) and not isinstance(one, str):
        return len(one) == len(two) and all(map(is_equal, one, two))
    if isinstance(one, int | float) and isinstance(two, int | float):
        return math.isclose(one, two, rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == two)


@pytest.mark.soak
@each_lesson
def test_texts_numbers_and_pictures_are_those_of_python_in_20_states(lesson: Lesson) -> None:
    page, prose = read_page(lesson.stem), Prose()
    html, states = LessonHtml(lesson, prose), list(draw_states(lesson))
    expected = [
        [(shown, [html.part(part) for part in shown.parts]) for shown in shown_in(lesson, state)]
        for state in states
    ]
    prose.render()
    page_templates = {place: prose.fill(text) for text, place in html.templates.items()}
    templates = {int(place): text for place, text in TEMPLATE.findall(page)}
    page_data = json.loads(TOLD.findall(page)[0])
    has_own = (ROOT / "lessons" / lesson.stem / "course.js").exists()
    links = [urlencode(encode(state)) for state in states]
    (answers,) = call("course_states.mjs", [["tell", page_data, links, has_own]])
    exact = 0
    for state, link, answer, blocks in zip(states, links, answers, expected, strict=True):
        assert answer["notices"] == []
        missing = {name: None for name in FOUND & answer["values"].keys() if moves_points(state)}
        assert is_equal({**answer["values"], **missing}, {**plain(state.values()), **missing}), link
        for texts, (shown, parts) in zip(answer["blocks"], blocks, strict=True):
            exact += texts["isExact"]
            for place, (one, two) in enumerate(zip(texts["parts"], parts, strict=True)):
                if texts["isExact"] or place not in texts["varying"]:
                    assert texts_of(one, templates) == texts_of(two, page_templates), link
                elif one is not None:  # where its numbers are not known a formula has its symbols
                    assert templates[one["symbols"]] == page_templates[two["symbols"]], link
            for one, two in zip(texts["pictures"], shown.pictures, strict=True):
                if isinstance(two, LivePicture):
                    grips = describe_grips(state, two.grabbed)
                    assert is_equal(one, plain({"script": two.script, **two.data, **grips})), link
                elif isinstance(two, MovablePoints):
                    assert is_equal(one, plain(two.data)), link
                elif isinstance(two, Still):
                    assert templates[one["still"]] == show_still(two), link
    assert exact >= 2


def plain(value: Any) -> Any:
    """Return a value as JSON knows it."""
    return json.loads(json.dumps(value))


def shown_in(lesson: Lesson, state: LessonState) -> list[Any]:
    return [show_of(lesson, block)(state) for block in page_of(lesson.stem).blocks]


def texts_of(part: Any, templates: dict[int, str]) -> Any:
    """Return the HTML of a part, of a formula in both forms."""
    if isinstance(part, dict):
        return {form: templates[place] for form, place in part.items()}
    return templates[part]


def test_a_key_names_what_applies_as_a_link_does() -> None:
    (lesson,) = (lesson for lesson in LESSONS if lesson.stem == "bayes_rule")
    state = lesson.state().change(rule="cut", medical=True, x=-1.5)
    assert key_of(state, ("classes", "rule", "medical", "x")) == "equal_variances cut yes -1.5"
    assert key_of(state.change(rule="map"), ("rule", "medical")) == "map -"


@pytest.mark.soak
@each_lesson
def test_no_text_of_a_page_has_a_field_left_or_markdown(lesson: Lesson) -> None:
    text = unescape(NO_TEXT.sub(" ", read_page(lesson.stem)))
    assert not re.search(r"\{[a-z_]+\}|\*\*|\$|:[a-z]+\[|\x02", text)
