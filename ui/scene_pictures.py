"""Small pictures of scenes."""

from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl

from bayeslab.evaluation.models import MODELS
from core import compute
from core.examples import HERO
from core.link import decode
from core.scenes import Scene
from core.state import LabState
from ui import pictures
from ui.lab_svg import draw_lab
from ui.session.pages import LAB_PAGES

__all__ = ["LessonPictures", "large_picture_of", "picture_of"]

WIDTH, HEIGHT = 880, 560  # pixels of a large picture

# By the path of a lesson's page: from a theme to its small picture, an SVG, and words.
LessonPictures = Mapping[str, Callable[[str], tuple[str, str]]]


def picture_of(scene: Scene, theme: str, lessons: LessonPictures) -> tuple[str, str] | None:
    """Return a picture of the page of a scene, an SVG, and its description; None if it has none."""
    if scene.page in lessons:
        return lessons[scene.page](theme)
    if scene.page in LAB_PAGES:
        return _picture_of_lab(decode(dict(parse_qsl(scene.query)))[0], theme)
    return None if scene.page else _picture_of_lab(HERO, theme)


def large_picture_of(scene: Scene, lessons: LessonPictures) -> tuple[str, str] | None:
    """Return a picture for a slide, and its description; the lab's has axes and a legend."""
    if scene.page in lessons:
        return lessons[scene.page]("light")
    if scene.page and scene.page not in LAB_PAGES:
        return None
    state = decode(dict(parse_qsl(scene.query)))[0] if scene.page else HERO
    try:
        return draw_lab(state, WIDTH, HEIGHT)
    except ValueError:
        return None


def _picture_of_lab(state: LabState, theme: str) -> tuple[str, str] | None:
    """Return the regions of the first classifier, unless it has no fit to these points."""
    fit = state.fit_spec()
    try:
        svg, title = pictures.thumbnail_with_points(fit, theme), compute.dataset(fit.data).title
    except ValueError:
        return None
    return svg, f"{MODELS[state.model].title} on {title}."
