"""Lesson 6: a quadratic discriminant needs only inner products, which a kernel can replace."""
