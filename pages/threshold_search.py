"""Lesson: the search for the cut of a projection, and why eq. 181 is no error count."""

from lessons.threshold_search.view import show

show()
