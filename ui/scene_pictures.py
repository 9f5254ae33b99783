"""Small pictures of scenes."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from bayeslab.evaluation.models import MODELS
from core import compute
from core.examples import HERO
from core.link import decode
from core.scenes import Scene
from core.state import LabState
from ui.card import describe_card
from ui.lab_svg import draw_lab
from ui.session.pages import LAB_PAGES

__all__ = ["LessonPictures", "card_of", "large_picture_of"]

WIDTH, HEIGHT = 880, 560  # pixels of a large picture

# By the path of a lesson's page: from a theme to its small picture, an SVG, and words.
LessonPictures = Mapping[str, Callable[[str], tuple[str, str]]]


def card_of(scene: Scene) -> dict[str, Any] | None:
    """Return the message about a small picture of a scene of the lab or of Start, if it has one."""
    state = _lab_of(scene)
    if state is None:
        return None
    fit = state.fit_spec()
    return describe_card(fit, f"{MODELS[state.model].title} on {compute.dataset(fit.data).title}.")


def large_picture_of(scene: Scene, lessons: LessonPictures) -> tuple[str, str] | None:
    """Return a picture for a slide, and its description; the lab's has axes and a legend."""
    if scene.page in lessons:
        return lessons[scene.page]("light")
    state = _lab_of(scene)
    return None if state is None else draw_lab(state, WIDTH, HEIGHT)


def _lab_of(scene: Scene) -> LabState | None:
    """Return the state of a scene of the lab or of Start whose classifier has a fit to its points.

    What draws it hides no error.
    """
    if scene.page and scene.page not in LAB_PAGES:
        return None
    state = decode(dict(parse_qsl(scene.query)))[0] if scene.page else HERO
    try:
        compute.fitted_model(state.fit_spec())
    except ValueError:
        return None
    return state
