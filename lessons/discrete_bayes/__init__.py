"""Lesson 5: naive Bayes for words, categories and black-and-white digits."""
