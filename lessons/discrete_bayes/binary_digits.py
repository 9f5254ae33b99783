"""Black-and-white digits: a Bernoulli classifier of pixels, its probabilities and accuracy."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from bayeslab.estimators.discrete import BernoulliBayes
from bayeslab.evaluation.formats import percent
from core.images import DIGITS, load_images
from core.latex import number
from lessons.discrete_bayes.numbers import log_number
from lessons.texts import Equation

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

INK = 8  # a pixel brighter than this, of 16, is ink


def count_pixels(alpha: float) -> BernoulliBayes:
    """Return the classifier that has counted the ink of each pixel in half of the digits."""
    digits = load_images(DIGITS)
    return BernoulliBayes(alpha, binarize=INK).fit(digits.X, digits.y)


def new_digit(which: int) -> Integers:
    """Return the pixels of a digit of the other half, 1 for ink, by its number from 1 on."""
    ink: Integers = (load_images(DIGITS).test_X[which - 1] > INK).astype(np.int64)
    return ink


def draw_digits(model: BernoulliBayes, number: int) -> Array:
    """Return a random drawing of each digit, by its number, shape (10, 64)."""
    theta = model.feature_prob_
    return (np.random.default_rng(number).random(theta.shape) < theta).astype(np.float64)


def describe_accuracy(model: BernoulliBayes) -> dict[str, str]:
    """Return the accuracy on new digits and how many are impossible in every class."""
    digits = load_images(DIGITS)
    joint = model.predict_joint_log_proba(digits.test_X)
    possible = np.isfinite(joint).any(axis=1)
    correct = (joint.argmax(axis=1) == digits.test_y) & possible
    return {
        "test": percent(correct.mean()),
        "n_test": f"{len(correct):,}",
        "impossible": _count(np.flatnonzero(~possible)),
    }


def _count(positions: NDArray[np.int64]) -> str:
    """Return the number of positions, and the number of the first digit among them."""
    first = f", the first is number {positions[0] + 1}" if len(positions) else ""
    return f"{len(positions)}{first}"


def score_digit(model: BernoulliBayes, x: Integers) -> Array:
    """Return ln P(c) + ln P(x | c) of a digit of 0 and 1, shape (10,).

    Raises
    ------
    ValueError
        If it is impossible in every class.
    """
    joint: Array = model.predict_joint_log_proba(x[None] * (INK + 1))[0]
    if not np.isfinite(joint).any():
        raise ValueError(
            "In each class, a pixel makes this digit impossible, so its posterior is 0/0; choose "
            "an α larger than 0."
        )
    return joint


def write_scores(model: BernoulliBayes, joint: Array, x: Integers) -> list[Equation]:
    """Return the equations from the counts of the most informative pixel to the posterior."""
    k, j = np.argsort(-joint, kind="stable")[:2].tolist()
    theta, counts = model.feature_prob_, model.feature_count_
    with np.errstate(divide="ignore", invalid="ignore"):
        i = int(np.nan_to_num(np.where(x, theta[k] / theta[j], 0)).argmax())
    n, alpha = model.class_count_, model.alpha
    return [
        Equation(f"P({k})", f"N_{k}/N", f"{n[k]}/{n.sum()}={number(n[k] / n.sum())}"),
        *(
            Equation(
                rf"P(x_{{{i}}}=1|{c})",
                rf"(N_{{{c},{i}}}+\alpha)/(N_{c}+2\alpha)",
                rf"\tfrac{{{counts[c, i]}+{alpha:g}}}{{{n[c]}+2\cdot{alpha:g}}}"
                f"={number(theta[c, i])}",
            )
            for c in (k, j)
        ),
        *(
            Equation(
                f"s_{c}(x)",
                rf"\ln P({c})+\textstyle\sum_i\ln P(x_i|{c})",
                log_number(float(joint[c])),
            )
            for c in (k, j)
        ),
        Equation(
            rf"\ln\tfrac{{P({k}|x)}}{{P({j}|x)}}",
            f"s_{k}(x)-s_{j}(x)",
            log_number(float(joint[k] - joint[j])),
        ),
        Equation(
            f"P({k}|x)",
            rf"e^{{s_{k}(x)}}/\textstyle\sum_c e^{{s_c(x)}}",
            number(np.exp(log_softmax(joint)[k])),
        ),
    ]


def tabulate_scores(model: BernoulliBayes, joint: Array) -> dict[str, Any]:
    """Return the columns of a table of the scores and posteriors, the most probable digit first."""
    order = np.argsort(-joint, kind="stable")
    return {
        "digit": [str(name) for name in model.classes_[order]],
        "N": model.class_count_[order],
        "s(x)": joint[order],
        "P(c|x)": np.exp(log_softmax(joint))[order],
    }
