"""The states of the lessons: any state survives its link."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fields import fields_of
from core.limits import Choice, Flag, Number
from core.link import decode, encode
from lessons import LESSONS, Lesson
from source import ROOT
from states import values_within

LONGEST_IN_TEST = 2500  # characters of a bad value: Streamlit reads no longer links than some 50 kB

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)


def test_no_widget_has_a_link_of_its_own() -> None:
    sources = (ROOT / "lessons").rglob("*.py")
    assert [path for path in sources if "query-params" in path.read_text(encoding="utf-8")] == []


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


@each_lesson
def test_a_value_that_cannot_be_used_gets_a_notice(lesson: Lesson) -> None:
    bad = {
        name: "\N{SNOWMAN}" * (1 + min(declared.limit.longest, LONGEST_IN_TEST))
        for name, declared in fields_of(lesson.state).items()
    }
    state, notices = decode(bad, lesson.state)
    assert state == lesson.state()
    assert len(notices) == len(bad)
