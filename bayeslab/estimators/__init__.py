"""Classifiers in closed form, with their kernels, covariances and threshold search."""
