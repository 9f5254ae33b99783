"""Score functions against formulas worked by hand, and through JSON and back."""

import json
from typing import Any

import numpy as np
import pytest

from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import CustomKernel, PolynomialKernel, RBFKernel
from bayeslab.scoring import scores
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.scores import Expansion, ScoreFunction
from cases import binary_models, blobs, kernel_bayes_models, other_models, read_plain, size_of_terms

X, y = blobs()
EVERYWHERE = np.random.default_rng(1).normal(scale=4.0, size=(40, 2))


def only_score(model: Any) -> ScoreFunction:
    description = describe(model.fit(X, y))
    assert description is not None
    (score,) = description
    return score


every_binary_model = pytest.mark.parametrize(
    "model", [*kernel_bayes_models(), *binary_models(), *other_models()], ids=str
)

WORKED = ScoreFunction(
    w=np.array([1.0, 2.0]),
    W=np.array([[1.0, 0.5], [0.5, -1.0]]),
    w0=3.0,
    expansions=(
        Expansion(
            PolynomialKernel(2, 1.0),
            points=np.array([[1.0, 0.0], [0.0, 2.0]]),
            coefficients=np.array([2.0, -1.0]),
            root=np.array([[2.0, 0.0], [1.0, 0.5]]),
            square=0.5,
        ),
    ),
    offset=-4.0,
    shift=np.array([1.0, -1.0]),
    scale=np.array([2.0, 1.0]),
)


def test_a_score_worked_by_hand() -> None:
    # x = (5, 2): u = (2, 3), z1 = 2/2 = 1, z2 = (3 - 1)/0.5 = 4.
    quadratic = 4 + 2 * 0.5 * 6 - 9 + 2 + 6 + 3
    positive, negative, squares = 2 * (1 + 1) ** 2, -1 * (8 + 1) ** 2, 0.5 * (17 + 1) ** 2
    assert WORKED([[5.0, 2.0]]).item() == quadratic + positive + negative + squares - 4
    terms = WORKED.terms([5.0, 2.0])
    assert (terms.positive, terms.negative) == (positive, negative)
    assert (terms.quadratic, terms.offset) == (quadratic + squares, -4.0)


@every_binary_model
def test_plain_values_survive_json_and_give_the_same_scores_to_the_bit(model: Any) -> None:
    score = only_score(model)
    text = json.dumps(score.to_plain(), allow_nan=False)
    received = read_plain(json.loads(text))
    assert received.to_plain() == score.to_plain()
    assert (received(EVERYWHERE) == score(EVERYWHERE)).all()


@every_binary_model
def test_terms_sum_to_the_score(model: Any) -> None:
    score = only_score(model)
    bounds = 1e-13 * size_of_terms(score, EVERYWHERE)
    for x, value, tolerance in zip(EVERYWHERE, score(EVERYWHERE), bounds, strict=True):
        terms = score.terms(x)
        parts = terms.positive + terms.negative + terms.quadratic + terms.offset
        assert parts == pytest.approx(value, rel=0, abs=tolerance)


def test_the_projection_is_the_score_without_its_offset() -> None:
    model = KernelBayes("III", gamma=0.8).fit(X, y)
    (score,) = describe(model) or ()
    projection = score(EVERYWHERE) - score.offset
    assert projection == pytest.approx(model.project(EVERYWHERE), rel=1e-12)


def test_two_scalings_in_a_row_are_one() -> None:
    score = ScoreFunction(np.array([1.0, 10.0]))
    inner = score.after(np.array([1.0, 2.0]), np.array([2.0, 4.0]))
    outer = inner.after(np.array([10.0, 20.0]), np.array([0.5, 0.25]))
    x = np.array([3.0, 7.0])
    u = ((x - [10, 20]) / [0.5, 0.25] - [1, 2]) / [2, 4]
    assert outer([x]).item() == u[0] + 10 * u[1]


def test_scores_do_not_depend_on_how_the_rows_are_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    score = only_score(KernelBayes())
    whole = score(EVERYWHERE)
    monkeypatch.setattr(scores, "BLOCK_CELLS", 100)
    assert score(EVERYWHERE) == pytest.approx(whole, rel=1e-14)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([[1.0, 2.0, 3.0]], "X has 3 features, but the score takes 2"),
        ([[np.nan, 2.0]], "contains NaN"),
        ([[1e200, 1e200]], "The score overflows; scale the features down"),
    ],
)
def test_bad_points_are_refused_with_a_sentence(points: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        WORKED(points)
    with pytest.raises(ValueError, match=message):
        WORKED.terms(points[0])


def test_what_cannot_be_sent_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="Only a score of 2 features can be drawn; this one has 3"):
        ScoreFunction(np.zeros(3)).to_plain()
    custom = Expansion(CustomKernel(RBFKernel(1.0)), np.zeros((1, 2)), np.ones(1))
    with pytest.raises(ValueError, match="A kernel given as a function cannot be sent"):
        ScoreFunction(np.zeros(2), expansions=(custom,)).to_plain()
