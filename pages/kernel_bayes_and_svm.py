"""Lesson: kernel Bayes and the SVM on the notes' examples and on further data sets."""

from lessons.kernel_bayes_and_svm.view import show

show()
