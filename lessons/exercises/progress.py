"""What was done: stored in the browser alone, and marked beside links to it.

There are no accounts. ``web/picture/progress.js`` keeps the stems of solved exercises and of
lessons that were worked through in the browser's storage, and marks the links to them.
"""

from typing import Any

import web
from lessons import LESSONS
from lessons.exercises import load_exercises
from ui.component import show_component

LOADER = f"""
const at = new URL("{web.ADDRESS[1:]}/web/picture/progress.js", document.baseURI);
const {{ note }} = await import(at);
export default ({{ data, parentElement }}) => note(data[0], parentElement.querySelector(".path"));
"""
HTML = '<p class="path">&nbsp;</p>'
CSS = """
.path { margin: 0; }
.path a { color: inherit; }
"""


def note_progress(solved: str | None = None) -> None:
    """Let the browser store that an exercise is solved, and mark the links to what is done."""
    show_component("progress", "exercise-progress", _describe(solved), js=LOADER, height=0)


def show_path(lesson: str | None = None) -> None:
    """Say how far the visitor is and what comes next; let the browser store that a lesson is done.

    Parameters
    ----------
    lesson : str, optional
        Its stem.
    """
    show_component("path", "path", _describe(lesson), js=LOADER, html=HTML, css=CSS)


def _describe(done: str | None) -> list[dict[str, Any]]:
    lessons = {
        lesson.stem: {"title": lesson.heading, "exercises": exercises_of(lesson.number)}
        for lesson in LESSONS
    }
    return [{"solved": done, "lessons": lessons}]


def exercises_of(number: int) -> list[str]:
    """Return the stems of the exercises of a lesson."""
    return [stem for stem, exercise in load_exercises().items() if exercise.lesson == number]
