"""The tools for teachers on the start page."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from offline import pocket
from web import ROOT


@dataclass(frozen=True)
class Tool:
    """A tool for teachers.

    Attributes
    ----------
    target : str
        The file name of its page, or an address below the app's own.
    title, icon, text : str
        Its name, its Material icon and its purpose.
    exists : callable
        Whether this server has it.
    """

    target: str
    title: str
    icon: str
    text: str
    exists: Callable[[], bool] = lambda: True


TOOLS = (
    Tool(
        "scenes.py",
        "Present",
        "slideshow",
        "Show scenes on a projector, with speaker notes: five sets are ready, ten minutes each.",
    ),
    Tool(
        "room.py",
        "Open a classroom",
        "groups",
        "Students draw, vote and compete on their phones; the projector shows it live.",
    ),
    Tool(
        "lab.py",
        "Share a drawing",
        "share",
        "Draw in the lab, then press Share: a link or a QR code opens the same picture.",
    ),
    Tool(
        f"{pocket.ADDRESS[1:]}/",
        "Pocket lab",
        "smartphone",
        "The lab as one file that works without a server, for a lesson without a network.",
        pocket.FILE.exists,
    ),
    Tool(
        f"{pocket.COURSE[1:]}/",
        "Course without a server",
        "public",
        "The lessons and exercises as plain files for any web host.",
        (ROOT / "dist" / "site" / "index.html").exists,
    ),
    Tool(
        "connection.py",
        "Check the connection",
        "lan",
        "Check in advance whether the classroom network lets the app through.",
    ),
)


def show_tools() -> None:
    """Show a card for each tool that this server has."""
    with st.container(key="cards-teachers"):
        for tool in TOOLS:
            if tool.exists():
                with st.container(border=True, height="stretch"):
                    _show_link(tool)
                    st.markdown(tool.text)


def _show_link(tool: Tool) -> None:
    icon = f":material/{tool.icon}:"
    if tool.target.endswith(".py"):
        st.page_link(tool.target, label=tool.title, icon=icon)
    else:
        st.link_button(tool.title, tool.target, icon=icon, type="tertiary")
