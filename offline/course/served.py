"""The static course on the app's server: ``dist/site``, whose pages know the address of the app.

If the course is not built, a sentence says so.
"""

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from offline.course import ADDRESS, SITE
from offline.pocket.served import HEADERS, POLICY

ABSENT = "This server does not have the static course: run make site, and restart it.\n"
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def routes() -> list[Route]:
    """Return the routes of the course; all are below its address."""

    def move_to_folder(_request: Request) -> Response:
        return Response(status_code=307, headers={"Location": f"{ADDRESS[1:]}/"})

    def send(request: Request) -> Response:
        return answer(request.path_params.get("path", ""))

    return [
        Route(ADDRESS, move_to_folder),
        Route(f"{ADDRESS}/", send),
        Route(f"{ADDRESS}/{{path:path}}", send),
    ]


def answer(name: str) -> Response:
    """Answer with a file of the course, by its path; nothing else of the disk can be asked for."""
    files = list_files()
    if not files:
        return PlainTextResponse(ABSENT, status_code=404)
    name = f"{name}index.html" if not name or name.endswith("/") else name
    if name not in files:
        return PlainTextResponse("There is no such page.\n", status_code=404)
    path = SITE / name
    if path.suffix != ".html":
        return FileResponse(path, media_type=KINDS.get(path.suffix), headers=HEADERS)
    return _answer_page(path.read_text(encoding="utf-8"), "../" * (1 + name.count("/")))


def list_files() -> frozenset[str]:
    """Return the paths of the files of the course."""
    return frozenset(
        path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file()
    )


def _answer_page(page: str, app: str) -> Response:
    """Answer with a page that knows where the app is, and with its own policy as a header."""
    policy = POLICY.findall(page)[0]
    for attribute, address in (("data-app", app), ("data-lab", f"{app}lab")):
        page = page.replace(f'{attribute}=""', f'{attribute}="{address}"', 1)
    return HTMLResponse(page, headers=HEADERS | {"Content-Security-Policy": policy})
