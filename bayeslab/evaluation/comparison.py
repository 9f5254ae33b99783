"""Comparison: whether one classifier is better than another, and where they differ.

Two accuracies that differ by a point may differ by chance. Classifiers evaluated on the same splits
are compared split by split: a split that is hard for both does not affect the difference.
Differences from splits that share training points are not independent. Their mean varies more than
1 / J says, and the correction of Nadeau and Bengio allows for it. It is a heuristic, derived for
random splits; it is used here for k folds too, wherever training sets overlap.

Among many comparisons with one reference, some look clear by chance. Holm's correction keeps the
chance of one or more such mistakes below 5 %.

On single points two classifiers differ where one is right and the other wrong. If neither is
better, each is equally likely to be the correct one: McNemar's test is a binomial test of these
counts.

Sources: Nadeau and Bengio (2003), "Inference for the generalization error"; Holm (1979), "A simple
sequentially rejective multiple test procedure"; McNemar (1947), in its exact form.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from bayeslab.evaluation.accuracy import CONFIDENCE, Accuracy, Row, quantile
from bayeslab.scoring.regions import Regions


@dataclass(frozen=True)
class Difference:
    """The difference in accuracy of two classifiers over the same splits.

    Attributes
    ----------
    name, reference : str
    mean : float
        Mean of the splits' differences in accuracy; above 0 where `name` is better.
    standard_error : float
        sqrt(1 / J + n_test / n_train) s, with s the standard deviation of the J differences
        (divisor J - 1): the corrected resampled one. Without n_test / n_train where no two splits
        share training points.
    low, high : float
        The 95 % interval mean -+ t standard_error, with t the 97.5 % quantile of Student's t with
        J - 1 degrees of freedom.
    p_value : float
        Two-sided, of the t test that belongs to the interval: below 0.05 if it excludes 0.
    comparisons : int
        The number of differences tested together.
    adjusted_p_value : float
        `p_value` after Holm's correction for all of these.
    """

    name: str
    reference: str
    mean: float
    standard_error: float
    low: float
    high: float
    p_value: float
    comparisons: int
    adjusted_p_value: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes 0 and the difference remains after Holm's correction."""
        return self.leaves_out_zero and self.adjusted_p_value < 1 - CONFIDENCE

    @property
    def leaves_out_zero(self) -> bool:
        """Whether the interval excludes 0, without Holm's correction."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, eq=False)
class Disagreement:
    """Which of two classifiers is right about each point, and the counts.

    Attributes
    ----------
    first_right, second_right : arrays of shape (n,)
        Whether each one's answer is the point's label.
    differ : array of shape (n,)
        Whether their answers differ; with more than two classes both may still be wrong.
    """

    first_right: NDArray[np.bool_]
    second_right: NDArray[np.bool_]
    differ: NDArray[np.bool_]

    @property
    def counts(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The table ((both right, only the first), (only the second, both wrong))."""
        first, second = self.first_right, self.second_right
        return (
            (int((first & second).sum()), int((first & ~second).sum())),
            (int((~first & second).sum()), int((~first & ~second).sum())),
        )

    @property
    def p_value(self) -> float:
        """The two-sided p-value of McNemar's exact test; 1 if no point has exactly one right."""
        (_, only_first), (only_second, _) = self.counts
        if only_first + only_second == 0:
            return 1.0
        return float(stats.binomtest(only_first, only_first + only_second, 0.5).pvalue)


