"""Black-and-white digits: a Bernoulli classifier of pixels, its probabilities and accuracy."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from scipy.special import log_softmax

from bayeslab.estimators.discrete import BernoulliBayes
from bayeslab.figures import draw_images
from core.images import DIGITS
from lessons import cached as computed
from lessons.discrete_bayes.two_classes import log_number
from lessons.frame import Equation, LessonPage, choose
from ui import compute
from ui.latex import number
from ui.layout import decimal, percent, problem_instead, show_figure
from ui.linked import ask_whole_number
from ui.session import theme

__all__ = ["show_digits"]

Array = NDArray[np.float64]

HEIGHT = 400  # pixels
INK = 8  # a pixel brighter than this, of 16, is ink
EXPECTED, DRAWN = "what it expects", "what it would draw"


def show_digits(lesson: LessonPage, alpha: float) -> None:
    """Show the classifier trained on half of the digits, and its formula for a new one."""
    digits = computed.image_set(DIGITS)
    with lesson.beside:
        which = ask_whole_number(
            "Number of the new digit in the formula", 1, len(digits.test_y), 1, key="digit"
        )
    with lesson.picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            drawn = choose("Shown", (EXPECTED, DRAWN), "shown") == DRAWN
            drawing = st.slider(
                "Drawing", 1, 20, key="drawing", bind="query-params", width=200, disabled=not drawn
            )
        model = BernoulliBayes(alpha, binarize=INK).fit(digits.X, digits.y)
        _show_ink(model, drawing if drawn else 0)
    with lesson.beside:
        lesson.say("Drawn" if drawn else "Expected")
        lesson.say("Digits", **_accuracies(model))
        with problem_instead():
            joint = _joint(model, which)
            with lesson.show_formula(_equations(model, joint, which)):
                _show_joint(model, joint)


def _show_ink(model: BernoulliBayes, drawing: int) -> None:
    """Show the probability of ink in each pixel, or a random drawing if its number is not 0."""
    theta = model.feature_prob_
    if drawing:
        theta = (np.random.default_rng(drawing).random(theta.shape) < theta).astype(np.float64)
    names = [str(name) for name in model.classes_]
    figure = compute.figure(draw_images, theta.reshape(-1, 8, 8), names, theme=theme())
    alt = "For each digit, the probability of ink in each pixel."
    if drawing:
        alt = "For each digit, a drawing whose pixels were drawn independently."
    show_figure(figure, alt, HEIGHT, key="ink")


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


def _joint(model: BernoulliBayes, which: int) -> Array:
    """Return ln P(c) + ln P(x | c) of a new digit, by its number from 1 up, shape (10,).

    Raises
    ------
    ValueError
        If it is impossible in every class.
    """
    joint: Array = model.joint_log_likelihood(computed.image_set(DIGITS).test_X[[which - 1]])[0]
    if not np.isfinite(joint).any():
        raise ValueError(
            f"In each class, a pixel makes the new digit {which} impossible, so its posterior is "
            "0/0; choose an α larger than 0."
        )
    return joint


def _equations(model: BernoulliBayes, joint: Array, which: int) -> list[Equation]:
    """Return the equations from the counts of the most informative pixel to the posterior."""
    k, j = np.argsort(-joint, kind="stable")[:2].tolist()
    ink = computed.image_set(DIGITS).test_X[which - 1] > INK
    theta, counts = model.feature_prob_, model.feature_count_
    with np.errstate(divide="ignore", invalid="ignore"):
        i = int(np.nan_to_num(np.where(ink, theta[k] / theta[j], 0)).argmax())
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
    st.dataframe(
        {
            "digit": [str(name) for name in model.classes_[order]],
            "N": model.class_count_[order],
            "s(x)": [decimal(value) for value in joint[order]],
            "P(c|x)": np.exp(log_softmax(joint))[order],
        },
        column_config={"P(c|x)": st.column_config.NumberColumn(format="%.3g")},
        alt="For each digit the joint log-likelihood of the new image, and its posterior.",
    )
