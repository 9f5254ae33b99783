"""Solved exercises: stored in the browser alone, and marked beside links to them.

There are no accounts. ``web/picture/progress.js`` keeps the stems in the browser's storage. It
gives links to solved exercises the style property ``--solved``, and links to lessons
``--exercises``, how many of theirs are solved; style sheets write them.
"""

import web
from lessons import LESSONS
from lessons.exercises import load_exercises
from ui.component import show_component

LOADER = f"""
const at = new URL("{web.ADDRESS[1:]}/web/picture/progress.js", document.baseURI);
const {{ note }} = await import(at);
export default ({{ data }}) => note(data[0]);
"""


def note_progress(solved: str | None = None) -> None:
    """Let the browser store that an exercise is solved, and mark the links to all solved ones."""
    lessons = {lesson.stem: [] for lesson in LESSONS}
    for exercise in load_exercises().values():
        lessons[LESSONS[exercise.lesson - 1].stem].append(exercise.stem)
    data = [{"solved": solved, "lessons": lessons}]
    show_component("progress", "exercise-progress", data, js=LOADER, height=0)
