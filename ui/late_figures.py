"""Loading Plotly when a figure comes near the window, and not with the page.

Streamlit requests the module that draws figures as soon as a page has one, however far below: four
megabytes, and nearly half of the time until the picture of a lesson is interactive. So the address
of that module answers with a short one (``late_figures.js``), which requests it later.
"""

from pathlib import Path

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.streamlit_internals import PLOTLY_CHUNK
from ui.streamlit_page import read_source

SCRIPT = read_source(Path(__file__).parent / "late_figures.js")
PATH = f"/static/js/{PLOTLY_CHUNK}"
WHOLE = b"whole"  # the query that requests Streamlit's module


class LateFigures:
    """ASGI middleware that answers in place of Streamlit's module for Plotly."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request or pass it on."""
        if scope["type"] == "http" and scope["path"] == PATH and scope["query_string"] != WHOLE:
            headers = {"Cache-Control": "no-cache"}  # its address does not change with its content
            answer = Response(SCRIPT, media_type="text/javascript", headers=headers)
            await answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)
