"""Naive Bayes on words: counts, smoothed shares and the evidence of each word."""

import numpy as np

from bayeslab import BernoulliBayes
from bayeslab.figures import draw_evidence
from lessons.discrete_bayes.numbers import weigh_evidence
from lessons.discrete_bayes.words import find_occurrences, find_vocabulary

good = ["lunch now", "meeting today", "lunch money", "meeting now", "lunch today"]
spam = ["free money now", "win free prize", "win money", "free prize now"]
y = np.repeat([0, 1], [len(good), len(spam)])

vocabulary = find_vocabulary(good + spam, most=12)
X = find_occurrences(good + spam, vocabulary)
(x,) = find_occurrences(["free lunch today"], vocabulary)

model = BernoulliBayes(alpha=1.0).fit(X, y)
for word, counts, theta in zip(
    vocabulary, model.feature_count_.T, model.feature_prob_.T, strict=True
):
    print(f"{word}: in {counts[0]} good and {counts[1]} spam, P = {theta[0]:.3f}, {theta[1]:.3f}")

evidence = weigh_evidence(model, x)
print(f"P(spam | x) = {evidence.posterior:.3f}")
figure = draw_evidence(
    ("prior", *vocabulary), [evidence.prior, *evidence.features], class_names=("good", "spam")
)
figure.show()
