"""Lesson: the errata of the sources, each computed as printed and as is right."""
