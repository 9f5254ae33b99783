"""Lesson: kernel Bayes and the SVM, the notes' examples and what they do not show."""
