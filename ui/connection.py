"""The check of the visitor's connection, and the versions of the app and its libraries.

The check is JavaScript in ``connection_check/``. A page shows it as a component; at ``ADDRESS`` it
is a separate page without a WebSocket, so that it can report when WebSockets are blocked and
Streamlit's pages stay empty.
"""

import platform
from importlib.metadata import version
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import bayeslab
import web
from ui.component import show_component

ADDRESS = "/connection-check"
# What people type, and the page that they mean.
ALIASES = {"/check": "connection", "/classroom": "room"}
FOLDER = Path(__file__).parent / "connection_check"
LIBRARIES = ("streamlit", "numpy", "scipy", "scikit-learn", "plotly")
# The page's own address leads to the server also where the app lives below a path.
LOADER = f"""
const {{ showCheck }} = await import(new URL("{ADDRESS[1:]}/check.js", document.baseURI));
export default ({{ parentElement }}) => {{
  showCheck(parentElement.querySelector(".check"), document.baseURI);
}};
"""
STYLE = """
.works, .fails { font-weight: 600 }
.works::before { content: "✓ " }
.fails::before { content: "✕ " }
"""


def routes() -> list[Route | Mount]:
    """Return the routes of the page without a WebSocket, and other names of pages."""

    def show_page(_request: object) -> Response:
        return FileResponse(FOLDER / "index.html", headers={"Cache-Control": "no-cache"})

    def show_variables(_request: object) -> Response:
        return FileResponse(web.ROOT / "web/style/variables.css")

    def lead_to_page(request: Request) -> Response:
        page = ALIASES[f"/{request.url.path.rpartition('/')[2]}"]
        return Response(status_code=307, headers={"Location": page})  # also below a path

    return [
        Route(ADDRESS, show_page),
        Route(f"{ADDRESS}/variables.css", show_variables),
        Mount(ADDRESS, StaticFiles(directory=FOLDER)),
        *(Route(alias, lead_to_page) for alias in ALIASES),
    ]


def show_check() -> None:
    """Show the result of the check in the visitor's browser."""
    html = '<div class="check"></div>'
    show_component("connection", "connection", js=LOADER, html=html, css=STYLE)


def read_versions() -> dict[str, str]:
    """Return the versions of the app, Python and the main libraries."""
    own = {"bayeslab": bayeslab.__version__, "Python": platform.python_version()}
    return own | {name: version(name) for name in LIBRARIES}
