"""Classifiers in closed form, and what they are made of."""
