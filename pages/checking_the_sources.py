"""Lesson: the errata of the sources, each computed as printed and as is right."""

from lessons.checking_the_sources.view import show

show()
