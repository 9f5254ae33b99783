"""What the server holds of uploads is bounded, and goes when nobody needs it."""

import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from weakref import ref

import pytest
from playwright.sync_api import Page, expect
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from bayeslab.data.datasets import DatasetSpec, load
from browser import PAGE_IS_COMPLETE, visit
from core import caching
from core.csv_import import read_table, to_dataset, write_table
from coroutines import run
from server import AppServer
from source import ROOT
from ui import uploads

sys.path.insert(0, str(ROOT / "benchmarks"))

from visitor import Visitor

LARGE = bytes(4_800_000)
FRAME = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n%b\r\n--x--\r\n'
HELD_BYTES = r'^cache_memory_bytes\{cache_type="UploadedFileManager".*?\} (\d+)'
# The app, but it looks every 0.1 s for what it can free.
SERVER = """
import streamlit as st
from app import lifespan
from ui import upkeep
upkeep.INTERVAL = 0.1
app = st.App({page!r}, lifespan=lifespan)
"""


def put(server: AppServer, session: str, name: str, content: bytes = LARGE) -> tuple[int, str]:
    """Upload a file as a client does that knows its session; return status and answer."""
    address = f"{server.url}/_stcore/upload_file/{session}/{name}"
    body, kind = FRAME % content, "multipart/form-data; boundary=x"
    with urlopen(f"{server.url}/_stcore/health", timeout=20) as response:
        cookie = response.headers["Set-Cookie"].split(";")[0]
    headers = {"Content-Type": kind, "Cookie": cookie, "X-Xsrftoken": cookie.split("=", 1)[1]}
    try:
        with urlopen(Request(address, body, headers, method="PUT"), timeout=20) as response:
            return response.status, response.read().decode()
    except HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read().decode()


def held_bytes(server: AppServer) -> int:
    """Return how many bytes of uploads the server holds; it counts them every five seconds."""
    address = f"{server.url}/_stcore/metrics?families=cache_memory_bytes"
    with urlopen(address, timeout=20) as response:
        found = re.search(HELD_BYTES, response.read().decode(), re.MULTILINE)
    return int(found[1]) if found else 0


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


async def opened(stack: AsyncExitStack, server: AppServer) -> str:
    """Open a session and return its number."""
    visitor = await stack.enter_async_context(Visitor(server.port))
    await visitor.run()
    return visitor.session_id


@pytest.mark.soak
def test_a_session_and_the_process_refuse_more_files_than_they_have_room_for(
    tmp_path: Path,
) -> None:
    async def fill() -> tuple[list[list[tuple[int, str]]], int]:
        async with AsyncExitStack() as stack:
            sessions = [await opened(stack, server) for _ in range(11)]
            answers = [[put(server, one, name) for name in "abcd"] for one in sessions]
            return answers, held_bytes(server)

    with AppServer(tmp_path / "log.txt") as server:
        answers, held = run(fill())
    statuses = [[status for status, _ in own] for own in answers]
    assert statuses[0] == [204, 204, 413, 413]
    assert statuses[-1] == [413] * 4
    assert sum(own.count(204) for own in statuses) * len(LARGE) == held <= 96 * 2**20
    assert {text for own in answers for status, text in own if status == 413} == {uploads.NO_ROOM}


def test_many_empty_files_are_refused_too(app_server: AppServer) -> None:
    async def fill() -> list[int]:
        async with AsyncExitStack() as stack:
            session = await opened(stack, app_server)
            return [put(app_server, session, str(name), b"")[0] for name in range(200)]

    statuses = run(fill())
    assert statuses[0] == 204
    assert statuses[-1] == 413


@pytest.mark.soak
def test_an_idle_server_frees_the_files_of_lost_sessions(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(SERVER.format(page=str(ROOT / "pages" / "main.py")))

    async def come_and_go() -> None:
        async with AsyncExitStack() as stack:
            session = await opened(stack, server)
            assert put(server, session, "a")[0] == 204
            assert held_bytes(server) == len(LARGE)

    with AppServer(tmp_path / "log.txt", str(script)) as server:
        run(come_and_go())
        wait_until(lambda: held_bytes(server) == 0)


def test_a_file_is_removed_when_it_is_old_or_its_session_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    manager = MemoryUploadedFileManager("")
    fake = SimpleNamespace(uploaded_file_mgr=manager, is_active_session="here".__eq__)
    monkeypatch.setattr(runtime, "get_instance", lambda: fake)
    sweep = uploads.UploadSweep()
    for session, name in [("here", "old"), ("lost", "old")]:
        manager.add_file(session, UploadedFileRec(name, name, "", b"1"))
    sweep.run(100.0)
    assert [file.name for file in manager.get_files("here", ["old"])] == ["old"]
    assert manager.get_files("lost", ["old"]) == []
    sweep.run(200.0)
    manager.add_file("here", UploadedFileRec("new", "new", "", b"1"))
    sweep.run(100.0 + uploads.HELD_FOR)
    assert [file.name for file in manager.get_files("here", ["old", "new"])] == ["new"]


@pytest.mark.soak
def test_a_table_is_held_while_its_window_is_open_and_downloads_as_the_same_points(
    app_server: AppServer, page: Page, tmp_path: Path
) -> None:
    iris = load(DatasetSpec("iris"))
    picture, table = tmp_path / "picture.csv", tmp_path / "oaks.csv"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    table.write_text(write_table(iris), encoding="utf-16")
    visit(page, f"{app_server.url}/lab?folds=2")
    page.get_by_role("button", name="Load a table").click()
    page.locator("input[type=file]").set_input_files(picture)
    expect(page.get_by_text("This file is not plain text")).to_be_visible()
    page.locator("input[type=file]").set_input_files(table)
    expect(page.get_by_role("button", name="Use these points")).to_be_visible()
    wait_until(lambda: held_bytes(app_server) == table.stat().st_size)
    page.get_by_role("button", name="Use these points").click()
    expect(page.get_by_role("status").first).to_have_text(re.compile(r"^150 points"))
    wait_until(lambda: held_bytes(app_server) == 0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the points").click()
    points, _ = to_dataset(read_table(download.value.path().read_bytes()), (0, 1), 2)
    assert (points.X == iris.X).all()
    assert points.class_names == iris.class_names


def test_the_window_for_a_table_stays_open_when_accuracies_arrive(server: str, page: Page) -> None:
    """They take long here, so that the page runs again when they are there."""
    page.goto(f"{server}/lab?n=150&seed=77&scheme=leave-one-out", wait_until="commit")
    page.get_by_role("button", name="Load a table").click()
    window = page.get_by_role("dialog", name="Load a table of points")
    expect(window).to_be_visible()
    svc = page.locator(".accuracies").get_by_role("row", name="SVC, RBF", include_hidden=True)
    expect(svc.get_by_role("cell", include_hidden=True).last).to_have_text(re.compile("%"))
    page.wait_for_function(PAGE_IS_COMPLETE)
    expect(window).to_be_visible()
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    page.wait_for_function(PAGE_IS_COMPLETE)
    expect(window).to_have_count(0)


def test_results_that_are_too_old_are_freed_without_new_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(caching, "_outcomes", [])
    monkeypatch.setattr(caching, "CACHE_SECONDS", 0.0)
    result = ref(caching.memoize(4)(Counter)("a"))
    assert result() is not None
    caching.drop_expired()
    assert result() is None
