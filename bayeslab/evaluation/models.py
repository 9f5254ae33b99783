"""The classifiers that are compared, in one registry.

Each entry of ``MODELS`` is a title and a function from the settings to an unfitted scikit-learn
classifier. An entry also names the settings it reads, so that a result can be cached until one
of those changes, and how its work grows with the points.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from types import MappingProxyType
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin, clone
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from bayeslab.estimators.fit_error import FitError
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes, Metric, Threshold, Variant
from bayeslab.estimators.kernels import GAMMA, KERNELS
from bayeslab.estimators.validation import without_weights
from bayeslab.evaluation.bounded_svc import MAX_SVC_STEPS, BoundedSVC

# The work of a Gaussian process grows with the cube of its points.
MAX_GAUSSIAN_PROCESS_POINTS = 500
NEIGHBOURS = 5


@dataclass(frozen=True)
class ModelSpec:
    """The settings of all classifiers, in plain values.

    The first eight are those of :class:`bayeslab.KernelBayes`, without the variant. `svc_gamma` is
    "same" (as kernel Bayes), "scale" (scikit-learn's rule, 1 / (2 variance)) or "own", which uses
    `svc_gamma_value`; `svc_standardise` rescales the features inside the SVC alone. `divisor` is
    that of the Gaussian classifiers.
    """

    kernel: str = "rbf"
    gamma: float = GAMMA
    degree: int = 2
    coef0: float = 1.0
    threshold: Threshold = "error"
    metric: Metric = "sum"
    determinants: bool = False
    svc_C: float = 1.0
    svc_gamma: Literal["same", "scale", "own"] = "same"
    svc_gamma_value: float = 1.0
    svc_standardise: bool = False
    divisor: str = "n"


# How the work of a fit grows with its n points: "moments" and "neighbours" as n, "fast sums" and
# "sums" of kernels as n^2, the steps of an SVC's "solver" as n^2 (its scores are sums of kernels,
# by fast sums in "fast solver"), and "cube" as n^3.
Growth = Literal["moments", "neighbours", "fast sums", "sums", "solver", "fast solver", "cube"]


@dataclass(frozen=True)
class ModelEntry:
    """A classifier of the comparison.

    `build` takes the settings, of which it reads only those in `reads`, and the number of
    classes; `growth` takes the name of kernel Bayes's kernel and the number of classes.
    """

    key: str
    title: str
    description: str
    build: Callable[[ModelSpec, int], ClassifierMixin]
    growth: Callable[[str, int], Growth]
    reads: tuple[str, ...] = ()

    def relevant(self, spec: ModelSpec) -> ModelSpec:
        """Return the settings with everything this classifier does not read at its default."""
        return replace(ModelSpec(), **{name: getattr(spec, name) for name in self.reads})


def build_model(key: str, spec: ModelSpec, n_classes: int = 2) -> Any:
    """Return the unfitted classifier of that key.

    Raises
    ------
    ValueError
        If there is no such classifier.
    """
    if key not in MODELS:
        raise ValueError(f"There is no classifier {key!r}; choose one of {', '.join(MODELS)}.")
    return MODELS[key].build(spec, n_classes)


def last_step(model: Any) -> Any:
    """Return the classifier at the end of a pipeline, or the classifier itself."""
    return model[-1] if isinstance(model, Pipeline) else model


class KernelBayesOneVsRest(OneVsRestClassifier):
    """Kernel Bayes, one class against the rest, which knows its training predictions."""

    @without_weights
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit as the base class does.

        Raises
        ------
        FitError
            If a class cannot be separated from the rest.
        """
        try:
            super().fit(X, y)
        except FitError:
            self._fit_each(X, np.asarray(y))
            raise
        return self

    def _fit_each(self, X: ArrayLike, y: NDArray[Any]) -> None:
        """Repeat a failed fit to find the class that caused it."""
        for label in np.unique(y):
            try:
                clone(self.estimator).fit(X, (y == label) * 1)
            except FitError as error:
                raise error.against_rest(label) from None

    @property
    def training_predictions_(self) -> NDArray[Any]:
        """What `predict` gives for the training points, shape (n,), from their projections."""
        scores = np.stack([model.projection_ + model.offset_ for model in self.estimators_])
        return self.classes_[scores.argmax(axis=0)]


def build_kernel_bayes(variant: Variant, spec: ModelSpec, n_classes: int) -> ClassifierMixin:
    """Return kernel Bayes, one class against the rest where there are more than two."""
    names = signature(KernelBayes).parameters.keys() - {"variant", "probability"}
    model = KernelBayes(variant, **{name: getattr(spec, name) for name in names})
    return model if n_classes == 2 else KernelBayesOneVsRest(model)


def build_svc(kernel: Literal["linear", "poly", "rbf"], spec: ModelSpec) -> ClassifierMixin:
    """Return scikit-learn's SVC, standardised if the settings say so.

    The polynomial kernel is that of kernel Bayes, (a'b + coef0)^degree.
    """
    gamma = {"same": spec.gamma, "scale": "scale", "own": spec.svc_gamma_value}[spec.svc_gamma]
    svc = BoundedSVC(
        C=spec.svc_C,
        kernel=kernel,
        gamma=1.0 if kernel == "poly" else gamma,
        degree=spec.degree,
        coef0=spec.coef0,
        max_iter=MAX_SVC_STEPS,
    )
    return make_pipeline(StandardScaler(), svc) if spec.svc_standardise else svc


class BoundedNeighbours(KNeighborsClassifier):
    """scikit-learn's k nearest neighbours, with a clear error for fewer than k points."""

    @without_weights
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit as the base class does.

        Raises
        ------
        ValueError
            If there are fewer points than neighbours.
        """
        super().fit(X, y)
        if self.n_samples_fit_ < self.n_neighbors:
            raise ValueError(
                f"{self.n_samples_fit_} points are fewer than {self.n_neighbors} neighbours; "
                "add points."
            )
        return self


class BoundedGaussianProcess(GaussianProcessClassifier):
    """scikit-learn's Gaussian-process classifier of two classes, with a limit on the points."""

    @without_weights
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit as the base class does.

        Raises
        ------
        ValueError
            If there are too many points for its time limit.
        """
        if np.shape(X)[0] > MAX_GAUSSIAN_PROCESS_POINTS:
            raise ValueError(
                f"A Gaussian process of {np.shape(X)[0]} points takes too long; use at most "
                f"{MAX_GAUSSIAN_PROCESS_POINTS}."
            )
        super().fit(X, y)
        return self

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the posterior mean of the latent function, whose sign `predict` uses, (n,)."""
        latent = self.base_estimator_
        mean: NDArray[np.float64] = (latent.y_train_ - latent.pi_) @ latent.kernel_(
            latent.X_train_, np.asarray(X)
        )
        return mean


def build_gaussian_process(spec: ModelSpec, n_classes: int) -> ClassifierMixin:
    """Return a Gaussian process with kernel Bayes's RBF kernel: exp(-|a - b|^2 / (2 width^2))."""
    kernel = RBF(1 / np.sqrt(2 * spec.gamma))
    model = BoundedGaussianProcess(kernel, optimizer=None)
    return model if n_classes == 2 else OneVsRestClassifier(model)


def _kernel_bayes(variant: Variant, description: str, *reads: str) -> ModelEntry:
    common = ("kernel", "gamma", "degree", "coef0", "threshold")
    return ModelEntry(
        variant,
        f"Kernel Bayes {variant}",
        description,
        lambda spec, n_classes: build_kernel_bayes(variant, spec, n_classes),
        lambda kernel, _: "fast sums" if KERNELS[kernel].has_fast_sums else "sums",
        (*common, *reads),
    )


def _gaussian(key: str, covariance: str, title: str, description: str) -> ModelEntry:
    return ModelEntry(
        key,
        title,
        description,
        lambda spec, _: GaussianBayes(covariance=covariance, divisor=spec.divisor),
        lambda *_: "moments",
        ("divisor",),
    )


def _by_key(*entries: ModelEntry) -> Mapping[str, ModelEntry]:
    return MappingProxyType({entry.key: entry for entry in entries})


MODELS = _by_key(
    _kernel_bayes("I", "Parzen densities with the Euclidean distance."),
    _kernel_bayes("II", "Parzen densities with one metric for both classes.", "metric"),
    _kernel_bayes("III", "Parzen densities with a metric for each class.", "determinants"),
    _gaussian("full", "full", "Gaussian, full", "Optimal Bayes, QDA: a covariance for each class."),
    _gaussian(
        "diagonal",
        "diagonal",
        "Gaussian, diagonal",
        "Naive Bayes: features independent in each class.",
    ),
    _gaussian("pooled", "pooled", "Gaussian, pooled", "LDA: one covariance for all classes."),
    ModelEntry(
        "nearest-mean",
        "Nearest mean",
        "The class whose mean is nearest; Gaussian, spherical, with equal priors.",
        lambda spec, _: GaussianBayes("spherical", priors="equal", divisor=spec.divisor),
        lambda *_: "moments",
        ("divisor",),
    ),
    ModelEntry(
        "svc-linear",
        "SVC, linear",
        "The widest straight margin.",
        lambda spec, _: build_svc("linear", spec),
        lambda *_: "solver",
        ("svc_C", "svc_standardise"),
    ),
    ModelEntry(
        "svc-rbf",
        "SVC, RBF",
        "The widest margin in the RBF kernel's feature space.",
        lambda spec, _: build_svc("rbf", spec),
        lambda _, n_classes: "fast solver" if n_classes == 2 else "solver",
        ("gamma", "svc_C", "svc_gamma", "svc_gamma_value", "svc_standardise"),
    ),
    ModelEntry(
        "svc-polynomial",
        "SVC, polynomial",
        "The widest margin in the polynomial kernel's feature space.",
        lambda spec, _: build_svc("poly", spec),
        lambda *_: "solver",
        ("degree", "coef0", "svc_C", "svc_standardise"),
    ),
    ModelEntry(
        "neighbours",
        f"{NEIGHBOURS} nearest neighbours",
        "The most frequent class among the nearest points.",
        lambda *_: BoundedNeighbours(NEIGHBOURS),
        lambda *_: "neighbours",
    ),
    ModelEntry(
        "logistic",
        "Logistic regression",
        "A straight boundary that makes the observed labels most probable.",
        # Standardised, its solver needs few steps.
        lambda *_: make_pipeline(StandardScaler(), LogisticRegression()),
        lambda *_: "moments",
    ),
    ModelEntry(
        "process",
        "Gaussian process",
        "Smooth functions of the RBF kernel, made into probabilities.",
        build_gaussian_process,
        lambda *_: "cube",
        ("gamma",),
    ),
)

# The sources' own classifiers and the SVCs that they are compared with; all are quick.
TABLE_MODELS = ("I", "II", "III", "full", "diagonal", "pooled", "svc-linear", "svc-rbf")
