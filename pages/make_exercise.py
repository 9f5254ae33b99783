"""Make an exercise: words, what may be changed, a goal, hints and a solution."""

from lessons.exercise_editor import show_editor

show_editor()
