"""Evidence: the terms of the prior and of each feature in the log odds of two classes.

If the features are independent within each class,

    ln P(1 | x) / P(0 | x) = ln P(1) / P(0) + sum_i ln P(x_i | 1) / P(x_i | 0).

The terms of the sum are the evidence of the features for class 1, and can be shown one by one.
Without smoothing, a value that never occurs in class 1 has the evidence minus infinity, which no
other term can make up for.

Source: the Bayes classifier post, naive Bayes with discrete features.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.estimators.discrete import BernoulliBayes, CategoricalBayes
from core.latex import number
from lessons.texts import Equation

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Evidence:
    """Evidence for class 1, in natural logarithms; either infinity is allowed.

    Attributes
    ----------
    prior : float
        ln P(1) / P(0).
    features : array of shape (d,)
        ln P(x_i | 1) / P(x_i | 0).
    log_odds : float
        Their sum, ln P(1 | x) / P(0 | x).
    posterior : float
        P(1 | x).
    """

    prior: float
    features: Array
    log_odds: float
    posterior: float


def weigh_evidence(model: BernoulliBayes | CategoricalBayes, x: Integers) -> Evidence:
    """Return the terms of one point's log odds.

    Parameters
    ----------
    model : BernoulliBayes or CategoricalBayes
        Fitted to two classes, and without a threshold (`binarize`).
    x : array of shape (d,)
        The values of the features; of a Bernoulli model 0 or 1.

    Raises
    ------
    ValueError
        If both classes give the point probability zero.
    """
    log_posterior = model.predict_log_proba(x[None])[0]
    with np.errstate(divide="ignore"):  # log 0 = -inf is meant: impossible
        logs = np.log(_value_probabilities(model, x))
    prior = float(np.log(model.priors_[1] / model.priors_[0]))
    posterior = float(np.exp(log_posterior[1]))
    return Evidence(prior, logs[1] - logs[0], float(log_posterior[1] - log_posterior[0]), posterior)


def points_with_counts(counts: Integers, sizes: Integers) -> tuple[Integers, Integers]:
    """Return binary points in which feature i occurs counts[k, i] times in class k.

    Parameters
    ----------
    counts : array of shape (K, d)
        How many points of each class have feature i.
    sizes : array of shape (K,)
        Points of each class.

    Returns
    -------
    X : array of 0 and 1, shape (n, d)
    y : array of shape (n,)
        Classes 0..K-1.
    """
    parts = [np.arange(size)[:, None] < row for row, size in zip(counts, sizes, strict=True)]
    y = np.repeat(np.arange(len(sizes)), sizes.astype(np.intp))  # as repeat wants it on 32 bits
    return np.concatenate(parts).astype(np.int64), y


def _value_probabilities(model: BernoulliBayes | CategoricalBayes, x: Integers) -> Array:
    """Return P(x_i | c) for each class and feature, shape (2, d)."""
    if isinstance(model, BernoulliBayes):
        theta = model.feature_prob_
        return np.where(x == 1, theta, 1 - theta)
    columns = [table[:, value] for table, value in zip(model.feature_prob_, x, strict=True)]
    return np.stack(columns, axis=1)


# Discrete naive Bayes for two classes: counts, smoothed shares and evidence of a new point.

LONGEST_LABEL = 16  # characters in a formula


@dataclass(frozen=True, eq=False)
class CountedPoints:
    """Points of two classes with discrete features, and a new point.

    Attributes
    ----------
    X : array of shape (n, d)
        Values 0, 1, ... of the features.
    y : array of shape (n,)
        0 or 1.
    x : array of shape (d,)
        The new point.
    values : d tuples of str
        The values of each feature, in words; a word of a message occurs or does not.
    class_names : pair of str
    vocabulary : tuple of str
        The words that are the features of messages; none, if the points are no messages.
    """

    X: Integers
    y: Integers
    x: Integers
    values: Sequence[tuple[str, ...]]
    class_names: tuple[str, str]
    vocabulary: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The value of each feature of the new point, in words."""
        return tuple(names[value] for names, value in zip(self.values, self.x, strict=True))


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The counts, shares and evidence for a new point.

    Attributes
    ----------
    points : CountedPoints
    alpha : float
        The smoothing.
    class_count : array of shape (2,)
        Points N_c of each class.
    counts : array of shape (2, d)
        Points of each class that have the new point's value in feature i.
    shares : array of shape (2, d)
        P(x_i | c), their smoothed share.
    evidence : Evidence
    """

    points: CountedPoints
    alpha: float
    class_count: Integers
    counts: Integers
    shares: Array
    evidence: Evidence


def count_values(points: CountedPoints, alpha: float = 0.0) -> CategoricalBayes:
    """Return the classifier that has counted the values of the features.

    Raises
    ------
    ValueError
        If only one class has points.
    """
    if len(np.unique(points.y)) < 2:
        raise ValueError("The table needs rows of both classes; add a row of the missing class.")
    sizes = [len(names) for names in points.values]
    return CategoricalBayes(alpha, min_categories=sizes).fit(points.X, points.y)


def evaluate_counts(points: CountedPoints, alpha: float) -> Evaluation:
    """Count and smooth, and return the evidence for the new point.

    Raises
    ------
    ValueError
        If only one class has points, or the new point is impossible in both.
    """
    model, x = count_values(points, alpha), points.x
    counts = np.stack([table[:, v] for table, v in zip(model.category_count_, x, strict=True)], 1)
    shares = np.stack([table[:, v] for table, v in zip(model.feature_prob_, x, strict=True)], 1)
    if (shares == 0).any(axis=1).all():
        raise ValueError(_describe_zero_shares(points, shares))
    evidence = weigh_evidence(model, x)
    return Evaluation(points, alpha, model.class_count_, counts, shares, evidence)


def _describe_zero_shares(points: CountedPoints, shares: Array) -> str:
    """Return a sentence that names the values with share zero in each class."""
    never = (
        f"never in {name}: {', '.join(np.array(points.labels)[share == 0])}"
        for name, share in zip(points.class_names, shares, strict=True)
    )
    return (
        f"Some values have no counts ({'; '.join(never)}), so the posterior is 0/0; choose an α "
        "larger than 0."
    )


def tabulate_evidence(evaluation: Evaluation) -> dict[str, Any]:
    """Return the columns of a table: the counts, shares and evidence of each feature."""
    names = evaluation.points.class_names
    columns: dict[str, Any] = {"new point": evaluation.points.labels}
    for c, name in enumerate(names):
        columns |= {f"N, {name}": evaluation.counts[c], f"P, {name}": evaluation.shares[c]}
    return columns | {"evidence": evaluation.evidence.features}


def write_evidence(evaluation: Evaluation) -> list[Equation]:
    """Return the equations from the counts of the most informative feature to the posterior."""
    evidence, names = evaluation.evidence, evaluation.points.class_names
    i = int(np.abs(evidence.features).argmax())
    value = rf"\text{{{_shorten(evaluation.points.labels[i])}}}"
    classes = [rf"\text{{{name}}}" for name in names]
    total = int(evaluation.class_count.sum())
    return [
        *(
            Equation(
                rf"P({classes[c]})",
                rf"N_{{{classes[c]}}}/N",
                rf"{evaluation.class_count[c]}/{total}={number(evaluation.class_count[c] / total)}",
            )
            for c in (1, 0)
        ),
        *(_share(evaluation, i, c, value, classes[c]) for c in (1, 0)),
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


def _share(evaluation: Evaluation, i: int, c: int, value: str, name: str) -> Equation:
    """Return the equation of one smoothed share."""
    V, alpha = len(evaluation.points.values[i]), evaluation.alpha
    N_v, N = evaluation.counts[c, i], evaluation.class_count[c]
    return Equation(
        rf"P({value}|{name})",
        rf"\tfrac{{N_{{v,{name}}}+\alpha}}{{N_{{{name}}}+\alpha V}}",
        rf"\tfrac{{{N_v}+{alpha:g}}}{{{N}+{alpha:g}\cdot{V}}}={number(evaluation.shares[c, i])}",
    )


def log_number(value: float) -> str:
    """Return a logarithm, which may be infinite, in LaTeX."""
    return number(value).replace("inf", r"\infty")


def _shorten(text: str) -> str:
    """Return a label short enough for a formula on a phone, without the name of the feature."""
    text = text.rpartition(": ")[-1]
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
