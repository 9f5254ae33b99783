"""Images side by side, and confusion matrices."""

from collections.abc import Sequence
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from bayeslab.evaluation.formats import percent
from bayeslab.figures.theme import PALETTE, Theme, dress, find_theme, finite, mix, plain

Array = NDArray[np.float64]

NEGATIVE, POSITIVE = PALETTE[0].colour, PALETTE[1].colour
MOST_NUMBERS = 20  # the most classes with a readable table of counts
LINE, MOST_LINES = 12, 3  # characters of a line beside a cell, and lines


def draw_images(
    images: ArrayLike,
    names: Sequence[str],
    *,
    columns: int = 5,
    signed: bool = False,
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw images in rows, each with its name above it.

    All share one scale. Unsigned values run from the background (the smallest of all) to the ink
    (the largest); signed ones from blue (negative) over the background (0) to vermillion
    (positive), equally far on both sides.

    Parameters
    ----------
    images : array-like of shape (K, h, w) or (K, h, w, 3)
        Three colour channels are shown unchanged, as shares of the largest value; signed ones as
        their mean.
    names : K strings
    columns : int
        Images in a row.
    signed : bool
        Whether 0 is in the middle of the scale.
    theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If the shape is another one, a value is not finite, or the theme is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from bayeslab.figures import draw_images
    >>> figure = draw_images(np.eye(8).reshape(1, 8, 8), ["a diagonal"], title="one image")
    >>> figure.layout.title.text
    'one image'
    """
    look, tiles = find_theme(theme), check_images("images", images)
    finite("images", tiles, (len(names), *tiles.shape[1:]))
    coloured = tint(tiles, look, signed)
    mosaic, places = _mosaic(coloured, columns, look)
    figure = go.Figure(go.Image(z=mosaic, hoverinfo="skip"))
    size = 15 if len(names) <= MOST_NUMBERS else 9
    words = {"text": [plain(name) for name in names], "textfont": {"size": size}}
    x, y = places.T
    figure.add_trace(go.Scatter(x=x, y=y, mode="text", **words, hoverinfo="skip", showlegend=False))
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False, constraintoward="top")  # below the title
    return dress(figure, theme, title)


def draw_confusion(
    counts: ArrayLike, names: Sequence[str], *, theme: str = "light", title: str | None = None
) -> go.Figure:
    """Draw a confusion matrix: correct predictions in blue, errors in vermillion.

    A cell's colour is as deep as its share of its row, on one scale from 0 to 1: three errors look
    like three, and classes of different sizes compare.

    Parameters
    ----------
    counts : array-like of shape (K, K)
        Points of class i (row) that were predicted as class j (column).
    names : K strings
    theme, title
        As in :func:`draw_regions`.

    Raises
    ------
    ValueError
        If the shape does not fit, a value is not finite, or the theme is unknown.

    Examples
    --------
    >>> from bayeslab.figures import draw_confusion
    >>> figure = draw_confusion([[48, 2], [5, 45]], ["versicolor", "virginica"])
    >>> figure.layout.xaxis.title.text
    'predicted class'
    """
    look, K = find_theme(theme), len(names)
    table = finite("counts", counts, (K, K))
    words = [plain(name) for name in names]
    shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1)
    hover = "<b>%{y}</b> predicted as <b>%{x}</b>: %{customdata} of its row<extra></extra>"
    cell = zip(table.ravel(), shares.ravel(), strict=True)
    descriptions = [f"{count:.0f}, {percent(share)}" for count, share in cell]
    figure = go.Figure()
    for right, colour in ((True, NEGATIVE), (False, POSITIVE)):
        side = np.where(np.eye(K, dtype=bool) == right, shares, np.nan)
        scale = [look.background, mix(colour, look.background, 0.75)]
        cells = go.Heatmap(z=side, x=words, y=words, colorscale=scale, showscale=False)
        cells.update(zmin=0, zmax=1, customdata=np.reshape(descriptions, (K, K)))
        cells.update(hovertemplate=hover, hoverongaps=False, xgap=1, ygap=1)
        if K <= MOST_NUMBERS:
            numbers = np.where(table > 0, table.astype(np.int64).astype(str), "")
            cells.update(text=numbers, texttemplate="%{text}", textfont={"color": look.ink})
        figure.add_trace(cells)
    edge = mix(look.ink, look.background, 0.3)
    frame = {"showline": True, "mirror": True, "linecolor": edge}
    axis = {"showgrid": False, "ticks": "", "type": "category", **frame}
    figure.update_xaxes(axis, title_text="predicted class", constrain="domain")
    figure.update_yaxes(axis, title_text="true class", autorange="reversed", scaleanchor="x")
    figure.update_yaxes(constrain="domain", constraintoward="top")
    if max(map(len, words)) > LINE:
        lines = [_broken(name) for name in names]
        for update in (figure.update_xaxes, figure.update_yaxes):
            update(tickvals=list(range(K)), ticktext=lines, tickfont_size=13)
    figure.update_layout(plot_bgcolor=edge)  # seen between the cells
    return dress(figure, theme, title)


def _broken(name: str) -> str:
    """Return a name in short lines."""
    lines = wrap(name, LINE, max_lines=MOST_LINES, placeholder="…")
    return "<br>".join(map(plain, lines))


def check_images(name: str, images: ArrayLike) -> Array:
    """Return images as float64 of shape (K, h, w) or (K, h, w, 3).

    Raises
    ------
    ValueError
        If the shape is another one, or a value is not finite; `name` is for the message.
    """
    tiles = np.asarray(images, dtype=np.float64)
    if tiles.ndim not in (3, 4) or tiles.size == 0 or tiles.shape[3:] not in ((), (3,)):
        raise ValueError(
            f"{name} has shape {tiles.shape}; give images of (h, w) grey or (h, w, 3) colour "
            "values."
        )
    return finite(name, tiles, tiles.shape)


def tint(tiles: Array, look: Theme, signed: bool) -> NDArray[np.uint8]:
    """Return the colours of the values, shape (K, h, w, 3)."""
    if tiles.ndim == 4 and not signed:
        return np.rint(255 * tiles.clip(0) / (tiles.max() or 1.0)).astype(np.uint8)
    values = tiles.mean(axis=3) if tiles.ndim == 4 else tiles
    if signed:
        ratio = values / (np.abs(values).max() or 1.0)
        ends = np.where(ratio[..., None] < 0, _rgb(NEGATIVE), _rgb(POSITIVE))
        share = np.abs(ratio)
    else:
        share = (values - values.min()) / (np.ptp(values) or 1.0)
        ends = _rgb(look.ink)
    paper = _rgb(look.background)
    return np.rint(paper + share[..., None] * (ends - paper)).astype(np.uint8)


def _rgb(colour: str) -> Array:
    return np.array([*bytes.fromhex(colour[1:])], dtype=np.float64)


def _mosaic(tiles: NDArray[np.uint8], columns: int, look: Theme) -> tuple[NDArray[np.uint8], Array]:
    """Return one image of all tiles with room above each, and the places of their names."""
    K, h, w, _ = tiles.shape
    columns = min(columns, K)
    rows = -(-K // columns)
    gap, head = max(w // 8, 1), max(h // 4, 2)
    size = (rows * (h + head), columns * (w + gap) - gap, 3)
    mosaic = np.full(size, _rgb(look.background), dtype=np.uint8)
    places = np.empty((K, 2))
    for k, tile in enumerate(tiles):
        top, left = k // columns * (h + head) + head, k % columns * (w + gap)
        mosaic[top : top + h, left : left + w] = tile
        places[k] = left + (w - 1) / 2, top - head / 2 - 0.5
    return mosaic, places
