"""Lesson 3: Gaussian classes without and with correlations, and estimates of accuracy."""
