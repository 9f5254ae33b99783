"""The page "Scenes": the scenes in their order, ready sets, and sets as files and links."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import streamlit as st

from core.input_error import InputError
from core.scenes import (
    LONGEST_NOTE,
    LONGEST_TITLE,
    READY,
    Scene,
    SceneSet,
    load_ready,
    read_link,
    read_scenes,
    write_link,
    write_scenes,
)
from core.share import write_link as write_address
from core.slides import MISSING, can_write_slides
from core.texts import split_sections
from ui.card import show_card
from ui.component import show_component
from ui.file_picker import ask_for_file
from ui.layout import problem_instead, read_prose, show_card_picture
from ui.present import BEFORE, SCENES, VERSION, current_scenes, kept_scenes, replace_scenes
from ui.present.slides import show_slides
from ui.scene_pictures import LessonPictures, card_of
from ui.session.address import theme
from ui.session.widgets import give, sent, value_of
from ui.streamlit_page import read_source

TEXTS = split_sections(read_prose("scenes"))
ORDER = read_source(Path(__file__).parent / "order.js")
TITLES = {
    "": "Start",
    "lab": "Lab",
    "compare": "Compare",
    "room": "Classroom",
    "exercises": "Exercises",
}
PLACEHOLDERS = {"title": "Title", "note": "Your note for this scene"}
MOVES = "scene-order"


def show_editor(headings: Mapping[str, str], lessons: LessonPictures) -> None:
    """Show the page.

    Parameters
    ----------
    headings : dict
        Of the lessons, by the paths of their pages.
    lessons : dict
        Their small pictures.
    """
    st.title("Scenes")
    st.markdown(TEXTS["Idea"])
    _open_link()
    _let_order()
    scene_set, pages = current_scenes(), Pages(headings, lessons)
    _show_start(scene_set)
    _show_title(scene_set)
    with st.container(key="scene-list"):
        for place, scene in enumerate(scene_set.scenes):
            _show_scene(scene_set, place, scene, pages)
    if not scene_set.scenes:
        st.markdown("There are no scenes yet: choose a ready set, or add a page with *Add scene*.")
    _show_kept()
    _show_ready_sets(pages)
    _show_storage(scene_set, pages)
    st.markdown(TEXTS["Keys"])


@dataclass(frozen=True)
class Pages:
    """The pages that a scene can show.

    Attributes
    ----------
    headings : dict
        Of the lessons, by the paths of their pages.
    lessons : dict
        Their small pictures.
    """

    headings: Mapping[str, str]
    lessons: LessonPictures

    def title(self, page: str) -> str | None:
        """Return the title of the page of this path, or None if there is none."""
        return TITLES.get(page) or self.headings.get(page)

    def show_picture(self, scene: Scene, key: str) -> None:
        """Show a thumbnail of a scene, or the title of its page."""
        if scene.page in self.lessons:
            show_card_picture(*self.lessons[scene.page](theme()))
        elif (card := card_of(scene)) is not None:
            show_card(card, key)
        else:
            st.html(f'<div class="thumbnail">{escape(self.title(scene.page) or "No page")}</div>')


def _open_link() -> None:
    """Use the scenes of the link that opened the page."""
    text = st.query_params.pop("set", None)
    if text is not None:
        with problem_instead():
            replace_scenes(read_link(text))


def _let_order() -> None:
    """Make the scenes movable by dragging and by keys."""
    html = "<span></span>"
    show_component("scene_order", MOVES, js=ORDER, html=html, on_moved_change=_take_move)


def _take_move() -> None:
    """Move a scene to where the visitor has dragged it."""
    scene_set, move = current_scenes(), sent(MOVES, "moved")
    is_move = isinstance(move, Mapping)  # a browser can be made to send anything
    places: list[Any] = [move.get("from"), move.get("to")] if is_move else []
    if is_move and all(type(to) is int and 0 <= to < len(scene_set.scenes) for to in places):
        replace_scenes(scene_set.move(*places))


def _show_start(scene_set: SceneSet) -> None:
    with st.container(horizontal=True):
        st.button(
            "Present from the first scene",
            icon=":material/slideshow:",
            type="primary",
            key="present-all",
            disabled=not scene_set.scenes,
        )
        st.link_button("Open the speaker notes", "?notes=1", icon=":material/speaker_notes:")
        before = value_of(BEFORE)
        if before is not None and before.scenes and before != scene_set:
            is_other = before.title != scene_set.title
            st.button(
                f"Back to “{before.title}”" if is_other else "Undo",
                icon=":material/undo:",
                on_click=replace_scenes,
                args=(before,),
            )


def _show_kept() -> None:
    """Offer the sets that were replaced in this browser, by a link, a ready set or another tab."""
    others = kept_scenes()
    if others:
        with st.expander("Sets that were replaced", icon=":material/history:"):
            for place, each in enumerate(others):
                words = f"{each.title}, {len(each.scenes)}: {each.scenes[0].title}"
                st.button(
                    words,
                    key=f"replaced {place}",
                    width="stretch",
                    on_click=replace_scenes,
                    args=(each,),
                )


def _show_title(scene_set: SceneSet) -> None:
    count = len(scene_set.scenes)
    if count:
        words = "1 scene" if count == 1 else f"{count} scenes"
        st.html(f"<strong>{escape(scene_set.title)}</strong> · {words}")


def _show_ready_sets(pages: Pages) -> None:
    st.subheader("Ready sets, about ten minutes each")
    with st.container(key="cards-sets"):
        for name, learned in READY.items():
            ready = load_ready(name)
            with st.container(border=True, height="stretch"):
                pages.show_picture(ready.scenes[len(ready.scenes) // 2], f"set {name}")
                st.markdown(f"**{ready.title}**")
                st.markdown(learned)
                st.button(
                    f"Use these {len(ready.scenes)} scenes",
                    key=f"set {name}",
                    icon=":material/playlist_play:",
                    help=f"{ready.title} replaces your scenes; *Back* undoes this.",
                    on_click=replace_scenes,
                    args=(ready,),
                )


def _show_scene(scene_set: SceneSet, place: int, scene: Scene, pages: Pages) -> None:
    number = place + 1
    key = f"scene {value_of(VERSION, 0)} {number}"
    with st.container(border=True, key=f"scene-row-{number}", horizontal=True):
        st.html(
            f'<span class="grip" role="slider" tabindex="0" title="Drag it, or press ↑ or ↓" '
            f'aria-label="Place of scene {number}" aria-valuenow="{number}" aria-valuemin="1" '
            f'aria-valuemax="{len(scene_set.scenes)}">{number}</span>',
            width="content",
        )
        with st.container(width=190):
            pages.show_picture(scene, f"scene {number}")
            if "moved" in parse_qs(scene.query):
                st.caption("Shown with the fitted threshold; the scene opens with yours.")
        with st.container(key=f"scene-fields-{number}"):
            _ask(st.text_input, place, "title", f"Title of scene {number}", LONGEST_TITLE, key)
            _ask(st.text_area, place, "note", f"Note of scene {number}", LONGEST_NOTE, key)
            with st.container(horizontal=True, vertical_alignment="center"):
                st.button(
                    "Present from here",
                    icon=":material/slideshow:",
                    type="tertiary",
                    key=f"present-from-{number}",
                )
                _show_way(scene, pages)
                st.button(
                    "Remove",
                    icon=":material/delete:",
                    type="tertiary",
                    key=f"{key} Remove",
                    on_click=replace_scenes,
                    args=(scene_set.remove(place),),
                )


def _show_way(scene: Scene, pages: Pages) -> None:
    """Show a link to the page of a scene."""
    title = pages.title(scene.page)
    if title is None:
        st.caption(f"There is no page “{scene.page}”.")
        return
    st.page_link(
        f"{scene.page or 'start'}.py",
        label=f"Open: {title}",
        icon=":material/open_in_new:",
        query_params=parse_qs(scene.query, keep_blank_values=True),
    )


def _ask(widget: Any, place: int, field: str, label: str, longest: int, key: str) -> None:
    """Draw a field of a scene; typed text goes into the set, unless that was replaced."""
    version = value_of(VERSION, 0)

    def edit() -> None:
        if value_of(VERSION, 0) != version:
            return
        scene_set = current_scenes()
        scene = replace(scene_set.scenes[place], **{field: value_of(name)})
        give({SCENES: scene_set.edit(place, scene)})

    name = f"{key} {field}"
    text = getattr(current_scenes().scenes[place], field)
    settings = {"height": "content"} if field == "note" else {}  # all of it is in view
    widget(
        label,
        text,
        max_chars=longest,
        key=name,
        on_change=edit,
        placeholder=PLACEHOLDERS[field],
        label_visibility="collapsed",
        **settings,
    )


def _show_storage(scene_set: SceneSet, pages: Pages) -> None:
    st.subheader("Save, load and share")
    st.markdown(TEXTS["Storage"])
    with st.container(horizontal=True):
        st.download_button(
            "Save as a file",
            write_scenes(scene_set),
            file_name="bayeslab-scenes.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
            disabled=not scene_set.scenes,
        )
        if st.button("Load a file", icon=":material/upload_file:"):
            st.dialog("Load scenes", on_dismiss="rerun")(load_file)()
        if can_write_slides():
            show_slides(scene_set, pages.lessons)
    if not can_write_slides():
        st.caption(MISSING)
    if scene_set.scenes:
        try:
            link = write_address(st.context.url or "", {"set": write_link(scene_set)})
        except InputError as problem:
            st.caption(str(problem))
        else:
            st.markdown("This link opens all scenes:")
            st.code(link, language=None)


def load_file() -> None:
    """Ask for a file of scenes, and use it."""
    file = ask_for_file("File of scenes (JSON)", "scenes file", accept=".json,application/json")
    if file is None:
        return
    with problem_instead():
        replace_scenes(read_scenes(file.content.decode("utf-8", errors="replace")))
        st.rerun()
