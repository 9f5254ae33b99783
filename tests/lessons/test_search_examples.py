"""The examples of the 1-D search: what eq. 181 makes of them, and what is possible."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.evaluation.models import build_model
from core.drawing import DrawnSpec
from core.link import decode, encode
from core.state import LabState
from lessons.threshold_search.numbers import (
    RARE,
    SEARCH_EXAMPLES,
    count_errors,
    label_sums,
    share_mostly_wrong,
)

labels = st.lists(st.sampled_from([-1, 1]), min_size=2, max_size=20).filter(
    lambda y: len(set(y)) == 2
)


def searches(state: LabState) -> tuple[ThresholdSearch, ThresholdSearch]:
    spec = state.dataset_spec
    points = spec.load() if isinstance(spec, DrawnSpec) else load(spec)
    printed, repaired = (
        build_model(state.model, replace(state, threshold=rule).model_spec)
        .fit(points.X, points.y)
        .threshold_search_
        for rule in ("consistency", "error")
    )
    return printed, repaired


@pytest.mark.parametrize(
    ("example", "n", "J", "counted", "made", "possible"),
    [
        ("moons", 60, 60, 0, 0, 0),
        ("upside down", 20, 18, 19, 19, 9),  # 18 of 20 at 5 % right; 55 % are possible
        ("imbalance", 100, 80, 89, 89, 10),  # 89 errors where 10 are possible
        ("ties", 50, 48, 1, 4, 2),  # 98 % promised, 92 % made, 96 % possible
    ],
)
def test_eq_181_does_on_each_example_what_is_known_of_it(
    example: str, n: int, J: int, counted: int, made: int, possible: int
) -> None:
    printed, repaired = searches(SEARCH_EXAMPLES[example])
    k = printed.index
    assert (len(printed.labels), printed.values[k], printed.errors[k]) == (n, J, counted)
    assert count_errors(printed)[k] == made
    assert count_errors(repaired)[repaired.index] == possible == repaired.errors[repaired.index]


def test_of_the_ties_three_flowers_lie_exactly_on_the_threshold_of_eq_181() -> None:
    printed, _ = searches(SEARCH_EXAMPLES["ties"])
    assert (printed.scores == printed.threshold).sum() == 3
    assert not printed.realisable[printed.index]


@pytest.mark.parametrize("example", SEARCH_EXAMPLES)
def test_an_example_is_a_state_of_the_lab_that_a_link_carries(example: str) -> None:
    state = SEARCH_EXAMPLES[example]
    assert decode(encode(state)) == (state, ())
    assert state.threshold == "consistency"


@settings(max_examples=50)
@given(y=labels)
def test_j_is_the_larger_of_two_sizes_and_no_count_of_errors(y: list[int]) -> None:
    search = best_threshold(np.arange(len(y)), y, "consistency")
    below, above = label_sums(search)
    n, difference = len(y), abs(sum(y))
    assert search.values.tolist() == (abs(below) + abs(above)).tolist()
    assert search.values.tolist() == np.maximum(abs(n - 2 * search.errors), difference).tolist()


@settings(max_examples=50)
@given(y=labels, data=st.data())
def test_a_cut_makes_the_errors_it_counts_unless_scores_are_equal(
    y: list[int], data: st.DataObject
) -> None:
    scores = data.draw(st.lists(st.integers(0, 5), min_size=len(y), max_size=len(y)))
    search = best_threshold(scores, y, "consistency")
    made = count_errors(search)
    assert (made >= search.errors)[~search.realisable].all()
    assert made[search.realisable].tolist() == search.errors[search.realisable].tolist()


def test_made_errors_worked_by_hand() -> None:
    search = best_threshold([0.0, 1, 1, 2], [-1, -1, 1, 1], "consistency")
    assert search.errors.tolist() == [2, 1, 0, 1, 2]
    assert count_errors(search).tolist() == [2, 1, 2, 1, 2]


def test_the_share_of_failures_counts_draws_below_half() -> None:
    first = [searches(replace(SEARCH_EXAMPLES["imbalance"], seed=seed))[0] for seed in range(10)]
    wrong = [search.errors[search.index] > 50 for search in first]
    assert share_mostly_wrong(RARE, 10) == np.mean(wrong) == 0.2
    assert share_mostly_wrong(DatasetSpec("two_gaussians", n=40, noise=0.1), 3) == 0
