"""The server: the pages and the drawing component, warmed up, behind the security headers.

Start it with ``streamlit run app.py`` or, from this folder, ``uvicorn app:app``.
"""

import gc
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from threadpoolctl import threadpool_limits

import bayeslab
from ui import canvas, connection
from ui.security import OwnOriginOnly, SecurityHeaders, allowed_hosts

__all__ = ["app"]

mimetypes.add_type("text/javascript", ".js")  # some Windows machines say it is plain text


class ForGood(StaticFiles):
    """Files whose address changes with their content, so that a browser asks for each once."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """Respond as StaticFiles does, and let browsers keep it."""
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


@asynccontextmanager
async def warm_up(_app: st.App) -> AsyncIterator[None]:
    """Import what the pages need, so that the first visitor does not wait for it."""
    for module in iter_modules(bayeslab.__path__, prefix="bayeslab."):
        import_module(module.name)
    # Many visitors share few cores, and these matrices are small: threads of BLAS would only wait
    # for each other.
    threadpool_limits(1, user_api="blas")
    # Streamlit collects garbage after every run of a page. Frozen, the many objects of the imported
    # modules are not looked at again: a few milliseconds a run instead of some sixty.
    gc.collect()
    gc.freeze()
    yield


app = st.App(
    Path(__file__).parent / "pages" / "main.py",
    lifespan=warm_up,
    routes=[
        Mount(canvas.ADDRESS, ForGood(directory=canvas.FOLDER)),
        *connection.routes(),
    ],
    middleware=[
        Middleware(SecurityHeaders),
        Middleware(TrustedHostMiddleware, allowed_hosts=allowed_hosts(), www_redirect=False),
        Middleware(OwnOriginOnly),
    ],
)
