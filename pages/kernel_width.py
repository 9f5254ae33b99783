"""Lesson: the width of the kernel, from too smooth to learnt by heart."""

from lessons.kernel_width.view import show

show()
