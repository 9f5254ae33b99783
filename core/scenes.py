"""Scenes: pages to present, in an order, each with a title and a note for the speaker.

A set of scenes is a JSON file::

    {"format": "bayeslab scenes", "version": 1, "title": "Memorising", "scenes": [
        {"title": "Two moons", "note": "Ask first.", "page": "lab", "query": "gamma=5"}, ...]}

`page` is the path of a page and `query` what its link has after the question mark. A link holds the
whole set as the compressed file, if it is short enough; a set that the app brings along has a name
instead. Reading checks everything, because files and links come from anywhere.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from core.input_error import InputError
from core.packed_text import pack_text, unpack_text
from core.plain_json import read_json
from core.texts import is_whole

FORMAT, VERSION = "bayeslab scenes", 1
FOLDER = Path(__file__).parent / "scene_sets"
# The names of ready sets, and what a class learns from each.
READY = {
    "memorising": "Why 100 % on the training points can mean that nothing was learnt.",
    "outlier": "What one far point does to Gaussian Bayes, to kernel Bayes and to the SVM.",
    "imbalance": "Why an accuracy of 90 % can be useless when one class is rare.",
    "covariance": "When a straight boundary is enough, and when a class needs its own covariance.",
    "svm": "What kernel Bayes and the SVM have in common, and which points each of them uses.",
}
CONTROLS = ("embed", "notes", "present", "scene", "set")  # parameters that are no part of a scene
MAX_SCENES = 60
LONGEST_TITLE, LONGEST_NOTE, LONGEST_QUERY = 80, 1000, 4000  # characters
LONGEST_FILE = 400_000  # characters
PAGE = re.compile(r"[a-z_]{0,40}")
SETTINGS = "settings"  # the parameter of a query that is JSON


@dataclass(frozen=True)
class Scene:
    """A page in a state: its path, its query, a title and a note for the speaker."""

    title: str
    note: str = ""
    page: str = "lab"
    query: str = ""


@dataclass(frozen=True)
class SceneSet:
    """Scenes in their order, with a title."""

    title: str = "My scenes"
    scenes: tuple[Scene, ...] = ()

    def add(self, scene: Scene) -> "SceneSet":
        """Return the set with one more scene at its end.

        Raises
        ------
        InputError
            If it is full, or the scene too long.
        """
        if len(self.scenes) >= MAX_SCENES:
            raise InputError(f"A set holds at most {MAX_SCENES} scenes: remove one first.")
        if len(scene.query) > LONGEST_QUERY:
            raise InputError(f"A scene has at most {LONGEST_QUERY} characters: shorten its texts.")
        return replace(self, scenes=(*self.scenes, scene))

    def edit(self, place: int, scene: Scene) -> "SceneSet":
        """Return the set with this scene replaced."""
        return replace(self, scenes=(*self.scenes[:place], scene, *self.scenes[place + 1 :]))

    def remove(self, place: int) -> "SceneSet":
        """Return the set without the scene in this place."""
        return replace(self, scenes=(*self.scenes[:place], *self.scenes[place + 1 :]))

    def move(self, place: int, to: int) -> "SceneSet":
        """Return the set with the scene in this place moved to another one."""
        scenes = list(self.scenes)
        scenes.insert(to, scenes.pop(place))
        return replace(self, scenes=tuple(scenes))


def write_scenes(scene_set: SceneSet) -> str:
    """Return the file of a set."""
    content = {"format": FORMAT, "version": VERSION, **asdict(scene_set)}
    return json.dumps(content, ensure_ascii=False, indent=1)


def read_scenes(text: str) -> SceneSet:
    """Read the file of a set.

    Raises
    ------
    InputError
        If it is invalid; the sentence says what to use instead.
    """
    content = _parse(text)
    if content.get("format") != FORMAT:
        raise InputError("This is not a file of scenes: use one that was saved on this page.")
    if content.get("version") != VERSION:
        raise InputError("This file is of another version: open it with the app that saved it.")
    items = content.get("scenes")
    if not isinstance(items, list) or len(items) > MAX_SCENES:
        raise InputError(f"Use a file with a list of at most {MAX_SCENES} scenes.")
    title = _text(content, "title", LONGEST_TITLE, "the set")
    return SceneSet(title, tuple(_read_scene(item, k) for k, item in enumerate(items, start=1)))


def _parse(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text) if len(text) <= LONGEST_FILE else None
    except (ValueError, RecursionError):
        content = None
    return content if isinstance(content, dict) else {}


def _read_scene(item: Any, number: int) -> Scene:
    name = f"scene {number}"
    if not isinstance(item, dict):
        raise InputError(f"Give {name} a title, a note, a page and a query.")
    page = _text(item, "page", LONGEST_TITLE, name)
    if not PAGE.fullmatch(page):
        raise InputError(f"The page of {name} is unknown: use the path of one of the app's pages.")
    query = without_controls(_text(item, "query", LONGEST_QUERY, name))
    _check_settings(query, name)
    return Scene(
        _text(item, "title", LONGEST_TITLE, name),
        _text(item, "note", LONGEST_NOTE, name),
        page,
        _text({"query": query}, "query", LONGEST_QUERY, name),  # "é" has become "%C3%A9"
    )


def _check_settings(query: str, name: str) -> None:
    """Check the JSON inside a query: the settings of an activity of the classroom."""
    for parameter, text in parse_qsl(query):
        try:
            if parameter == SETTINGS and not isinstance(read_json(text), dict):
                raise InputError("They are no object.")
        except InputError:
            raise InputError(
                f"The settings of {name} cannot be read: save the scene again."
            ) from None


def _text(item: Mapping[str, Any], field: str, longest: int, name: str) -> str:
    text = item.get(field, "")
    if not isinstance(text, str) or len(text) > longest or not is_whole(text):
        raise InputError(f"Give {name} a {field} of at most {longest} characters.")
    return text


def without_controls(query: str) -> str:
    """Return the query without the parameters that say how a page is shown."""
    pairs = parse_qsl(query, keep_blank_values=True)
    return urlencode([(name, text) for name, text in pairs if name not in CONTROLS], safe="~@,")


def write_link(scene_set: SceneSet) -> str:
    """Return the value of ``set=`` in a link.

    Raises
    ------
    InputError
        If the set is too long for a link.
    """
    compact = json.dumps(json.loads(write_scenes(scene_set)), separators=(",", ":"))
    return pack_text(compact, "save the scenes as a file")


def read_link(text: str) -> SceneSet:
    """Read the value of ``set=`` in a link: the name of a ready set, or a set.

    Raises
    ------
    InputError
        If it is neither.
    """
    if text in READY:
        return load_ready(text)
    return read_scenes(unpack_text(text, LONGEST_FILE, "the scenes"))


@cache
def load_ready(name: str) -> SceneSet:
    """Return the set of that name, one of ``READY``."""
    return read_scenes((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
