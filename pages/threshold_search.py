"""Lesson: the search for the threshold, and why label consistency counts no errors."""

from lessons.threshold_search.view import show

show()
