"""The table of contents: every page of the app, in the order of the menu."""

import streamlit as st

from lessons import LESSONS
from lessons.exercises.editor.drafts import show_make
from lessons.thumbnails import THUMBNAILS
from ui.file_picker import release_file
from ui.layout import ICON, page
from ui.present import show_present
from ui.session.address import view
from ui.session.pages import enter
from ui.share import show_share

# On a phone, also if held sideways, the sidebar would cover the picture or half of the window.
is_phone = "Mobi" in st.context.headers.get("User-Agent", "")
st.set_page_config(
    page_title="bayeslab",
    page_icon=ICON,
    layout="wide",
    initial_sidebar_state="collapsed" if is_phone else "auto",
)

# A run of the whole page closes the window that asks for a table, and nothing else needs its file.
release_file()

current = st.navigation(
    {
        "": [
            page("start.py", title="Start", icon=":material/home:", default=True),
            page("lab.py", title="Lab", icon=":material/science:"),
            page("compare.py", title="Compare", icon=":material/balance:"),
            page("exercises.py", title="Exercises", icon=":material/exercise:"),
            page("room.py", title="Classroom", icon=":material/groups:"),
            page("scenes.py", title="Scenes", icon=":material/slideshow:"),
            page("make_exercise.py", title="Make an exercise", visibility="hidden"),
            page("connection.py", title="Connection", visibility="hidden"),
        ],
        "Lessons": [page(lesson.page, title=lesson.heading) for lesson in LESSONS],
    },
    position="top",
)
enter(current.url_path)
if view() == "page":
    with st.container(horizontal=True, key="tools"):
        show_present(current.url_path, current.title)
        show_make(current.url_path)
        show_share(current.url_path, current.title, THUMBNAILS)
if view() != "notes":
    current.run()
