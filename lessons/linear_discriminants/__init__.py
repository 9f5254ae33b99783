"""Lesson 4: linear discriminants on images, and two errors that raise no exception."""
