"""Ending connections whose browser does not read, or that the server closes.

ASGI cannot abort: a server that is told to close waits until the browser has read everything,
which a browser that has stopped reading never does. Here the connection is cut, and unread data is
discarded.
"""

import asyncio
from typing import Any

from starlette.websockets import WebSocket

__all__ = ["cut", "is_ending"]


def cut(socket: WebSocket, seconds: float) -> None:
    """Cut a connection after a delay in which the browser can read why it is closed."""
    transport = _transport(socket)
    if transport is not None:
        asyncio.get_running_loop().call_later(seconds, transport.abort)


def is_ending(socket: WebSocket) -> bool:
    """Return whether a connection is closed, or a stopping server is closing it."""
    transport = _transport(socket)
    return transport is not None and transport.is_closing()


def _transport(socket: WebSocket) -> asyncio.WriteTransport | None:
    """Return the transport of a connection; uvicorn hands out methods of the object that has it."""
    connection: Any = getattr(socket._receive, "__self__", None)
    transport: asyncio.WriteTransport | None = getattr(connection, "transport", None)
    return transport
