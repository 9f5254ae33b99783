"""The states of the lessons: any state survives its link, and links of earlier releases open."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app_pages import open_page, sentences
from core.fields import fields_of
from core.limits import Choice, Flag, Number
from core.link import decode, encode
from lessons import LESSONS, Lesson
from source import ROOT
from states import values_within

LINKS: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("former_links.json").read_text(encoding="utf-8")
)
FORMER = [(stem, known) for stem, links in LINKS.items() for known in links]

LONGEST_IN_TEST = 2500  # characters of a bad value: Streamlit reads no longer links than some 50 kB

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)


def test_lessons_have_links_of_earlier_releases_and_no_widget_has_its_own() -> None:
    assert LINKS.keys() <= {lesson.stem for lesson in LESSONS}
    assert all(len(links) >= 2 for links in LINKS.values())
    sources = (ROOT / "lessons").rglob("*.py")
    assert [path for path in sources if "query-params" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(("stem", "known"), FORMER, ids=range(len(FORMER)))
def test_a_link_of_an_earlier_release_opens_the_same_state(
    stem: str, known: dict[str, Any]
) -> None:
    (kind,) = (lesson.state for lesson in LESSONS if lesson.stem == stem)
    parameters = dict(parse_qsl(known["link"], keep_blank_values=True))
    assert decode(parameters, kind) == (kind(**known["state"]), ())


@each_lesson
def test_a_page_without_a_link_is_that_of_a_new_visitor_and_other_states_have_links(
    lesson: Lesson,
) -> None:
    kind = lesson.state
    plain, first = kind(), kind.first()
    assert bool(encode(plain)) == (plain != first)
    for state in (plain, first):
        assert decode(encode(state), kind) == (state, ())
        assert state.consistent() == state
        assert state.change() == state


@each_lesson
@settings(max_examples=30)
@given(data=st.data())
def test_any_state_survives_its_link(lesson: Lesson, data: st.DataObject) -> None:
    # Texts have formats of their own, which the tests of their lessons know.
    free = {
        name: values_within(declared.limit)
        for name, declared in fields_of(lesson.state).items()
        if isinstance(declared.limit, (Choice, Flag, Number))
    }
    chosen = data.draw(st.fixed_dictionaries({}, optional=free))
    state = lesson.state().change(**chosen)
    assert decode(encode(state), lesson.state) == (state, ())
    assert state.consistent() == state
    assert all(value is not None for value in state.values().values())


@each_lesson
def test_labels_and_titles_are_there_and_keys_are_ascii(lesson: Lesson) -> None:
    for name, declared in fields_of(lesson.state).items():
        assert declared.label
        assert name.isascii()
        if isinstance(declared.limit, Choice):
            assert declared.titles.keys() == set(declared.limit.options)
            assert all(option.isascii() for option in declared.limit.options)
            assert set(declared.former.values()) <= set(declared.limit.options)


@each_lesson
def test_a_value_that_cannot_be_used_gets_a_notice(lesson: Lesson) -> None:
    bad = {
        name: "\N{SNOWMAN}" * (1 + min(declared.limit.longest, LONGEST_IN_TEST))
        for name, declared in fields_of(lesson.state).items()
    }
    state, notices = decode(bad, lesson.state)
    assert state == lesson.state()
    assert len(notices) == len(bad)
    app = open_page(lesson.page, **bad)
    assert not app.exception
    assert sorted(sentences(app)) == sorted(notices)
