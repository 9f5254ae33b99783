"""The threshold search against brute force; the printed criterion's defects, worked out."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bayeslab.estimators.threshold import best_threshold

tied_lines = st.lists(
    st.tuples(st.integers(-4, 4), st.sampled_from([-1, 1])), min_size=2, max_size=25
).filter(lambda line: len({label for _, label in line}) == 2)
float_lines = st.lists(
    st.tuples(st.floats(-1e200, 1e200), st.sampled_from([-1, 1])), min_size=2, max_size=25
).filter(lambda line: len({label for _, label in line}) == 2)


def errors_of(threshold: float, scores: NDArray[np.float64], labels: NDArray[np.int64]) -> int:
    return int((np.where(scores > threshold, 1, -1) != labels).sum())


def brute_force_fewest_errors(scores: NDArray[np.float64], labels: NDArray[np.int64]) -> int:
    """Try a threshold below, above and between all different scores, one by one."""
    levels = sorted(set(scores.tolist()))
    between = [a + (b - a) / 2 for a, b in pairwise(levels)]
    thresholds = [levels[0] - 1, *between, levels[-1] + 1]
    return min(errors_of(t, scores, labels) for t in thresholds)


def test_four_points_worked_by_hand() -> None:
    search = best_threshold([1.0, 2.0, 4.0, 8.0], [-1, 1, -1, 1])
    assert search.errors.tolist() == [2, 1, 2, 1, 2]
    assert search.cuts.tolist() == [-6.0, 1.5, 3.0, 6.0, 15.0]
    assert (search.index, search.threshold, search.offset) == (3, 6.0, -6.0), "the wider gap wins"


@given(tied_lines)
def test_error_rule_equals_brute_force_on_tied_scores(line: list[tuple[int, int]]) -> None:
    scores, labels = np.array(line, dtype=float)[:, 0], np.array(line)[:, 1]
    search = best_threshold(scores, labels)
    assert search.errors[search.index] == brute_force_fewest_errors(scores, labels)


@given(float_lines)
def test_a_realisable_cut_makes_exactly_the_errors_it_promises(
    line: list[tuple[float, int]],
) -> None:
    scores = np.array([score for score, _ in line])
    labels = np.array([label for _, label in line])
    search = best_threshold(scores, labels)
    for k in np.flatnonzero(search.realisable):
        assert errors_of(search.cuts[k], scores, labels) == search.errors[k]
    assert search.realisable[search.index]


@given(tied_lines, st.lists(st.integers(1, 4), min_size=25, max_size=25), st.floats(0.01, 100))
def test_a_weight_is_a_number_of_copies_in_any_unit(
    line: list[tuple[int, int]], copies: list[int], unit: float
) -> None:
    scores, labels = np.array(line, dtype=float)[:, 0], np.array(line)[:, 1]
    weights = np.array(copies[: len(line)])
    expected = best_threshold(scores.repeat(weights), labels.repeat(weights))
    for scale in (1.0, unit):
        search = best_threshold(scores, labels, sample_weight=scale * weights)
        assert search.threshold == expected.threshold
        assert search.errors[search.index] / scale == pytest.approx(expected.errors[expected.index])


@pytest.mark.parametrize("weights", [[1.0], [1.0, 0.0], [1.0, np.nan], [1.0, np.inf]])
def test_weights_without_a_meaning_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="weights must be 2 finite numbers above 0"):
        best_threshold([0.0, 1.0], [-1, 1], sample_weight=weights)


@given(tied_lines)
def test_consistency_is_the_printed_sum_with_the_first_maximum(line: list[tuple[int, int]]) -> None:
    scores, labels = np.array(line, dtype=float)[:, 0], np.array(line)[:, 1]
    search = best_threshold(scores, labels, "consistency")
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    y, x = labels[order].tolist(), scores[order]
    sums = [abs(sum(y[:k])) + abs(sum(y[k:])) for k in range(1, len(y))]
    assert search.values[1:-1].tolist() == sums
    k = 1 + sums.index(max(sums))
    assert search.offset == -(x[k - 1] + x[k]) / 2
    n, imbalance = len(y), abs(sum(y))
    from_errors = [max(abs(n - 2 * e), imbalance) for e in search.errors[1:-1].tolist()]
    assert sums == from_errors, "J(k) = max(|N - 2 E(k)|, |n+ - n-|)"


def test_a_one_class_cut_is_taken_only_where_it_is_strictly_better() -> None:
    tie = best_threshold([0.0, 1.0, 2.0], [-1, 1, -1])
    assert tie.errors.tolist() == [2, 1, 2, 1]
    assert tie.index == 1, "the tie goes to the inner cut"
    search = best_threshold([0.0, 1.0, 2.0, 3.0], [1, 1, -1, 1])
    assert (search.index, search.errors[0]) == (0, 1)


def test_equal_scores_leave_only_the_majority_class() -> None:
    search = best_threshold([5.0, 5.0, 5.0], [1, -1, -1])
    assert search.realisable.tolist() == [True, False, False, True]
    assert (search.index, search.threshold) == (3, 10.0)


def test_scores_within_the_resolution_count_as_equal() -> None:
    scores = [0.0, 1.0, 1.0 + 1e-14, 2.0]
    assert best_threshold(scores, [-1, -1, 1, 1]).index == 2
    search = best_threshold(scores, [-1, -1, 1, 1], resolution=1e-12)
    assert not search.realisable[2]
    assert search.errors[search.index] == 1
    noise = best_threshold([0.0, 1e-14], [-1, 1], resolution=1e-12)
    assert noise.cuts[[0, -1]] == pytest.approx([-1.0, 1.0]), "noise is no range to measure by"


def test_neighbouring_floats_can_still_be_cut() -> None:
    low = 1.0
    high = np.nextafter(low, 2.0)
    search = best_threshold([low, high], [-1, 1])
    assert errors_of(search.threshold, np.array([low, high]), np.array([-1, 1])) == 0


@pytest.mark.parametrize(
    ("scores", "labels", "message"),
    [
        ([0.0, 1.0], [1, 1], "at least one point of each"),
        ([0.0, 1.0], [0, 1], r"neither \+1 nor -1"),
        ([0.0, np.nan], [-1, 1], "NaN, infinite"),
        ([0.0, np.inf], [-1, 1], "NaN, infinite"),
        ([0.0, 1.0, 2.0], [-1, 1], "two lists of one length"),
        ([[0.0, 1.0]], [[-1, 1]], "two lists of one length"),
        ([], [], "at least one point of each"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(scores: Any, labels: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        best_threshold(scores, labels)


def test_an_unknown_criterion_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="use 'error' or 'consistency'"):
        best_threshold([0.0, 1.0], [-1, 1], "gini")  # pyrefly: ignore[bad-argument-type]
