"""Exercises: things to do that can fail, with a check, hints and solutions."""

from lessons.exercises.page import show_exercises

show_exercises()
