"""What ASGI cannot do to a WebSocket: cut it, notice its end, limit what is not a message yet.

A server that is told to close waits until the browser has read everything, which a browser that has
stopped reading never does. Here the connection is cut, and unread data is discarded. ASGI hands
over whole messages, and uvicorn has one limit for all paths, that of Streamlit's largest message. A
room accepts far less, so the bytes are counted here as they arrive. A frame without content costs
the server more than the six bytes that it is sent with: frames are counted as well, on every path.
"""

import asyncio
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets import websockets_sansio_impl
from websockets.exceptions import ProtocolError
from websockets.frames import DATA_OPCODES, Frame
from websockets.server import ServerProtocol

from live.buckets import Bucket

__all__ = ["MOST_FRAGMENTS", "FrameLimit", "count_frames", "cut", "is_ending"]

TOO_BIG = 1009  # a code of closing, RFC 6455
# Frames a second, and at once. A browser sends a long message in frames of some kilobytes; pings
# and pongs are rare, and each ping has an answer, which stays in memory until it is read.
DATA_FRAMES, CONTROL_FRAMES = (200.0, 1000), (1.0, 50)
MOST_FRAGMENTS = 1000  # of a message


def cut(socket: WebSocket, seconds: float) -> None:
    """Cut a connection after a delay in which the browser can read why it is closed."""
    _, transport = _connection(socket)
    if transport is not None:
        asyncio.get_running_loop().call_later(seconds, transport.abort)


def is_ending(socket: WebSocket) -> bool:
    """Return whether a connection is closed, or a stopping server is closing it."""
    _, transport = _connection(socket)
    return transport is not None and transport.is_closing()


class FrameLimit:
    """Ends a connection whose unfinished message is too long.

    It works with uvicorn's own protocol for WebSockets ("auto" or "websockets-sansio").

    Attributes
    ----------
    most : int
        Bytes of a message that is not complete. At most one reading of the network, 256 kB, can
        come on top.
    """

    def __init__(self, socket: WebSocket, most: int) -> None:
        self.most = most
        connection, transport = _connection(socket)
        if transport is not None and hasattr(connection, "conn"):
            self._connection, self._read = connection, connection.data_received
            connection.data_received = self._read_and_count
            transport.set_protocol(connection)  # it may remember the old method

    def _read_and_count(self, data: bytes) -> None:
        self._read(data)
        # After a whole message, reading pauses until it is taken; what follows is counted then.
        if not self._connection.read_paused and self._count() > self.most:
            self._connection.conn.fail(TOO_BIG)
            self._connection.handle_parser_exception()

    def _count(self) -> int:
        """Return the bytes of the frame that arrives and of those before it in its message."""
        protocol = self._connection.conn
        return len(protocol.reader.buffer) + (protocol.current_size or 0)


class _CountedFrames(ServerProtocol):
    """The frames of a WebSocket, counted as they are parsed; too many end the connection."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._data, self._control = Bucket(*DATA_FRAMES), Bucket(*CONTROL_FRAMES)
        self._fragments = 0

    def recv_frame(self, frame: Frame) -> None:
        """Process a frame unless there were too many."""
        is_data = frame.opcode in DATA_OPCODES
        if (self._data if is_data else self._control).take():
            raise ProtocolError("too many frames")
        if is_data:
            self._fragments = 0 if frame.fin else self._fragments + 1
            if self._fragments >= MOST_FRAGMENTS:
                raise ProtocolError("too many fragments")
        super().recv_frame(frame)


def count_frames() -> None:
    """Count the frames of all WebSockets that this process accepts from now on."""
    websockets_sansio_impl.ServerProtocol = _CountedFrames


def _connection(socket: WebSocket) -> tuple[Any, asyncio.Transport | None]:
    """Return uvicorn's protocol, whose methods the socket has, and its transport; or None."""
    connection: Any = getattr(socket._receive, "__self__", None)
    return connection, getattr(connection, "transport", None)
