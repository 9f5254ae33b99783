"""Lesson: a quadratic discriminant needs only inner products, which a kernel can replace."""

from lessons.show import show_lesson

show_lesson("inner_products")
