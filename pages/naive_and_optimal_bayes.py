"""Lesson: naive and optimal Bayes: covariances without and with correlations."""

from lessons.show import show_lesson

show_lesson("naive_and_optimal_bayes")
