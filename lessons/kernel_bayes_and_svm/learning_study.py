"""The learning curves of LDA and logistic regression, on the page."""

import numpy as np
import streamlit as st

from bayeslab.evaluation.formats import percent
from bayeslab.figures import Curve, draw_sweep
from lessons.kernel_bayes_and_svm.learning_curves import (
    CLASSIFIERS,
    DIMENSION,
    DRAWS,
    SITUATIONS,
    SIZES,
    C,
    learning_curve,
)
from ui import compute
from ui.caching import memoize
from ui.layout import show_figure
from ui.session import theme

__all__ = ["SOURCES", "curves_of", "describe_learning", "show_learning"]

# Of Efron, quoted by Hastie et al., and of Ng and Jordan.
SOURCES = {"more": "30", "efron": "1975", "chapter": "4.4.5", "ng_jordan": "2002"}
FEW = 30  # points, marked in the figures
CURVES_HEIGHT = 380  # pixels
FIELDS = {"LDA": "lda", "logistic regression": "logistic"}


@memoize(4)
def curves_of(title: str) -> tuple[Curve, ...]:
    """Return the curves of a situation: the best accuracy there is, and each classifier."""
    situation = SITUATIONS[title]
    best = Curve("Bayes-optimal", np.full(len(SIZES), situation.best_accuracy()), true=True)
    return best, *(Curve(name, *learning_curve(situation, name)) for name in CLASSIFIERS)


def show_learning() -> None:
    """Show the accuracies on new points over the number of training points."""
    for place, title in zip(st.columns(2), SITUATIONS, strict=True):
        curves = curves_of(title)
        figure = compute.figure(
            draw_sweep,
            *(np.array(SIZES), curves, FEW),
            axis_name="training points",
            theme=theme(),
            title=title,
        )
        ends = ", ".join(
            f"{curve.name} {percent(curve.accuracies[0])} to {percent(curve.accuracies[-1])}"
            for curve in curves
        )
        alt = f"{title}. Accuracy with {SIZES[0]} to {SIZES[-1]} training points: {ends}."
        with place:
            show_figure(figure, alt, CURVES_HEIGHT, key=f"learning {title}")


def describe_learning() -> dict[str, str]:
    """Return the accuracies with few and with many training points."""
    words = {"few": FEW, "many": SIZES[-1], "draws": DRAWS, "d": DIMENSION, "C": round(C)}
    shares = {
        f"{FIELDS[curve.name]}_{case}_{amount}": percent(curve.accuracies[k])
        for case, title in zip(("holds", "fails"), SITUATIONS, strict=True)
        for curve in curves_of(title)[1:]
        for amount, k in (("few", SIZES.index(FEW)), ("many", -1))
    }
    return {name: f"{word}" for name, word in words.items()} | shares
