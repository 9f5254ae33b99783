"""The classifier in the picture, fitted and measured."""

from typing import Any

from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import FixedThresholdClassifier

from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.models import build_model
from bayeslab.scoring.descriptions import describe
from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.exercises.case import Case
from bayeslab.widget.bundle.core.measures import MEASURES
from bayeslab.widget.bundle.core.state import LabState


def fit(
    state: LabState, own: Any, X: NDArray[Any], y: NDArray[Any], threshold: float | None
) -> Any:
    """Return the classifier in the picture, fitted to points with their own labels.

    Parameters
    ----------
    state : LabState
    own : classifier or None
        Replaces the classifier of the state.
    X, y : arrays of shape (n, 2) and (n,)
    threshold : float or None
        The threshold of two classes on the line of the projections, if it was moved. The result
        is then a :class:`sklearn.model_selection.FixedThresholdClassifier`.

    Raises
    ------
    ValueError
        If there are not points of two classes, or the classifier cannot be fitted to them.
    """
    count = compute.count_classes(compute.dataset(state.dataset_spec))
    model = build_model(state.model, state.model_spec, count) if own is None else clone(own)
    model.fit(X, y)
    scores = None if threshold is None else describe(model)
    if scores is None or threshold is None:
        return model
    classifier = FixedThresholdClassifier(
        FrozenEstimator(model),
        threshold=threshold + scores[0].offset,
        response_method="decision_function",
    )
    return classifier.fit(X, y)


def measure(fitted: Any, state: LabState, X: NDArray[Any], y: NDArray[Any]) -> dict[str, float]:
    """Return the measures of a fitted classifier; the keys are those of ``MEASURES``."""
    predicted = getattr(fitted, "training_predictions_", None)
    is_right = (fitted.predict(X) if predicted is None else predicted) == y
    measures = {"training": 100 * float(is_right.mean()), "errors": int((~is_right).sum())}
    if isinstance(fitted, KernelBayes):
        measures["leave_one_out"] = MEASURES["leave_one_out"].of(Case(state), "")
    return measures


def fit_classes(state: LabState, own: Any) -> Any:
    """Return the classifier in the picture, fitted to the classes 0, 1, ... of the drawing.

    Raises
    ------
    ValueError
        As :func:`fit`; a user's own classifier may raise anything.
    """
    points = compute.dataset(state.dataset_spec)
    compute.count_classes(points)
    if own is None:
        return compute.fitted_model(state.fit_spec())
    return clone(own).fit(points.X, points.y)
