"""Lesson 10: errors in the sources, each computed as printed and as corrected."""
