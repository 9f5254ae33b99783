"""Lesson: linear discriminants on images, and two errors that go unnoticed."""

from lessons.show import show_lesson

show_lesson("linear_discriminants")
