"""Exercises from outside on the page *Exercises*: opened by a link or from a file.

A link contains them completely. Exercises of a file that is too long for a link stay
in the session.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

import streamlit as st

from core.exercises.draft import stem_of
from core.exercises.exercise import Exercise
from core.exercises.sets import LONGEST_SET, name_of, read_link, read_set, write_link
from core.input_error import InputError
from lessons.exercises import PAGES, load_exercises
from lessons.exercises.editor.drafts import add_draft
from ui.file_picker import ask_for_file
from ui.layout import problem_instead
from ui.session.widgets import give, value_of

CHOSEN, OWN = "exercise", "own"  # parameters of the link
FILE = "file"  # stands in the link for exercises that are too long for it
OPENED = "opened exercises"


@dataclass(frozen=True)
class Entry:
    """An exercise on the page, its name in the session, and the query of its link."""

    exercise: Exercise
    name: str
    query: dict[str, str]


def list_own() -> list[Entry]:
    """Return the exercises of the link or of the file that was opened.

    Raises
    ------
    InputError
        If the link cannot be read.
    """
    text = st.query_params.get(OWN, "")
    if not text:
        return []
    exercises = value_of(OPENED, ()) if text == FILE else read_link(text, PAGES)
    if not exercises:
        raise InputError("These exercises are no longer here: open their file again.")
    return [_own(each, text) for each in exercises]


def _own(exercise: Exercise, text: str) -> Entry:
    name = name_of(exercise)
    return Entry(exercise, name, {CHOSEN: name, OWN: text})


def find_exercise() -> Entry | None:
    """Return the exercise of the link, if any: its only one, or the named one.

    Raises
    ------
    InputError
        If the link cannot be read, or names an unknown exercise.
    """
    own, name = list_own(), st.query_params.get(CHOSEN, "")
    if not name:
        return own[0] if len(own) == 1 else None
    entries = {each.name: each for each in own}
    if name in entries:
        return entries[name]
    if name not in load_exercises():
        raise InputError("There is no such exercise: choose another one.")
    return Entry(load_exercises()[name], name, {CHOSEN: name})


def show_open_button(take: Callable[[str, str], None]) -> None:
    """Show the button that opens a file of exercises; `take` gets its text and its stem."""
    if st.button("Open a file", icon=":material/upload_file:"):
        st.dialog("Open exercises", on_dismiss="rerun")(_open_file)(take)


def _open_file(take: Callable[[str, str], None]) -> None:
    """Ask for a file of exercises, and pass its text to `take`."""
    label = "File of an exercise, or of several (.md)"
    file = ask_for_file(label, "exercise file", accept=".md,text/markdown")
    if file is None:
        return
    with problem_instead():
        stem = stem_of(PurePath(file.name).stem)
        content = file.content
        if len(content) > 4 * LONGEST_SET:  # of UTF-8
            raise InputError("This file is too long for exercises: use one that was saved here.")
        take(content.decode("utf-8-sig", errors="replace"), stem)
        st.rerun()


def add_drafts(text: str, stem: str) -> None:
    """Edit the exercises of a file.

    Raises
    ------
    InputError
        If it has none, or there are too many.
    """
    for each in read_set(text, stem, PAGES):
        add_draft(each)


def open_text(text: str, stem: str) -> None:
    """Show the exercises of a file of this name.

    Raises
    ------
    InputError
        If it has none.
    """
    exercises = read_set(text, stem, PAGES)
    try:
        link = write_link(exercises)
    except InputError:
        link = FILE
        give({OPENED: exercises})
    st.query_params.from_dict({OWN: link})
