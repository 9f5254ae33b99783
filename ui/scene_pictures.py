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
    return draw_lab(state, WIDTH, HEIGHT) if _can_be_fitted(state) else None


def _picture_of_lab(state: LabState, theme: str) -> tuple[str, str] | None:
    """Return the regions of the first classifier, unless it has no fit to these points."""
    if not _can_be_fitted(state):
        return None
    fit = state.fit_spec()
    svg, title = pictures.thumbnail_with_points(fit, theme), compute.dataset(fit.data).title
    return svg, f"{MODELS[state.model].title} on {title}."


def _can_be_fitted(state: LabState) -> bool:
    """Return whether the classifier has a fit to these points; what draws it hides no error."""
    try:
        compute.fitted_model(state.fit_spec())
    except ValueError:
        return False
    return True
