"""Small pictures of classifiers, which the browser paints: in the gallery and on cards."""

from typing import Any

import web
from bayeslab.figures.theme import PALETTE
from core import compute
from core.drawing_format import Box
from core.fit_spec import FitSpec, PointsSpec
from core.messages import encode_points
from core.state import share_a_scale
from ui.component import READERS, show_component
from ui.session.address import theme

ENTRY = "web/picture/gallery.js"
ASPECT = 4 / 3
STYLE = "canvas { display: block; width: 100%; border-radius: 0.3rem; }"
FINEST, DETAILED = 72, 400  # nodes along each axis of a classifier that the browser cannot evaluate


def describe_card(fit: FitSpec, alt: str) -> dict[str, Any]:
    """Return the message about a picture of a classifier; `alt` says what it shows.

    Raises
    ------
    ValueError
        If the classifier has no fit to these points.
    """
    compute.fitted_model(fit)
    points, box = compute.dataset(fit.data), _box(fit.data)
    return {
        "theme": theme(),
        "palette": [vars(style) for style in PALETTE[: len(points.class_names)]],
        "classes": points.class_names,
        "box": box,
        "points": encode_points(points),
        "model": compute.message(fit, box, FINEST, DETAILED),
        "gamma": fit.settings.gamma,
        "alt": alt,
    }


def _box(spec: PointsSpec) -> Box:
    box, names = compute.box(spec), compute.dataset(spec).feature_names
    return compute.wide_box(box, ASPECT) if share_a_scale(names) else box


def show_card(card: dict[str, Any], key: str) -> None:
    """Show a picture, in a place of its shape; `key` is that of its card on the page."""
    parts = {"js": load_function("showCard"), "html": '<div class="picture"></div>', "css": STYLE}
    show_component("card", f"card-{key}", [card], **parts)


def load_function(name: str) -> str:
    """Return the JavaScript of a component that is a function of ``web/picture/gallery.js``."""
    modules = [ENTRY, *web.list_modules(ENTRY)]  # requested at once
    return f"""{READERS}
const [module] = await Promise.all({modules}.map((name) => import(at(name))));
export default module.{name};
"""
