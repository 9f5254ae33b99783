"""A visitor without a browser, which uses Streamlit's protocol over a WebSocket.

Messages are binary protobuf: the visitor asks for a run of the page (``BackMsg.rerun_script`` with
the query, the page's name and the state of every widget) and reads what the server forwards until
``script_finished``. It keeps the drawing area's id and data, so that it can draw as the component
does, and, as a browser does, large messages for a few runs: it tells the server which, and where
nothing has changed the server sends their hash only.

When the connection is lost, a visitor does what a browser does: it connects again with the number
of its session, and asks for a run with the address and the widgets that it has. These hold the last
drawing, which so survives a server that has forgotten everything.

Many visitors fit into one process; a load made of browsers would measure the browsers.
"""

import asyncio
import contextlib
import json
import time
from typing import Any, Self

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

__all__ = ["LOST", "Visitor"]

INTERRUPTED = 2  # script_finished: another run follows at once
PATIENCE = 60  # seconds until an answer counts as lost
AGAIN = 0.25  # seconds between attempts to connect
TO_RETURN = 240  # seconds until a visitor who comes back gives up
# Streamlit sometimes ignores a browser that returns before its absence was noticed.
ASK_AGAIN = 60  # seconds after which a visitor who came back connects once more
KEPT_RUNS = 2  # runs in a row after which a browser forgets an unused message
LOST = (OSError, EOFError, TimeoutError, WebSocketException)  # what a lost connection raises


class Visitor:
    """One session at the app on a port of this machine."""

    def __init__(self, port: int, page: str = "", query: str = "") -> None:
        self.port, self.page, self.query = port, page, query
        self.socket: ClientConnection | None = None
        self.page_hash = ""
        self.canvas_id = ""
        self.fragments: dict[str, str] = {}  # by widget: the part of the page that it runs
        self.canvas_data: dict[str, Any] = {}  # the last data of the drawing area
        self.widgets: dict[str, WidgetState] = {}
        self.session_id = ""
        self.elements: list[Any] = []  # the protobufs of what the last run showed
        self.cache: dict[str, tuple[ForwardMsg, int]] = {}  # by hash: a message, the run it was in
        self.runs = 0
        self.bytes_received = 0
        self.exceptions: list[str] = []

    async def __aenter__(self) -> Self:
        """Connect."""
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        assert self.socket is not None
        await self.socket.close()

    async def connect(self) -> None:
        """Connect, to the previous session if there was one."""
        # The place between is that of a token against forged requests; only browsers need it.
        session = ["no-token", self.session_id] if self.session_id else []
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/_stcore/stream",
            subprotocols=["streamlit", *session],  # pyrefly: ignore[bad-argument-type]
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )

    async def return_and_run(self) -> float:
        """Connect again and run, as often as it takes; return the seconds until it has run."""
        start = time.perf_counter()
        while time.perf_counter() - start < TO_RETURN:
            with contextlib.suppress(*LOST):
                await self.connect()
                await asyncio.wait_for(self.run(), ASK_AGAIN)
                return time.perf_counter() - start
            await asyncio.sleep(AGAIN)
        raise TimeoutError(f"No answer for {TO_RETURN} seconds.")

    def drop(self) -> None:
        """Lose the connection at once, without a word to the server."""
        assert self.socket is not None
        self.socket.transport.abort()

    async def run(self, fragment: str = "") -> float:
        """Ask for a run of the page, or a part, and return the seconds until it is finished."""
        assert self.socket is not None
        message = BackMsg()
        request = message.rerun_script
        request.query_string = self.query
        request.page_script_hash, request.page_name = self.page_hash, self.page
        request.widget_states.widgets.extend(self.widgets.values())
        request.cached_message_hashes.extend(self.cache)
        request.fragment_id = fragment
        self.elements.clear()
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        while True:
            content = await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE)
            self.bytes_received += len(content)
            answer = self._keep(ForwardMsg.FromString(content))
            self._note(answer)
            kind = answer.WhichOneof("type")
            if kind == "script_finished" and answer.script_finished != INTERRUPTED:
                self._forget()
                return time.perf_counter() - start

    def _keep(self, answer: ForwardMsg) -> ForwardMsg:
        """Return a message, or the one before that it refers to; keep it if a browser would."""
        if answer.WhichOneof("type") == "ref_hash":
            place = answer.metadata
            answer = ForwardMsg.FromString(self.cache[answer.ref_hash][0].SerializeToString())
            answer.metadata.CopyFrom(place)
            answer.metadata.cacheable = True
        if answer.metadata.cacheable:
            self.cache[answer.hash] = answer, self.runs
        return answer

    def _forget(self) -> None:
        """Count the run, and forget what has not been used for some."""
        self.runs += 1
        self.cache = {
            hash_: (message, run)
            for hash_, (message, run) in self.cache.items()
            if self.runs - run <= KEPT_RUNS
        }

    def _note(self, answer: ForwardMsg) -> None:
        kind = answer.WhichOneof("type")
        if kind == "new_session":
            self.session_id = answer.new_session.initialize.session_id
        elif kind == "navigation":
            self.page_hash = answer.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = answer.page_info_changed.query_string
        elif kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
            element = answer.delta.new_element
            self.elements.append(getattr(element, element.WhichOneof("type") or "empty"))
            component = element.bidi_component.component_name
            if component == "bayeslab.canvas":
                self.canvas_id = element.bidi_component.id
                self.fragments[self.canvas_id] = answer.delta.fragment_id
                (self.canvas_data,) = json.loads(element.bidi_component.json)
            elif element.WhichOneof("type") == "exception":
                self.exceptions.append(element.exception.message)

    async def set(self, state: WidgetState) -> float:
        """Operate a widget and return the seconds until that is answered."""
        self.widgets[state.id] = state
        try:
            return await self.run(self.fragments.get(state.id, ""))
        finally:
            if state.HasField("trigger_value"):  # a button is pressed for one run
                del self.widgets[state.id]

    async def draw(self, **values: Any) -> float:
        """Let the drawing area send a message, and return the seconds until it is answered."""
        data = self.canvas_data
        message = {
            "seq": data["seq"] + 1,
            "revision": data["revision"],
            "points": data["points"] if isinstance(data["points"], str) else None,
            "gamma": data["gamma"],
            "switches": data["switches"],
        }
        state = json.dumps({"drawing": message | values})
        return await self.set(WidgetState(id=self.canvas_id, json_value=state))
