"""Lesson: the errata of the sources, each computed as printed and as corrected."""

from lessons.checking_the_sources.view import show

show()
