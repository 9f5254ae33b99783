"""Lesson 2: three assumptions about the covariances of two classes, on editable points."""
