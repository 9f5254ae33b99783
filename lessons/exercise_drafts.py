"""The drafts of a visitor: exercises that are being made, kept in the session and in the browser.

"Make an exercise" is on the pages whose situation an exercise can take. A draft begun before the
browser has sent its stored ones is put behind those.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from core.exercise import Exercise
from core.exercise_draft import begin_draft, stem_of
from core.exercise_set import MOST_EXERCISES, read_drafts, write_set
from core.fields import State
from core.input_error import InputError
from core.state import LabState
from lessons import LESSONS
from lessons.exercises import PAGES
from ui.kept import keep_in_browser
from ui.session.lab import current_state
from ui.session.lesson import lesson_state
from ui.session.pages import LAB_PAGES
from ui.session.widgets import give, value_of

__all__ = [
    "Shelf",
    "add_draft",
    "change_draft",
    "change_shelf",
    "current_shelf",
    "keep_drafts",
    "make_exercise",
    "note_lesson_lab",
    "show_make",
]

SHELF = "exercise drafts"
STORE = "bayeslab drafts"  # the name under which the browser stores them
EDITOR = "make_exercise"  # the path of the page
LESSON_LAB = "exercise lesson lab"
ON_LINE = "bayes_rule"  # the lesson whose own state an exercise can be about
FULL = f"You have {MOST_EXERCISES} exercises: remove one before you make another."


@dataclass(frozen=True)
class Shelf:
    """Drafts, which of them is edited, and whether the browser's are among them.

    `version` counts the changes that renew the form, and `turn` those that renew the picture.
    Every draft has a name of its own, by its title.
    """

    drafts: tuple[Exercise, ...] = ()
    chosen: int = 0
    is_known: bool = False
    version: int = 0
    turn: int = 0

    @property
    def draft(self) -> Exercise:
        """The draft that is edited."""
        return self.drafts[self.chosen]

    def choose(self, place: int) -> "Shelf":
        """Return the shelf with the draft in this place being edited."""
        return replace(self, chosen=place, version=self.version + 1, turn=self.turn + 1)

    def renew(self, draft: Exercise) -> "Shelf":
        """Return the shelf with the edited draft replaced and its form renewed."""
        return replace(self.change(draft), version=self.version + 1)

    def add(self, draft: Exercise) -> "Shelf":
        """Return the shelf with one more draft, which is edited.

        Raises
        ------
        InputError
            If it is full.
        """
        if len(self.drafts) >= MOST_EXERCISES:
            raise InputError(FULL)
        return self._with((*self.drafts, draft)).choose(len(self.drafts))

    def change(self, draft: Exercise) -> "Shelf":
        """Return the shelf with the edited draft replaced."""
        return self._with((*self.drafts[: self.chosen], draft, *self.drafts[self.chosen + 1 :]))

    def remove(self) -> "Shelf":
        """Return the shelf without the edited draft."""
        left = self._with((*self.drafts[: self.chosen], *self.drafts[self.chosen + 1 :]))
        return left.choose(max(0, min(self.chosen, len(left.drafts) - 1)))

    def behind(self, stored: Sequence[Exercise]) -> "Shelf":
        """Return the shelf with the browser's drafts before its own, without empty ones.

        The edited draft stays the edited one, and its form is not renewed: somebody may be typing.
        """
        written = [each for each in stored if not _is_empty(each)]
        drafts = (*written, *self.drafts)[-MOST_EXERCISES:]
        shelf = replace(self._with(drafts), is_known=True)
        if not self.drafts:
            return shelf.choose(max(len(drafts) - 1, 0))
        return replace(shelf, chosen=len(drafts) - len(self.drafts) + self.chosen)

    def _with(self, drafts: Sequence[Exercise]) -> "Shelf":
        named: list[Exercise] = []
        for draft in drafts:
            stem = stem_of(draft.title, [each.stem for each in named])
            named.append(replace(draft, stem=stem))
        return replace(self, drafts=tuple(named))


def current_shelf() -> Shelf:
    """Return the drafts of this visit."""
    return value_of(SHELF) or Shelf()


def change_shelf(shelf: Shelf) -> None:
    """Replace the drafts."""
    give({SHELF: shelf})


def change_draft(draft: Exercise) -> None:
    """Replace the edited draft."""
    change_shelf(current_shelf().change(draft))


def add_draft(draft: Exercise) -> None:
    """Add a draft, and edit it.

    Raises
    ------
    InputError
        If there are too many.
    """
    shelf = current_shelf()
    if shelf.drafts and _is_empty(shelf.draft):
        shelf = shelf.remove()
    change_shelf(shelf.add(draft))


def _is_empty(draft: Exercise) -> bool:
    """Return whether nothing was written yet."""
    words = [part for each in draft.options for part in (each.text, each.reply)]
    return not (draft.title or draft.task or draft.shown or draft.goal or any(words))


def keep_drafts() -> None:
    """Store the drafts in the browser, and put its stored ones before those of this visit."""
    shelf = current_shelf()
    text = write_set(shelf.drafts) if shelf.is_known else None
    stored = keep_in_browser(STORE, text, waits=True)
    if stored is not None and not shelf.is_known:
        change_shelf(shelf.behind(_read_stored(stored)))
        st.rerun()


def _read_stored(stored: str) -> Sequence[Exercise]:
    try:
        return read_drafts(stored, PAGES) if stored else ()
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

    That of a lesson is what its "Open in the lab" leads to, where it has no densities on a line.
    """
    for lesson in LESSONS:
        if lesson.stem == page:
            lab: State = value_of(LESSON_LAB) or current_state()
            return (lesson_state(page) if page == ON_LINE else lab), lesson.number
    return current_state(), 1


def note_lesson_lab(state: LabState) -> None:
    """Note the lab's state to which the lesson on screen leads."""
    give({LESSON_LAB: state})
