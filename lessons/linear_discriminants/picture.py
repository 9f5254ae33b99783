"""An image beside the log posteriors of its classes."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike
from plotly.subplots import make_subplots

from bayeslab.figures.images import NEGATIVE, POSITIVE, check_images, tint
from bayeslab.figures.theme import dress, find_theme, finite, indices, mix, plain

__all__ = ["draw_verdict"]

MOST_BARS = 10


def draw_verdict(
    image: ArrayLike,
    log_posteriors: ArrayLike,
    names: Sequence[str],
    truth: int,
    *,
    theme: str = "light",
    title: str | None = None,
) -> go.Figure:
    """Draw an image and, beside it, the log posteriors of its likeliest classes, at most ten.

    The longer a bar, the likelier its class. The class called is vermillion if it is wrong, blue if
    it is right, and the true class says so.

    Parameters
    ----------
    image : array-like of shape (h, w) or (h, w, 3)
    log_posteriors : array-like of shape (K,)
        ln P(y | x) of each class.
    names : K strings
    truth : int
        The image's class, an index into `names`.
    theme, title
        As in :func:`bayeslab.figures.draw_regions`.

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite, or the theme is unknown.
    """
    look, K = find_theme(theme), len(names)
    values = finite("log_posteriors", log_posteriors, (K,))
    true_class = int(indices("truth", truth, (), K))
    (tile,) = tint(check_images("image", np.asarray(image)[None]), look, signed=False)
    best = np.argsort(-values, kind="stable")[:MOST_BARS][::-1]
    called = int(best[-1])
    low = values[best].min() - 0.05 * np.ptp(values[best]) - 1e-9
    colour = NEGATIVE if called == true_class else POSITIVE
    colours = [colour if k == called else mix(look.ink, look.background, 0.35) for k in best]
    words = [plain(names[k]) + (" (true)" if k == true_class else "") for k in best]

    figure = make_subplots(1, 2, column_widths=[0.4, 0.6], horizontal_spacing=0.04)
    figure.add_trace(go.Image(z=tile, hoverinfo="skip"), 1, 1)
    bars = go.Bar(x=values[best] - low, base=low, y=words, orientation="h", showlegend=False)
    bars.update(marker_color=colours, customdata=values[best])
    bars.update(hovertemplate="<b>%{y}</b>: %{customdata:.4~g}<extra></extra>")
    figure.add_trace(bars, 1, 2)
    figure.update_xaxes(visible=False, col=1)
    figure.update_yaxes(visible=False, col=1)
    figure.update_xaxes(title_text="ln P(y | x)", range=[low, max(values.max(), 0)], col=2)
    figure.update_yaxes(showgrid=False, ticks="", type="category", col=2)
    return dress(figure, theme, title)
