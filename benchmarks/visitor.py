"""A visitor without a browser, who speaks Streamlit's own protocol over a WebSocket.

Messages are binary protobuf: the visitor asks for a run of the page (``BackMsg.rerun_script`` with
the query, the page's name and the state of every widget) and reads what the server forwards until
``script_finished``. The drawing area's id and what it was last told are kept, so that a visitor can
draw as the component does.

Many visitors fit into one process; a load made of browsers would measure the browsers.
"""

import asyncio
import json
import time
from typing import Any, Self

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["Visitor"]

INTERRUPTED = 2  # script_finished: another run follows at once
PATIENCE = 60  # seconds until an answer counts as lost


class Visitor:
    """One session at the app on a port of this machine."""

    def __init__(self, port: int, page: str = "", query: str = "") -> None:
        self.port, self.page, self.query = port, page, query
        self.socket: ClientConnection | None = None
        self.page_hash = ""
        self.canvas_id = ""
        self.told: dict[str, Any] = {}  # what the drawing area was last told
        self.widgets: dict[str, WidgetState] = {}
        self.bytes_received = 0
        self.exceptions: list[str] = []

    async def __aenter__(self) -> Self:
        """Connect."""
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        assert self.socket is not None
        await self.socket.close()

    async def run(self) -> float:
        """Ask for a run of the page and return the seconds until it is finished."""
        assert self.socket is not None
        message = BackMsg()
        request = message.rerun_script
        request.query_string = self.query
        request.page_script_hash, request.page_name = self.page_hash, self.page
        request.widget_states.widgets.extend(self.widgets.values())
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        while True:
            received = await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE)
            self.bytes_received += len(received)
            answer = ForwardMsg.FromString(received)
            self._note(answer)
            kind = answer.WhichOneof("type")
            if kind == "script_finished" and answer.script_finished != INTERRUPTED:
                return time.perf_counter() - start

    def _note(self, answer: ForwardMsg) -> None:
        kind = answer.WhichOneof("type")
        if kind == "navigation":
            self.page_hash = answer.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = answer.page_info_changed.query_string
        elif kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
            element = answer.delta.new_element
            if element.WhichOneof("type") == "bidi_component":
                self.canvas_id = element.bidi_component.id
                self.told = json.loads(element.bidi_component.json)
            elif element.WhichOneof("type") == "exception":
                self.exceptions.append(element.exception.message)

    async def draw(self, **sent: Any) -> float:
        """Let the drawing area send a message, and return the seconds until it is answered."""
        message = {
            "seq": self.told["seq"] + 1,
            "revision": self.told["revision"],
            "points": self.told["points"] if isinstance(self.told["points"], str) else None,
            "gamma": self.told["gamma"],
            "switches": self.told["switches"],
        }
        state = json.dumps({"drawing": message | sent})
        self.widgets[self.canvas_id] = WidgetState(id=self.canvas_id, json_value=state)
        return await self.run()
