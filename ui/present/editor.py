"""The page "Scenes": the scenes in their order, ready sets, and sets as files and links."""

from dataclasses import replace
from typing import Any

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
from ui.layout import problem_instead, read_prose, split_sections
from ui.present import BEFORE, SCENES, VERSION, current_scenes, replace_scenes
from ui.session import give, value_of

__all__ = ["show_editor"]

TEXTS = split_sections(read_prose("scenes"))


def show_editor() -> None:
    """Show the page."""
    st.title("Scenes")
    st.markdown(TEXTS["Idea"])
    _open_link()
    _show_ready_sets()
    chosen = current_scenes()
    with st.container(horizontal=True):
        st.button(
            "Present from the first scene",
            icon=":material/slideshow:",
            type="primary",
            key="present-all",
            disabled=not chosen.scenes,
        )
        st.link_button("Open the speaker notes", "?notes=1", icon=":material/speaker_notes:")
    for place, scene in enumerate(chosen.scenes):
        _show_scene(chosen, place, scene)
    if not chosen.scenes:
        st.markdown("There are no scenes yet: choose a ready set, or add a page by *Add scene*.")
    _show_storage(chosen)
    st.markdown(TEXTS["Keys"])


def _open_link() -> None:
    """Use the scenes of the link that opened the page."""
    text = st.query_params.pop("set", None)
    if text is not None:
        with problem_instead():
            replace_scenes(read_link(text))


def _show_ready_sets() -> None:
    st.subheader("Ready sets, ten minutes each")
    with st.container(horizontal=True):
        for name in READY:
            ready = load_ready(name)
            st.button(ready.title, key=f"set {name}", on_click=replace_scenes, args=(ready,))
        before = value_of(BEFORE)
        if before is not None and before.scenes:
            st.button(
                f"Back to “{before.title}”",
                icon=":material/undo:",
                on_click=replace_scenes,
                args=(before,),
            )


def _show_scene(chosen: SceneSet, place: int, scene: Scene) -> None:
    number = place + 1
    key = f"scene {value_of(VERSION, 0)} {number}"
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            _ask(st.text_input, place, "title", f"Title of scene {number}", LONGEST_TITLE, key)
            for label, icon, result, is_off in (
                ("Up", "arrow_upward", chosen.move_up(place), place == 0),
                ("Down", "arrow_downward", chosen.move_up(number), number == len(chosen.scenes)),
                ("Remove", "delete", chosen.remove(place), False),
            ):
                st.button(
                    f"{label} {number}",
                    icon=f":material/{icon}:",
                    key=f"{key} {label}",
                    disabled=is_off,
                    on_click=replace_scenes,
                    args=(result,),
                )
        _ask(st.text_area, place, "note", f"Note of scene {number}", LONGEST_NOTE, key)
        st.caption(f"Page: {scene.page or 'start'}")


def _ask(widget: Any, place: int, field: str, label: str, longest: int, key: str) -> None:
    """Draw a field of a scene; what is typed goes into the set, unless that was replaced."""
    version = value_of(VERSION, 0)

    def edit() -> None:
        if value_of(VERSION, 0) != version:
            return
        chosen = current_scenes()
        scene = replace(chosen.scenes[place], **{field: value_of(name)})
        give({SCENES: chosen.edit(place, scene)})

    name = f"{key} {field}"
    text = getattr(current_scenes().scenes[place], field)
    widget(label, text, max_chars=longest, key=name, on_change=edit)


def _show_storage(chosen: SceneSet) -> None:
    st.subheader("Save, load and share")
    st.markdown(TEXTS["Storage"])
    with st.container(horizontal=True):
        st.download_button(
            "Save as a file",
            write_scenes(chosen),
            file_name="bayeslab-scenes.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
            disabled=not chosen.scenes,
        )
        if st.button("Load a file", icon=":material/upload_file:"):
            st.dialog("Load scenes", on_dismiss="rerun")(ask_for_file)()
    if chosen.scenes:
        try:
            link = write_address(st.context.url or "", {"set": write_link(chosen)})
        except InputError as problem:
            st.caption(str(problem))
        else:
            st.markdown("This link opens all scenes:")
            st.code(link, language=None)


def ask_for_file() -> None:
    """Ask for a file of scenes, and use it."""
    file = st.file_uploader("File of scenes (JSON)", key="scenes file")
    if file is None:
        return
    with problem_instead():
        replace_scenes(read_scenes(file.getvalue().decode("utf-8", errors="replace")))
        st.rerun()
