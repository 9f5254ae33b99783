"""Streamlit's internals: everything that the app uses besides the public interface.

``docs/streamlit.md`` says what each hook buys and when it can go. All of it was read in Streamlit
1.67, whose minor release ``pyproject.toml`` fixes; ``tests/ui/test_streamlit_internals.py`` fails
when a newer one differs.
"""

from pathlib import Path

import streamlit as st
from streamlit import runtime
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx

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


def rerun_page_for_unknown_fragment() -> None:
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
