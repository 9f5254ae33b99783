"""Streamlit's internals: everything that the app uses besides the public interface.

``docs/streamlit.md`` says what each hook buys and when it can go. All of it was read in Streamlit
1.67, whose minor release ``pyproject.toml`` fixes; ``tests/ui/test_streamlit_internals.py`` fails
when a newer one differs.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState

__all__ = [
    "FORMULA_FONTS",
    "INDEX",
    "PLOTLY_CHUNK",
    "READ_IN",
    "WidgetStates",
    "filter_widget_states",
    "forget_left_sessions",
    "give_no_event_loops",
    "has_visitors",
    "is_active_session",
    "look_up_single_values",
    "run_page_of_unknown_fragments",
    "session_id",
    "watch_no_files",
]

READ_IN = "1.67"
INDEX = Path(st.__file__).parent / "static" / "index.html"  # the HTML of every page
# What draws figures in the front end; it exports the component as the default and by its name.
(PLOTLY_CHUNK,) = (path.name for path in (INDEX.parent / "static" / "js").glob("PlotlyChart.*.js"))

# The fonts of most formulas: with none of them the lines of a text break elsewhere.
FORMULA_FONTS = [
    f"static/media/{path.name}"
    for name in ("Main-Regular", "Math-Italic", "Size1-Regular")
    for path in (INDEX.parent / "static" / "media").glob(f"KaTeX_{name}.*.woff2")
]


def watch_no_files() -> None:
    """Let no session watch the source for changes.

    With ``server.fileWatcherType = "none"`` Streamlit watches nothing for a new visitor, but does
    for one who returns after a lost connection. That takes over a second for each, in which
    nobody else gets an answer.
    """
    AppSession.register_file_watchers = _do_nothing


def _do_nothing(self: AppSession) -> None:
    pass


def run_page_of_unknown_fragments() -> None:
    """Let a session run its whole page if a browser asks for an unknown fragment.

    After a restart of the server a browser may keep its page and ask the new session for a
    fragment only. Streamlit would ignore that, and drawings made meanwhile would not be read.
    """
    request = AppSession.request_rerun

    def request_known(self: AppSession, client_state: ClientState | None) -> None:
        if client_state and not self.has_fragment(client_state.fragment_id):
            client_state.fragment_id = ""
        request(self, client_state)

    AppSession.request_rerun = request_known


class _StateOfSession(Mapping[str, Any]):
    """The values of a session by key; all are read only when all are needed."""

    def __init__(self, state: SessionState) -> None:
        self.state = state

    def __getitem__(self, key: str) -> Any:
        return self.state[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_read_all(self.state))

    def __len__(self) -> int:
        return len(_read_all(self.state))


_read_all: Callable[[SessionState], dict[str, Any]] = SessionState.filtered_state.fget  # pyrefly: ignore[bad-assignment]


def look_up_single_values() -> None:
    """Let a widget read its value alone.

    Streamlit would copy the values of all widgets for each, a tenth of a run of the lab.
    """
    SessionState.filtered_state = property(_StateOfSession)  # pyrefly: ignore[bad-assignment]


class _NoEventLoop(asyncio.AbstractEventLoop):
    """An event loop without descriptors, for scripts that run nothing on it; nothing can."""

    def is_running(self) -> bool:
        """Return that nothing runs."""
        return False

    def is_closed(self) -> bool:
        """Return that it may be installed."""
        return False


def give_no_event_loops() -> None:
    """Let all sessions share an event loop that has no descriptors.

    Streamlit opens one for each session, in case the script needs it, and closes it with the
    session: three descriptors for each visitor, and for each of up to 128 who have left. No page
    uses it.
    """
    begin, loop = AppSession.__init__, _NoEventLoop()

    def begin_without(self: AppSession, *arguments: Any, **options: Any) -> None:
        begin(self, *arguments, **options)
        self._script_event_loop.close()
        self._script_event_loop = loop

    AppSession.__init__ = begin_without
    app_session._close_script_event_loop = _leave_open


def _leave_open(loop: asyncio.AbstractEventLoop) -> None:
    pass


def filter_widget_states(readable: Callable[[WidgetStates], WidgetStates]) -> None:
    """Let every session of this process read what `readable` returns of its widgets' states."""
    original = SessionState.set_widgets_from_proto

    def read_filtered(self: SessionState, widget_states: WidgetStates) -> None:
        original(self, readable(widget_states))

    SessionState.set_widgets_from_proto = read_filtered


def session_id() -> str:
    """Return the number of the session whose script runs; without one, nothing."""
    context = get_script_run_ctx()
    return "" if context is None else context.session_id


def is_active_session(session: str) -> bool:
    """Return whether a browser is connected to the session."""
    return runtime.get_instance().is_active_session(session)


def has_visitors() -> bool:
    """Return whether a browser is connected to this server."""
    state = runtime.get_instance().state
    return state is runtime.RuntimeState.ONE_OR_MORE_SESSIONS_CONNECTED


def forget_left_sessions() -> None:
    """Free the sessions of visitors who left more than two minutes ago.

    Streamlit does so only when another visitor leaves.
    """
    runtime.get_instance()._session_mgr._session_storage._cache.expire()  # pyrefly: ignore[missing-attribute]
