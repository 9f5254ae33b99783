"""Start data of the pocket lab: titles, limits, defaults, colours, tables of real data.

All of it is read from the definitions of the app, so nothing is defined twice. The names of the
parts are those of the Python objects that they describe.
"""

from typing import Any
from urllib.parse import urlencode

import bayeslab
from bayeslab.data.datasets import DATASETS, Entry, GeneratedEntry
from bayeslab.data.shapes import Shape
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS, TABLE_MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures.theme import PALETTE
from core.columns import CLASS_WORDS, ROW_NAMES
from core.drawing_format import MAX_CLASSES
from core.examples import PRESETS
from core.fields import conditions_of
from core.link import FOREIGN, encode
from core.messages import describe_fields, describe_refit, describe_switches, own_values
from core.state import LabState, gamma_conditions

__all__ = ["start_data"]

TABLES = ("iris", "wine")  # the real data sets that are small enough for one file


def start_data() -> dict[str, Any]:
    """Return the start data as plain JSON values."""
    state = LabState()
    return {
        "version": bayeslab.__version__,
        "fields": {name: _field(plain) for name, plain in describe_fields(LabState).items()},
        "datasets": {key: _dataset(key, entry) for key, entry in DATASETS.items()},
        "kernels": {key: {"is_bump": kernel.is_bump} for key, kernel in KERNELS.items()},
        "models": {
            key: {
                "title": entry.title,
                "reads": entry.reads,
                "model": describe_refit(key, state.model_spec),
                "gamma": conditions_of(gamma_conditions(key)),
            }
            for key, entry in MODELS.items()
        },
        "table_models": TABLE_MODELS,
        "presets": [
            {"title": preset.title, "text": preset.text, "link": urlencode(encode(preset.state))}
            for preset in PRESETS
        ],
        "palette": [vars(style) for style in PALETTE[:MAX_CLASSES]],
        "offered": describe_switches(),
        "foreign": FOREIGN.pattern,
        "class_words": CLASS_WORDS,
        "row_names": ROW_NAMES,
        "evaluation_seed": EvaluationSpec().seed,
    }


def _field(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a field without the titles that data sets, classifiers or options themselves have."""
    known = {entry.key: entry.title for entry in (*DATASETS.values(), *MODELS.values())}
    titles = {
        key: title for key, title in plain.get("titles", {}).items() if title != known.get(key, key)
    }
    return plain | ({"titles": titles} if "titles" in plain else {})


def _shape(shape: Shape) -> dict[str, Any]:
    """Return what the browser draws from."""
    values = own_values(shape)
    values.pop("length", None)  # the browser only draws
    return {"kind": type(shape).__name__.lower(), **values}


def _dataset(key: str, entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "title": entry.title,
        "description": entry.description,
        "kind": entry.kind,
        "feature_names": entry.feature_names,
        "class_names": entry.class_names,
    }
    if isinstance(entry, GeneratedEntry):
        names = ("noise", "noise_max", "noise_meaning", "balance")
        plain |= {"shapes": [_shape(each) for each in entry.shapes]}
        return plain | {name: getattr(entry, name) for name in names}
    points = entry.read(entry.classes)
    if key in TABLES:
        columns = [
            [int(x) if x.is_integer() else x for x in column] for column in points.X.T.tolist()
        ]
        plain |= {"columns": columns, "labels": points.y.tolist()}
    else:  # only the number of its features is read, for a link
        plain |= {"description": "", "feature_names": [""] * len(entry.feature_names)}
    return plain | {"features": entry.features}
