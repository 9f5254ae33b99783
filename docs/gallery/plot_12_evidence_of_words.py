"""
The evidence of words
=====================

Naive Bayes for messages: each word that occurs, or does not, adds its evidence to the log odds. The
last bar is their sum; its sign is the prediction.
"""

import numpy as np

from bayeslab import BernoulliBayes
from bayeslab.figures import draw_evidence

good = ["lunch now", "meeting today", "lunch money", "meeting now", "lunch today"]
spam = ["free money now", "win free prize", "win money", "free prize now"]
words = sorted(set(" ".join(good + spam).split()))
X = np.array([[word in message.split() for word in words] for message in good + spam]) * 1
y = np.repeat(["good", "spam"], [len(good), len(spam)])
model = BernoulliBayes(alpha=1.0).fit(X, y)

message = "free lunch today"
x = np.array([word in message.split() for word in words]) * 1
shares = np.where(x, model.feature_prob_, 1 - model.feature_prob_)
prior = np.log(len(spam) / len(good))
evidence = np.log(shares[1] / shares[0])
print(f"P(spam | {message!r}) = {model.predict_proba([x])[0, 1]:.1%}")

figure = draw_evidence(
    ("prior", *words), [prior, *evidence], class_names=("good", "spam"), theme="light"
)
figure.show()
