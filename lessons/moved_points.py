"""Points of a lesson's picture that were moved: a text in its state and its link."""

from dataclasses import dataclass, replace

import numpy as np

from core import compute
from core.drawing import cached_drawing, without_number
from core.input_error import InputError
from core.limits import Names, Points
from core.state import DRAWN, LabState


@dataclass(frozen=True)
class MovedPoints(Points):
    """Points of just two classes, or none."""

    def parse(self, text: str) -> str:
        """Return the text, or raise an InputError if it describes no points of two classes."""
        if text and list(np.unique(cached_drawing(without_number(text)).labels)) != [0, 1]:
            raise InputError("use points of two classes")
        return text


def with_points(lab: LabState, points: str) -> LabState:
    """Return the state of the lab with these points, drawn under the names of its own.

    Parameters
    ----------
    lab : LabState
    points : str
        The text of a drawing; if it is empty the state is returned as it is.
    """
    if not points:
        return lab
    dataset = compute.dataset(lab.dataset_spec)
    names = Names.fit(*dataset.feature_names, *dataset.class_names)
    return replace(lab, data=DRAWN, points=points, names=names).consistent()
