"""The app without its warm-up, which freezes the garbage collector: benchmarks/rerun.py runs it."""

from pathlib import Path

import streamlit as st

app = st.App(Path(__file__).parents[2] / "pages" / "main.py")
