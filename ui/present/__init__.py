"""Presenting: the tools on every page, and the scenes of this visit.

``ui/views.js`` presents: it knows the keys and goes from scene to scene. It reads the scenes from
the browser's storage, where they outlive a reload; an invisible component keeps storage and session
equal.
"""

from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from core.input_error import InputError
from core.plain_json import read_json
from core.scenes import LONGEST_TITLE, Scene, SceneSet, read_scenes, without_controls, write_scenes
from ui.browser_storage import keep_in_browser
from ui.session.address import page_query
from ui.session.pages import describe_page
from ui.session.widgets import give, value_of

SCENES = "scenes"
STORE = "bayeslab scenes"  # the name under which the browser stores them
READERS = (SCENES, "room")  # the pages that show what the scenes are
BEFORE = "scenes before"  # the set that another one has replaced
KEPT, MOST_KEPT = "scenes kept", 10  # the sets that were replaced in this browser
VERSION = "scenes version"  # counts the changes that give widgets other scenes


@st.fragment  # adding a scene does not run the page again
def show_present(page: str, title: str) -> None:
    """Show the buttons that present this page and add it to the scenes.

    Parameters
    ----------
    page : str
        The path of the page.
    title : str
        Its title.
    """
    with st.container(horizontal=True, key="present-tools"):
        st.button(
            "Present",
            icon=":material/slideshow:",
            type="tertiary",
            key="present",
            help="Full screen, large type (key P, outside the picture).",
        )
        if page != SCENES and st.button(
            "Add scene", icon=":material/playlist_add:", type="tertiary"
        ):
            query = urlencode(page_query(), doseq=True)
            add_scene(Scene(describe_page(page, title), page=page, query=query))
    scenes = value_of(SCENES)
    text = None if scenes is None else write_scenes(scenes)
    before = value_of(BEFORE)
    text_in_browser = keep_in_browser(
        STORE,
        text,
        waits=page in READERS,
        replaced=write_scenes(before) if before is not None and before.scenes else None,
        on_kept=_take_kept if page == SCENES else None,
    )
    if text_in_browser:
        # Scenes of a link may have been opened before the browser answered.
        give({SCENES if scenes is None else BEFORE: _read_stored(text_in_browser)})
        if page in READERS:
            st.rerun()


def add_scene(scene: Scene) -> None:
    """Add a scene to those of this visit, and say so."""
    name, query = scene.title[:LONGEST_TITLE], without_controls(scene.query)
    scene_set = current_scenes()
    try:
        give({SCENES: scene_set.add(replace(scene, title=name, query=query))})
    except InputError as problem:
        st.toast(str(problem), icon=":material/info:")
    else:
        st.toast(f"Scene {len(scene_set.scenes) + 1}: {name}", icon=":material/playlist_add:")


def _read_stored(text: str) -> SceneSet:
    """Return the scenes that the browser has stored."""
    try:
        return read_scenes(text)
    except InputError:
        return SceneSet()  # of another version: the file has them


def _take_kept(text: str) -> None:
    """Note the sets that the browser has kept, the last one first."""
    kept = read_json(text)
    texts = [each for each in kept if isinstance(each, str)] if isinstance(kept, list) else []
    give({KEPT: tuple(filter(None, map(_read_stored, texts[:MOST_KEPT])))})


def kept_scenes() -> list[SceneSet]:
    """Return the sets that were replaced, here or in another tab, other than the one shown."""
    return [each for each in value_of(KEPT, ()) if each.scenes and each != current_scenes()]


def current_scenes() -> SceneSet:
    """Return the scenes of this visit."""
    return value_of(SCENES) or SceneSet()


def replace_scenes(scene_set: SceneSet) -> None:
    """Replace the scenes; the old ones can be restored."""
    before = current_scenes()
    if scene_set != before:
        give({SCENES: scene_set, BEFORE: before, VERSION: value_of(VERSION, 0) + 1})
