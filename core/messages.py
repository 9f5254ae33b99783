"""Messages to the drawing component about points and classifiers, as plain JSON values.

Kernel Bayes is sent as its settings, and the browser fits it after every movement of the pointer.
Other classifiers are sent as their score functions. One that has none, or too many points for a
browser, is sent as an image of its decision regions.

Arrays are sent as Base64 of their little-endian bytes: exact, and half as long as their digits.
"""

from base64 import b64encode
from dataclasses import MISSING, fields
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import ModelSpec, build_model
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.regions import Box, decision_regions, score_points, shade_depth
from bayeslab.scoring.scores import ScoreFunction
from core.fields import State, conditions_of, fields_of
from core.limits import LONGEST, LONGEST_NAME, Limit
from core.state import SWITCHES

# With more a browser falls behind the pointer: points of two classes and a kernel with fast sums,
# and all others.
MOST_WITH_FAST_SUMS, MOST_POINTS = 5000, 2000
MOST_CLASSES = 4


def is_small(points: Dataset, *, has_fast_sums: bool) -> bool:
    """Return whether a browser can evaluate, and fit, a classifier of these points by itself."""
    n_classes = len(points.class_names)
    most = MOST_WITH_FAST_SUMS if has_fast_sums and n_classes <= 2 else MOST_POINTS
    return len(points.y) <= most and n_classes <= MOST_CLASSES


def encode_points(points: Dataset) -> dict[str, str]:
    """Return the places and classes of the points, as many bytes as they need."""
    x, y = points.X.astype("<f8").T
    return {"x": _text(x), "y": _text(y), "labels": _text(points.y.astype(np.uint8))}


def describe_settings(variant: str, spec: ModelSpec) -> dict[str, Any]:
    """Return the message from which the browser fits kernel Bayes; gamma is sent separately."""
    return {
        "kind": "kernel",
        "variant": variant,
        "kernel": spec.kernel,
        "is_bump": KERNELS[spec.kernel].is_bump,
        "degree": spec.degree,
        "coef0": spec.coef0,
        "threshold": spec.threshold,
        "metric": spec.metric,
        "determinants": spec.determinants,
    }


def describe_refit(key: str, spec: ModelSpec) -> dict[str, Any] | None:
    """Return the message from which the browser fits a classifier by itself; None if it cannot.

    The gamma of an SVC is None if it is that of the slider.
    """
    if key in get_args(Variant):
        return describe_settings(key, spec)
    model = build_model(key, spec)
    if isinstance(model, GaussianBayes):
        names = ("covariance", "priors", "divisor")
        return {"kind": "gaussian"} | {name: getattr(model, name) for name in names}
    svc = model[-1] if spec.svc_standardise and isinstance(model, Pipeline) else model
    return _describe_svc(svc.kernel, spec) if isinstance(svc, SVC) else None


def _describe_svc(kernel: str, spec: ModelSpec) -> dict[str, Any]:
    name = {"poly": "polynomial"}.get(kernel, kernel)
    same = None if kernel == "rbf" else spec.gamma
    return {
        "kind": "svc",
        "kernel": name,
        "is_bump": KERNELS[name].is_bump,
        "degree": spec.degree,
        "coef0": spec.coef0,
        "C": spec.svc_C,
        "gamma": {"same": same, "scale": "scale", "own": spec.svc_gamma_value}[spec.svc_gamma],
        "standardise": spec.svc_standardise,
    }


def own_values(instance: Any) -> dict[str, Any]:
    """Return the attributes of a dataclass that are not at their default, without functions."""
    usual = {
        item.name: item.default if item.default_factory is MISSING else item.default_factory()
        for item in fields(instance)
    }
    return {
        name: value
        for name, value in vars(instance).items()
        if value != usual[name] and not callable(value)
    }


def describe_fields(kind: type[State]) -> dict[str, dict[str, Any]]:
    """Return the fields of a state as plain values; ``web/hosts/fields.js`` reads them."""
    return {
        name: own_values(declaration)
        | {"default": getattr(kind, name), "limit": _describe_limit(declaration.limit)}
        | ({"when": conditions_of(declaration.when)} if declaration.when else {})
        for name, declaration in fields_of(kind).items()
    }


def _describe_limit(limit: Limit) -> dict[str, Any]:
    plain = {"kind": type(limit).__name__.lower(), **own_values(limit)}
    plain |= {} if limit.longest == LONGEST else {"longest": limit.longest}
    return plain | ({"longest_name": LONGEST_NAME} if plain["kind"] == "names" else {})


def describe_switches(equal: bool | None = None) -> list[dict[str, Any]]:
    """Return the switches of the picture, with their labels and defaults.

    Parameters
    ----------
    equal : bool or None
        Whether both axes have the same scale by default; None if the features decide
        (:func:`core.state.share_a_scale`).
    """
    switches = [{"name": name, **vars(switch)} for name, switch in SWITCHES.items()]
    return [each | {"on": equal} if each["name"] == "equal" else each for each in switches]


def message_of(
    model: Any, points: Dataset, box: Box, resolution: int = 200, detailed: int | None = None
) -> dict[str, Any]:
    """Return the message about a fitted classifier: its score functions, or else a picture.

    The picture has `resolution` nodes along each axis; narrow bumps may take `detailed` nodes.

    Raises
    ------
    ValueError
        If the classifier has no scores to show.
    """
    scores = describe(model)
    kernels = [each.kernel for score in scores or () for each in score.expansions]
    has_fast_sums = all(kernel.has_fast_sums for kernel in kernels)
    if scores is None or not is_small(points, has_fast_sums=has_fast_sums):
        return _picture(model, points, box, resolution, detailed)
    return {
        "kind": "description",
        "classes": model.classes_.tolist(),
        "descriptions": [_describe_score(score) for score in scores],
    }


def _describe_score(score: ScoreFunction) -> dict[str, Any]:
    """Return a score as plain values, but for the arrays of its kernel sums."""
    plain = score.to_plain()
    for expansion in plain["expansions"]:
        for name in ("z1", "z2", "coefficients"):
            expansion[name] = _text(np.array(expansion[name], dtype="<f8"))
    return plain


def _picture(
    model: Any, points: Dataset, box: Box, resolution: int, detailed: int | None
) -> dict[str, Any]:
    regions = decision_regions(model, box, resolution, detailed)
    depth = shade_depth(regions.strength, regions.far)
    projections, offsets = _lines(model, points)
    return {
        "kind": "raster",
        "size": len(regions.x1),
        "box": list(box),
        "classes": model.classes_.tolist(),
        "labels": _text(regions.label.astype(np.uint8)),
        # Fine steps beside the boundary, which the browser traces through them.
        "strength": _text(np.rint(255 * depth**0.25).astype(np.uint8)),
        "far": _text(regions.far.astype(np.uint8)) if regions.far.any() else None,
        "bump": regions.bump if np.isfinite(regions.bump) else None,
        "projections": [_text(line.astype("<f8")) for line in projections],
        "offsets": offsets,
    }


def _lines(model: Any, points: Dataset) -> tuple[list[NDArray[np.float64]], list[float]]:
    """Return the points on one line for each score, and what has to be added for the decision."""
    parts = model.estimators_ if isinstance(model, OneVsRestClassifier) else [model]
    if all(isinstance(part, KernelBayes) for part in parts):
        return [part.projection_ for part in parts], [part.offset_ for part in parts]
    scores = score_points(model, points.X).reshape(len(points.y), -1)
    return list(scores.T), [0.0] * scores.shape[1]


def _text(array: NDArray[Any]) -> str:
    return b64encode(array.tobytes()).decode("ascii")
