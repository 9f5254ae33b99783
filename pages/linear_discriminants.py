"""Lesson: linear discriminants on images, and two errors that go unnoticed."""

from lessons.linear_discriminants.view import show

show()
