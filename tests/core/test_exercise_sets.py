"""Exercises as one file and as a link: what is read, and what is refused."""

import pytest

from core.exercises.file import write_exercise
from core.exercises.sets import (
    LONGEST_SET,
    MOST_EXERCISES,
    name_of,
    read_link,
    read_set,
    write_link,
    write_set,
)
from core.input_error import InputError
from core.packed_text import pack_text
from lessons.exercises import PAGES, load_exercises

ALL = tuple(load_exercises().values())
SOME = ALL[:3]


def test_several_exercises_survive_one_file_and_one_link() -> None:
    assert read_set(write_set(SOME), "", PAGES) == SOME
    assert read_link(write_link(SOME), PAGES) == SOME


def test_the_file_of_one_exercise_has_the_name_of_the_file() -> None:
    (exercise,) = read_set(write_exercise(SOME[0]), SOME[0].stem, PAGES)
    assert exercise == SOME[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Give the exercise a lesson."),
        ("title: A\n" + write_set(SOME), "A file of several exercises begins with"),
        (write_set((SOME[0], SOME[0])), "each with a name of its own"),
        (write_set(ALL[: MOST_EXERCISES + 1]), f"Use at most {MOST_EXERCISES} exercises"),
        (write_set(SOME).replace("level: 1", "level: 9", 1), "Exercise 1 cannot be used. The"),
        ("x" * (LONGEST_SET + 1), "Use a file of at most"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_by_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_set(text, "example", PAGES)
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("text", ["", "1", "2abc", "1!!!", write_link(SOME)[:-9], "ä" * 40])
def test_a_link_that_was_cut_off_is_refused_by_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="cut off or changed"):
        read_link(text, PAGES)


def test_a_link_that_unpacks_to_more_than_a_set_is_refused() -> None:
    with pytest.raises(InputError, match="cut off or changed"):
        read_link(pack_text("x" * (LONGEST_SET + 1), ""), PAGES)


def test_exercises_that_are_too_long_for_a_link_are_to_be_saved_as_a_file() -> None:
    with pytest.raises(InputError, match="save a file instead"):
        write_link(ALL[:MOST_EXERCISES])


def test_an_exercise_from_outside_never_has_the_name_of_one_of_the_app() -> None:
    names = {name_of(each) for each in ALL}
    assert len(names) == len(ALL)
    assert not names & set(load_exercises())
