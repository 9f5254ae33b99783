"""The panel "Share" of every page: link, QR code, text, picture, and code for pages and slides.

The link is the address of the page. The controls write their values to it, so that it opens the
same state. The panel is made again each time it is opened.
"""

from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from core import share
from core.drawing import is_kept
from core.input_error import InputError
from core.scenes import Scene
from live.engines import is_ephemeral
from offline import pocket
from ui.component import show_component
from ui.scene_pictures import LessonPictures, large_picture_of
from ui.security import frame_ancestors
from ui.session.address import page_query
from ui.session.lab import all_columns, current_state
from ui.session.pages import describe_page
from ui.session.widgets import value_of
from ui.streamlit_page import read_source

PANEL = "share-panel"
KEPT = (
    "For a year, the server stores what the short link opens, but not who made it. "
    "Anybody who has the link can open it."
)
KEPT_WHILE_RUNNING = (
    "The short link works until this server restarts, which may happen at any time on a free host. "
    "Use the long link for anything that has to last. The server does not store who made it."
)
HERE_ONLY = (
    "The link opens these points only in this browser, because they do not fit into it. "
    "To use them elsewhere, download them in the lab as a CSV file."
)
OWN_THRESHOLD = (
    "The link has the threshold that you moved. The still picture in the code for slides, which is "
    "for print, has the classifier's own threshold."
)
TWO_COLUMNS = (
    "The link has the two columns of the picture. The other columns of your table are not in it: "
    "whoever opens it sees accuracies on these two."
)
HERE = Path(__file__).parent
JS, CSS, HTML = (read_source(HERE / f"panel.{kind}") for kind in ("js", "css", "html"))


@st.fragment  # opening the panel does not run the page again
def show_share(page: str, title: str, lessons: LessonPictures) -> None:
    """Show the button that opens the panel.

    Parameters
    ----------
    page : str
        The path of the page.
    title : str
        Its title.
    lessons : dict
        Their small pictures.
    """
    if st.button("Share", icon=":material/share:", type="tertiary", key="share-page"):
        described = f"bayeslab, {describe_page(page, title)}"
        scene = Scene(title, page=page, query=urlencode(page_query(), doseq=True))
        picture = large_picture_of(scene, lessons)
        with_file = page == "lab" and pocket.FILE.exists()
        _show_panel(page, described, picture, with_file=with_file)


@st.dialog("Share", width="large")
def _show_panel(page: str, title: str, picture: tuple[str, str] | None, *, with_file: bool) -> None:
    address, query = st.context.url or "", page_query()
    is_here_only = is_kept("".join(query.get("points", [])))
    notices = [HERE_ONLY] if is_here_only else []
    if page == "compare" and "all" in query and all_columns(current_state()) is not None:
        notices.append(TWO_COLUMNS)
    if "moved" in query and picture is not None:
        notices.append(OWN_THRESHOLD)
    if reach := share.describe_reach(address):
        notices.append(reach)
    full, code = share.write_link(address, query), None
    short = share.short_link(full, value_of(PANEL, {}).get("short"))
    try:
        code = share.qr_code(short or full)
    except InputError as problem:
        query, code = _with_fewer_points(address, query)
        if code is None:
            notices.append(str(problem))
    link = short or share.write_link(address, query)
    data = {
        "notices": notices,  # below the link, which is what the visitor came for
        "code": code,
        "link": link,
        "full": None if short or is_here_only else full,  # that a short link can open
        "text": f"{title}\n{link}",
        "frame": share.embed_code(address, query, title),
        "frames": share.describe_frames(frame_ancestors()),
        "slide": None if picture is None else share.slide_code(address, query, title, *picture),
        "file": f"{pocket.DOWNLOAD[1:]}?{urlencode(query, doseq=True)}" if with_file else None,
    }
    parts = {"js": JS, "html": HTML, "css": CSS}
    show_component("share", PANEL, data, **parts, in_dialog=True, on_short_change=lambda: None)
    if short:  # below, so that the link stays where it is
        st.caption(KEPT_WHILE_RUNNING if is_ephemeral() else KEPT)


def _with_fewer_points(
    address: str, query: dict[str, list[str]]
) -> tuple[dict[str, list[str]], str | None]:
    """Offer to leave out points until a QR code holds the link; return the query and the code."""
    points = "".join(query.get("points", []))
    room = share.LONGEST_IN_QR - len(share.write_link(address, {**query, "points": ""}))
    fewer = share.keep_fewer(points, room)
    if fewer is None:
        return query, None
    text, count = fewer
    label = f"Share a sample of {count} points (same class proportions)"
    if not st.toggle(label, key="share-fewer"):
        return query, None
    query = {**query, "points": [text]}
    return query, share.qr_code(share.write_link(address, query))
