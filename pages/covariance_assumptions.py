"""Lesson: three assumptions on the covariances of two classes, worked out on editable points."""

from lessons.show import show_lesson

show_lesson("covariance_assumptions")
