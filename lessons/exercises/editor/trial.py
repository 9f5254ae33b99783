"""Different points for each student, in the editor: the solution is tried on many sets."""

from dataclasses import replace

import streamlit as st

from core.exercises.draft import with_own_points, with_seeds
from core.exercises.exercise import Exercise
from core.exercises.trial import Trial, missing, try_variants
from core.input_error import InputError
from core.state import LabState
from lessons.exercises.editor.form import ask, press
from lessons.exercises.view import say_verdict
from ui.session.widgets import give, value_of

TRIALS = 200  # participants whose points are tried
MOST_SEEDS = 24  # that an exercise lists
FEWEST_SEEDS = 5
TRIAL = "exercise trial"  # the tried draft, and the result
WANTED = "exercise trial wanted"


def ask_variants(draft: Exercise) -> None:
    """Ask whether each student gets different points, and try the solution on many."""
    if not isinstance(draft.start, LabState):
        return

    def write(draft: Exercise, is_wanted: bool) -> Exercise:
        try:
            new = with_own_points(draft, wanted=is_wanted)
        except InputError as problem:
            st.toast(str(problem), icon=":material/info:")
            return draft
        give({WANTED: is_wanted})
        return new

    ask(
        st.toggle,
        f"vary {bool(draft.vary)}",
        "Own points for each student",
        write,
        value=bool(draft.vary),
        help=f"Each student gets different points of the same kind. {TRIALS} sets are tried.",
    )
    if draft.kind in ("choice", "place") and not draft.goal:
        return  # nothing that could fail on other points
    if draft.vary and not missing(draft):
        _show_trial(draft)
    elif draft.vary:
        st.caption("They are tried when the exercise is complete.")


def _show_trial(draft: Exercise) -> None:
    """Show whether the solution works on other points, trying them on request."""
    trial_draft, trial = value_of(TRIAL, (None, None))
    if trial_draft != _substance(draft) and (value_of(WANTED) or trial is None):
        with st.spinner(f"Trying the points of {TRIALS} students …"):
            trial = try_variants(draft, TRIALS)
        give({TRIAL: (_substance(draft), trial), WANTED: False})
    elif trial_draft != _substance(draft):
        st.button(
            f"Try it on the points of {TRIALS} students",
            icon=":material/groups:",
            on_click=lambda: give({WANTED: True}),
        )
        return
    assert isinstance(trial, Trial)
    _tell_trial(draft, trial)


def _substance(draft: Exercise) -> Exercise:
    """Return the draft without its words, on which the trial does not depend."""
    return replace(draft, stem="", title="", task="", shown="", hints=(), options=(), level=1)


def _tell_trial(draft: Exercise, trial: Trial) -> None:
    count = len(trial.successes)
    share = f"the solution works on the points of {count} of {trial.attempts} students"
    begun = f"; for {trial.begun} students the goal holds at the start" if trial.begun else ""
    say_verdict(count == trial.attempts, share + begun)
    is_seeded = draft.vary[0].name == "seed"
    if count < trial.attempts and is_seeded and len(trial.seeds) >= FEWEST_SEEDS:
        press(
            f"Use only points that work ({min(len(trial.seeds), MOST_SEEDS)} sets)",
            "seeds",
            lambda draft: with_seeds(draft, trial.seeds[:MOST_SEEDS]),
            icon=":material/filter_alt:",
        )
