"""Start data of the pocket lab: titles, limits, defaults, colours, tables of real data.

All of it is read from the definitions of the app, so nothing is defined twice. The names of the
parts are those of the Python objects that they describe.
"""

from typing import Any
from urllib.parse import urlencode

import bayeslab
from bayeslab.data.datasets import DATASETS, Entry, GeneratedEntry
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS, TABLE_MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures import PALETTE
from core.columns import CLASS_WORDS, ROW_NAMES
from core.drawing_format import BLANK_BOX, MAX_CLASSES
from core.examples import PRESETS
from core.fields import Field, conditions_of, fields_of
from core.limits import LONGEST_NAME, Limit
from core.link import FOREIGN, encode
from core.messages import describe_refit, describe_switches
from core.state import LabState, gamma_conditions

__all__ = ["describe_field", "start_data"]

TABLES = ("iris", "wine")  # the real data sets that are small enough for one file


def start_data() -> dict[str, Any]:
    """Return the start data as plain JSON values; labels are in the page itself."""
    state = LabState()
    return {
        "version": bayeslab.__version__,
        "fields": {
            name: describe_field(declaration)
            | {"default": getattr(state, name), "titles": _own_titles(declaration), "label": ""}
            for name, declaration in fields_of(LabState).items()
        },
        "datasets": {key: _dataset(key, entry) for key, entry in DATASETS.items()},
        "kernels": {
            key: {
                "title": kernel.title,
                "is_bump": kernel.is_bump,
            }
            for key, kernel in KERNELS.items()
        },
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
        "blank_box": BLANK_BOX,
        "class_words": CLASS_WORDS,
        "row_names": ROW_NAMES,
        "evaluation_seed": EvaluationSpec().seed,
    }


def _own_titles(declaration: Field) -> dict[str, str]:
    """Return the titles that are not those of a data set or a classifier."""
    others = DATASETS.keys() | MODELS.keys()
    return {key: title for key, title in declaration.titles.items() if key not in others}


def describe_field(declaration: Field) -> dict[str, Any]:
    """Return the declaration of a field as plain values; ``link.js`` reads them."""
    return {
        "limit": _limit(declaration.limit),
        "label": declaration.label,
        "titles": declaration.titles,
        "of": declaration.of,
        "when": conditions_of(declaration.when),
        "lasting": declaration.lasting,
    }


def _limit(limit: Limit) -> dict[str, Any]:
    attributes = {name: value for name, value in vars(limit).items() if not callable(value)}
    plain = {"kind": type(limit).__name__.lower(), "longest": limit.longest, **attributes}
    return plain | ({"longest_name": LONGEST_NAME} if plain["kind"] == "names" else {})


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
        return plain | {name: getattr(entry, name) for name in names}
    points = entry.read(entry.classes)
    if key in TABLES:
        plain |= {"columns": points.X.T.tolist(), "labels": points.y.tolist()}
    else:  # only the number of its features is read, for a link
        plain |= {"description": "", "feature_names": [""] * len(entry.feature_names)}
    return plain | {"features": entry.features}
