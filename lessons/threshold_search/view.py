"""The page of lesson 7: a threshold to move, a table of both criteria, and their formula."""

from lessons.frame import begin_lesson
from lessons.lab_picture import show_lab_picture, take_hand
from lessons.threshold_search.data import describe_tries, list_parts
from lessons.threshold_search.state import ThresholdSearchState
from ui.layout import problem_instead

__all__ = ["show"]


def show() -> None:
    """Show the page of this lesson."""
    lesson = begin_lesson(ThresholdSearchState.first())
    controls = lesson.controls
    with lesson.picture:
        controls.ask("example")
        take_hand(controls)
        place = lesson.ask_exactly("cut", look="box")
        state = controls.settle()
        with problem_instead():
            with place:
                show_lab_picture("threshold_search", state.lab, state.value("cut"))
            with lesson.beside:
                lesson.tell(list_parts(state))
    lesson.ask()
    with lesson.beside:
        lesson.try_this(state.lab, **describe_tries())
    lesson.end(state.lab)
