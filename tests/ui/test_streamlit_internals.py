"""What the app uses of Streamlit's internals is still as it was read, and stands in one module."""

import ast
import inspect
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from streamlit import runtime
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunContext
from streamlit.runtime.state import SessionState
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from streamlit.testing.v1 import AppTest

from source import ROOT, parse
from ui.streamlit_internals import (
    INDEX,
    PLOTLY_CHUNK,
    READ_IN,
    look_up_single_values,
    run_page_of_unknown_fragments,
)

READ: list[tuple[Callable[..., Any], str]] = [
    (AppSession.register_file_watchers, "self"),
    (app_session._close_script_event_loop, "loop"),
    (AppSession.request_rerun, "self, client_state"),
    (AppSession.has_fragment, "self, fragment_id"),
    (SessionState.set_widgets_from_proto, "self, widget_states"),
    (Runtime.is_active_session, "self, session_id"),
    (runtime.get_instance, ""),
]
APP = [
    ROOT / "app.py",
    *(
        path
        for layer in ("core", "lessons", "pages", "ui")
        for path in (ROOT / layer).rglob("*.py")
    ),
]


def internals_imported(path: Path) -> set[str]:
    """Return the modules below streamlit.runtime and streamlit.proto that a file imports."""
    modules = set[str]()
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
    return {name for name in modules if name.startswith(("streamlit.runtime", "streamlit.proto"))}


def parse_names(path: Path) -> set[str]:
    """Return the names of the modules that a file imports as a whole."""
    imports = (node for node in ast.walk(parse(path)) if isinstance(node, ast.Import))
    return {alias.name for node in imports for alias in node.names}


def test_the_release_is_the_one_that_was_read() -> None:
    assert version("streamlit").startswith(f"{READ_IN}.")


@pytest.mark.parametrize(
    ("function", "parameters"), READ, ids=[each.__qualname__ for each, _ in READ]
)
def test_the_functions_have_the_signatures_they_had(
    function: Callable[..., Any], parameters: str
) -> None:
    assert ", ".join(inspect.signature(function).parameters) == parameters


def test_sessions_that_were_left_are_in_a_cache_that_can_forget_them() -> None:
    assert callable(MemorySessionStorage()._cache.expire)  # pyrefly: ignore[missing-attribute]
    assert "_session_storage" in inspect.getsource(WebsocketSessionManager.__init__)
    assert "_session_mgr" in inspect.getsource(Runtime.__init__)


def test_a_run_knows_its_session() -> None:
    assert "session_id" in ScriptRunContext.__dataclass_fields__


def test_a_widget_state_has_the_values_that_are_checked() -> None:
    assert {"double_value", "json_value"} <= set(WidgetState.DESCRIPTOR.fields_by_name)
    assert "value" in WidgetState.DESCRIPTOR.oneofs_by_name


def test_a_session_gives_its_event_loop_to_its_scripts_and_closes_it_nowhere_else() -> None:
    assert "self._script_event_loop: asyncio.AbstractEventLoop = " in inspect.getsource(
        AppSession.__init__
    )
    assert inspect.getsource(AppSession).count("event_loop=self._script_event_loop") == 1
    assert inspect.getsource(app_session).count(".close()\n") == 2  # the loop's, and a watcher's


def test_no_page_asks_for_the_event_loop_of_its_session() -> None:
    """It has none: see give_no_event_loops."""
    users = {path for path in APP if "asyncio" in parse_names(path)}
    assert {path.relative_to(ROOT).as_posix() for path in users} == {
        "app.py",
        "ui/streamlit_internals.py",
        "ui/upkeep.py",
        "ui/uvicorn_internals.py",
    }


def test_the_index_page_has_one_body_to_add_to() -> None:
    assert INDEX.read_text(encoding="utf-8").count("</body>") == 1


def test_an_unknown_fragment_runs_the_whole_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str | None] = []

    def note(_: Any, client_state: ClientState | None) -> None:
        asked.append(client_state.fragment_id if client_state else None)

    monkeypatch.setattr(AppSession, "request_rerun", note)
    run_page_of_unknown_fragments()
    session = Mock(AppSession, has_fragment=lambda name: name == "known")
    for state in (ClientState(fragment_id="known"), ClientState(fragment_id="unknown"), None):
        AppSession.request_rerun(session, state)
    assert asked == ["known", "", None]


def ask_twice() -> None:
    """Ask for a number and a choice, each started with a value that is not the first."""
    import streamlit as st

    st.session_state.setdefault("number", 3)
    st.session_state.setdefault("choice", None)
    st.number_input("Number", 0, 9, key="number")
    st.selectbox("Choice", ["a", "b"], key="choice")


def test_widgets_look_up_their_values_and_all_of_them_can_still_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SessionState, "filtered_state", SessionState.filtered_state)
    look_up_single_values()
    app = AppTest.from_function(ask_twice).run().run()
    assert app.number_input[0].value == 3
    assert app.selectbox[0].value is None
    app.selectbox[0].select("b").run()
    assert dict(app.session_state.items()) == {"number": 3, "choice": "b"}
    assert len(app.session_state) == 2
    assert "another" not in app.session_state


def test_internals_are_imported_in_one_module() -> None:
    users = {path.relative_to(ROOT).as_posix() for path in APP if internals_imported(path)}
    assert users == {"ui/streamlit_internals.py"}


def test_the_module_of_figures_exports_the_component_by_two_names_to_the_page_alone() -> None:
    folder = INDEX.parent / "static" / "js"
    text = (folder / PLOTLY_CHUNK).read_text(encoding="utf-8")
    assert re.search(r"export\{\w+ as PlotlyChart,\w+ as default\};?\s*$", text)
    imported = re.compile(rf"from ?[\"'`]\./{re.escape(PLOTLY_CHUNK)}")
    assert not any(imported.search(path.read_text("utf-8")) for path in folder.glob("*.js"))
