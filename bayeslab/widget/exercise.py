"""Exercises in a notebook, solved on the drawing area."""

import re
from functools import cache
from typing import Any

import numpy as np

from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.exercises.check import (
    call_hints,
    check_goal,
    describe_goal,
    fill_figures,
    is_reached,
    verdict,
)
from bayeslab.widget.bundle.core.exercises.exercise import Exercise
from bayeslab.widget.bundle.core.exercises.file import read_exercise
from bayeslab.widget.bundle.core.exercises.state import ExerciseState
from bayeslab.widget.lab import Lab
from bayeslab.widget.messages import BUNDLE

FOLDER = BUNDLE / "exercises"
MARKS = re.compile(r"[*$]")  # of emphasis and of formulas
EXERCISES: tuple[str, ...] = tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


def exercise(stem: str, variant: int = 0) -> "ExerciseLab":
    """Return an exercise, to be solved in a notebook.

    Parameters
    ----------
    stem : str
        Its name, one of ``EXERCISES``.
    variant : int
        The number of another exercise of the same kind; 0 is the one as written.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> from bayeslab.widget import exercise
    >>> task = exercise("narrow_but_not_too_narrow")
    >>> task.gamma = 5
    >>> task.check().partition(":")[0]
    'Reached'
    """
    if stem not in EXERCISES:
        raise ValueError(f"There is no exercise {stem!r}: choose one of {', '.join(EXERCISES)}.")
    return ExerciseLab(_read(stem).variant(variant))


@cache
def _read(stem: str) -> Exercise:
    text = (FOLDER / f"{stem}.md").read_text(encoding="utf-8")
    return read_exercise(text, stem, {"lab": ExerciseState})


class ExerciseLab(Lab):
    """An exercise: a lab with a task, in which only what the exercise is about can be changed.

    The goal is checked in the picture during a drag.

    Attributes
    ----------
    task : str
        What to do.
    """

    def __init__(self, exercise: Exercise) -> None:
        self._exercise: Exercise | None = None  # until it is set, everything may be changed
        super().__init__()
        self.task = _write(exercise.task, exercise)
        start: Any = exercise.start
        self._begin(exercise, start)

    def _begin(self, exercise: Exercise, start: ExerciseState) -> None:
        self._exercise = exercise
        self._open(start)
        if start.cut is not None:
            search = compute.fitted_model(start.fit_spec()).threshold_search_
            self.threshold = float(search.cuts[start.cut])

    def check(self) -> str:
        """Return whether the goal is reached, with the explanation, or else a hint, if any."""
        assert self._exercise is not None
        task, state = self._exercise, self._state_with_cut()
        findings = check_goal(task, state)
        if is_reached(findings):
            return f"{verdict(findings)} {_write(task.shown, task, state)}"
        hints = [_write(hint.text, task, state) for hint in call_hints(task, state)]
        return " ".join([verdict(findings), *hints[:1]])

    def _state_with_cut(self) -> ExerciseState:
        """Return the state with the cut that the moved threshold makes."""
        state, cut = self._state, None
        if self._manual_threshold is not None:
            search = compute.fitted_model(state.fit_spec()).threshold_search_
            cut = int(np.searchsorted(search.scores, self._manual_threshold, side="right"))
        values = {name: getattr(state, name) for name in state.__dataclass_fields__}
        return ExerciseState(**values | {"cut": cut})

    def _require_editable(self, name: str) -> None:
        if self._exercise is not None and name not in self._exercise.may:
            fields = ", ".join(self._exercise.may)
            raise ValueError(f"This exercise leaves {name} as it is: change {fields}.")

    def _describe_more(self) -> dict[str, Any]:
        if self._exercise is None:
            return {}
        title, state = self._exercise.title, self._state
        return {"title": title, "task": self.task, "exercise": describe_goal(self._exercise, state)}


def _write(text: str, exercise: Exercise, state: ExerciseState | None = None) -> str:
    """Return Markdown as plain text, with its figures computed."""
    return MARKS.sub("", fill_figures(text.strip(), exercise, state))
