"""Pictures that the pages draw, each once for all visitors, and results with a spinner.

Computations without Streamlit are in :mod:`core.compute`.
"""

import pickle
from collections.abc import Callable, Hashable
from hashlib import blake2b, sha256
from typing import Any

import plotly.graph_objects as go

from bayeslab.bayes_error.optimal import error_rate
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import DatasetSpec
from core.caching import MOST_BYTES, memoize
from core.csv_import import Layout, Table, read_table


def _digest(*arguments: Any, **settings: Any) -> bytes:
    """Return a key for arguments that cannot be hashed, such as arrays."""
    return blake2b(pickle.dumps((arguments, settings))).digest()


@memoize(256, key=_digest, max_bytes=MOST_BYTES)
def figure(draw: Callable[..., go.Figure], *arguments: Any, **settings: Any) -> go.Figure:
    """Return the figure that draw(*arguments, **settings) draws; they may be arrays."""
    return draw(*arguments, **settings)


@memoize(64, max_bytes=2**16)
def bayes_error(spec: DatasetSpec) -> float | None:
    """Return the error of the best rule on a generated data set, if its densities are known."""
    problem = known_problem(spec)
    return None if problem is None else error_rate(problem).bayes


def _digest(content: bytes | str, layout: Layout = Layout()) -> Hashable:  # noqa: B008
    raw = content.encode() if isinstance(content, str) else content
    return sha256(raw).digest(), layout


@memoize(4, key=_digest, max_bytes=MOST_BYTES)
def table(content: bytes | str, layout: Layout = Layout()) -> Table:  # noqa: B008
    """Return a visitor's table of points; its content is not kept."""
    return read_table(content, layout)
