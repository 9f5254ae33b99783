"""Lesson: linear discriminants on images, and two slips that nobody sees."""
