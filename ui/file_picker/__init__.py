"""A field for a file: the browser reads it and sends it in messages (:mod:`ui.uploads`).

Streamlit's own uploader needs a cookie that no browser sends in a frame of another site.
"""

from pathlib import Path

import streamlit as st

from ui.component import show_component
from ui.session.widgets import value_of
from ui.streamlit_internals import session_id
from ui.uploads import LARGEST, LONGEST_PART, UPLOADS, Upload

HERE = Path(__file__).parent
JS, CSS, HTML = (
    (HERE / f"picker.{kind}").read_text(encoding="utf-8") for kind in ("js", "css", "html")
)
SHORTEST_PART = 96_000  # characters that fit into a message with the longest pasted text


def ask_for_file(label: str, key: str, *, accept: str = "", beside: int = 0) -> Upload | None:
    """Show the field, and return the chosen file once all of it is here.

    Parameters
    ----------
    label : str
        What the field asks for.
    key : str
    accept : str
        Endings of files that the browser's dialog suggests, such as ".csv,.txt".
    beside : int
        Bytes of a text field beside it, which every message contains as well.
    """
    upload = UPLOADS.find(session_id(), key)
    data = {
        "label": label,
        "accept": accept,
        "most": LARGEST,
        # Each part is decoded separately: four characters are three bytes.
        "part": max(LONGEST_PART - beside, SHORTEST_PART) // 4 * 4,
        "file": None if upload is None else upload.file,
        "received": 0 if upload is None else len(upload.pieces),
        "refused": upload is not None and bool(upload.problem),
    }

    def take() -> None:
        UPLOADS.take(session_id(), key, value_of(key).get("part"))

    parts = {"js": JS, "html": HTML, "css": CSS}
    show_component("file_picker", key, data, **parts, in_dialog=True, on_part_change=take)
    if upload is not None and upload.problem:
        st.warning(upload.problem, icon=":material/info:")
    return upload if upload is not None and upload.is_whole else None


def release_file() -> None:
    """Remove the file of the current session, because its window is closed."""
    UPLOADS.release(session_id())
