"""Lesson: three assumptions on the covariances of two classes, worked out on editable points."""
