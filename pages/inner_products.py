"""Lesson: a quadratic discriminant needs only inner products, and a kernel may take their place."""

from lessons.inner_products.view import show

show()
