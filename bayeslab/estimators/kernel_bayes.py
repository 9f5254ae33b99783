"""The kernelized Bayes classifier: project to a line in closed form, then cut the line.

The quadratic discriminant of two Gaussian classes can be written with inner products only. Replace
each by a kernel and it becomes a projection of x to one number,

    p(x) = second(x) + mean K(x+, x) - mean K(x-, x)

with means over the training points x+ of class C+ and x- of class C-. The decision is the sign of
p(x) + b, and b comes from a search over the sorted projections
(:mod:`bayeslab.estimators.threshold`). Nothing is iterated: training is one pass over the data.

Three variants differ in the coordinates z in which each class's kernel is evaluated:

===== ============================================== ======================== ==================
I     the plain features, z = x                      second(x) = 0            nearest mean
II    one metric for both: |z|^2 = x'(C+ + C-)^-1 x  second(x) = 0            LDA (equal sizes)
III   each class its own: |z|^2 = x' C^-1 x          half the difference of   QDA
                                                     the squared lengths
===== ============================================== ======================== ==================

The last column names what the linear kernel gives, up to the offset. With the RBF kernel the means
are Parzen density estimates, whose bumps are round (I), shaped by both classes together (II) or by
each class itself (III). Covariances have divisor n - 1.

Source: the kernelized Bayes classifier notes, eqs. 172-182, in real arithmetic. The notes take the
square root of an indefinite matrix, which is complex; the split used here, x'Wx as the difference
of two squared lengths, is the same quantity and stays real.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import Any, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import StratifiedKFold
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted

from bayeslab.estimators.calibration import Calibration, join_probabilities
from bayeslab.estimators.class_means import (
    ClassMean,
    Parts,
    Positions,
    evaluate_left_out,
    evaluate_means,
    metric_root,
    sort_by_class,
)
from bayeslab.estimators.covariance import ClassMoments, class_moments, estimate_covariances, whiten
from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.kernels import (
    KERNELS,
    Kernel,
    KernelFunction,
    PrecomputedKernel,
    make_kernel,
    positions_in,
)
from bayeslab.estimators.projection import PROJECTION_ACCURACY, Terms, left_out_accuracy
from bayeslab.estimators.threshold import ThresholdSearch, best_threshold, joint_offsets
from bayeslab.estimators.validation import (
    check_points,
    check_training_data,
    count_labels,
    feature_names,
    fit_at_once,
    sort_labels,
    weigh,
)
from bayeslab.estimators.weights import mean_of, one_copy, variances

Array = NDArray[np.float64]
Variant = Literal["I", "II", "III"]
Threshold = Literal["error", "consistency", "loo"]
Metric = Literal["sum", "pooled"]
Codes = NDArray[np.intp]  # the position of each point's class in `classes_`
Split = tuple[NDArray[np.int64], ...]  # training positions, test positions

# Class means that vary by less than this, relative to their size, tell that a kernel is too wide.
NEARLY_CONSTANT = 1e-8
SMALLEST_SPREAD = 1e-300  # of squares whose inverse is finite
# The kernel values of all other points together, relative to a point's own, that count as nothing.
NEARLY_NOTHING, MOST_ALONE = 1e-3, 0.9
# What overflows is refused where it is not finite.
quiet = partial(np.errstate, over="ignore", invalid="ignore")
OF_TWO_CLASSES = (
    "plus_",
    "minus_",
    "center_",
    "gamma_",
    "kernel_",
    "variant_",
    "threshold_search_",
)
MOST_FOLDS = 5  # of the calibration
USERS_CALL = 8  # calls from a warning up to the line that calls `fit`


class KernelBayesWarning(UserWarning):
    """The fit says nothing: its kernel does not suit the points.

    Either the projections of all training points are equal up to rounding, and no threshold
    separates any two of them; or the scores of nearly all training points come from their own
    bumps alone, and the training accuracy is perfect.

    Examples
    --------
    >>> import warnings
    >>> from bayeslab import KernelBayes, KernelBayesWarning
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     model = KernelBayes(gamma=1e9).fit([[0], [1], [2], [3]], [0, 0, 1, 1])
    >>> caught[0].category is KernelBayesWarning
    True
    """


class KernelBayes(ClassifierMixin, BaseEstimator):
    """Kernelized Bayes classifier.

    More than two classes have a projection each, of the class against all the others, and the
    largest p_k(x) + b_k wins. The K offsets are searched together for the fewest errors: one after
    the other exactly, from those of each class alone, until none of them alone makes fewer.

    Parameters
    ----------
    variant : {"I", "II", "III"}
        The coordinates of the kernel: plain, one metric for both classes, one for each.
    kernel : {"linear", "rbf", "laplacian", "polynomial", "precomputed"} or callable
        See :mod:`bayeslab.estimators.kernels`. A callable takes arrays (n, d) and (m, d) and
        returns (n, m). "precomputed", in variant I: `X` holds kernel values in place of features,
        (n, n) for all pairs of training points in `fit`, and (m, n) with a row for each new point
        afterwards.
    gamma : float or "scale"
        Width parameter of "rbf" and "laplacian", above 0, in units of 1 / distance^2 and 1 /
        distance; in variants II and III the distances are Mahalanobis distances, without units.
        "scale" is 1 / (d v) for "rbf" and the root of that for "laplacian": in variant I with the
        variance v of all values in `X`, as in scikit-learn's SVC; in II and III with the mean
        variance of the coordinates z.
    degree, coef0 : int, float
        Parameters of "polynomial", (x'y + coef0)^degree of centred points.
    threshold : {"error", "consistency", "loo"}
        How the offset is searched: fewest training errors; the notes' eq. 181 to the letter; fewest
        errors on leave-one-out projections (exact in variant I with "rbf" and "laplacian"; II and
        III hold the metric fixed, and the kernels of the inner product the center).
        "consistency" also counts cuts between points with equal projections, so where points tie
        its offset depends on the order in which they are given; the other two do not depend on it.
    metric : {"sum", "pooled"}
        The covariance behind the metric of variant II: C+ + C- as in the notes, or the pooled
        within-class covariance (divisor N - 2), with which the linear kernel always gives LDA's
        direction. The other variants ignore it.
    determinants : bool
        Variant III: weigh each class's mean by |C|^(-1/2), which the notes leave out and a
        comparison of densities needs (relative to the larger weight: a common factor changes no
        decision, and could overflow). Ignored by the other variants and by kernels of the inner
        product, whose means are no densities.
    probability : bool
        Whether `fit` also calibrates probabilities for `predict_proba`, by up to five more fits.

    Attributes
    ----------
    classes_ : array of shape (K,)
        The class labels, sorted. Of two, C- is ``classes_[0]`` and C+ is ``classes_[1]``.
    against_rest_ : list of KernelBayes
        Of K > 2 classes, a fit of each one (C+) against the rest, with its offset b_k. They have
        the attributes that are of two classes: `threshold_search_`, of the class alone, and from
        `variant_` to `minus_` below.
    projection_ : array of shape (n,) or (n, K)
        p of the training points, in their order, without those of weight 0.
    threshold_search_ : ThresholdSearch
        All cuts, their criterion, and the one chosen.
    offset_ : float or array of shape (K,)
        b; the decision is the sign of p(x) + b, or the largest p_k(x) + b_k.
    variant_ : str
        The variant of the last fit.
    gamma_ : float
        The value of `gamma`, also where that is "scale".
    center_ : array of shape (d,)
        What is subtracted from all points: the mean of the training points for the kernels of the
        inner product, 0 for the others.
    kernel_ : Kernel
        The kernel that the name and its parameters came to.
    plus_, minus_ : ClassMean
        The two classes' parts of the projection.
    all_tied_ : bool
        Whether the projections of all training points (with threshold="loo", their leave-one-out
        projections) are equal up to rounding. No threshold then separates any two of them, and
        `fit` issues a :class:`KernelBayesWarning`.
    n_features_in_ : int

    Notes
    -----
    The linear and the polynomial kernel depend on the origin, which data do not have, so they see
    centred points. With the linear kernel that adds a constant to p(x) and changes no decision;
    without it, p would lose its digits far from the origin, and leave-one-out projections would
    depend on where it is. The polynomial kernel becomes another one: the notes' formula, which
    centres nothing, decides otherwise unless the mean of the points is 0.

    second(x) in variant III is (K(z-, z-) - K(z+, z+)) / 2, half the difference of the squared
    lengths of x's image in the two classes' coordinates. With the linear kernel this is x'Wx with W
    = -(C+^-1 - C-^-1) / 2, which is what the notes' K(z, z) stands for. With the RBF and Laplacian
    kernels it is 0, where the notes' K(z, z) is 1, so b is larger by 1 than with the notes. The
    decision is the same, but 1 plus a small projection would lose its digits.

    Examples
    --------
    >>> from bayeslab import KernelBayes
    >>> X = [[0, 0], [1, 0], [0, 4], [1, 4]]
    >>> model = KernelBayes(gamma=0.5).fit(X, ["low", "low", "high", "high"])
    >>> model.predict([[0.5, 1.0]]).item()
    'low'
    """

    classes_: NDArray[Any]
    projection_: Array
    threshold_search_: ThresholdSearch
    offset_: Any
    kernel_: Kernel
    plus_: ClassMean
    minus_: ClassMean
    all_tied_: bool
    variant_: Variant
    gamma_: float
    center_: Array
    n_features_in_: int
    _calibrations: list[Calibration]

    def __init__(
        self,
        variant: Variant = "I",
        kernel: str | KernelFunction = "rbf",
        gamma: float | Literal["scale"] = "scale",
        degree: int = 2,
        coef0: float = 1.0,
        threshold: Threshold = "error",
        metric: Metric = "sum",
        determinants: bool = False,
        probability: bool = False,
    ) -> None:
        self.variant = variant
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.threshold = threshold
        self.metric = metric
        self.determinants = determinants
        self.probability = probability

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn whether `X` is a kernel, and whether two classes are the most."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._is_precomputed
        tags.classifier_tags.multi_class = self.threshold != "consistency"
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the projection and the offset.

        Parameters
        ----------
        X : array-like of shape (n, d)
            With kernel="precomputed" the kernel values of all pairs of training points, (n, n).
        y : array-like of shape (n,)
            Labels of any type that sorts, of two classes or more.
        sample_weight : array-like of shape (n,) or None
            How often each point counts, 0 or more; None means once. A point of weight k is as k
            copies of it, in the means, the covariances and the search of the offset, and
            threshold="loo" leaves out one copy (of a weight below 1, all of it).

        Raises
        ------
        ValueError
            If there is one class only, a value is NaN or infinite, all points are identical, a
            parameter is out of its range, a covariance the variant needs is singular,
            threshold="loo" meets a class of one point, probability=True one without two different
            points, a weight is neither 0 nor from 1e-100 to 1e100, a precomputed kernel is not
            square or meets variant II or III, or more than two classes meet
            threshold="consistency".

        Warns
        -----
        KernelBayesWarning
            If no threshold separates any two points, because `gamma` or the scale of the features
            makes all kernel values nearly equal, or the two class means agree at every point; or
            if the bumps are so narrow that hardly any point contributes to another one's score.
        """
        return fit_at_once(self, X, y, sample_weight)

    def _fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        points, codes, counts = self._check_input(X, y, sample_weight)
        with quiet():
            self.projection_ = self._learn_all(points, codes, counts)
            if self.probability:
                self._calibrations = self._calibrate(points, codes, counts)
        if self._is_precomputed:
            for model in self.against_rest_ or [self]:  # predictions bring their own values
                model.kernel_ = PrecomputedKernel(np.empty((0, 0)))
        for name in OF_TWO_CLASSES if self.against_rest_ else ():
            self.__dict__.pop(name, None)

    def _calibrate(self, X: Array, codes: Codes, counts: Array | None) -> list[Calibration]:
        """Calibrate scores on points that had no part in them; copies of one stay together."""
        rows = np.column_stack([X, codes.astype(np.float64)])
        table, which = np.unique(rows, axis=0, return_inverse=True)
        points, labels = table[:, :-1], table[:, -1].astype(np.intp)
        totals = count_labels(which.ravel(), weights=counts)
        smallest = count_labels(labels).min()
        if smallest < 2:
            raise FitError("too_few_for_folds", found=smallest, folds=2)
        folds = StratifiedKFold(min(smallest, MOST_FOLDS), shuffle=True, random_state=0)
        part, scores = copy(self), np.empty((len(points), *self.projection_.shape[1:]))
        with warnings.catch_warnings():  # of folds; the fit to all points issues its own
            warnings.simplefilter("ignore", KernelBayesWarning)
            try:
                for train, test in folds.split(points, labels):
                    projection = part._learn_all(points, labels, totals, train)
                    scores[test] = projection[test] + part.offset_
            except FitError as problem:
                raise problem.explained("So it is in a fold of the calibration.") from None
        if scores.ndim == 1:
            return [Calibration.of(scores, labels == 1, totals)]
        return [Calibration.of(s, labels == k, totals) for k, s in enumerate(scores.T)]

    def predict_held_out(
        self, X: ArrayLike, y: ArrayLike, splits: Iterable[Split]
    ) -> Iterator[NDArray[Any]]:
        """Yield the predictions for the test part of each split, of a fit to its training part.

        They are what `fit` and `predict` give. The checks are made once for all splits, and the
        classifier itself remains as it is.

        Parameters
        ----------
        X : array-like of shape (n, d)
        y : array-like of shape (n,)
        splits : iterable of pairs of arrays
            Training and test positions.

        Raises
        ------
        ValueError
            As `fit`.
        """
        part = copy(self)
        points, codes, _ = part._check_input(X, y)
        for train, test in splits:
            with quiet():
                projection = part._learn_all(points, codes, None, train)
            yield part._decide(projection[test])

    def _check_input(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> tuple[Array, Codes, Array | None]:
        """Check parameters and data; return points, their classes, and how often each counts.

        Where the kernel is precomputed, the points are their positions in it.
        """
        self._check_choices()
        points, labels = check_training_data(self, X, y)
        gram = points
        if self._is_precomputed:
            points = positions_in(gram)
        points, labels, counts = weigh(points, labels, sample_weight)
        self.classes_, codes = sort_labels(labels)
        if len(self.classes_) > 2 and self.threshold == "consistency":
            raise ValueError(
                "Only binary classification is supported. The type of the target is "
                f"{type_of_target(labels)}, and threshold='consistency' separates two classes; use "
                "'error' or 'loo'."
            )
        if self._is_precomputed:
            if self.variant != "I":
                raise ValueError("A precomputed kernel has no metric; use variant I.")
            if gram.shape[0] != gram.shape[1]:
                raise ValueError(
                    f"The precomputed kernel has shape {gram.shape}; give a square matrix, with "
                    "a row and a column for each training point."
                )
            self.kernel_ = PrecomputedKernel(gram)
        self._make_kernel(lambda: 1.0)
        return points, codes, counts

    @property
    def _is_precomputed(self) -> bool:
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def _make_kernel(self, spread: Callable[[], float]) -> None:
        """Set the kernel; `spread` computes the d v that "scale" divides by."""
        self.gamma_ = self.gamma  # pyrefly: ignore[bad-assignment]
        if isinstance(self.gamma, str) and self.gamma == "scale":
            kind = KERNELS.get(self.kernel) if isinstance(self.kernel, str) else None
            if kind is None or not kind.has("gamma"):
                spread = partial(float, 1)
            squares = float(spread())
            if not np.isfinite(squares):
                raise FitError("squares_overflow")
            if squares < SMALLEST_SPREAD:
                raise ValueError(
                    "The features are so small that their squares underflow; scale them up."
                )
            self.gamma_ = squares ** (-(kind.distance_power if kind else 2) / 2)
        parameters: Any = {"gamma": self.gamma_, "degree": self.degree, "coef0": self.coef0}
        if not self._is_precomputed:
            self.kernel_ = make_kernel(self.kernel, **parameters)

    def _learn_all(
        self, X: Array, codes: Codes, counts: Array | None, train: Positions = slice(None)
    ) -> Array:
        """Learn from the points `train`; return the projections of all points, (n,) or (n, K)."""
        self.against_rest_: list[KernelBayes] = []
        if len(self.classes_) == 2:
            return self._learn(X, codes == 1, counts, train)[0]
        of_classes = count_labels(
            codes[train], len(self.classes_), None if counts is None else counts[train]
        )
        if not of_classes.all():
            raise FitError("no_points", label=self.classes_[of_classes.argmin()])
        self._check_counts(of_classes)
        projections, searched = [], []
        for k, label in enumerate(self.classes_):
            part = copy(self)
            part.classes_, part.against_rest_ = np.array([0, 1]), []
            try:
                projection, used = part._learn(X, codes == k, counts, train)
            except FitError as problem:
                raise problem.against_rest(label) from None
            projections.append(projection)
            searched.append(used)
            self.against_rest_.append(part)
        self.all_tied_ = all(part.all_tied_ for part in self.against_rest_)
        self.offset_ = joint_offsets(
            np.column_stack([scores for scores, _ in searched]),
            np.column_stack([accuracy for _, accuracy in searched]),
            np.array([part.offset_ for part in self.against_rest_]),
            codes[train],
            None if counts is None else counts[train],
        )
        for part, offset in zip(self.against_rest_, self.offset_.tolist(), strict=True):
            part.offset_ = offset
        return np.column_stack(projections)

    def _learn(
        self,
        X: Array,
        positive: NDArray[np.bool_],
        counts: Array | None,
        train: Positions = slice(None),
    ) -> tuple[Array, tuple[Array, Array]]:
        """Learn class means and offset from the points `train`.

        Return p of all points, and what the offset was searched on: projections of the points
        `train`, and their accuracy.
        """
        points, is_plus = X[train], positive[train]
        if not len(points):
            raise ValueError("A training part has no points; give other splits.")
        if is_plus.all() or not is_plus.any():
            raise FitError("one_class", label=self.classes_[int(is_plus[0])])
        if (points == points[0]).all():
            raise FitError("identical_points", n=len(points))
        order, parts = sort_by_class(positive, train)
        is_bump = self.kernel_.is_bump
        of_points = None if counts is None else counts[train]
        self.center_ = np.zeros(self.n_features_in_) if is_bump else mean_of(points, of_points)
        ordered = X[order]
        self.plus_, self.minus_ = self._class_means(
            ordered, parts, None if counts is None else counts[order]
        )
        if self.threshold == "loo":
            terms, others = self._left_out_terms(ordered, parts)
        else:
            terms = others = self._terms(ordered, parts)
        back = np.empty_like(order)
        back[order] = np.arange(len(order))
        rows = back[train]
        used = terms.take(rows)
        others = used if others is terms else others.take(rows)
        searched = self._search_threshold(is_plus, used, others, of_points)
        return terms.project()[back], searched

    def _search_threshold(
        self, positive: NDArray[np.bool_], terms: Terms, others: Terms, counts: Array | None
    ) -> tuple[Array, Array]:
        """Search the offset on the projections by `others`, given also those by all points."""
        scores, accuracy = others.project(), self._accuracy(others, terms.largest())
        self.threshold_search_ = best_threshold(
            scores,
            np.where(positive, 1, -1),
            "consistency" if self.threshold == "consistency" else "error",
            resolution=accuracy,
            sample_weight=counts,
        )
        self.offset_ = self.threshold_search_.offset
        self.all_tied_ = self.threshold_search_.all_tied
        self._check_neighbours(terms, counts)
        if self.all_tied_:
            variation, largest = max(np.ptp(terms.plus), np.ptp(terms.minus)), terms.largest()
            are_constant = largest > 0 and variation <= NEARLY_CONSTANT * largest
            self._warn_of_ties(len(positive), bool(are_constant))
        return scores, np.broadcast_to(accuracy, scores.shape)

    def _check_neighbours(self, terms: Terms, counts: Array | None) -> None:
        """Warn if hardly any point has kernel values of others that count beside its own."""
        if not self.kernel_.is_positive:
            return
        plus, minus = (
            term * side.total / side.weight
            for term, side in ((terms.plus, self.plus_), (terms.minus, self.minus_))
        )
        own = np.ones(len(plus)) if counts is None else one_copy(counts)
        is_alone = plus + minus - own < NEARLY_NOTHING * own
        if np.average(is_alone, weights=counts) >= MOST_ALONE:
            warnings.warn(
                f"At nearly all of the {len(plus)} points the kernel values of all others are "
                "zero, so training errors say nothing: lower gamma, or use gamma='scale'.",
                KernelBayesWarning,
                stacklevel=USERS_CALL,
            )

    def _accuracy(self, terms: Terms, largest_term: float) -> Array | float:
        """Return how close projections may be and still differ by more than rounding."""
        if self.threshold == "loo" and self.kernel_.is_positive:
            return left_out_accuracy(np.abs(terms.second) + terms.plus + terms.minus, largest_term)
        return PROJECTION_ACCURACY * largest_term

    @property
    def training_predictions_(self) -> NDArray[Any]:
        """What `predict` gives for the training points, shape (n,), from their projections."""
        return self._decide(self.projection_)

    def project(self, X: ArrayLike) -> Array:
        """Return the projection p(x) of each row of `X`, shape (m,); of K > 2 classes, (m, K)."""
        check_is_fitted(self)
        return self._project(check_points(self, X))

    def _project(self, points: Array) -> Array:
        if self.against_rest_:
            return np.column_stack([part._project(points) for part in self.against_rest_])
        kernel = self.kernel_
        if isinstance(kernel, PrecomputedKernel):
            kernel, points = PrecomputedKernel(points), positions_in(points)
        return self._terms(points, kernel=kernel).project()

    def decision_function(self, X: ArrayLike) -> Array:
        """Return p(x) + b of each row of `X`, shape (m,): positive means ``classes_[1]``.

        Of K > 2 classes, shape (m, K): the largest one wins.
        """
        return self.project(X) + self.offset_

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the class of each row of `X`, shape (m,)."""
        return self._decide(self.project(X))

    @available_if(lambda model: model.probability)
    def predict_proba(self, X: ArrayLike) -> Array:
        """Return calibrated probabilities of the classes; needs probability=True in `fit`.

        The scores of kernel Bayes are no probabilities. A logistic curve of the score is fitted,
        with Platt's targets, to scores of training points that were left out of their own fit, in
        up to five stratified folds. Equal points share a fold, so that k copies are as one point
        of weight k here, too. More than two classes have a curve each, against the rest, and the
        values are divided by their sum. Where two probabilities are nearly equal, the class of
        `predict`, which makes the fewest training errors, may be the less probable one.

        Parameters
        ----------
        X : array-like of shape (m, d)

        Returns
        -------
        array of shape (m, K)
            Columns in the order of ``classes_``; each row sums to 1.
        """
        check_is_fitted(self, "_calibrations")
        return join_probabilities(self._calibrations, self.decision_function(X))

    def _decide(self, projection: Array) -> NDArray[Any]:
        scores = projection + self.offset_
        best = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)
        return self.classes_[best]

    def _check_choices(self) -> None:
        choices = {"variant": Variant, "threshold": Threshold, "metric": Metric}
        for name, kind in choices.items():
            value = getattr(self, name)
            if value not in get_args(kind):
                raise ValueError(
                    f"{name} is {value!r}; use one of {', '.join(map(repr, get_args(kind)))}."
                )

    def _class_means(
        self, X: Array, parts: Parts, counts: Array | None
    ) -> tuple[ClassMean, ClassMean]:
        """Set up both classes' parts of the projection in the coordinates of the variant."""
        plus, minus = (X[part] for part in parts)
        both = slice(0, len(plus) + len(minus))
        weights = [None, None] if counts is None else [counts[part] for part in parts]
        of_both = None if counts is None else counts[both]
        self.variant_ = self.variant
        center = None if self.kernel_.is_bump else self.center_
        if self.variant == "I":
            own = X[both]
            d = own.shape[1]
            of_values = None if of_both is None else of_both.repeat(d)
            self._make_kernel(lambda: d * variances(own.ravel(), of_values))
            if center is not None:
                plus, minus = plus - center, minus - center
            return (
                ClassMean(plus, None, 1.0, center, weights[0]),
                ClassMean(minus, None, 1.0, center, weights[1]),
            )
        codes = np.zeros(both.stop, dtype=np.int64)
        codes[parts[0]] = 1
        moments = class_moments(X[both], codes, self.classes_, weights=of_both)
        roots = plus_root, minus_root = self._metric_roots(moments)[::-1]
        offset = 0.0 if center is None else center
        Z_plus, Z_minus = whiten(plus_root, plus - offset), whiten(minus_root, minus - offset)
        is_shared = plus_root is minus_root
        groups = [(Z_plus, weights[0]), (Z_minus, weights[1])]
        if is_shared:
            groups = [(np.concatenate([Z_plus, Z_minus]), of_both)]
        self._make_kernel(lambda: sum(variances(Z, w).sum() for Z, w in groups) / len(groups))
        plus_weight, minus_weight = self._weights(roots)
        return (
            ClassMean(Z_plus, plus_root, plus_weight, center, weights[0]),
            ClassMean(Z_minus, minus_root, minus_weight, center, weights[1]),
        )

    def _check_counts(self, counts: NDArray[Any]) -> None:
        """Raise an error if the variant needs the covariance of a class that counts but once."""
        if self.variant == "I" or (self.variant == "II" and self.metric == "pooled"):
            return
        for label, count in zip(self.classes_, counts, strict=True):
            if count > 1:
                continue
            if counts.dtype.kind == "f":
                raise ValueError(
                    f"The weights of class {label} sum to {count:g}, and variant {self.variant} "
                    "needs more than 1; scale them up or use variant I."
                )
            raise FitError("too_few_for_covariance", label=label, variant=self.variant)

    def _metric_roots(self, moments: ClassMoments) -> tuple[Array, Array]:
        """Return the Cholesky factors of the covariances behind the metrics of C- and C+."""
        flat = moments.rounding, feature_names(self)
        if self.variant == "II" and self.metric == "pooled":
            pooled = moments.scatters.sum(axis=0) / max(moments.counts.sum() - 2, 1)
            return (metric_root(pooled, *flat, "singular_shared_metric"),) * 2
        self._check_counts(moments.counts)
        minus, plus = estimate_covariances(moments, "full", "n-1")
        if self.variant == "II":
            return (metric_root(minus + plus, *flat, "singular_shared_metric"),) * 2
        first, second = self.classes_
        return (
            metric_root(minus, *flat, "singular_metric", label=first),
            metric_root(plus, *flat, "singular_metric", label=second),
        )

    def _weights(self, roots: tuple[Array, Array]) -> list[float]:
        """Return the weights of C+ and C-: 1, or |C|^(-1/2) relative to the larger of the two."""
        if not (self.variant == "III" and self.determinants and self.kernel_.is_bump):
            return [1.0, 1.0]
        logs = np.array([-np.log(np.diagonal(root)).sum() for root in roots])
        return [float(weight) for weight in np.exp(logs - logs.max())]

    def _terms(self, X: Array, parts: Parts | None = None, kernel: Kernel | None = None) -> Terms:
        """Return second(x) and both classes' means for each row of `X`."""
        with quiet():
            kernel = kernel or self.kernel_
            Z, (plus, minus) = evaluate_means(kernel, self.plus_, self.minus_, X, parts)
            return Terms(self._second_order(*Z), plus, minus).check()

    def _left_out_terms(self, X: Array, parts: Parts) -> tuple[Terms, Terms]:
        """Return :meth:`_terms`, and those of each training point by all the others.

        The metrics are held fixed.
        """
        for label, side in zip(self.classes_, (self.minus_, self.plus_), strict=True):
            if not side.can_leave_out:
                raise FitError("too_few_to_leave_out", label=label)
        Z, means, others = evaluate_left_out(self.kernel_, self.plus_, self.minus_, X, parts)
        second = self._second_order(*Z)
        return Terms(second, *means).check(), Terms(second, *others)

    def _second_order(self, Z_plus: Array, Z_minus: Array) -> Array:
        if self.variant_ != "III":
            return np.zeros(len(Z_plus))
        length = self.kernel_.diagonal
        return (length(Z_minus) - length(Z_plus)) / 2

    def _warn_of_ties(self, n: int, are_means_constant: bool) -> None:
        if are_means_constant:
            advice = "raise gamma" if self.kernel_.is_bump else "choose another kernel"
            reason = f"all kernel values are nearly equal; {advice}, or standardise the features"
        elif self.threshold == "loo" and self.kernel_.is_bump:
            reason = "the kernel values of all pairs of points are zero; lower gamma"
        else:
            reason = "the kernel means of both classes are equal; change the kernel or the points"
        warnings.warn(
            f"The projections of all {n} points are equal up to rounding, so "
            f"no threshold separates the classes: {reason}.",
            KernelBayesWarning,
            stacklevel=USERS_CALL,
        )
