"""Lesson: linear discriminants on images, and two slips that nobody sees."""

from lessons.linear_discriminants.view import show

show()
