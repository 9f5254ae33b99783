"""Lesson: kernel Bayes and the SVM, the notes' examples and what they do not show."""

from lessons.kernel_bayes_and_svm.view import show

show()
