"""Lesson: naive Bayes for words, categories and black-and-white digits, by counting."""
