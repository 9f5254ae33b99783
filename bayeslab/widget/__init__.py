"""A lab in a notebook: draw points, and see how a classifier separates them.

>>> from bayeslab.widget import Lab
>>> lab = Lab([[-1, 0], [-1, 1], [1, 0], [1, 1]], [0, 0, 1, 1], model="I", gamma=5)
>>> lab.gamma = 2
>>> lab.estimator().predict([[-2, 0], [2, 0]]).tolist()
[0, 1]

The last line of a cell shows it: ``lab``. It is tested in JupyterLab and marimo, and should work
wherever anywidget does. It comes with the extra ``bayeslab[widget]``.
"""

from importlib.util import find_spec
from pathlib import Path

if find_spec("anywidget") is None:
    raise ImportError('bayeslab.widget needs anywidget: run pip install "bayeslab[widget]".')
if not (Path(__file__).parent / "bundle" / "lab.js").exists():
    raise ImportError(
        "bayeslab.widget is not built: run make wheel in the folder of the source, or install the "
        "wheel that it makes."
    )

from bayeslab.widget.exercise import exercise
from bayeslab.widget.lab import Lab

__all__ = ["Lab", "exercise"]
