"""Lesson: Bayes' rule with known densities, the Bayes error, and the errors of classifiers."""

from lessons.bayes_rule.view import show

show()
