"""The table of contents: every page of the app, in the order of the menu."""

import streamlit as st

from ui.layout import ICON, apply_style
from ui.syllabus import LESSONS

st.set_page_config(page_title="bayeslab", page_icon=ICON, layout="wide")
apply_style()

page = st.navigation(
    {
        "": [
            st.Page("start.py", title="Start", icon=":material/home:", default=True),
            st.Page("lab.py", title="Lab", icon=":material/science:"),
            st.Page("compare.py", title="Compare", icon=":material/balance:"),
            st.Page("connection.py", title="Connection", visibility="hidden"),
        ],
        "Lessons": [st.Page(lesson.page, title=lesson.heading) for lesson in LESSONS],
    },
    position="top",
)
page.run()
