"""A kernel, a classifier and a data set that nothing else in the project knows.

Run as a script, this module adds each by its line in the registry, opens the lab with all three and
prints what the lab shows, as JSON.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.neighbors import NearestCentroid

from bayeslab.data import datasets
from bayeslab.estimators.kernels import KERNELS, Array, Kernel
from bayeslab.evaluation import models

__all__ = ["Cauchy"]


@dataclass(frozen=True)
class Cauchy(Kernel):
    """The Cauchy kernel k(a, b) = 1 / (1 + gamma |a - b|^2); added_kernel.mjs has it too."""

    title = "Cauchy"

    gamma: float

    def __call__(self, A: Array, B: Array) -> Array:
        """Return all kernel values."""
        return np.asarray(1 / (1 + self.gamma * cdist(A, B, "sqeuclidean")))

    def diagonal(self, A: Array) -> Array:
        """Return ones."""
        return np.ones(len(A))


def draw_stripe(label: int, size: int, noise: float, rng: np.random.Generator) -> Array:
    """Draw from a stripe along x₁, one for each class."""
    return np.column_stack([rng.uniform(-2, 2, size), label + noise * rng.normal(size=size)])


def register() -> None:
    """Add all three to their registries; the app must not be loaded yet."""
    KERNELS["cauchy"] = Cauchy
    models.MODELS = _with_entry(models.MODELS, NEAREST_CENTROID)
    datasets.DATASETS = _with_entry(datasets.DATASETS, STRIPES)


NEAREST_CENTROID = models.ModelEntry(
    "centroid",
    "Nearest centroid",
    "The class whose centroid is nearest.",
    lambda *_: NearestCentroid(),
    lambda *_: models.MOMENTS,
)
STRIPES = datasets.GeneratedEntry(
    "stripes", "Stripes", "Two stripes.", draw_stripe, 0.3, 2, "standard deviation across"
)


def _with_entry(registry: Mapping[str, Any], entry: Any) -> Mapping[str, Any]:
    return MappingProxyType({**registry, entry.key: entry})


def show_the_lab() -> dict[str, Any]:
    """Open the lab with all three, and return what it shows and what it tells the browser."""
    from app_pages import open_lab
    from core.code_export import write_script
    from core.link import encode
    from core.state import LabState
    from ui import canvas

    told: list[Mapping[str, Any]] = []
    draw = canvas.drawing_area

    def note(data: Mapping[str, Any], key: str = canvas.KEY) -> None:
        told.append(data)
        draw(data, key)

    canvas.drawing_area = note
    state = LabState(data="stripes", n=40, model="I", beside="centroid", kernel="cauchy")
    app = open_lab(state)
    return {
        "problems": [each.message for each in app.exception],
        "link": encode(state),
        "options": {box.label: box.options for box in app.selectbox},
        "determinants": [toggle.label for toggle in app.toggle],
        "told": {name: told[-1][name] for name in ("gamma", "limits", "panels", "table")},
        "code": write_script(state),
    }


if __name__ == "__main__":
    register()
    print(json.dumps(show_the_lab()))
