"""Lesson: a quadratic discriminant needs only inner products, which a kernel can replace."""

from lessons.inner_products.view import show

show()
