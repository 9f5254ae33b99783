"""Lesson: naive Bayes for words, categories and black-and-white digits, by counting."""

from lessons.show import show_lesson

show_lesson("discrete_bayes")
