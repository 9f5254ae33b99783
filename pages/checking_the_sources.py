"""Lesson: the errata of the sources, each computed as printed and as corrected."""

from lessons.show import show_lesson

show_lesson("checking_the_sources")
