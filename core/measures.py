"""What an exercise asks about: named numbers of the points and the classifiers on screen.

A goal such as "leave-one-out accuracy at least 97 %" names a :class:`Measure` of ``MEASURES``, a
number, and sometimes a classifier other than the one in the picture. ``web/model/measures.js``
computes the same while the user drags, except what an exercise asks its participant to find out:
those measures are not `live`, and only Python computes them.

What is measured is a :class:`core.exercises.case.Case`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import get_args

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.svm import SVC

from bayeslab.bayes_error.optimal import class_intervals, error_rate
from bayeslab.bayes_error.optimal import error_rate as rate_errors
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.models import last_step
from bayeslab.evaluation.splits import EvaluationSpec
from core import compute
from core.effort import check_splits, count_splits
from core.exercises.case import FRESH, Case
from core.input_error import InputError
from core.state import LabState

YES_NO = "yes/no"  # the unit of a measure that is 1 or 0
NEAR = 1e-3  # of the larger side of the box: a point that is moved less has not been moved
GRID = 9  # places along each axis, at which the scores of a straight boundary lie on a plane
FLAT = 1e-2  # of the range of the scores: they lie on a plane

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """A number that an exercise may ask about.

    Attributes
    ----------
    title : str
        What people read before its value.
    unit : str
        "%", or nothing for a count or a number without a unit.
    definition : str
        One line.
    needs : str
        What it can be computed of: "points", "classifier", "kernel Bayes", "SVC", "new points",
        "densities" on a line, or "counts" of words.
    of : callable
        Returns its value for a case and a classifier; "" is the classifier in the picture. It
        raises a ValueError where it cannot be computed.
    live : bool
        Whether the browser computes it as well.
    """

    title: str
    unit: str
    definition: str
    needs: str
    of: Callable[[Case, str], float]
    live: bool = True


def _accuracy(case: Case, key: str) -> float:
    return 100 * float(np.mean(~case.wrong(key)))


def _errors(case: Case, key: str) -> float:
    return float(case.wrong(key).sum())


def _count_missed(label: int) -> Callable[[Case, str], float]:
    return lambda case, key: float(case.wrong(key)[case.points.y == label].sum())


def _leave_one_out(case: Case, key: str) -> float:
    model = case.fit(key)
    if not isinstance(model, KernelBayes):
        return _cross_validated(case, key, EvaluationSpec("leave-one-out"))
    cut = case.cut(key)
    threshold = -model.offset_ if cut is None else model.threshold_search_.cuts[cut]
    alone = clone(model).set_params(threshold="loo")
    search = alone.fit(case.points.X, case.points.y).threshold_search_
    return 100 * float(np.mean((search.scores > threshold) == (search.labels > 0)))


def _held_out(case: Case, key: str) -> float:
    return _cross_validated(case, key, EvaluationSpec("k-fold", folds=case.lab.folds))


def evaluation_of(name: str, key: str, folds: int) -> EvaluationSpec | None:
    """Return the splits that a measure of a classifier needs, or None without any."""
    if name == "leave_one_out" and key not in get_args(Variant):
        return EvaluationSpec("leave-one-out")
    return EvaluationSpec("k-fold", folds=folds) if name == "held_out" else None


def _cross_validated(case: Case, key: str, evaluation: EvaluationSpec) -> float:
    fit = case.lab.fit_spec(key or case.lab.model)
    check_splits(compute.work_of(fit), count_splits(evaluation, len(case.points.y)))
    model = compute.unfitted_model(fit)
    accuracy = cross_validated_accuracy(model, case.points.X, case.points.y, evaluation)
    return 100 * accuracy.mean


def _new(case: Case, key: str) -> float:
    return 100 * float(np.mean(case.predict_fresh(key) == case.fresh.y))


def _excess(case: Case, key: str) -> float:
    posterior = case.generating_problem.posterior(case.fresh.X)
    probability = np.take_along_axis(posterior, case.predict_fresh(key)[:, None], axis=1)[:, 0]
    return 100 * float(np.mean(posterior.max(axis=1) - probability))


def _threshold(case: Case, key: str) -> float:
    model, cut = _kernel_bayes(case, key), case.cut(key)
    return float(-model.offset_ if cut is None else model.threshold_search_.cuts[cut])


def _extra_errors(case: Case, key: str) -> float:
    """Return the errors at the threshold beyond the fewest of a threshold on these projections."""
    model = _kernel_bayes(case, key)
    best = clone(model).set_params(threshold="error").fit(case.points.X, case.points.y)
    search = best.threshold_search_
    return _errors(case, key) - float(search.errors[search.index])


def _kernel_bayes(case: Case, key: str) -> KernelBayes:
    model = case.fit(key)
    if not isinstance(model, KernelBayes):
        raise InputError("Only kernel Bayes with two classes has this: choose it.")
    return model


def _support(case: Case, key: str) -> float:
    svc = last_step(case.fit(key))
    if not isinstance(svc, SVC):
        raise InputError("Only an SVC has support vectors: choose one.")
    return float(svc.n_support_.sum())


def _straight(case: Case, key: str) -> float:
    a, b, c, d = compute.box(case.lab.dataset_spec)
    x1, x2 = np.meshgrid(np.linspace(a, b, GRID), np.linspace(c, d, GRID))
    scores = case.scores(key, np.column_stack([x1.ravel(), x2.ravel()])).reshape(GRID, GRID)
    bends = (
        np.diff(scores, 2, axis=0),
        np.diff(scores, 2, axis=1),
        np.diff(np.diff(scores, axis=0), axis=1),
    )
    largest = max(float(np.abs(bend).max()) for bend in bends)
    return float(largest <= FLAT * float(np.ptp(scores)))


def _count(label: int | None) -> Callable[[Case, str], float]:
    return lambda case, _: float(
        len(case.points.y) if label is None else (case.points.y == label).sum()
    )


def _share(case: Case, _: str) -> float:
    if not len(case.points.y):
        raise InputError("There are no points.")
    return 100 * float(np.mean(case.points.y == 1))


def _correlation(label: int) -> Callable[[Case, str], float]:
    def of(case: Case, _: str) -> float:
        deviations = case.points.X[case.points.y == label]
        if len(deviations) < 2:
            raise InputError("A correlation needs two points of the class: add points.")
        deviations = deviations - deviations.mean(axis=0)
        squares = (deviations**2).sum(axis=0)
        if not squares.all():
            raise InputError("A correlation needs points that differ in both features.")
        products = (deviations[:, 0] * deviations[:, 1]).sum()
        return abs(float(products / np.sqrt(squares[0] * squares[1])))

    return of


def _count_changed(case: Case, _: str) -> float:
    """Return how many points were moved, added or removed since the exercise began.

    Each point on screen is paired with the first one of its class that lies at the same place.
    """
    a, b, c, d = compute.box(Case(case.start).lab.dataset_spec)
    near, start = NEAR * max(b - a, d - c), case.start_points
    is_free = np.ones(len(start.y), dtype=bool)
    pairs = 0
    for x, label in zip(case.points.X, case.points.y, strict=True):
        is_there = (np.abs(start.X - x) <= near).all(axis=1) & (start.y == label) & is_free
        if is_there.any():
            is_free[is_there.argmax()] = False
            pairs += 1
    return float(max(len(case.points.y), len(start.y)) - pairs)


def _bayes_error(case: Case, _: str) -> float:
    is_lab = isinstance(case.state, LabState)
    return 100 * error_rate(case.generating_problem if is_lab else case.problem).bayes


def _ml_error(case: Case, _: str) -> float:
    rule = case.problem.rule("equal")
    return 100 * rate_errors(case.problem, rule).value


def _boundary(case: Case, _: str) -> float:
    boundaries = class_intervals(case.problem, case.problem.rule()).boundaries
    if len(boundaries) != 1:
        raise InputError(f"The best rule has {len(boundaries)} boundaries here, and not one.")
    return float(boundaries[0])


def _boundaries(case: Case, _: str) -> float:
    rule = case.problem.rule()
    return float(len(class_intervals(case.problem, rule).boundaries))


def _posterior(case: Case, _: str) -> float:
    x: float = getattr(case.state, "x", 0.0)
    return 100 * float(case.problem.posterior([[x]])[0, 1])


def _half_width(case: Case, _: str) -> float:
    return float(np.sqrt(np.log(2) / case.lab.gamma))


def _odds(case: Case, _: str) -> float:
    return _divide(lambda: case.counts.odds("first"))


def _spam(*words: str) -> Callable[[Case, str], float]:
    def of(case: Case, _: str) -> float:
        counts = case.counts
        odds = _divide(
            lambda: counts.spam / counts.other * math.prod(counts.odds(word) for word in words)
        )
        return 100 * odds / (1 + odds)

    return of


def _divide(compute: Callable[[], float]) -> float:
    try:
        return compute()
    except ZeroDivisionError:
        raise InputError("No other message has the word, so the odds are infinite.") from None


# A table, one measure an entry: its name in files and links, then its parts in their order.
MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "training": Measure(
            *("training accuracy", "%", "Share of the points that are classified correctly."),
            *("classifier", _accuracy),
        ),
        "errors": Measure(
            *("training errors", "", "Number of the points that are misclassified."),
            *("classifier", _errors),
        ),
        "missed_plus": Measure(
            *("misclassified points of C+", "", "Number of the points of C+ assigned to C−."),
            *("classifier", _count_missed(1)),
        ),
        "missed_minus": Measure(
            *("misclassified points of C−", "", "Number of the points of C− assigned to C+."),
            *("classifier", _count_missed(0)),
        ),
        "leave_one_out": Measure(
            "leave-one-out accuracy",
            "%",
            "Share of the points that are right when each is left out: of kernel Bayes's sums, "
            "with threshold and metric as they are; of the whole fit of other classifiers.",
            "classifier",
            _leave_one_out,
        ),
        "held_out": Measure(
            *("cross-validated accuracy", "%", "Mean accuracy on the folds that are held out."),
            *("classifier", _held_out),
        ),
        "new": Measure(
            *("accuracy on new points", "%", f"Share of {FRESH} new points that are right."),
            *("new points", _new),
        ),
        "excess": Measure(
            "excess error",
            "%",
            f"By how much, on average over {FRESH} new points, the predicted class is less "
            "probable than the most probable one.",
            "new points",
            _excess,
        ),
        "threshold": Measure(
            *("threshold", "", "The projection at which the predicted class changes."),
            *("kernel Bayes", _threshold),
        ),
        "extra_errors": Measure(
            "avoidable training errors",
            "",
            "Training errors at this threshold less the fewest at any threshold.",
            *("kernel Bayes", _extra_errors),
        ),
        "gamma": Measure("γ", "", "Of the kernel.", "points", lambda case, _: case.lab.gamma),
        "support": Measure(
            *("support vectors", "", "Number of the points that the SVC keeps."),
            *("SVC", _support),
        ),
        "straight": Measure(
            "straight boundary",
            YES_NO,
            "1 if the boundary is a line (scores that lie on a plane to a hundredth), else 0.",
            *("classifier", _straight),
        ),
        "points": Measure("points", "", "How many there are.", "points", _count(None)),
        "points_plus": Measure("points of C+", "", "How many there are.", "points", _count(1)),
        "points_minus": Measure("points of C−", "", "How many there are.", "points", _count(0)),
        "share_plus": Measure("share of C+", "%", "Of all points.", "points", _share),
        "correlation_plus": Measure(
            *("correlation in C+", "", "Of the features of its points, without the sign."),
            *("points", _correlation(1)),
        ),
        "correlation_minus": Measure(
            *("correlation in C−", "", "Of the features of its points, without the sign."),
            *("points", _correlation(0)),
        ),
        "changed": Measure(
            "changed points",
            "",
            "How many points were moved, added or removed since the exercise began.",
            *("points", _count_changed),
        ),
        "bayes_error": Measure(
            *("Bayes error", "%", "Error of the best rule, which knows the densities."),
            *("densities", _bayes_error, False),
        ),
        "ml_error": Measure(
            *("error of maximum likelihood", "%", "Error of the rule that takes equal priors."),
            *("densities", _ml_error, False),
        ),
        "boundary": Measure(
            *("boundary of the best rule", "", "Where the most probable class changes."),
            *("densities", _boundary, False),
        ),
        "boundaries": Measure(
            *("boundaries of the best rule", "", "How often the most probable class changes."),
            *("densities", _boundaries, False),
        ),
        "posterior": Measure(
            *("posterior of C+", "%", "Probability of C+ at x."),
            *("densities", _posterior, False),
        ),
        "half_width": Measure(
            *("distance of half the bump", "", "Where the RBF kernel has fallen to one half."),
            *("points", _half_width, False),
        ),
        "odds": Measure(
            *("odds of the first word", "", "Its share in spam over its share in the others."),
            *("counts", _odds, False),
        ),
        "spam": Measure(
            *("posterior of spam", "%", "For a message with the first word."),
            *("counts", _spam("first"), False),
        ),
        "spam_both": Measure(
            *("posterior of spam", "%", "For a message with both words, taken as independent."),
            *("counts", _spam("first", "second"), False),
        ),
    }
)
