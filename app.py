"""The server: the pages and the drawing component, warmed up, behind the security headers.

Start it with ``streamlit run app.py`` or, from this folder, ``uvicorn app:app``.
"""

import asyncio
import gc
import mimetypes
import os
import warnings
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from threadpoolctl import threadpool_limits

import bayeslab
import core
import lessons
import live
import ui
from bayeslab.estimators.kernel_bayes import TiedProjectionsWarning
from live.socket import Rooms
from pocket.served import routes as pocket_routes
from ui import canvas, connection, live_picture, room
from ui.index_page import IndexPage
from ui.security import OwnOriginOnly, SecurityHeaders, allowed_hosts
from ui.streamlit_internals import (
    look_up_single_values,
    run_page_of_unknown_fragments,
    share_theme,
    watch_no_files,
)
from ui.upkeep import free_memory
from ui.uploads import UploadLimit
from ui.widget_states import check_widget_states

__all__ = ["app"]

PROBES = ("health", "host-config")
# What Streamlit imports for the first table and the first icon: a tenth of a second, and 6 MB.
USED_BY_STREAMLIT = ("pandas.io.formats.style", "streamlit.emojis")

# The lab says it on screen.
warnings.simplefilter("ignore", TiedProjectionsWarning)
mimetypes.add_type("text/javascript", ".js")  # some Windows machines say it is plain text


class ImmutableStaticFiles(StaticFiles):
    """Files whose address changes with their content, so that a browser asks for each once."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find what the front end is made of; the Python beside it is not served."""
        return super().lookup_path(path) if path.endswith(canvas.SERVED) else ("", None)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """Respond as StaticFiles does, and let browsers keep it."""
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


class PictureFiles(ImmutableStaticFiles):
    """The files that live pictures are made of, and no others of the folders they lie in."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find one of them."""
        is_served = Path(path).as_posix() in live_picture.FILES
        return super().lookup_path(path) if is_served else ("", None)


def not_found(_request: Request) -> Response:
    """Answer for files that are not there; Streamlit would send its own page."""
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
            if not module.name.endswith(".snippet"):  # a script, which runs when it is imported
                import_module(module.name)
    for name in USED_BY_STREAMLIT:
        import_module(name)
    # Many visitors share few cores, and these matrices are small: threads of BLAS would only wait
    # for each other.
    threadpool_limits(1, user_api="blas")
    check_widget_states()
    if st.get_option("server.fileWatcherType") == "none":
        watch_no_files()
        share_theme()
    look_up_single_values()
    run_page_of_unknown_fragments()
    # Frozen, the many objects of the imported modules are not looked at again each time that
    # garbage is collected, which takes a hundred milliseconds (benchmarks/rerun.py). Sessions stay
    # for long, too: with Python's own threshold, 700, collecting takes twice the processor time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)
    yield


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncGenerator[None]:
    """Prepare the server before the first visitor comes, and free memory while it runs."""
    async with warm_up(app), rooms.running():
        upkeep = asyncio.create_task(free_memory())
        yield
        upkeep.cancel()


rooms = Rooms()
app = st.App(
    Path(__file__).parent / "pages" / "main.py",
    lifespan=lifespan,
    routes=[
        Mount(canvas.ADDRESS, ImmutableStaticFiles(directory=canvas.FOLDER)),
        Mount(live_picture.ADDRESS, PictureFiles(directory=live_picture.ROOT)),
        # Of another version of the app.
        *(Route(f"/{name}/{{path:path}}", not_found) for name in ("canvas", "pictures")),
        *connection.routes(),
        *rooms.routes(),
        *pocket_routes(),
        *room.routes(ImmutableStaticFiles),
        *(Route(f"/{{page}}/_stcore/{probe}", below_no_page) for probe in PROBES),
    ],
    middleware=[
        Middleware(SecurityHeaders),
        Middleware(TrustedHostMiddleware, allowed_hosts=allowed_hosts(), www_redirect=False),
        Middleware(OwnOriginOnly),
        Middleware(UploadLimit),
        Middleware(IndexPage),
    ],
)
