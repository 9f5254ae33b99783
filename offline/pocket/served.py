"""The pocket lab on the app's server, where it can be installed and works without a connection.

The page is the same file, with the address of the lab. Beside it are a manifest, an icon and a
service worker. The file can also be downloaded, with a link written into it, so that it opens with
the state of that link. If it is not built, a sentence says so.
"""

import re
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from offline.pocket import ADDRESS, DOWNLOAD, FILE
from web import ROOT

HERE = ROOT / "web" / "hosts" / "pocket"
ICON = ROOT / "ui" / "icon.svg"
ABSENT = "This server does not have the pocket lab: run make pocket, and restart it.\n"
POLICY = re.compile(r'(?<=http-equiv="Content-Security-Policy" content=")[^"]*')
# A cached page may be an older version; the browser asks whether there is a newer one.
HEADERS = {"Cache-Control": "no-cache"}


def routes() -> list[Route]:
    """Return the routes of the pocket lab; all are below its address."""

    def move_to_folder(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return Response(status_code=307, headers={"Location": f"{ADDRESS[1:]}/{query}"})

    def show_page(_request: Request) -> Response:
        return answer_page({"data-lab": "../lab"})

    def download(request: Request) -> Response:
        name = {"Content-Disposition": f'attachment; filename="{FILE.name}"'}
        return answer_page({"data-link": request.url.query}, name)

    def file(path: Path, kind: str) -> Route:
        def send(_request: Request) -> Response:
            return FileResponse(path, media_type=kind, headers=HEADERS)

        return Route(f"{ADDRESS}/{path.name}", send)

    return [
        Route(ADDRESS, move_to_folder),
        Route(f"{ADDRESS}/", show_page),
        Route(DOWNLOAD, download),
        file(HERE / "worker.js", "text/javascript"),
        file(HERE / "manifest.webmanifest", "application/manifest+json"),
        file(ICON, "image/svg+xml"),
    ]


def answer_page(attributes: dict[str, str], headers: dict[str, str] | None = None) -> Response:
    """Answer with the page, with attributes written into it and its own policy as a header."""
    if not FILE.exists():
        return PlainTextResponse(ABSENT, status_code=404)
    page = FILE.read_text(encoding="utf-8")
    policy = POLICY.findall(page)[0]
    for name, value in attributes.items():
        page = page.replace(f'{name}=""', f'{name}="{escape(value)}"', 1)
    own = {"Content-Security-Policy": policy}
    return HTMLResponse(page, headers=HEADERS | own | (headers or {}))
