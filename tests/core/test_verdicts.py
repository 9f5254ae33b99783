"""Verdicts: what a sentence says is what the numbers say."""

from itertools import pairwise

import numpy as np
import pytest

from bayeslab.evaluation.comparison import Difference
from bayeslab.evaluation.sweeps import Sweep, SweepPoint
from core.verdicts import describe_best, describe_difference, describe_seconds


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (
            (0.017, 0.013, -0.009, 0.043, 0.2, 12, 0.9),
            "A is ahead of B by 1.7 points (95\u00a0% interval −0.9 to 4.3): no clear difference.",
        ),
        (
            (-0.02, 0.005, -0.03, -0.01, 0.001, 1, 0.001),
            "B is ahead of A by 2.0 points (95\u00a0% interval 1.0 to 3.0): a clear difference.",
        ),
        (
            (0.02, 0.005, 0.01, 0.03, 0.02, 12, 0.2),
            "A is ahead of B by 2.0 points (95\u00a0% interval 1.0 to 3.0): no clear difference "
            "after Holm's correction for 12 comparisons.",
        ),
        (
            (0.0001, 0.0, -0.0101, 0.0103, 0.9, 2, 1.0),
            "A and B are level (95\u00a0% interval −1.0 to 1.0): no clear difference.",
        ),
    ],
)
def test_a_difference_ends_in_a_verdict(
    numbers: tuple[float, float, float, float, float, int, float], sentence: str
) -> None:
    assert describe_difference(Difference("A", "B", *numbers)) == sentence


def test_the_sentence_about_the_best_point_says_how_a_tie_was_broken() -> None:
    first, other = SweepPoint(1.0, 0.1, leave_one_out=0.9), SweepPoint(2.0, 1.0, leave_one_out=0.9)
    third = SweepPoint(1.0, 10.0, leave_one_out=0.9)
    assert describe_best(Sweep((other, third, first))) == (
        "γ = 1, C = 0.1 has the highest leave-one-out accuracy, 90.0\u00a0%. Two other values "
        "tie; the smallest γ, then the smallest C, is chosen: the smoothest boundary."
    )
    kernel_bayes = Sweep(tuple(SweepPoint(g, None, leave_one_out=0.9) for g in (2.0, 1.0)))
    assert describe_best(kernel_bayes).endswith(
        "One other value ties; the smallest γ is chosen: the smoothest boundary."
    )
    alone = Sweep((SweepPoint(0.5, 0.1, leave_one_out=0.8),))
    assert describe_best(alone) == (
        "γ = 0.5, C = 0.1 has the highest leave-one-out accuracy, 80.0\u00a0%."
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "less than a second"),
        (1.2, "about 1 second"),
        (3.7, "about 4 seconds"),
        (41.0, "about 40 seconds"),
        (99.0, "about 100 seconds"),
        (130.0, "about 2 minutes"),
    ],
)
def test_durations_are_written_as_people_say_them(seconds: float, words: str) -> None:
    assert describe_seconds(seconds) == words


def test_longer_durations_sound_no_shorter() -> None:
    sentences = [describe_seconds(seconds) for seconds in np.geomspace(0.1, 1e4, 200)]
    unit = {"second": 1, "seconds": 1, "minutes": 60}
    sizes = [
        0 if words.startswith("less") else int(words.split()[1]) * unit[words.split()[2]]
        for words in sentences
    ]
    assert all(a <= b for a, b in pairwise(sizes))
