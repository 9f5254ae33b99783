"""Lesson: the width of the kernel, from underfitting to overfitting."""

from lessons.kernel_width.view import show

show()
