"""Lesson: Bayes' rule with known densities, the Bayes error, and the errors of classifiers."""

from lessons.show import show_lesson

show_lesson("bayes_rule")
