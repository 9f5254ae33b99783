"""The page of lesson 5: messages, categories or digits, classified from counts."""

from collections.abc import Callable

import numpy as np

from bayeslab.evaluation.formats import percent
from core.state import LabState
from lessons.discrete_bayes.binary_digits import show_digits
from lessons.discrete_bayes.tables import (
    LONGEST_MESSAGE,
    NEW_MESSAGE,
    TEXTS,
    edit_categories,
    edit_messages,
)
from lessons.discrete_bayes.two_classes import Problem, count_values, show_problem
from lessons.discrete_bayes.zero_count import explain_zero, show_zero
from lessons.frame import LessonPage, begin_lesson, choose
from ui import compute
from ui.layout import problem_instead
from ui.live_picture import Number, Text, ask_numbers, live_picture

__all__ = ["show"]

ALPHA = Number("alpha", "Smoothing α", 0.0, 100.0, 1.0, step=0.001)
MESSAGE = Text("new", "A new message", NEW_MESSAGE, LONGEST_MESSAGE)
TABLES = {"messages": edit_messages, "categories": edit_categories}
GAUSSIAN = LabState(data="digits", model="diagonal")


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson("discrete_bayes")
    with lesson.picture:
        data = choose("Data", (*TABLES, "digits"), "data")
    if data == "digits":
        show_digits(lesson, ALPHA)
    else:
        typed = [MESSAGE] if data == "messages" else []
        _show_table(lesson, TABLES[data], [ALPHA, *typed, TEXTS[data]])
    lesson.ask(show_zero, **explain_zero())
    points = compute.dataset(GAUSSIAN.dataset_spec)
    fitted = compute.fitted_model(GAUSSIAN.fit_spec())
    with lesson.beside:
        accuracy = (fitted.predict(points.X) == points.y).mean()
        lesson.try_this(GAUSSIAN, gaussian=percent(accuracy))
    lesson.end(GAUSSIAN)


def _show_table(
    lesson: LessonPage,
    edit: Callable[[str], Callable[[str], Problem]],
    numbers: list[Number | Text],
) -> None:
    """Show the evidence for a new point, and beside it the table with the training points."""
    table = lesson.beside.container()
    with lesson.picture:
        place = lesson.picture.container()
        values = ask_numbers(numbers)
    with table:
        read = edit(values["table"])
    with lesson.beside, problem_instead():
        problem = read(values.get("new", ""))
        model = count_values(problem)
        with place:
            live_picture(
                "discrete_bayes",
                numbers,
                values,
                features=[list(names) for names in problem.values],
                vocabulary=list(problem.vocabulary),
                counts=[np.asarray(table).tolist() for table in model.category_count_],
                sizes=model.class_count_.tolist(),
                names=list(problem.class_names),
                x=problem.x.tolist(),
            )
        show_problem(lesson, problem, values["alpha"])
