"""Downloads: a script and a notebook that give the same numbers, and the points."""

from dataclasses import replace

import streamlit as st

from bayeslab.evaluation.models import MODELS
from core.code_export import write_notebook, write_script
from core.csv_import import write_table
from ui.compare.choices import offer, say
from ui.compare.comparison import Comparison


def show_takeaway(comparison: Comparison) -> None:
    """Show the code of the lab's state; offer the script, a notebook and the points as files."""
    state = replace(comparison.state, scheme="k-fold")
    points, keys = comparison.points, tuple(MODELS)
    data = None if comparison.is_in_plane else comparison.data
    page = st.context.url or ""
    script, notebook = (write(state, keys, data, page) for write in (write_script, write_notebook))
    say("Code" if data is None else "Code of all features", folds=str(state.folds))
    with st.container(horizontal=True):
        offer("Script", script, "bayeslab.py", "text/x-python")
        offer("Notebook", notebook, "bayeslab.ipynb", "application/x-ipynb+json")
        # Spreadsheets recognise the encoding by this mark.
        offer("Points", "\ufeff" + write_table(points), "bayeslab-points.csv", "text/csv")
    st.code(script, language="python")
