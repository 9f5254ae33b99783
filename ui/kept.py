"""Texts that the visitor's browser keeps, so that they outlive a reload and the visit."""

from pathlib import Path
from typing import Any

import streamlit as st

__all__ = ["keep_in_browser"]

JS = (Path(__file__).parent / "kept.js").read_text(encoding="utf-8")


def keep_in_browser(store: str, text: str | None, *, waits: bool) -> str | None:
    """Let the browser keep a text, or ask for the one that it has.

    Parameters
    ----------
    store : str
        The name under which the browser has it.
    text : str or None
        What to keep; None asks for it.
    waits : bool
        Whether to be told as well that the browser has none.

    Returns
    -------
    str or None
        What the browser has, in the run that its answer starts; "" if it has none.
    """
    name = store.replace(" ", "-")
    storage = st.components.v2.component(f"bayeslab.{name}", html="<span></span>", js=JS)
    answer: Any = storage(
        key=f"kept-{name}",
        data={"store": store, "text": text, "waits": waits},
        on_stored_change=lambda: None,
    )
    return None if answer.stored is None else str(answer.stored)
