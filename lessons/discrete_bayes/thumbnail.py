"""The thumbnail of lesson 5: for which class each word of the messages is evidence."""

import numpy as np

from bayeslab.estimators.discrete import BernoulliBayes
from lessons.discrete_bayes.rows import KINDS, MESSAGES, MOST_WORDS
from lessons.discrete_bayes.words import find_occurrences, find_vocabulary
from ui.thumbnails import draw_thumbnail_bars

__all__ = ["ALT", "draw"]

ALT = "Bars to the left and to the right: for which class each word is evidence."


def draw(theme: str) -> str:
    """Return the thumbnail."""
    texts, kinds = zip(*MESSAGES, strict=True)
    X = find_occurrences(texts, find_vocabulary(texts, MOST_WORDS))
    model = BernoulliBayes().fit(X, np.array([KINDS.index(kind) for kind in kinds]))
    good, spam = np.log(model.feature_prob_)
    return draw_thumbnail_bars(np.sort(spam - good), theme=theme)
