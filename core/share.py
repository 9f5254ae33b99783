"""Sharing a page: a link, its QR code, the code that embeds it or puts it on a slide."""

import html
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from urllib.parse import quote, urlencode, urljoin, urlsplit

import numpy as np
import segno

from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.models import MODELS
from core.drawing import Drawing, DrawnSpec, encode_drawing
from core.drawing_format import GRAIN
from core.fields import DIGITS
from core.input_error import InputError
from core.state import DRAWN, LabState

# Version 22 of the QR code, 105 x 105 modules, at the lowest level of error correction: at four
# pixels a module it still fits on a projector with 768 lines. The camera of a phone needs three or
# four of its own pixels a module, so larger codes are only read from very near.
LONGEST_IN_QR = 1003  # characters
SHORT = re.compile(r"[0-9A-Z]{8}")
SCALE, QUIET = 8, 4  # pixels of a module; modules of the white margin that the standard asks for
EMBED_HEIGHT = 640  # pixels
SLIDE_HEIGHT = 520  # pixels, below a title on a slide of reveal.js

FRAME_ANCESTORS = "BAYESLAB_FRAME_ANCESTORS"
ALONE = (
    "Other devices cannot open this address: {} is this computer itself. Open the app at the "
    "Network URL that the server prints when it starts, or use a server on the internet."
)
NEARBY = "Only devices in the same network (Wi-Fi) can open this address."

Query = Mapping[str, str | Sequence[str]]


def write_link(address: str, query: Query) -> str:
    """Return the link to a page with these query parameters."""
    text = urlencode(query, doseq=True, safe="@~,", quote_via=quote)
    return f"{address}?{text}" if text else address


def describe_reach(address: str) -> str:
    """Return a sentence on the devices that cannot open an address; nothing if all can."""
    host = urlsplit(address).hostname or ""
    try:
        number = ip_address(host)
    except ValueError:
        if host == "localhost" or host.endswith(".localhost"):
            return ALONE.format(host)
        return NEARBY if host.endswith(".local") or "." not in host else ""
    if number.is_loopback or number.is_unspecified:
        return ALONE.format(host)
    return NEARBY if number.is_private or number.is_link_local else ""


def short_link(full: str, reply: object) -> str | None:
    """Return the short link in a browser's reply, or None if the reply belongs to another link.

    Parameters
    ----------
    full : str
        The link to a page.
    reply : dict
        The code of a short link, and the link that it stands for; neither is to be trusted.
    """
    if not isinstance(reply, Mapping) or reply.get("of") != full:
        return None
    code = reply.get("code")
    is_code = isinstance(code, str) and SHORT.fullmatch(code)
    return urljoin(full, f"s/{code}") if is_code else None


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
            f"{LONGEST_IN_QR}: make a short link, or use fewer points."
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


def describe_frames(ancestors: str) -> str:
    """Return a sentence on the sites that may show the server in a frame, and how to add others.

    Parameters
    ----------
    ancestors : str
        The sources of the directive ``frame-ancestors``.
    """
    names = {"'self'": "its own pages", "'none'": "none"}
    sites = ", ".join(names.get(source, source) for source in ancestors.split())
    return (
        f"Who may show this server in a frame: {sites}. On other sites the frame shows an "
        "error message. The administrator of the server adds sites in its setting "
        f"{FRAME_ANCESTORS}."
    )


def slide_code(address: str, query: Query, title: str, picture: str, words: str) -> str:
    """Return the HTML of a slide for reveal.js and Quarto: live on screen, a picture in print.

    A printed frame is empty. The frame is loaded when its slide or its part of the page is near; a
    ``data-src`` would be loaded by reveal.js alone, and not in a document of Quarto. reveal.js says
    by a class of the page that it lays the slides out for print.

    Parameters
    ----------
    address : str
        Of the page.
    query : dict
    title : str
        Of the frame.
    picture, words : str
        An SVG, and what it shows.
    """
    link = html.escape(write_link(address, {**query, "embed": "true"}))
    data = b64encode(picture.encode()).decode("ascii")
    return (
        "<style>.bayeslab-print{display:none}"
        "@media print{.bayeslab-live{display:none!important}.bayeslab-print{display:block}}"
        ":is(.reveal-print,.print-pdf) .bayeslab-live{display:none!important}"
        ":is(.reveal-print,.print-pdf) .bayeslab-print{display:block}</style>"
        f'<iframe class="bayeslab-live" src="{link}" loading="lazy" title="{html.escape(title)}" '
        f'width="100%" height="{SLIDE_HEIGHT}" style="border:0"></iframe>'
        f'<img class="bayeslab-print" src="data:image/svg+xml;base64,{data}" '
        f'alt="{html.escape(words)}" style="max-height:{SLIDE_HEIGHT}px;margin:0 auto">'
    )


def describe(state: LabState) -> str:
    """Return a short description of a state of the lab: its points, its classifiers and its γ."""
    data = DATASETS[state.data].title if state.data != DRAWN else state.title or "Drawn points"
    models = [MODELS[key] for key in state.visible_models]
    gamma = f", γ = {state.gamma:.{DIGITS}g}" if state.reads("gamma") else ""
    return f"{data}, {' and '.join(model.title for model in models)}{gamma}"


def keep_fewer(points: str, room: int) -> tuple[str, int] | None:
    """Return a drawing with a text of at most `room` characters, and the number of its points.

    Each class keeps its share of the points, and at least one. They are moved to where new points
    of a drawing lie, which needs the fewest characters.

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
    labels = drawing.labels
    if not len(labels):
        return None
    fewest, most = min(2 * len(np.unique(labels)), len(labels)), len(labels)
    best = None
    while fewest <= most:  # the number of points with which a text is just short enough
        middle = (fewest + most + 1) // 2
        rows = _sample(labels, middle)
        fewer = Drawing(drawing.box, drawing.X[rows], labels[rows]).on_grid(GRAIN)
        text = encode_drawing(fewer)
        if len(text) <= room:
            best, fewest = (text, len(rows)), middle + 1
        else:
            most = middle - 1
    return best


def _sample(labels: np.ndarray, most: int) -> np.ndarray:
    """Return at most `most` places: each class keeps its share, and at least one."""
    classes, counts = np.unique(labels, return_counts=True)
    shares = np.maximum(1, counts * (most - len(classes)) // len(labels))
    places = [np.flatnonzero(labels == label) for label in classes]
    samples = [
        each[np.arange(size) * len(each) // size]
        for each, size in zip(places, np.minimum(shares, counts), strict=True)
    ]
    return np.sort(np.concatenate(samples))
