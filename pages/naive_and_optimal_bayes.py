"""Lesson: a class's covariance without and with its correlations, and how to judge the two."""

from lessons.naive_and_optimal_bayes.view import show

show()
