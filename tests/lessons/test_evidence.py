"""The evidence of the features adds up to the posterior log odds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from bayeslab.figures import PALETTE, THEMES, draw_evidence
from lessons.discrete_bayes.numbers import occurring, weigh_evidence


def test_evidence_worked_by_hand() -> None:
    X, y = np.array([[1, 0], [1, 1], [0, 0], [1, 0], [0, 0]]), np.array([1, 1, 0, 0, 0])
    found = weigh_evidence(BernoulliBayes(alpha=1).fit(X, y), np.array([1, 0]))
    # Word 1: (2 + 1) / (2 + 2) against (1 + 1) / (3 + 2). No word 2: (1 + 1) / 4 against 4 / 5.
    assert found.prior == pytest.approx(np.log(2 / 3))
    assert found.features == pytest.approx(np.log([0.75 / 0.4, 0.5 / 0.8]))
    assert found.log_odds == pytest.approx(np.log(2 / 3 * 0.75 / 0.4 * 0.5 / 0.8))
    assert found.posterior == pytest.approx(0.25 / (0.25 + 0.32))


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000), alpha=st.floats(0.01, 10))
def test_a_bernoulli_model_and_one_of_two_categories_weigh_alike(seed: int, alpha: float) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 2, (12, 4)), np.arange(12) % 2
    x = rng.integers(0, 2, 4)
    words = weigh_evidence(BernoulliBayes(alpha).fit(X, y), x)
    categories = weigh_evidence(CategoricalBayes(alpha, min_categories=2).fit(X, y), x)
    assert words.features == pytest.approx(categories.features)
    for found in (words, categories):
        assert found.prior + found.features.sum() == pytest.approx(found.log_odds)
        assert found.posterior == pytest.approx(1 / (1 + np.exp(-found.log_odds)))


def test_what_was_never_seen_in_a_class_weighs_infinitely_and_two_such_have_no_answer() -> None:
    X, y = np.array([[1, 0], [1, 0], [0, 1], [0, 0]]), np.array([1, 1, 0, 0])
    model = BernoulliBayes(alpha=0).fit(X, y)
    found = weigh_evidence(model, np.array([0, 0]))
    assert found.features.tolist() == [-np.inf, np.log(2)]
    assert (found.log_odds, found.posterior) == (-np.inf, 0.0)
    with pytest.raises(ValueError, match="0/0"):
        weigh_evidence(BernoulliBayes(alpha=0).fit([[1, 0], [0, 1]], [0, 1]), np.array([1, 1]))


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_points_are_made_that_are_counted_as_wished(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 30, 3)
    counts = rng.integers(0, sizes[:, None] + 1, (3, 4))
    X, y = occurring(counts, sizes)
    model = BernoulliBayes().fit(X, y)
    np.testing.assert_array_equal(model.feature_count_, counts)
    np.testing.assert_array_equal(model.class_count_, sizes)


# Its picture


@pytest.mark.parametrize("theme", THEMES)
def test_each_bar_begins_where_the_one_above_ends_and_the_last_is_the_sum(theme: str) -> None:
    figure = draw_evidence(list("abc"), [1.0, -3.0, 0.5], class_names=("no", "yes"), theme=theme)
    (bars,) = figure.data
    assert np.array(bars.base).tolist() == [0, 1, -2, 0]
    assert np.array(bars.x).tolist() == [1, -3, 0.5, -1.5]
    blue, vermillion = PALETTE[0].colour, PALETTE[1].colour
    assert list(bars.marker.color) == [vermillion, blue, vermillion, blue]
    assert [note.text for note in figure.layout.annotations] == ["+1.00", "−3.00", "+0.50", "−1.50"]
    assert list(figure.layout.yaxis.ticktext) == ["a", "b", "c", "sum"]
    assert "no" in figure.layout.xaxis.title.text.split("log odds")[0]


@pytest.mark.parametrize("sign", [-1, 1])
def test_an_infinite_term_reaches_to_the_edge_and_so_does_the_sum(sign: int) -> None:
    terms = [2.0, sign * np.inf, -1.0]
    figure = draw_evidence(list("abc"), terms, class_names=("no", "yes"))
    (bars,) = figure.data
    edge = figure.layout.xaxis.range[1]
    ends = np.array(bars.base) + np.array(bars.x)
    assert ends[[1, 2, 3]].tolist() == [sign * edge] * 3
    assert figure.layout.annotations[3].text == ("−∞" if sign < 0 else "+∞")
    assert np.isfinite(np.array(bars.x)).all()


def test_without_terms_there_is_a_sum_of_zero_and_names_are_no_markup() -> None:
    assert np.array(draw_evidence([], [], class_names=("a", "b")).data[0].x).tolist() == [0]
    figure = draw_evidence(["<b>"], [1.0], class_names=("<i>", "b"))
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;"
    assert "&lt;i&gt;" in figure.layout.xaxis.title.text


@pytest.mark.parametrize(
    ("terms", "classes", "theme"),
    [
        ([1.0, np.nan], ("a", "b"), "light"),
        ([1.0], ("a", "b"), "light"),
        ([np.inf, -np.inf], ("a", "b"), "light"),
        ([1.0, 2.0], ("a", "b", "c"), "light"),
        ([1.0, 2.0], ("a", "b"), "blue"),
    ],
)
def test_what_has_no_sum_is_refused(
    terms: list[float], classes: tuple[str, ...], theme: str
) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        draw_evidence(["x", "y"], terms, class_names=classes, theme=theme)
