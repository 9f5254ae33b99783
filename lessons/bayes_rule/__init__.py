"""Lesson 1: Bayes' rule with known densities, the Bayes error and excess errors."""
