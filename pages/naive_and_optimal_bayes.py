"""Lesson: naive and optimal Bayes: covariances without and with correlations."""

from lessons.naive_and_optimal_bayes.view import show

show()
