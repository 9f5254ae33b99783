"""Security headers of all responses, and the refusal of foreign WebSockets and hosts.

The Content-Security-Policy is the strictest one under which every page works. Its exceptions, each
found by removing it and opening the pages:

``script-src blob:``
    Streamlit starts the JavaScript of a component from a ``blob:`` address that it makes itself.
``script-src 'sha256-…'``
    Three scripts are in the HTML of every page, one of Streamlit and two of :mod:`ui.index_page`.
    Their hashes are taken from that HTML, so no other inline script runs.
``script-src 'wasm-unsafe-eval'``
    Streamlit's reader of messages (protobuf, by way of long.js) compiles a small WebAssembly
    module on every page. Blocked, it falls back to JavaScript, but Firefox reports a violation.
``style-src 'unsafe-inline'``
    Streamlit, Plotly and KaTeX write style elements and attributes while a page is used.
``img-src data: blob:``
    The icon and the thumbnails of Compare are ``data:``; Plotly saves a picture through ``blob:``.
``font-src data:``
    One of KaTeX's fonts is in Streamlit's style sheet.
``worker-src 'self'``
    The lab evaluates its table of accuracies in a worker.
``frame-src 'self'``
    The classroom shows the picture of a lesson with the results of its question.

Nothing may come from or go to another machine; ``eval``, plug-ins and frames of
other sites are closed.
"""

import os
import re
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.share import FRAME_ANCESTORS
from ui import index_page

POLICY_HEADER = "Content-Security-Policy"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' blob: 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "frame-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
# A keyword, or a host that may begin with "*."; no ";" or "," gets through.
SOURCE = re.compile(r"'self'|'none'|(https?://)?(\*\.)?[\w-]+(\.[\w-]+)*(:\d+|:\*)?")
UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb")


def headers(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the headers of every answer.

    Raises
    ------
    ValueError
        If the environment variable is not a list of sites.
    """
    return {
        POLICY_HEADER: _policy(frame_ancestors(environment)),
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def frame_ancestors(environment: Mapping[str, str] = os.environ) -> str:
    """Return the sites that may show the app in a frame."""
    return environment.get(FRAME_ANCESTORS) or "'self'"


def _policy(ancestors: str) -> str:
    if not all(SOURCE.fullmatch(source) for source in ancestors.split()):
        raise ValueError(
            f"{FRAME_ANCESTORS} is {ancestors!r}; write sites separated by spaces, "
            "as in: 'self' https://moodle.example.edu"
        )
    scripts = re.findall(r"<script>(.*?)</script>", index_page.HTML, re.DOTALL)
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts]
    policy = POLICY | {
        "script-src": " ".join([POLICY["script-src"], *hashes]),
        "frame-ancestors": ancestors,
    }
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


def allowed_hosts() -> list[str]:
    """Return the host names the server answers to: Streamlit's setting, or "*" if it is empty."""
    return list(st.get_option("server.allowedHosts")) or ["*"]


class SecurityHeaders:
    """ASGI middleware that adds the headers to every HTTP answer.

    A page with a stricter policy of its own keeps it; the same sites may frame it. A browser that
    goes away in the middle of its request is no error.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.headers = app, headers()
        self.framing = self.headers[POLICY_HEADER].rpartition("; ")[2]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers_of_page = MutableHeaders(scope=message)
                own = headers_of_page.get(POLICY_HEADER)
                headers_of_page.update(self.headers)
                if own is not None:
                    headers_of_page[POLICY_HEADER] = f"{own}; {self.framing}"
            await send(message)

        with suppress(ClientDisconnect):
            await self.app(scope, receive, send_with_headers)


class OwnOriginOnly:
    """ASGI middleware that refuses WebSockets opened by pages of other sites.

    Streamlit refuses them too, but first asks an external server for this machine's address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, unless it is a WebSocket from another site."""
        if scope["type"] == "websocket" and not _is_own(_in_lower_case(scope)):
            await send({"type": "websocket.close", "code": 1008})  # the browser gets a 403
        else:
            await self.app(scope, receive, send)


def _in_lower_case(scope: Scope) -> Headers:
    """Write host and origin in lower case, which means the same; Streamlit compares them too."""
    request = MutableHeaders(scope=scope)
    for name in {"host", "origin"} & set(request):
        request[name] = request[name].lower()
    return request


def _is_own(request: Headers) -> bool:
    origin = request.get("origin")
    if origin is None or origin in st.get_option("server.corsAllowedOrigins"):
        return True
    return urlsplit(origin).netloc == request.get("host")
