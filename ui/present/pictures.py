"""Small pictures of scenes: what their pages show."""

from collections.abc import Callable
from urllib.parse import parse_qsl

from bayeslab.evaluation.models import MODELS
from core import compute
from core.examples import HERO
from core.link import decode
from core.scenes import Scene
from core.state import LabState
from ui import pictures
from ui.session import LAB_PAGES

__all__ = ["DrawLesson", "picture_of"]

DrawLesson = Callable[[str, str], tuple[str, str]]  # stem and theme -> SVG and words


def picture_of(
    scene: Scene, theme: str, lessons: set[str], draw_lesson: DrawLesson
) -> tuple[str, str] | None:
    """Return a picture of the page of a scene, an SVG, and what it shows; None if it has none."""
    if scene.page in lessons:
        return draw_lesson(scene.page, theme)
    if scene.page in LAB_PAGES:
        return _picture_of_lab(decode(dict(parse_qsl(scene.query)))[0], theme)
    return None if scene.page else _picture_of_lab(HERO, theme)


def _picture_of_lab(state: LabState, theme: str) -> tuple[str, str] | None:
    """Return the regions of the first classifier, unless it has no fit to these points."""
    fit = state.fit_spec()
    try:
        svg, title = pictures.tile_with_points(fit, theme), compute.dataset(fit.data).title
    except ValueError:
        return None
    return svg, f"{MODELS[state.model].title} on {title}."
