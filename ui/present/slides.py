"""The scenes as PowerPoint slides, to save; :mod:`core.slides` says what the server needs."""

from urllib.parse import parse_qs, urljoin

import streamlit as st

from core.concurrency import heavy_slot
from core.effort import HEAVY_EFFORT
from core.scenes import Scene, SceneSet
from core.share import write_link
from core.slides import write_slides
from ui.scene_pictures import LessonPictures, large_picture_of

KIND = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


def show_slides(scene_set: SceneSet, lessons: LessonPictures) -> None:
    """Show the button that saves the slides."""
    address = st.context.url or ""
    st.download_button(
        "Save as PowerPoint",
        lambda: _write(scene_set, address, lessons),
        file_name="bayeslab-scenes.pptx",
        mime=KIND,
        icon=":material/co_present:",
        help="A slide for each scene, with its picture, your note, and a link that opens it live. "
        "A moved threshold is only in the link.",
        on_click="ignore",
        disabled=not scene_set.scenes,
    )


def _write(scene_set: SceneSet, address: str, lessons: LessonPictures) -> bytes:
    """Return the file; dozens of pictures take as long as a heavy fit."""
    with heavy_slot(HEAVY_EFFORT):
        pictures = [large_picture_of(scene, lessons) for scene in scene_set.scenes]
        return write_slides(
            scene_set, [link_to(scene, address) for scene in scene_set.scenes], pictures
        )


def link_to(scene: Scene, address: str) -> str:
    """Return the link to a scene; `address` is that of another page of the app."""
    query = parse_qs(scene.query, keep_blank_values=True)
    return write_link(urljoin(address, scene.page or "."), query)
