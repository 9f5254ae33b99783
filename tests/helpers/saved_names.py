"""Names of features and classes, and a title, in what is saved: scripts and notebooks are run.

Whatever the names are, they arrive as they are and nothing else happens: ``attack()`` in a name is
not called, LaTeX finds no command, and a spreadsheet no formula.
"""

import builtins
import csv
import io
import json
import re
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
from threadpoolctl import threadpool_limits

from bayeslab.data.datasets import Dataset
from bayeslab.evaluation.accuracy import Row
from bayeslab.evaluation.models import MODELS
from core.cells import is_number, unescape
from core.code_export import write_notebook, write_script
from core.csv_import import write_table
from core.drawing import draw, encode_drawing
from core.reports import write_accuracies_csv, write_accuracies_latex
from core.state import DRAWN, LabState

__all__ = ["AttackError", "check_export", "check_spreadsheet"]

X = np.array([[0.0, 0.0], [1.0, 0.5], [3.0, 3.0], [4.0, 3.5], [0.5, 1.0], [3.5, 2.0]])
Y = np.array([0, 0, 1, 1, 0, 1])
STATE = LabState(data=DRAWN, points=encode_drawing(draw(X, Y)), model="nearest-mean")
FORMULA = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")  # what a spreadsheet may compute
# Characters as LaTeX writes them; those beyond Latin are followed by what pdfLaTeX writes instead.
ESCAPED = re.compile(
    r"\\ifdefined\\Umathchar [^ -~]+\\else \?+\\fi\{\}|\$\\gamma\$|\\textsubscript\{\d\}"
    r"|\\text\w+\{\}|\\[&%$#_{}]|\{[\[\]*]\}"
)


class AttackError(Exception):
    """A name was run as code."""


def check_export(content: bytes) -> bool:
    """Save five texts, joined by "~": the names of two features and two classes, and a title."""
    texts = content.decode("utf-8", "replace").split("~", 4)
    names = tuple((*filter(None, texts[:4]), "a", "b", "c", "d")[:4])
    title = texts[4] if len(texts) > 4 else ""
    state = replace(STATE, names=names, title=title)
    with threadpool_limits(1, user_api="blas"):  # threads would wait for each other
        _check_code(write_script(state, ()).encode(), names, title)
        cells = json.loads(write_notebook(state, ()))["cells"]
        install, *code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        assert install.startswith("%pip install ") and "\n" not in install
        _check_code("\n".join(code).encode(), names, title)
    _check_csv(names)
    for text in names:
        _check_latex(text)
    return len(texts) == 5 and all(texts)


def _check_code(code: bytes, names: tuple[str, ...], title: str) -> None:
    """Run code as a file would be, without the pictures, and compare the points' names."""
    names_in_scope = {**vars(builtins), "attack": _attack}
    namespace: dict[str, Any] = {"__builtins__": names_in_scope}
    without_pictures = patch.dict(sys.modules, {"bayeslab.figures": None})
    with without_pictures, redirect_stdout(io.StringIO()):
        exec(compile(code, "taken away", "exec"), namespace)
    points = namespace["points"]
    assert (*points.feature_names, *points.class_names) == names
    assert points.title == (title or "your points"), points.title
    assert (points.X == X).all() and (points.y == Y).all()


def _attack() -> None:
    raise AttackError


def _check_csv(names: tuple[str, ...]) -> None:
    points = Dataset(-X, Y, names[:2], names[2:], "")
    check_spreadsheet(write_table(points))
    rows = [Row(name, -1.0, problem=name) for name in names]
    cells = check_spreadsheet(write_accuracies_csv(rows))
    texts = [(unescape(row[0]), unescape(row[-1])) for row in cells[1:]]
    titles = [MODELS[name].title if name in MODELS else name for name in names]
    assert texts == list(zip(titles, names, strict=True)), texts


def check_spreadsheet(text: str) -> list[list[str]]:
    """Return the cells of a table, none of which a spreadsheet computes."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    for cell in (cell for row in rows for cell in row):
        assert is_number(cell) or not cell.startswith(FORMULA), cell
    return rows


def _check_latex(text: str) -> None:
    table = write_accuracies_latex([Row(text, 1.0)], text)
    cells = table.split("\\midrule\n")[1].partition(r" & 100.0\,\%")[0]
    assert not set(ESCAPED.sub("", cells)) & set("\\{}$&#^_~%<>|[]*\n"), cells
