"""uvicorn's internals: the requests that arrive in part only.

uvicorn waits for the rest of a request forever, and each connection takes a descriptor. Read in
uvicorn 0.54, whose minor release ``pyproject.toml`` fixes; ``tests/ui/test_uvicorn_internals.py``
fails when a newer one differs. The rooms' WebSockets have limits of their own (:mod:`live.socket`).
"""

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["READ_IN", "UnfinishedRequests", "watch_requests"]

READ_IN = "0.54"
SECONDS = 10.0  # for a request to arrive
BYTES_PER_SECOND = 10_000  # a longer request has a second more for each of these
INTERVAL = 1.0  # seconds between two looks for requests that took too long
# After each of these events a connection may start or stop waiting for a request.
WATCHED = ("connection_made", "data_received", "on_response_complete", "connection_lost")


class UnfinishedRequests:
    """The connections on which the server waits for the rest of a request or for the next one.

    Parameters
    ----------
    most : int
        Connections that may wait. The one that has waited longest is ended when there are more: a
        browser sends a request at once, so its connection is never among the oldest for long.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._deadlines: dict[H11Protocol, float] = {}  # in the order in which they began to wait

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._deadlines)

    def note(self, connection: H11Protocol, count: int = 0) -> None:
        """Note that something has happened on a connection, on which bytes may have arrived."""
        # A connection that is lost, or has become a WebSocket, is not among uvicorn's.
        is_open = connection in connection.connections and not connection.transport.is_closing()
        if not is_open or connection.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._deadlines.pop(connection, None)
            return
        until = self._deadlines.get(connection, connection.loop.time() + SECONDS)
        self._deadlines[connection] = until + count / BYTES_PER_SECOND
        if len(self._deadlines) > self.most:
            self._end(next(iter(self._deadlines)))

    async def end_late_ones(self) -> None:
        """End the connections whose request did not arrive in time, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            now = asyncio.get_running_loop().time()
            for connection in [each for each, until in self._deadlines.items() if until < now]:
                self._end(connection)

    def _end(self, connection: H11Protocol) -> None:
        del self._deadlines[connection]
        connection.transport.abort()


def watch_requests(requests: UnfinishedRequests) -> None:
    """Let every HTTP connection of this process note what happens on it."""
    for name in WATCHED:
        setattr(H11Protocol, name, _noting(getattr(H11Protocol, name), requests))


def _noting(happen: Callable[..., None], requests: UnfinishedRequests) -> Callable[..., None]:
    @wraps(happen)
    def happen_and_note(self: H11Protocol, *arguments: Any) -> None:
        happen(self, *arguments)
        data = arguments[0] if arguments else None
        requests.note(self, len(data) if isinstance(data, bytes) else 0)

    return happen_and_note
