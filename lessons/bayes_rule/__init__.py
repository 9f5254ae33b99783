"""Lesson: Bayes' rule with known densities, the error even the best rule makes, and all others."""
