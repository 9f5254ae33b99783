"""The drafts of a visitor: exercises that are being made, kept in the session and in the browser.

"Make an exercise" is on the pages whose state an exercise can have. A draft begun before the
browser has sent its stored ones comes after those.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import streamlit as st

from core.exercises.draft import begin_draft, stem_of
from core.exercises.exercise import Exercise
from core.exercises.sets import MOST_EXERCISES, read_drafts, write_set
from core.fields import State
from core.input_error import InputError
from core.state import LabState
from lessons import LESSONS
from lessons.exercises import PAGES
from ui.browser_storage import keep_in_browser
from ui.session.lab import current_state
from ui.session.lesson import lesson_state
from ui.session.pages import LAB_PAGES
from ui.session.widgets import give, value_of

__all__ = [
    "DraftList",
    "add_draft",
    "change_draft",
    "change_drafts",
    "current_drafts",
    "cut_out",
    "keep_drafts",
    "make_exercise",
    "note_lesson_lab",
    "put_in",
    "show_make",
]

DRAFT_LIST = "exercise drafts"
STORE = "bayeslab drafts"  # the name under which the browser stores them
EDITOR = "make_exercise"  # the path of the page
LESSON_LAB = "exercise lesson lab"
ON_LINE = "bayes_rule"  # the lesson whose own state an exercise can be about
Item = TypeVar("Item")
FULL = f"You have {MOST_EXERCISES} exercises: remove one before you make another."


@dataclass(frozen=True)
class DraftList:
    """Drafts, which of them is edited, and whether the browser's are among them.

    `version` counts the changes that renew the form, and `turn` those that renew the picture.
    The titles give every draft a name of its own.
    """

    drafts: tuple[Exercise, ...] = ()
    place: int = 0
    is_known: bool = False
    version: int = 0
    turn: int = 0

    @property
    def draft(self) -> Exercise:
        """The draft that is edited."""
        return self.drafts[self.place]

    def choose(self, place: int) -> "DraftList":
        """Return the list of drafts with the draft in this place being edited."""
        return replace(self, place=place, version=self.version + 1, turn=self.turn + 1)

    def renew(self, draft: Exercise) -> "DraftList":
        """Return the list of drafts with the edited draft replaced and its form renewed."""
        return replace(self.change(draft), version=self.version + 1)

    def add(self, draft: Exercise) -> "DraftList":
        """Return the list of drafts with one more draft, which is edited.

        Raises
        ------
        InputError
            If it is full.
        """
        if len(self.drafts) >= MOST_EXERCISES:
            raise InputError(FULL)
        return self._with((*self.drafts, draft)).choose(len(self.drafts))

    def change(self, draft: Exercise) -> "DraftList":
        """Return the list of drafts with the edited draft replaced."""
        return self._with(put_in(self.drafts, self.place, draft))

    def remove(self) -> "DraftList":
        """Return the list of drafts without the edited draft."""
        draft_list = self._with(cut_out(self.drafts, self.place))
        return draft_list.choose(max(0, min(self.place, len(draft_list.drafts) - 1)))

    def behind(self, browser_drafts: Sequence[Exercise]) -> "DraftList":
        """Return the list of drafts with the browser's drafts before its own, without empty ones.

        The edited draft stays the edited one, and its form is not renewed: somebody may be typing.
        """
        former = [each for each in browser_drafts if not _is_empty(each)]
        drafts = (*former, *self.drafts)[-MOST_EXERCISES:]
        draft_list = replace(self._with(drafts), is_known=True)
        if not self.drafts:
            return draft_list.choose(max(len(drafts) - 1, 0))
        return replace(draft_list, place=len(drafts) - len(self.drafts) + self.place)

    def _with(self, drafts: Sequence[Exercise]) -> "DraftList":
        with_stems: list[Exercise] = []
        for draft in drafts:
            stem = stem_of(draft.title, [each.stem for each in with_stems])
            with_stems.append(replace(draft, stem=stem))
        return replace(self, drafts=tuple(with_stems))


def put_in(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """Return the items with the one in this place replaced."""
    return (*items[:place], item, *items[place + 1 :])


def cut_out(items: tuple[Item, ...], place: int) -> tuple[Item, ...]:
    """Return the items without the one in this place."""
    return (*items[:place], *items[place + 1 :])


def current_drafts() -> DraftList:
    """Return the drafts of this visit."""
    return value_of(DRAFT_LIST) or DraftList()


def change_drafts(draft_list: DraftList) -> None:
    """Replace the drafts."""
    give({DRAFT_LIST: draft_list})


def change_draft(draft: Exercise) -> None:
    """Replace the edited draft."""
    change_drafts(current_drafts().change(draft))


def add_draft(draft: Exercise) -> None:
    """Add a draft, and edit it.

    Raises
    ------
    InputError
        If there are too many.
    """
    draft_list = current_drafts()
    if draft_list.drafts and _is_empty(draft_list.draft):
        draft_list = draft_list.remove()
    change_drafts(draft_list.add(draft))


def _is_empty(draft: Exercise) -> bool:
    """Return whether nothing was written yet."""
    words = [part for each in draft.options for part in (each.text, each.reply)]
    return not (draft.title or draft.task or draft.shown or draft.goal or any(words))


def keep_drafts() -> None:
    """Store the drafts in the browser, and put its stored ones before those of this visit."""
    draft_list = current_drafts()
    text = write_set(draft_list.drafts) if draft_list.is_known else None
    answer = keep_in_browser(STORE, text, waits=True)
    if answer is not None and not draft_list.is_known:
        change_drafts(draft_list.behind(_read(answer)))
        st.rerun()


def _read(text: str) -> Sequence[Exercise]:
    try:
        return read_drafts(text, PAGES) if text else ()
    except InputError:
        return ()  # of another version: the files have them


def show_make(page: str) -> None:
    """Show the button "Make an exercise" on pages from which one can be made."""
    if page not in (*LAB_PAGES, *(lesson.stem for lesson in LESSONS)):
        return
    if st.button(
        "Make an exercise", icon=":material/exercise:", type="tertiary", key="make-exercise"
    ):
        make_exercise(page)


def make_exercise(page: str) -> None:
    """Begin an exercise with the state of a page, and go to the editor."""
    try:
        add_draft(begin_draft(page, *_situation(page)))
    except ValueError as problem:
        st.toast(str(problem), icon=":material/info:")
    else:
        st.switch_page(f"{EDITOR}.py")


def _situation(page: str) -> tuple[State, int]:
    """Return the state that an exercise takes from a page, and the number of its lesson.

    A lesson gives the state that its "Open in the lab" opens, or its own if that has densities on
    a line.
    """
    for lesson in LESSONS:
        if lesson.stem == page:
            lab: State = value_of(LESSON_LAB) or current_state()
            return (lesson_state(page) if page == ON_LINE else lab), lesson.number
    return current_state(), 1


def note_lesson_lab(state: LabState) -> None:
    """Note the lab's state to which the lesson on screen leads."""
    give({LESSON_LAB: state})
