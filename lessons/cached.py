"""What lessons compute once, beside :mod:`ui.compute`."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bayeslab.data import datasets
from bayeslab.data.datasets import Dataset, DatasetSpec
from bayeslab.estimators.gaussian import GaussianBayes
from core.fit_spec import FitSpec, PointsSpec
from core.images import ImageSet, load_images
from lessons.checking_the_sources.errata import ERRATA, Outcome, Panels, evaluate
from lessons.linear_discriminants.numbers import LinearDiscriminants, fit_discriminants
from lessons.naive_and_optimal_bayes.resampling import estimate_by_schemes
from lessons.threshold_search import numbers as search_examples
from ui import compute
from ui.caching import CACHE_SECONDS, memoize

__all__ = [
    "accuracy",
    "image_discriminants",
    "image_scores",
    "image_set",
    "outcome",
    "panels",
    "share_below_half",
    "split_estimates",
]

Array = NDArray[np.float64]


@memoize(512)
def accuracy(fit: FitSpec, others: PointsSpec) -> float:
    """Return the accuracy of a classifier on other points."""
    points = compute.dataset(others)
    return float((compute.fitted_model(fit).predict(points.X) == points.y).mean())


@memoize(8)
def share_below_half(spec: DatasetSpec, draws: int) -> float:
    """Return the share of draws in which label consistency is wrong on most training points."""
    return search_examples.share_below_half(spec, draws)


@st.cache_data(max_entries=8, ttl=CACHE_SECONDS, show_spinner="Splitting …")
def split_estimates(name: str) -> tuple[Dataset, dict[str, dict[str, Array]]]:
    """Return a real data set with all features, and both Bayes classifiers' estimated accuracies.

    By classifier, "naive" and "optimal", then by scheme.
    """
    every = tuple(range(len(datasets.DATASETS[name].feature_names)))
    points = datasets.load(DatasetSpec(name, features=every))
    models = {"naive": GaussianBayes("diagonal"), "optimal": GaussianBayes("full")}
    return points, {
        key: estimate_by_schemes(model, points.X, points.y) for key, model in models.items()
    }


@st.cache_resource(max_entries=2, ttl=CACHE_SECONDS, show_spinner="Reading the images …")
def image_set(key: str) -> ImageSet:
    """Return images that are on this machine; their arrays are read-only."""
    return load_images(key)


@st.cache_resource(
    max_entries=4, ttl=CACHE_SECONDS, show_spinner="Estimating means and covariance …"
)
def image_discriminants(key: str, arithmetic: str) -> LinearDiscriminants:
    """Return the discriminants of a set of images, the means subtracted in that arithmetic."""
    images = image_set(key)
    return fit_discriminants(images.X, images.y, arithmetic=arithmetic)


@st.cache_resource(max_entries=8, ttl=CACHE_SECONDS, show_spinner="Classifying the images …")
def image_scores(key: str, arithmetic: str, training: bool) -> Array:
    """Return the scores (n, K) of the images it was trained on, or of the test images."""
    images = image_set(key)
    return image_discriminants(key, arithmetic).scores(images.X if training else images.test_X)


@memoize(64)
def outcome(key: str) -> Outcome:
    """Return what the erratum of that key computes."""
    return ERRATA[key].compute()


@memoize(16)
def panels(key: str) -> Panels:
    """Return the regions of the erratum of that key, as printed and as is right."""
    draw = ERRATA[key].draw
    assert draw is not None
    return evaluate(draw())
