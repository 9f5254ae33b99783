"""Connection: whether the app is reached well from here, and what the network has to allow."""

import streamlit as st

from ui.connection import read_versions, show_check
from ui.layout import show_prose

st.title("Connection")
show_check()
show_prose("connection")
st.subheader("Versions")
st.table(read_versions(), width="content")
