"""What ASGI cannot do to a WebSocket: cut it, and notice its end.

A server that is told to close waits until the browser has read everything, which a browser that has
stopped reading never does. Here the connection is cut, and unread data is discarded.
"""

import asyncio
from typing import Any

from starlette.websockets import WebSocket


def cut(socket: WebSocket, seconds: float) -> None:
    """Cut a connection after a delay in which the browser can read why it is closed."""
    _, transport = _connection(socket)
    if transport is not None:
        asyncio.get_running_loop().call_later(seconds, transport.abort)


def is_ending(socket: WebSocket) -> bool:
    """Return whether a connection is closed, or a stopping server is closing it."""
    _, transport = _connection(socket)
    return transport is not None and transport.is_closing()


def _connection(socket: WebSocket) -> tuple[Any, asyncio.Transport | None]:
    """Return uvicorn's protocol, whose methods the socket has, and its transport; or None."""
    connection: Any = getattr(socket._receive, "__self__", None)
    return connection, getattr(connection, "transport", None)
