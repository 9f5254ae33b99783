"""Components: parts of a page that are JavaScript of ours."""

import json
from typing import Any

import streamlit as st

import web

# JavaScript that begins the script of a component: the address of a file of the front end, and its
# text. The page's own address leads to the server also where the app lives below a path.
READERS = f"""
const at = (name) => new URL("{web.ADDRESS[1:]}/" + name, document.baseURI);
const read = async (name) => (await fetch(at(name))).text();
"""


def show_component(
    name: str,
    key: str,
    data: Any = None,
    *,
    js: str,
    html: str | None = None,
    css: str | None = None,
    in_dialog: bool = False,
    **options: Any,
) -> Any:
    """Show a component, and return what it has sent.

    Parameters
    ----------
    name : str
    key : str
        Under which its messages arrive in the session.
    data : dict or list
        Plain values only. Streamlit scans dicts for tables, slowly: wrap a large one in a list.
    js, html, css : str
        Its script, its content until the script runs, and its style.
    in_dialog : bool
        Whether it is shown in a dialog. There it has no shadow root: Streamlit's dialogs keep the
        focus inside, and look for the controls that Tab reaches in the page alone.
    **options
        Such as ``on_<name>_change``, called after a message of that name.
    """
    json.dumps(data, allow_nan=False)  # values that are not plain JSON would arrive as their repr
    if in_dialog:
        html, css = f'<div class="{name}">{html}</div>', f".{name} {{\n{css}}}"
    component = st.components.v2.component(
        f"bayeslab.{name}", html=html, css=css, js=js, isolate_styles=not in_dialog
    )
    return component(key=key, data=data, **options)
