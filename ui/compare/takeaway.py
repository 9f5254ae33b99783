"""Downloads: a script and a notebook that give the same numbers, and the points."""

from dataclasses import replace

import streamlit as st

from bayeslab.evaluation.models import MODELS
from core import compute
from core.code_export import write_notebook, write_script
from core.csv_import import write_table
from core.state import LabState
from ui.compare.choices import offer, say

__all__ = ["show_takeaway"]


def show_takeaway(state: LabState) -> None:
    """Show the code of the lab's state; offer the script, a notebook and the points as files."""
    state = replace(state, scheme="k-fold")
    points, keys = compute.dataset(state.dataset_spec), tuple(MODELS)
    script, notebook = write_script(state, keys), write_notebook(state, keys)
    say("Code", folds=str(state.folds))
    with st.container(horizontal=True):
        offer("Script", script, "bayeslab.py", "text/x-python")
        offer("Notebook", notebook, "bayeslab.ipynb", "application/x-ipynb+json")
        # Spreadsheets recognise the encoding by this mark.
        offer("Points", "\ufeff" + write_table(points), "bayeslab-points.csv", "text/csv")
    st.code(script, language="python")
