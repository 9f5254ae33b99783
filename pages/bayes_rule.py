"""Lesson: Bayes' rule with known densities, the error even the best rule makes, and all others."""

from lessons.bayes_rule.view import show

show()
