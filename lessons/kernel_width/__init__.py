"""Lesson 8: the width of the kernel, from underfitting to overfitting."""
