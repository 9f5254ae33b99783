"""The end of a connection whose browser does not read.

ASGI knows no such end: a server that is told to close waits until the browser has read everything,
which one that has stopped reading never does. Here the connection is cut, and what was not read is
thrown away.
"""

import asyncio
from typing import Any

from starlette.websockets import WebSocket

__all__ = ["cut"]


def cut(socket: WebSocket, seconds: float) -> None:
    """End a connection after so many seconds, in which the browser can read why it is closed."""
    # uvicorn hands out methods of the object that has the transport.
    connection: Any = getattr(socket._receive, "__self__", None)
    transport: asyncio.WriteTransport | None = getattr(connection, "transport", None)
    if transport is not None:
        asyncio.get_running_loop().call_later(seconds, transport.abort)
