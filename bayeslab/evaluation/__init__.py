"""Held-out accuracy, comparisons, sweeps and timings of classifiers."""
