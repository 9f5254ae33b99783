"""Lesson: kernel Bayes and the SVM on the notes' examples and on further data sets."""

from lessons.show import show_lesson

show_lesson("kernel_bayes_and_svm")
