"""Lesson: the search for the threshold, and why label consistency counts no errors."""

from lessons.show import show_lesson

show_lesson("threshold_search")
