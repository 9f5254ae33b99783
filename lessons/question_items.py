"""The questions of the lessons, and the number and choice exercises, for learning platforms.

The page *Exercises* and ``python -m lessons.write_questions`` export them.
"""

from collections.abc import Iterator

from core.exercises.check import fill_figures, truth
from core.exercises.exercise import Exercise, Option
from core.exercises.messages import list_counts
from core.exercises.mistakes import wrong_answers
from core.exercises.state import CountsState
from core.fields import State
from core.question_item import ItemPicture, QuestionItem
from core.state import LabState
from lessons import LESSONS, Lesson
from lessons.exercises import load_exercises
from lessons.question_pictures import draw_situation
from lessons.questions import list_questions, situations_of
from ui.lab_svg import draw_densities, draw_lab

MOST_VARIANTS = 12
KINDS = ("number", "choice")  # that a learning platform can ask
THEME = "light"
WIDTH, HEIGHT, LOW = 560, 450, 320  # pixels of a picture; the height of densities on a line
TRIES = 10  # variants tried for each requested one


def list_items(lesson: Lesson, variants: int) -> list[QuestionItem]:
    """Return the question of a lesson and its exercises, each in `variants` variants.

    An exercise with fewer different variants has fewer.

    Parameters
    ----------
    lesson : Lesson
    variants : int
        From 1 to ``MOST_VARIANTS``.
    """
    items = [_item_of_lesson(lesson)]
    for exercise in load_exercises().values():
        if exercise.lesson == lesson.number and exercise.kind in KINDS:
            items += _items_of_exercise(exercise, lesson, variants)
    return items


def _item_of_lesson(lesson: Lesson) -> QuestionItem:
    question = list_questions()[LESSONS.index(lesson)]
    before, after = situations_of(lesson.stem)
    options = tuple(
        Option(text, place == question["answer"], "")
        for place, text in enumerate(question["options"])
    )
    return QuestionItem(
        key=f"bayeslab-{lesson.stem}",
        name=question["title"],
        category=("bayeslab", lesson.heading, "Question"),
        text=question["question"],
        why=question["why"],
        options=options,
        before=ItemPicture(f"{lesson.stem}-before.svg", *draw_situation(before, THEME)),
        after=ItemPicture(f"{lesson.stem}-after.svg", *draw_situation(after, THEME)),
        tags=("bayeslab", f"lesson {lesson.number}"),
    )


# Exercises


def _items_of_exercise(exercise: Exercise, lesson: Lesson, variants: int) -> Iterator[QuestionItem]:
    """Yield the first variants of an exercise that differ."""
    former: set[tuple[str, str]] = set()
    for number in range(TRIES * variants if exercise.vary else 1):
        variant = exercise.variant(number)
        values = str(variant.start), str(variant.solution)
        if values not in former:
            former.add(values)
            yield _item_of_variant(variant, number, lesson)
        if len(former) == variants:
            return


def _item_of_variant(exercise: Exercise, number: int, lesson: Lesson) -> QuestionItem:
    is_number = exercise.kind == "number"
    before, after = exercise.solution if is_number else exercise.start, exercise.solution
    name = f"{exercise.stem}-{number}"
    return QuestionItem(
        key=f"bayeslab-{name}",
        name=f"{exercise.title} · {number + 1}",
        category=("bayeslab", lesson.heading, exercise.title),
        text=fill_figures(exercise.task, exercise) + _write_counts(exercise, before),
        why=fill_figures(exercise.shown, exercise),
        options=tuple(
            Option(each.text, each.is_right, fill_figures(each.reply, exercise))
            for each in exercise.options
        ),
        number=truth(exercise) if is_number else None,
        tolerance=exercise.within,
        mistakes=tuple(wrong_answers(exercise)),
        before=_draw_state(before, f"{name}-before.svg"),
        after=_draw_state(after, f"{name}-after.svg") if after != before else None,
        tags=("bayeslab", f"lesson {lesson.number}", f"level {exercise.level}"),
    )


def _write_counts(exercise: Exercise, state: State) -> str:
    """Return the counts of words as a table, or nothing for another state."""
    if not isinstance(state, CountsState):
        return ""
    rows = [f"| {label} | {number} |" for label, number in list_counts(exercise, state)]
    return "\n\n| | number |\n|---|---|\n" + "\n".join(rows)


def _draw_state(state: State, name: str) -> ItemPicture | None:
    """Return the picture of an exercise; counts of words are a table in its text."""
    if isinstance(state, CountsState):
        return None
    if isinstance(state, LabState):
        return ItemPicture(name, *draw_lab(state, WIDTH, HEIGHT))
    return ItemPicture(name, *draw_densities(state, WIDTH, LOW))
