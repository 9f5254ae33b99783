"""The paired study: each draw is as written down, and the summary is Student's."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bayeslab.data.datasets import DATASETS
from lessons.kernel_bayes_and_svm.tuned_comparison import (
    NOISES,
    PairedDraw,
    compare_tuned,
    read_draws,
    summarise,
)


def draws_of(differences: list[float], name: str = "moons") -> list[PairedDraw]:
    return [PairedDraw(name, seed, 0.5 + gap, 0.5) for seed, gap in enumerate(differences)]


def test_a_mean_worked_by_hand() -> None:
    (mean,) = summarise(draws_of([0.02, 0.0, -0.01, -0.01]))
    assert mean.mean == pytest.approx(0, abs=1e-12)
    # s = sqrt(6e-4 / 3), its error s / 2, and t = 3.182 for 3 degrees of freedom
    assert mean.high == pytest.approx(3.1824 * np.sqrt(2e-4) / 2, rel=1e-4)
    assert (mean.kernel_bayes_wins, mean.svc_wins, mean.n) == (1, 2, 4)
    assert not mean.is_decided


@settings(max_examples=30)
@given(gaps=st.lists(st.floats(-0.3, 0.3), min_size=3, max_size=20, unique=True))
def test_the_interval_leaves_out_nothing_when_the_t_test_rejects(gaps: list[float]) -> None:
    (mean,) = summarise(draws_of(gaps))
    differences = [draw.difference for draw in draws_of(gaps)]
    expected = stats.ttest_1samp(differences, 0).confidence_interval(0.95)
    assert (mean.low, mean.high) == pytest.approx((expected.low, expected.high))
    assert mean.is_decided == bool(mean.low > 0 or mean.high < 0)


def test_one_draw_says_nothing_of_its_spread() -> None:
    with pytest.raises(ValueError, match="draw it again"):
        summarise(draws_of([0.1]))


def test_the_table_holds_the_same_draws_of_every_set() -> None:
    draws = read_draws()
    assert set(NOISES) <= set(DATASETS)
    seeds = {name: [draw.seed for draw in draws if draw.name == name] for name in NOISES}
    assert all(each == list(range(40)) for each in seeds.values())
    assert len(draws) == 40 * len(NOISES)


@pytest.mark.parametrize(("name", "seed"), [("moons", 0), ("spirals", 11)])
def test_a_draw_of_the_table_comes_out_again(name: str, seed: int) -> None:
    (written,) = (draw for draw in read_draws() if (draw.name, draw.seed) == (name, seed))
    again = compare_tuned(name, seed)
    # Another machine's rounding may tip a point that lies on a boundary.
    assert again.kernel_bayes == pytest.approx(written.kernel_bayes, abs=5e-4)
    assert again.svc == pytest.approx(written.svc, abs=5e-4)


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    table = tmp_path / "draws.csv"
    table.write_text("name,seed,kernel_bayes,svc\nmoons,3,0.9,0.8875\n", encoding="utf-8")
    assert read_draws(table) == [PairedDraw("moons", 3, 0.9, 0.8875)]
