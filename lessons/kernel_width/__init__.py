"""Lesson: the width of the kernel, from too smooth to learnt by heart."""
