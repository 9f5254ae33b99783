"""Two classes told apart by counting: what the counts say about a new point."""

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bayeslab.estimators.discrete import CategoricalBayes
from bayeslab.figures import draw_evidence
from lessons.discrete_bayes.numbers import Evidence, weigh_evidence
from lessons.frame import Equation, LessonPage
from ui import compute
from ui.latex import number
from ui.layout import show_figure
from ui.session import theme

__all__ = [
    "Judged",
    "Problem",
    "judge",
    "log_number",
    "show_evidence",
    "show_problem",
]

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

LEAST_HEIGHT, HEAD_HEIGHT, ROW_HEIGHT = 340, 130, 32  # pixels
LONGEST_LABEL = 16  # characters in a formula


@dataclass(frozen=True, eq=False)
class Problem:
    """Points of two classes with discrete features, and a new point.

    Attributes
    ----------
    X : array of shape (n, d)
        Values 0, 1, ... of the features.
    y : array of shape (n,)
        0 or 1.
    x : array of shape (d,)
        The new point.
    sizes : array of shape (d,)
        How many values each feature can take; 2 for a word, which occurs or does not.
    says : d strings
        The new point in words, feature by feature.
    class_names : pair of str
    """

    X: Integers
    y: Integers
    x: Integers
    sizes: Integers
    says: tuple[str, ...]
    class_names: tuple[str, str]


@dataclass(frozen=True, eq=False)
class Judged:
    """A problem, and what its counts say of the new point.

    Attributes
    ----------
    problem : Problem
    alpha : float
        The smoothing.
    class_count : array of shape (2,)
        Points N_c of each class.
    counts : array of shape (2, d)
        Those of them that agree with the new point in feature i.
    shares : array of shape (2, d)
        P(x_i | c), their smoothed share.
    evidence : Evidence
    """

    problem: Problem
    alpha: float
    class_count: Integers
    counts: Integers
    shares: Array
    evidence: Evidence


def judge(problem: Problem, alpha: float) -> Judged:
    """Count, smooth, and weigh the evidence for the new point.

    Raises
    ------
    ValueError
        If only one class has points, or both call the new point impossible.
    """
    X, y, x = problem.X, problem.y, problem.x
    if len(np.unique(y)) < 2:
        raise ValueError("The table needs rows of both classes; add one of the class without any.")
    model = CategoricalBayes(alpha, min_categories=problem.sizes).fit(X, y)
    counts = np.stack([table[:, v] for table, v in zip(model.category_count_, x, strict=True)], 1)
    shares = np.stack([table[:, v] for table, v in zip(model.feature_prob_, x, strict=True)], 1)
    if (shares == 0).any(axis=1).all():
        raise ValueError(_say_what_quarrels(problem, shares))
    evidence = weigh_evidence(model, x)
    return Judged(problem, alpha, model.class_count_, counts, shares, evidence)


def _say_what_quarrels(problem: Problem, shares: Array) -> str:
    """Name what makes the new point impossible in either class."""
    never = (
        f"never in {name}: {', '.join(np.array(problem.says)[share == 0])}"
        for name, share in zip(problem.class_names, shares, strict=True)
    )
    return f"It was {'; '.join(never)}: so the posterior is 0/0, and α must be larger than 0."


def show_problem(lesson: LessonPage, problem: Problem, alpha: float) -> None:
    """Show the evidence for the new point, and the formula with its counts."""
    judged = judge(problem, alpha)
    show_evidence(judged, "picture")
    lesson.say("Picture", left=problem.class_names[0], right=problem.class_names[1])
    with lesson.show_formula(_equations(judged)):
        _show_values(judged)
        lesson.say("Notes")


def show_evidence(judged: Judged, key: str) -> None:
    """Show what the prior and each feature add to the log odds."""
    problem, evidence = judged.problem, judged.evidence
    names = problem.class_names
    figure = compute.figure(
        draw_evidence,
        ("prior", *problem.says),
        [evidence.prior, *evidence.features],
        class_names=names,
        theme=theme(),
        title=f"P({names[1]} | x) = {evidence.posterior:.4g}",
    )
    alt = f"What each feature adds to the log odds of {names[1]}: {evidence.log_odds:.3g} in all."
    show_figure(
        figure, alt, max(LEAST_HEIGHT, HEAD_HEIGHT + ROW_HEIGHT * (len(problem.says) + 2)), key=key
    )


def _show_values(judged: Judged) -> None:
    """Show the counts, the smoothed shares and the evidence of each feature."""
    names = judged.problem.class_names
    columns: dict[str, Array | Integers] = {}
    for c, name in enumerate(names):
        columns |= {f"N, {name}": judged.counts[c], f"P, {name}": judged.shares[c]}
    st.dataframe(
        {"new point": judged.problem.says}
        | columns
        | {"evidence": [f"{value:+.3f}".replace("inf", "∞") for value in judged.evidence.features]},
        column_config={
            f"P, {name}": st.column_config.NumberColumn(format="%.4g") for name in names
        },
        alt="How often each value of the new point was counted, its probability, and its evidence.",
    )


def _equations(judged: Judged) -> list[Equation]:
    """Return the steps from the counts of the most telling feature to the posterior."""
    evidence, names = judged.evidence, judged.problem.class_names
    i = int(np.abs(evidence.features).argmax())
    value = rf"\text{{{_shorten(judged.problem.says[i])}}}"
    classes = [rf"\text{{{name}}}" for name in names]
    total = int(judged.class_count.sum())
    return [
        *(
            Equation(
                rf"P({classes[c]})",
                rf"N_{{{classes[c]}}}/N",
                rf"{judged.class_count[c]}/{total}={number(judged.class_count[c] / total)}",
            )
            for c in (1, 0)
        ),
        *(_share(judged, i, c, value, classes[c]) for c in (1, 0)),
        Equation(
            "e_i",
            rf"\ln\tfrac{{P({value}|{classes[1]})}}{{P({value}|{classes[0]})}}",
            log_number(float(evidence.features[i])),
        ),
        Equation(
            "s",
            rf"\ln\tfrac{{P({classes[1]})}}{{P({classes[0]})}}+\textstyle\sum_i e_i",
            log_number(evidence.log_odds),
        ),
        Equation(rf"P({classes[1]}|x)", r"1/(1+e^{-s})", number(evidence.posterior)),
    ]


def _share(judged: Judged, i: int, c: int, value: str, name: str) -> Equation:
    """Return how one count becomes a probability."""
    V, alpha = int(judged.problem.sizes[i]), judged.alpha
    N_v, N = judged.counts[c, i], judged.class_count[c]
    return Equation(
        rf"P({value}|{name})",
        rf"\tfrac{{N_{{v,{name}}}+\alpha}}{{N_{{{name}}}+\alpha V}}",
        rf"\tfrac{{{N_v}+{alpha:g}}}{{{N}+{alpha:g}\cdot{V}}}={number(judged.shares[c, i])}",
    )


def log_number(value: float) -> str:
    """Return a log, which may be infinite, in LaTeX."""
    return number(value).replace("inf", r"\infty")


def _shorten(text: str) -> str:
    """Return a text that is not too long for a formula on a phone: a category without its kind."""
    text = text.rpartition(": ")[-1]
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
