"""Code export: a state of the lab as a Python script or a Jupyter notebook.

The code contains only what this one state needs: its points, its classifiers with their relevant
settings, the table of accuracies and the pictures. It runs with the package
``bayeslab`` alone and gives the numbers and pictures of the lab. Drawn points are written out as an
array; a float's ``repr`` is exact.

Each classifier is fitted here first: if it cannot be drawn, its code prints the reason instead. The
pictures come last because they need plotly; without plotly the numbers are still printed. User
input (the names of features and classes, and the title of a file) enters the code only as string
literals, not as comments: these could declare the encoding of the script.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from itertools import takewhile
from textwrap import fill
from typing import Any

from sklearn.pipeline import make_pipeline

import bayeslab
from bayeslab.data.datasets import Dataset, DatasetSpec, load, standardised
from bayeslab.data.points import bounding_box
from bayeslab.estimators.threshold import best_threshold
from bayeslab.evaluation.accuracy import compare
from bayeslab.evaluation.models import MODELS, TABLE_MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.scoring.regions import decision_regions, score_points
from core.code_sections import ExportedLab, Section, find_names, prepare_lab, write_sections
from core.drawing import DrawnSpec
from core.fit_spec import PointsSpec
from core.link import encode
from core.state import LabState
from core.wheel import install_command

WIDTH = 88  # columns of the comments
UNLISTED = ("points", "names", "title", "moved")  # the code contains them, or leaves them out
PINNED = ("numpy", "scikit-learn", "scipy")  # the numbers depend on their versions

_version_of = cache(version)  # reads the package metadata, which takes milliseconds

# Names that the code may import besides the classes of its classifiers.
FUNCTIONS = (
    *(Dataset, DatasetSpec, bounding_box, load, standardised),
    *(EvaluationSpec, compare, best_threshold, decision_regions, score_points, make_pipeline),
)


def write_script(
    state: LabState,
    table: Sequence[str] = TABLE_MODELS,
    data: PointsSpec | None = None,
    page: str = "",
) -> str:
    """Return a Python script that rebuilds what the lab shows.

    Parameters
    ----------
    state : LabState
    table : sequence of str
        The keys of the classifiers whose accuracies are printed; those in the picture are added.
    data : DatasetSpec, DrawnSpec, TableSpec or None
        Other points than those of the lab. If they have more than two features, there are no
        pictures.
    page : str
        The address of a page of the app, which serves the package.

    Raises
    ------
    ValueError
        If the points are not available, or are not of two classes.
    """
    lab = prepare_lab(state, table, data)
    sections = write_sections(lab)
    heading, settings, needs, command = _introduce(lab, page)
    comment = [f"# {command}", "#", *_wrap(heading), *_wrap(settings), *_wrap(needs)]
    body = [f"# {title}\n{code}" for title, code in sections]
    return "\n\n".join(["\n".join(comment), _write_imports(lab, sections), *body]) + "\n"


def write_notebook(
    state: LabState,
    table: Sequence[str] = TABLE_MODELS,
    data: PointsSpec | None = None,
    page: str = "",
) -> str:
    """Return a Jupyter notebook (nbformat 4.5, JSON) that rebuilds what the lab shows.

    Parameters
    ----------
    state, table, data, page
        As for :func:`write_script`.

    Raises
    ------
    ValueError
        As :func:`write_script`.
    """
    lab = prepare_lab(state, table, data)
    sections = write_sections(lab)
    heading, settings, needs, command = _introduce(lab, page)
    cells = [
        ("code", f"%{command}"),
        ("markdown", f"# {heading}\n\n{settings}\n\n{needs}"),
        ("code", _write_imports(lab, sections)),
    ]
    for title, code in sections:
        cells += [("markdown", f"## {title}"), ("code", code)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": [_write_cell(number, *cell) for number, cell in enumerate(cells)],
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _introduce(lab: ExportedLab, page: str) -> tuple[str, str, str, str]:
    """Return a title, the settings, the requirements, and the command that installs them."""
    titles = " beside ".join(MODELS[key].title for key in lab.visible_keys)
    spec, settings, title = lab.state.dataset_spec, encode(lab.state), lab.points.title
    if isinstance(spec, DrawnSpec):  # the title of a file is user input
        title = replace(spec, title="").load().title
    heading = f"{titles} on {title}, as the lab of bayeslab shows it."
    if not lab.has_pictures:
        count = len(lab.points.feature_names)
        heading = f"Classifiers on {count} features of {title}, as Compare of bayeslab shows them."
        settings.pop("features", None)
    left_out = " The threshold that was moved by hand is left out." if lab.state.moved else ""
    texts = ", ".join(f"{key} {settings[key]}" for key in settings if key not in UNLISTED)
    packages = " ".join(f"{name}=={_version_of(name)}" for name in PINNED)
    return (
        heading,
        f"Settings: {f'{texts}; all others' if texts else 'all'} default.{left_out}",
        f"Requires bayeslab {bayeslab.__version__}. It is on no package index: the first line "
        "installs it from the app that wrote this, while that runs.",
        f"{install_command(page)} {packages}",
    )


def _wrap(text: str) -> list[str]:
    """Return the text as comments; line breaks become spaces."""
    lines = fill(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in lines.split("\n")]


def _write_imports(lab: ExportedLab, sections: Iterable[Section]) -> str:
    needs = set().union(*(find_names(code) for _, code in sections))
    importable = {*FUNCTIONS, *(type(part) for key in lab.keys for part in _parts(lab.build(key)))}
    names: dict[str, list[str]] = {}
    for name, module in sorted((each.__name__, _find_module(each)) for each in importable):
        if name in needs:
            names.setdefault(module, []).append(name)
    lines = ["import numpy as np"] if "np" in needs else []
    lines += [f"from {module} import {', '.join(names[module])}" for module in sorted(names)]
    return "\n".join(lines)


def _parts(model: Any) -> Iterator[Any]:
    """Yield an unfitted classifier, the classifiers it is made of, and their parameters."""
    yield model
    yield from model.get_params().values()


def _find_module(thing: Any) -> str:
    """Return the module that a user imports a class or function from."""
    if thing.__name__ in bayeslab.__all__:
        return "bayeslab"
    parts = takewhile(lambda part: not part.startswith("_"), thing.__module__.split("."))
    return ".".join(parts)


def _write_cell(number: int, kind: str, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell | {"source": source.splitlines(keepends=True)}