def paired_difference(
    name: str, accuracy: Accuracy, reference: str, reference_accuracy: Accuracy
) -> Difference:
    """Compare two classifiers that were evaluated on the same splits.

    Parameters
    ----------
    name, reference : str
        The names of the two in the sentence.
    accuracy, reference_accuracy : Accuracy
        Of two or more splits each, the same ones in the same order.

    Raises
    ------
    ValueError
        If there is only one split, or the two were evaluated on different ones.
    """
    if (accuracy.n_test, accuracy.n_train) != (
        reference_accuracy.n_test,
        reference_accuracy.n_train,
    ):
        raise ValueError(
            f"{name} and {reference} were evaluated on different splits; compare them on the same."
        )
    J = len(accuracy.per_split)
    if J < 2:
        raise ValueError("One split has no spread to compare by; use repeated k-fold.")
    gaps = np.subtract(accuracy.per_split, reference_accuracy.per_split)
    mean, error = float(gaps.mean()), accuracy.resampled_error(gaps)
    reach = quantile(J) * error
    p_value = _p_value(mean, error, J)
    return Difference(name, reference, mean, error, mean - reach, mean + reach, p_value, 1, p_value)


def _p_value(mean: float, error: float, J: int) -> float:
    if error == 0:
        return float(mean == 0)
    return float(2 * stats.t.sf(abs(mean) / error, J - 1))


def holm_adjusted(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return m p-values after Holm's correction, shape (m,).

    The k-th smallest is multiplied by m - k + 1, and none may be below a smaller one's.
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p)
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return adjusted.clip(max=1.0)


def differences(rows: list[Row], reference: str) -> dict[str, Difference]:
    """Compare the classifiers of a comparison with one of them, by name.

    The p-values are adjusted for all of these comparisons. Rows without a held-out accuracy are
    left out.

    Parameters
    ----------
    rows : list of Row
        As :func:`bayeslab.evaluation.accuracy.compare` returns them.
    reference : str
        The name of the row that the others are compared with.

    Raises
    ------
    ValueError
        If the reference has no held-out accuracy, or there is only one split.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, GaussianBayes, load
    >>> from bayeslab.evaluation import EvaluationSpec, compare, differences
    >>> iris = load(DatasetSpec("iris"))
    >>> models = {"QDA": GaussianBayes(), "LDA": GaussianBayes("pooled")}
    >>> difference = differences(compare(models, iris.X, iris.y, EvaluationSpec()), "LDA")["QDA"]
    >>> round(difference.mean, 3), difference.is_clear
    (0.007, False)
    """
    held_out = {row.name: row.held_out for row in rows if row.held_out is not None}
    if reference not in held_out:
        raise ValueError(f"{reference} could not be evaluated; compare with another classifier.")
    pairs = [
        paired_difference(name, accuracy, reference, held_out[reference])
        for name, accuracy in held_out.items()
        if name != reference
    ]
    adjusted = holm_adjusted([each.p_value for each in pairs])
    return {
        each.name: replace(each, comparisons=len(pairs), adjusted_p_value=float(p_value))
        for each, p_value in zip(pairs, adjusted, strict=True)
    }


def mcnemar(y: ArrayLike, first: ArrayLike, second: ArrayLike) -> Disagreement:
    """Compare two classifiers' predictions of the same points, all arrays of shape (n,).

    Predictions for points they were not fitted to make a fair test:
    :func:`bayeslab.evaluation.diagnostics.held_out_predictions`.

    Raises
    ------
    ValueError
        If the three differ in length.

    Examples
    --------
    >>> from bayeslab.evaluation import mcnemar
    >>> y, first, second = [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0]
    >>> found = mcnemar(y, first, second)
    >>> found.p_value
    0.5
    """
    y, first, second = (np.asarray(labels) for labels in (y, first, second))
    if not y.shape == first.shape == second.shape:
        raise ValueError(
            f"There are {len(y)} labels and {len(first)} and {len(second)} predictions; give one "
            "of each for every point."
        )
    return Disagreement(first == y, second == y, first != second)


def cells_of_disagreement(first: Regions, second: Regions) -> NDArray[np.bool_]:
    """Return where two classifiers' decision regions differ, shape (r, r).

    Raises
    ------
    ValueError
        If they were computed on different grids or for different classes.
    """
    fields = ("x1", "x2", "classes")
    if not all(np.array_equal(getattr(first, name), getattr(second, name)) for name in fields):
        raise ValueError(
            "The two classifiers' regions have different grids or classes; compute both on one box."
        )
    return first.label != second.label
