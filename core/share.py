"""Sharing a page: a link, its QR code, the code that embeds it, fewer points."""

import html
from collections.abc import Mapping, Sequence
from urllib.parse import quote, urlencode

import numpy as np
import segno

from bayeslab.data.datasets import DATASETS
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS
from core.drawing import Drawing, DrawnSpec, encode_drawing
from core.input_error import InputError
from core.state import DRAWN, NOTHING, LabState

__all__ = ["LONGEST_IN_QR", "describe", "embed_code", "keep_fewer", "qr_code", "write_link"]

# Version 22 of the QR code, 105 x 105 modules, at the lowest level of error correction: at four
# pixels a module it still fits on a projector with 768 lines. The camera of a phone needs three or
# four of its own pixels a module, so larger codes are only read from very near.
LONGEST_IN_QR = 1003  # characters
SCALE, QUIET = 8, 4  # pixels of a module; modules of the white margin that the standard asks for
EMBED_HEIGHT = 640  # pixels
GRID_HEAD, GRID_POINT = 23, 4.5  # bytes of a drawing on the grid, and of each of its points

Query = Mapping[str, str | Sequence[str]]


def write_link(address: str, query: Query) -> str:
    """Return the link to a page with these query parameters."""
    text = urlencode(query, doseq=True, safe="@~,", quote_via=quote)
    return f"{address}?{text}" if text else address


def qr_code(link: str) -> str:
    """Return the address (``data:``) of a picture of the QR code of a link, a PNG.

    Raises
    ------
    InputError
        If the link is too long for a code that a phone can read.
    """
    if len(link) > LONGEST_IN_QR:
        raise InputError(
            f"The link has {len(link)} characters, and a QR code that a phone can read holds "
            f"{LONGEST_IN_QR}: copy the link instead, or use fewer points."
        )
    code = segno.make_qr(link, error="l")
    return code.png_data_uri(scale=SCALE, border=QUIET)


def embed_code(address: str, query: Query, title: str) -> str:
    """Return the HTML that shows a page in a frame of another one, only its picture and γ."""
    link = html.escape(write_link(address, {**query, "embed": "true"}))
    return (
        f'<iframe src="{link}" title="{html.escape(title)}" '
        f'width="100%" height="{EMBED_HEIGHT}" style="border: 0"></iframe>'
    )


def describe(state: LabState) -> str:
    """Return a short description of a state of the lab: its points, its classifiers and its γ."""
    data = DATASETS[state.data].title if state.data != DRAWN else state.title or "Drawn points"
    shown = [MODELS[key] for key in (state.model, state.beside) if key != NOTHING]
    has_gamma = any("gamma" in model.reads for model in shown) and KERNELS[state.kernel].has(
        "gamma"
    )
    gamma = f", γ = {state.gamma:.3g}" if has_gamma else ""
    return f"{data}, {' and '.join(model.title for model in shown)}{gamma}"


def keep_fewer(points: str, room: int) -> tuple[str, int] | None:
    """Return a drawing that fits into so many characters and the number of its points.

    Each class keeps its share of the points, and at least one. The points lie on the grid, which
    needs the fewest characters.

    Parameters
    ----------
    points : str
        The text of a drawing that is too long.
    room : int
        Characters for the text of the new one.

    Returns
    -------
    text, number of points
        Or None if the text describes no points, or not two points of each class fit.
    """
    try:
        drawing = DrawnSpec(points).drawing
    except InputError:
        return None
    classes, counts = np.unique(drawing.labels, return_counts=True)
    most = int(((room - 1) * 3 // 4 - GRID_HEAD) / GRID_POINT)
    shares = np.maximum(1, counts * (most - len(classes)) // len(drawing.labels))
    if most < 2 * len(classes) or not len(classes):
        return None
    places = [np.flatnonzero(drawing.labels == label) for label in classes]
    chosen = np.sort(np.concatenate(list(map(_evenly, places, np.minimum(shares, counts)))))
    fewer = Drawing(drawing.box, drawing.X[chosen], drawing.labels[chosen]).on_grid()
    return encode_drawing(fewer), len(chosen)


def _evenly(places: np.ndarray, count: int) -> np.ndarray:
    """Return so many of the places, evenly spread over all of them."""
    return places[np.arange(count) * len(places) // count]
