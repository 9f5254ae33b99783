"""The server: the pages and the drawing component, warmed up, behind the security headers.

Start it with ``streamlit run app.py`` or, from this folder, with
``uvicorn app:app --ws-max-size 1000000``, the limit of Streamlit in ``.streamlit/config.toml``.
"""

import asyncio
import gc
import mimetypes
import sys
import warnings
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NoReturn

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from threadpoolctl import threadpool_limits

import bayeslab
import core
import lessons
import live
import ui
import web
from bayeslab.estimators.kernel_bayes import KernelBayesWarning
from core import wheel
from lessons import question_pictures
from live.log import RoomLogError, RoomsElsewhereError
from live.socket import Rooms
from offline.course.served import routes as course_routes
from offline.pocket.served import routes as pocket_routes
from ui import connection, room
from ui.descriptors import raise_limit
from ui.index_page import IndexPage
from ui.late_figures import LateFigures
from ui.security import OwnOriginOnly, SecurityHeaders, allowed_hosts
from ui.streamlit_internals import rerun_page_for_unknown_fragment, watch_no_files
from ui.upkeep import free_memory

__all__ = ["app"]

PROBES = ("health", "host-config")
REFUSED = 3  # the exit status by which supervisors know that another try is of no use
# Not imported: no page needs it, and it requires an extra.
WIDGET = "bayeslab.widget"

BASE_PATH = (
    "server.baseUrlPath is {base!r}, but it is a proxy that puts the app below a path: leave the "
    "option out, and let the proxy pass /{base}/lab on as /lab (docs/deploy.md)."
)

warnings.simplefilter("ignore", KernelBayesWarning)  # the lab reports it on screen
mimetypes.add_type("text/javascript", ".js")  # some Windows machines call it plain text


def front_end(request: Request) -> Response:
    """Answer with a file of the front end, whose address changes with its content."""
    name = request.path_params["name"]
    if name not in web.FILES:
        return Response(status_code=404)
    kind = mimetypes.types_map[Path(name).suffix]
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(web.FILES[name], media_type=kind, headers=headers)


def own_wheel(_request: Request) -> Response:
    """Answer with the wheel of the package."""
    return Response(wheel.build_wheel(), media_type="application/octet-stream")


def not_found(_request: Request) -> Response:
    """Answer 404 for missing files, for which Streamlit would send its own page."""
    return Response(status_code=404)


def below_no_page(_request: Request) -> Response:
    """Tell Streamlit's front end that the server does not live below the path of a page.

    Opened at ``/lab``, it asks there first. It takes 200 for a yes; a browser reports 404 as an
    error. 300 without an address is neither.
    """
    return Response(status_code=300)


@asynccontextmanager
async def warm_up(_app: st.App) -> AsyncGenerator[None]:
    """Import what the pages need, so that the first visitor does not wait for it."""
    for package in (bayeslab, core, lessons, live, ui):
        for module in walk_packages(package.__path__, prefix=f"{package.__name__}."):
            # A snippet is a script, which runs when it is imported.
            if not module.name.endswith(".snippet") and not module.name.startswith(WIDGET):
                import_module(module.name)
    import_module("pandas.io.formats.style")  # what the first table needs
    # Many visitors share few cores, and these matrices are small: threads of BLAS would only wait
    # for each other.
    threadpool_limits(1, user_api="blas")
    if st.get_option("server.fileWatcherType") == "none":
        watch_no_files()
    rerun_page_for_unknown_fragment()
    # Frozen, the many objects of the imported modules are not scanned again at each garbage
    # collection, which takes a hundred milliseconds. Sessions live long,
    # too: with Python's own threshold, 700, collecting takes twice the processor time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)
    yield


def refuse_to_start(problem: Exception | str) -> NoReturn:
    """End the server with a sentence for its administrator instead of a traceback."""
    print(f"bayeslab cannot start: {problem}", file=sys.stderr, flush=True)
    sys.tracebacklimit = 0
    sys.exit(REFUSED)


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncGenerator[None]:
    """Prepare the server before the first visitor comes, and free memory while it runs."""
    try:
        await rooms.log.open()
    except RoomsElsewhereError as problem:  # all other pages are served
        print(f"bayeslab: {problem.advice}", file=sys.stderr, flush=True)
    except RoomLogError as problem:
        refuse_to_start(problem)
    async with warm_up(app), rooms.running():
        raise_limit()
        upkeep = asyncio.create_task(free_memory())
        yield
        upkeep.cancel()


if base := st.get_option("server.baseUrlPath"):
    refuse_to_start(BASE_PATH.format(base=base.strip("/")))
try:
    rooms = Rooms()
except ValueError as problem:
    refuse_to_start(problem)
app = st.App(
    Path(__file__).parent / "pages" / "main.py",
    lifespan=lifespan,
    routes=[
        Route(f"{web.ADDRESS}/{{name:path}}", front_end),
        Route(wheel.ADDRESS, own_wheel),
        Route("/files/{path:path}", not_found),  # of another version of the app
        *connection.routes(),
        *rooms.routes(),
        *pocket_routes(),
        *course_routes(),
        *room.routes(),
        *question_pictures.routes(),
        *(Route(f"/{{page}}/_stcore/{probe}", below_no_page) for probe in PROBES),
    ],
    middleware=[
        Middleware(SecurityHeaders),
        Middleware(TrustedHostMiddleware, allowed_hosts=allowed_hosts(), www_redirect=False),
        Middleware(OwnOriginOnly),
        Middleware(IndexPage),
        Middleware(LateFigures),
    ],
)
