"""Lesson: the width of the kernel, from underfitting to overfitting."""

from lessons.show import show_lesson

show_lesson("kernel_width")
