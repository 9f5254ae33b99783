"""Black-and-white digits: a Bernoulli classifier of pixels, its probabilities and accuracy."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from scipy.special import log_softmax

from bayeslab.estimators.discrete import BernoulliBayes
from bayeslab.evaluation.formats import percent
from core.images import DIGITS
from lessons import cached as computed
from lessons.discrete_bayes.two_classes import log_number
from lessons.frame import Equation, LessonPage, choose
from ui.latex import number
from ui.layout import problem_instead, show_numbers
from ui.linked import ask_whole_number
from ui.live_picture import Number, Text, ask_numbers, live_picture, read_pixels
from ui.session import give

__all__ = ["draw_digits", "show_digits"]

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

PIXELS = Text("pixels", "Pixels row by row: 1 is ink, 0 is none", "", 64)
INK = 8  # a pixel brighter than this, of 16, is ink
EXPECTED, DRAWN = "what it expects", "what it would draw"


def show_digits(lesson: LessonPage, smoothing: Number) -> None:
    """Show a digit to paint, the classifier trained on half of the digits, and its formula."""
    digits = computed.image_set(DIGITS)
    with lesson.beside:
        which = ask_whole_number(
            "Number of the new digit to begin with",
            *(1, len(digits.test_y), 1),
            key="digit",
            on_change=give,
            args=({PIXELS.widget: ""},),
        )
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            drawn = choose("Shown", (EXPECTED, DRAWN), "shown") == DRAWN
            drawing = st.slider(
                "Drawing", 1, 20, key="drawing", bind="query-params", width=200, disabled=not drawn
            )
        place = st.container()
        values = ask_numbers([smoothing, PIXELS])
        model = BernoulliBayes(values["alpha"], binarize=INK).fit(digits.X, digits.y)
        new = (digits.test_X[which - 1] > INK).astype(np.int64)
        with place:
            live_picture(
                "discrete_bayes",
                [smoothing, PIXELS],
                values,
                "digits",
                sizes=model.class_count_.tolist(),
                ones=model.feature_count_.tolist(),
                names=[str(name) for name in model.classes_],
                start_pixels=new.tolist(),
                drawings=draw_digits(model, drawing).tolist() if drawn else None,
            )
    with lesson.beside:
        lesson.say("Paint")
        lesson.say("Drawn" if drawn else "Expected")
        lesson.say("Digits", **_accuracies(model))
        with problem_instead():
            x = read_pixels(values["pixels"], len(new), 1)
            x = new if x is None else x
            joint = _joint(model, x)
            with lesson.show_formula(_equations(model, joint, x)):
                _show_joint(model, joint)


def draw_digits(model: BernoulliBayes, number: int) -> Array:
    """Return a random drawing of each digit, by its number, shape (10, 64)."""
    theta = model.feature_prob_
    return (np.random.default_rng(number).random(theta.shape) < theta).astype(np.float64)


def _accuracies(model: BernoulliBayes) -> dict[str, str]:
    """Return the accuracy on new digits and how many are impossible in every class."""
    digits = computed.image_set(DIGITS)
    joint = model.joint_log_likelihood(digits.test_X)
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


def _joint(model: BernoulliBayes, x: Integers) -> Array:
    """Return ln P(c) + ln P(x | c) of a digit of 0 and 1, shape (10,).

    Raises
    ------
    ValueError
        If it is impossible in every class.
    """
    joint: Array = model.joint_log_likelihood(x[None] * (INK + 1))[0]
    if not np.isfinite(joint).any():
        raise ValueError(
            "In each class, a pixel makes this digit impossible, so its posterior is 0/0; choose "
            "an α larger than 0."
        )
    return joint


def _equations(model: BernoulliBayes, joint: Array, x: Integers) -> list[Equation]:
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


def _show_joint(model: BernoulliBayes, joint: Array) -> None:
    """Show the joint log-likelihood and the posterior of each digit, the most probable first."""
    order = np.argsort(-joint, kind="stable")
    show_numbers(
        {
            "digit": [str(name) for name in model.classes_[order]],
            "N": model.class_count_[order],
            "s(x)": joint[order],
            "P(c|x)": np.exp(log_softmax(joint))[order],
        },
        alt="For each digit the joint log-likelihood of the new image, and its posterior.",
    )
