"""Limits on uploaded files: how many this process holds, and for how long.

Streamlit limits the size of a file (``server.maxUploadSize``), not their number, and holds each
until its session ends. A visitor of the lab needs one table at a time, while the window that asks
for it is open.
"""

import re

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.streamlit_internals import (
    is_active_session,
    list_uploads,
    remove_upload,
    remove_uploads_of_session,
)

__all__ = ["HELD_FOR", "UploadLimit", "UploadSweep", "release_uploads"]

HELD_FOR = 1800.0  # seconds, for a file that nothing else removes
FILES_PER_SESSION = 2  # of the largest size: one replaces the other
FILES_PER_PROCESS = 16
FRAME = 2**20  # bytes of a request around the file, as Streamlit allows them
OVERHEAD = 2**16  # bytes that a file counts for besides its content: its name and address
PATH = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")
NO_ROOM = (
    "The server cannot hold more uploaded files at the moment: close the window in which you "
    "loaded the last table, or try again in half an hour."
)


class UploadLimit:
    """ASGI middleware that refuses files beyond the limits of their session or the process.

    Files that are still arriving count with their announced size.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.arriving: list[tuple[str, int]] = []  # session and bytes of each request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 413 with a sentence."""
        is_put = scope["type"] == "http" and scope["method"] == "PUT"
        target = PATH.search(scope["path"]) if is_put else None
        if target is None:
            await self.app(scope, receive, send)
            return
        request = target[1], _size(Headers(scope=scope))
        if not self._has_room(*request):
            await _discard_body(receive)
            await PlainTextResponse(NO_ROOM, 413)(scope, receive, send)
            return
        self.arriving.append(request)
        try:
            await self.app(scope, receive, send)
        finally:
            self.arriving.remove(request)

    def _has_room(self, session: str, size: int) -> bool:
        sizes = [(owner, len(data) + OVERHEAD) for owner, _, data in list_uploads()] + self.arriving
        own = sum(size for owner, size in sizes if owner == session)
        most_own, most = FILES_PER_SESSION * _largest(), FILES_PER_PROCESS * _largest()
        return own + size <= most_own and sum(size for _, size in sizes) + size <= most


class UploadSweep:
    """Remove abandoned files.

    Their session has lost its connection, or they have been held for :data:`HELD_FOR`.
    """

    def __init__(self) -> None:
        self.since: dict[tuple[str, str], float] = {}  # when each file was first seen

    def run(self, now: float) -> None:
        """Remove them; `now` is in seconds, of any clock that only moves forward."""
        held = [(session, file) for session, file, _ in list_uploads()]
        self.since = {key: self.since.get(key, now) for key in held}
        for session, file in held:
            is_old = now - self.since[session, file] >= HELD_FOR
            if is_old or not is_active_session(session):
                remove_upload(session, file)


def release_uploads() -> None:
    """Remove the files of the session that runs: their window is closed."""
    remove_uploads_of_session()


def _largest() -> int:
    return int(st.get_option("server.maxUploadSize")) * 2**20 + FRAME


def _size(request: Headers) -> int:
    announced = request.get("content-length", "")
    return OVERHEAD + (min(int(announced), _largest()) if announced.isdecimal() else _largest())


async def _discard_body(receive: Receive) -> None:
    """Read what still arrives: a client that cannot send all of it does not read the answer."""
    left, more = _largest(), True
    while more and left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        more = message.get("more_body", False)
