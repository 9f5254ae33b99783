"""Messages as points: each word of a vocabulary is a feature, 1 where it occurs and 0 elsewhere.

The number of occurrences in a message and the order of the words are ignored, as a Bernoulli
classifier does.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")  # letters and digits, also as in don't


def split_words(message: str) -> list[str]:
    """Return the words of a message, in lower case."""
    return WORD.findall(message.casefold())


def find_vocabulary(messages: Iterable[str], most: int) -> tuple[str, ...]:
    """Return the words that occur in most messages, at most `most`, in order of first appearance.

    Raises
    ------
    ValueError
        If there are no words.
    """
    count = Counter(word for text in messages for word in dict.fromkeys(split_words(text)))
    if not count:
        raise ValueError("The messages have no words; type some into the table.")
    frequent = {word for word, _ in count.most_common(most)}
    return tuple(word for word in count if word in frequent)


def find_occurrences(messages: Sequence[str], vocabulary: Sequence[str]) -> NDArray[np.int64]:
    """Return 1 where a word occurs in a message, else 0: shape (messages, words)."""
    words = [set(split_words(text)) for text in messages]
    occurs = [[int(word in present) for word in vocabulary] for present in words]
    return np.array(occurs, dtype=np.int64).reshape(len(messages), len(vocabulary))
