"""The data of the drawing component in a lesson's page of the static course.

It is the data of ``lessons/lab_picture.py`` in the app, without the movable values: points, γ and
the cut, which are in the state of the lesson (``web/hosts/course/plane.js``).
"""

from typing import Any

import numpy as np

from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.models import MODELS
from bayeslab.figures.theme import PALETTE
from core import compute
from core.drawing import Drawing, encode_drawing
from core.messages import describe_refit, describe_switches, encode_points
from core.state import DRAWN, LabState
from lessons.page import Plane
from offline.course.parts import MovablePoints


def describe_plane(state: LabState, plane: Plane) -> MovablePoints:
    """Return the drawing component with the classifiers of a state, one or two.

    The browser must be able to fit these.
    """
    points, keys = compute.dataset(state.dataset_spec), [state.model]
    if state.beside in MODELS:
        keys.append(state.beside)
    panels = [
        {
            "title": plane.titles[key],
            "name": key,
            "model": describe_refit(key, state.model_spec),
            "accuracy": None,
        }
        for key in keys
    ]
    evaluation = state.evaluation_spec
    return MovablePoints(
        {
            "palette": [vars(style) for style in PALETTE[:4]],
            "classes": points.class_names,
            "features": points.feature_names,
            "box": compute.box(state.dataset_spec),
            "points": encode_points(points),
            "exact": state.data != DRAWN and DATASETS[state.data].kind == "real",
            "gamma": state.gamma,
            "showsGamma": state.reads("gamma"),
            "offered": describe_switches(equal=False),
            "switches": state.switches,
            "presets": [],
            "panels": panels,
            "table": {
                "isShown": False,
                "title": points.title,
                "scheme": f"{evaluation.folds}-fold",
                "folds": evaluation.folds,
                "seed": evaluation.seed,
                "worker": None,
                "rows": [
                    {"name": each["name"], "title": MODELS[each["name"]].title, "isInPicture": True}
                    | {"model": each["model"], "row": None}
                    for each in panels
                ],
            },
            "lesson": {"line": plane.has_line, "weights": plane.weights},
        }
    )


def move_first_point(state: Any) -> list[dict[str, str]]:
    """Return the points of a lesson's state with the first one at the place of the last one."""
    points, box = compute.dataset(state.lab.dataset_spec), compute.box(state.lab.dataset_spec)
    X = points.X.copy()
    X[0] = X[-1]
    return [{"points": encode_drawing(Drawing(box, X, points.y.astype(np.uint8)).on_grid())}]
