"""Make an exercise: words, what may be changed, a goal, hints and a solution."""

from lessons.exercises.editor.page import show_editor

show_editor()
