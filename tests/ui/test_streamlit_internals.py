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
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunContext

from source import ROOT, parse
from ui.streamlit_internals import (
    INDEX,
    PLOTLY_CHUNK,
    READ_IN,
    rerun_page_for_unknown_fragment,
)

READ: list[tuple[Callable[..., Any], str]] = [
    (AppSession.register_file_watchers, "self"),
    (AppSession.request_rerun, "self, client_state"),
    (AppSession.has_fragment, "self, fragment_id"),
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


def test_the_release_is_the_one_that_was_read() -> None:
    assert version("streamlit").startswith(f"{READ_IN}.")


@pytest.mark.parametrize(
    ("function", "parameters"), READ, ids=[each.__qualname__ for each, _ in READ]
)
def test_the_functions_have_the_signatures_they_had(
    function: Callable[..., Any], parameters: str
) -> None:
    assert ", ".join(inspect.signature(function).parameters) == parameters


def test_a_run_knows_its_session() -> None:
    assert "session_id" in ScriptRunContext.__dataclass_fields__


def test_the_index_page_has_one_body_to_add_to() -> None:
    assert INDEX.read_text(encoding="utf-8").count("</body>") == 1


def test_an_unknown_fragment_runs_the_whole_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str | None] = []

    def note(_: Any, client_state: ClientState | None) -> None:
        asked.append(client_state.fragment_id if client_state else None)

    monkeypatch.setattr(AppSession, "request_rerun", note)
    rerun_page_for_unknown_fragment()
    session = Mock(AppSession, has_fragment=lambda name: name == "known")
    for state in (ClientState(fragment_id="known"), ClientState(fragment_id="unknown"), None):
        AppSession.request_rerun(session, state)
    assert asked == ["known", "", None]


def test_internals_are_imported_in_one_module() -> None:
    users = {path.relative_to(ROOT).as_posix() for path in APP if internals_imported(path)}
    assert users == {"ui/streamlit_internals.py"}


def test_the_module_of_figures_exports_the_component_by_two_names_to_the_page_alone() -> None:
    folder = INDEX.parent / "static" / "js"
    text = (folder / PLOTLY_CHUNK).read_text(encoding="utf-8")
    assert re.search(r"export\{\w+ as PlotlyChart,\w+ as default\};?\s*$", text)
    imported = re.compile(rf"from ?[\"'`]\./{re.escape(PLOTLY_CHUNK)}")
    assert not any(imported.search(path.read_text("utf-8")) for path in folder.glob("*.js"))
