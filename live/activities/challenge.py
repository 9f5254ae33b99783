"""Challenge: everybody tunes a classifier; the server evaluates it on hidden points."""

import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from bayeslab.evaluation.accuracy import cross_validated_accuracy, training_accuracy
from bayeslab.evaluation.models import build_model
from bayeslab.evaluation.splits import EvaluationSpec
from core.input_error import InputError
from core.state import LIMITS
from live.activity import Activity, ActivityState, Example, Prepared, Values, check_keys
from live.material import TABLE, load_material, read_choices, scale_like

DIGITS = 4  # after the decimal point of a coordinate
MOST_POINTS = 400
MOST_FOLDS = 10
SEED_BITS, SPLIT_BITS = 128, 32  # of the seeds of points and splits
ENTRY = ("model", "gamma", "threshold", "metric", "determinants")
MODELS = ("I", "II", "III", "full", "diagonal", "pooled", "nearest-mean")


def _prepare(choices: Values) -> Prepared:
    """Draw points, and split them at random into training points and hidden test points.

    Both use a secret seed with as many bits as a key: anybody who knew or found the seed could
    compute the hidden points.
    """
    if "seed" in choices:
        raise InputError("A challenge draws its points with a secret seed: leave out 'seed'.")
    seed = secrets.randbits(SEED_BITS)
    _, points = load_material(choices, MOST_POINTS, seed)
    X, y = points.X, points.y
    scheme = EvaluationSpec("hold-out", share=0.5, seed=seed % 2**SPLIT_BITS)
    try:
        ((training, test),) = scheme.splits(y)
    except ValueError as problem:
        raise InputError(str(problem)) from None
    if TABLE in choices:
        X = scale_like(X, X[training])
    rows = [[*row, int(label)] for row, label in zip(np.round(X, DIGITS).tolist(), y, strict=True)]
    return Prepared(
        {
            "points": [rows[place] for place in training],
            "hidden": len(test),
            "classes": list(points.class_names),
        },
        {"hidden": [rows[place] for place in test], "seed": seed},
    )


def _read(_state: ActivityState, _participant: str, values: Values) -> Values:
    check_keys(values, ENTRY)
    if values.get("model") not in MODELS:
        raise InputError(f"The classifier must be one of {', '.join(MODELS)}.")
    entry = read_choices(values, ENTRY)
    return {name: LIMITS[name].write(getattr(entry, name)) for name in ENTRY if name in values}


def _evaluate(prepared: Prepared, entry: Values) -> Values:
    """Return the accuracies of an entry: training, cross-validation, and on the hidden points.

    An entry that cannot be fitted has a sentence that says why instead.
    """
    points = tuple(map(tuple, prepared.settings["points"]))
    test = tuple(map(tuple, prepared.secret["hidden"]))
    try:
        return _accuracies(points, test, tuple(sorted(entry.items())))
    except ValueError as problem:
        return {"problem": str(problem)}


@lru_cache(maxsize=256)
def _accuracies(points: Any, test: Any, entry: tuple[tuple[str, Any], ...]) -> Values:
    state = read_choices(dict(entry), ENTRY)
    X, y = np.array([row[:-1] for row in points]), np.array([row[-1] for row in points])
    Z, truth = np.array([row[:-1] for row in test]), np.array([row[-1] for row in test])
    model = build_model(state.model, state.model_spec, len(np.unique(y)))
    folds = min(MOST_FOLDS, int(np.unique(y, return_counts=True)[1].min()))
    held_out = cross_validated_accuracy(model, X, y, EvaluationSpec("k-fold", folds=folds))
    return {
        "training": training_accuracy(model, X, y),
        "held_out": held_out.mean,
        "hidden": float((model.fit(X, y).predict(Z) == truth).mean()),
    }


def _show(state: ActivityState, names: Mapping[str, str]) -> Values:
    """Return the board and the hidden points, once they are revealed.

    The best entry on the hidden points comes first. Entries that are equally good there share a
    rank; one that cannot be fitted has none.
    """
    if not state.is_revealed:
        return {}
    rows: list[dict[str, Any]] = [
        {"name": names.get(who, "somebody"), "entry": entry, **state.results[who]["result"]}
        for who, entry in state.visible.items()
        if state.results.get(who, {}).get("entry") == entry
    ]
    rows.sort(key=lambda row: (-row.get("hidden", -1.0), row["name"]))
    shares = [row.get("hidden") for row in rows]
    for row in rows:
        if "hidden" in row:
            row["rank"] = shares.index(row["hidden"]) + 1
    return {"board": rows, "hidden": state.secret["hidden"]}


def _submit(_settings: Values, place: int) -> Values:
    model, gamma = (("II", 3), ("I", 100), ("II", 30), ("pooled", 0), ("I", 5), ("full", 0))[
        place % 6
    ]
    return {"model": model, "gamma": gamma} if gamma else {"model": model}


CHALLENGE = Activity(
    "challenge",
    "Challenge",
    "Tune a classifier on the training points and submit it. It is evaluated on hidden points.",
    "Everybody tunes a classifier on the phone; a ranking on hidden points shows who overfitted.",
    "A data set, or your table.",
    5,
    Example({"data": "moons", "n": 80}, _submit),
    _prepare,
    _read,
    _show,
    evaluate=_evaluate,
)
