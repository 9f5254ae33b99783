"""The table of contents: every page of the app, in the order of the menu."""

import streamlit as st

from lessons import LESSONS
from ui import compute
from ui.layout import ICON
from ui.present import show_present
from ui.session import enter, view
from ui.share import show_share
from ui.uploads import release_uploads

st.set_page_config(page_title="bayeslab", page_icon=ICON, layout="wide")

# A run of the whole page closes the window that asks for a table, and nothing else needs its files.
release_uploads()
compute.table.clear()

page = st.navigation(
    {
        "": [
            st.Page("start.py", title="Start", icon=":material/home:", default=True),
            st.Page("lab.py", title="Lab", icon=":material/science:"),
            st.Page("compare.py", title="Compare", icon=":material/balance:"),
            st.Page("room.py", title="Class room", icon=":material/groups:"),
            st.Page("scenes.py", title="Scenes", icon=":material/slideshow:"),
            st.Page("connection.py", title="Connection", visibility="hidden"),
        ],
        "Lessons": [st.Page(lesson.page, title=lesson.heading) for lesson in LESSONS],
    },
    position="top",
)
enter(page.url_path)
if view() == "page":
    with st.container(horizontal=True, key="tools"):
        show_present(page.url_path, page.title)
        show_share(page.url_path, page.title)
if view() != "notes":
    page.run()
