"""Lesson 7: the search for the threshold, and why label consistency counts no errors."""
