"""Lesson 9: kernel Bayes and the SVM on the notes' examples and on further data sets."""
