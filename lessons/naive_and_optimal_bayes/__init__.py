"""Lesson: a class's covariance without and with its correlations, and how to judge the two."""
