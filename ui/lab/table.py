"""The table of accuracies that the drawing area shows.

The browser evaluates what it can refit: k folds, not too many points and classes. Then a step of γ
or a moved point costs the server no fit. Python evaluates the other rows.
"""

from typing import Any

import numpy as np

import web
from bayeslab.data.datasets import Dataset
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.accuracy import Row
from bayeslab.evaluation.models import MODELS, TABLE_MODELS
from core import compute, evaluations
from core.effort import Work, check_splits
from core.fit_spec import FitSpec
from core.input_error import InputError
from core.messages import describe_refit, is_small
from core.reports import describe_scheme
from core.state import LabState


def describe_table(state: LabState, *, is_shown: bool) -> tuple[dict[str, Any], list[FitSpec]]:
    """Return the table, and the fits missing from it because their evaluation takes long.

    A table that is not shown has only the classifiers in the picture.
    """
    evaluation, points = state.evaluation_spec, compute.dataset(state.dataset_spec)
    keys = dict.fromkeys((*(TABLE_MODELS if is_shown else ()), *state.visible_models))
    n_classes = len(np.unique(points.y))
    models = {key: _describe_model(state, key, points, n_classes) for key in keys}
    fits = [state.fit_spec(key) for key, model in models.items() if model is None]
    late_fits = fits if evaluations.take_long(fits, evaluation) else []
    done_rows = [] if late_fits else evaluations.rows(fits, evaluation)
    rows = {row.name: _plain(row) for row in done_rows}
    table = {
        "isShown": is_shown,
        "title": points.title,
        "scheme": describe_scheme(evaluation),
        "folds": evaluation.folds,
        "seed": evaluation.seed,
        "worker": f"{web.ADDRESS[1:]}/{web.WORKER}",
        "rows": [
            {
                "name": key,
                "title": MODELS[key].title,
                "isInPicture": key in state.visible_models,
                "model": model,
                "row": rows.get(key),
            }
            for key, model in models.items()
        ],
    }
    return table, late_fits


def _describe_model(
    state: LabState, key: str, points: Dataset, n_classes: int
) -> dict[str, Any] | None:
    """Return what the browser needs to evaluate a classifier; None if Python has to do it."""
    model, evaluation = describe_refit(key, state.model_spec), state.evaluation_spec
    if n_classes < 2:  # there is nothing to evaluate
        return model or {"kind": "message", "text": ""}
    if model is None or evaluation.scheme != "k-fold":
        return None
    has_fast_sums = model["kind"] == "gaussian" or (
        model["kind"] == "kernel" and KERNELS[state.kernel].has_fast_sums
    )
    if not is_small(points, has_fast_sums=has_fast_sums):
        return None
    if model["kind"] == "svc" and n_classes > 2:
        return None
    try:
        check_splits(Work(key, state.kernel, len(points.y), n_classes), evaluation.folds)
    except InputError:
        return None
    return model


def _plain(row: Row) -> dict[str, Any]:
    """Return a row as the drawing area computes it, see web/model/cross_validation.js."""
    if row.training is None:
        return {"problem": row.problem}
    if row.held_out is None:
        return {"training": row.training, "heldOut": {"problem": row.problem or "–"}}
    mean, error = row.held_out.mean, row.held_out.standard_error
    return {"training": row.training, "heldOut": {"mean": mean, "standardError": error}}
