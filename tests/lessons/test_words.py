"""Messages become points: 1 where a word occurs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.discrete_bayes.words import find_occurrences, find_vocabulary, split_words


def test_words_are_letters_and_digits_in_small_letters() -> None:
    assert split_words("Don't WIN 100€ -- win, now!") == ["don't", "win", "100", "win", "now"]
    assert split_words("Grüße_an Ökö-Freunde") == ["grüsse", "an", "ökö-freunde"]
    assert split_words(" … ") == []


def test_the_words_of_most_messages_are_kept_in_order_of_appearance() -> None:
    messages = ["b a a a", "b c", "d c b"]
    assert find_vocabulary(messages, 12) == ("b", "a", "c", "d")
    assert find_vocabulary(messages, 2) == ("b", "c"), "a is thrice in one message, c in two"


def test_a_word_that_occurs_twice_counts_once() -> None:
    X = find_occurrences(["now now", "win now", "", "Now?"], ("now", "win"))
    assert X.tolist() == [[1, 0], [1, 1], [0, 0], [1, 0]]
    assert find_occurrences([], ("now",)).shape == (0, 1)


@pytest.mark.parametrize("messages", [[], [""], ["?!", " _ "]])
def test_messages_without_words_are_refused(messages: list[str]) -> None:
    with pytest.raises(ValueError, match="hold no words; type some"):
        find_vocabulary(messages, 12)


@settings(max_examples=40)
@given(messages=st.lists(st.text(max_size=30), min_size=1, max_size=5))
def test_any_text_is_counted(messages: list[str]) -> None:
    words = {word for text in messages for word in split_words(text)}
    if not words:
        return
    vocabulary = find_vocabulary(messages, 100)
    assert set(vocabulary) == words
    X = find_occurrences(messages, vocabulary)
    assert X.any(axis=0).all()
    assert X.sum(axis=1).tolist() == [len(set(split_words(text))) for text in messages]
    assert np.isin(X, (0, 1)).all()
