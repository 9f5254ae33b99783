"""The app without some of its hooks into Streamlit: benchmarks/hooks.py runs it.

The environment variable names them, as in ``app.watch_no_files``.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

import streamlit as st

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

for place in os.environ["WITHOUT"].split():
    module, _, name = place.rpartition(".")
    setattr(import_module(module), name, lambda *_: None)

app = st.App(ROOT / "pages" / "main.py")  # `streamlit run` starts a file with such a line
app = import_module("app").app
