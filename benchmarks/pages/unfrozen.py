"""The app without the frozen garbage collector: benchmarks/rerun.py runs it."""

import gc
import sys
from pathlib import Path

import streamlit as st

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
gc.freeze = lambda: None

from app import warm_up  # noqa: E402

app = st.App(ROOT / "pages" / "main.py", lifespan=warm_up)
