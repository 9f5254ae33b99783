"""Connection: a check of the connection, and the requirements on the network."""

import streamlit as st

from ui.connection import read_versions, show_check
from ui.layout import show_prose

st.title("Connection")
show_check()
show_prose("connection")
st.subheader("Versions")
st.table(read_versions(), width="content")
