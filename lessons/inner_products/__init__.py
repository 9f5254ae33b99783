"""Lesson: a quadratic discriminant needs only inner products, and a kernel may take their place."""
