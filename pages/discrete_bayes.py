"""Lesson: naive Bayes for words, categories and black-and-white digits, by counting."""

from lessons.discrete_bayes.view import show

show()
