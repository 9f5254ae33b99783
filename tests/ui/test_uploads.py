"""What the server holds of visitors' files is bounded, and goes when nobody needs it."""

import asyncio
import gzip
import re
from base64 import b64encode
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import ref

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bayeslab.data.datasets import DatasetSpec, load
from browser import PAGE_IS_COMPLETE, visit
from core import caching
from core.csv_import import read_table, to_dataset, write_table
from server import AppServer
from ui import upkeep, uploads
from ui.uploads import UPLOADS, Uploads

TEXT = b"a,b,kind\n1,2,x\n"


def message(content: bytes = TEXT, file: str = "1", **told: Any) -> dict[str, Any]:
    """Return the only message of a small file, as ``picker.js`` sends it."""
    text = b64encode(gzip.compress(content)).decode()
    whole = {"name": "a.csv", "size": len(content), "parts": 1, "part": 0, "text": text}
    return {"file": file, **whole, **told}


def messages(content: bytes, size: int, file: str = "1") -> list[dict[str, Any]]:
    """Return the messages of a file in parts of that many characters, a multiple of four."""
    text = message(content)["text"]
    parts = [text[k : k + size] for k in range(0, len(text), size)]
    return [
        message(content, file, parts=len(parts), part=place, text=part)
        for place, part in enumerate(parts)
    ]


def held(store: Uploads, session: str = "s") -> bytes | None:
    upload = store.find(session, "key")
    return upload.content if upload is not None and upload.is_whole else None


def problem(store: Uploads, session: str = "s") -> str:
    upload = store.find(session, "key")
    assert upload is not None
    return upload.problem


def noise(size: int) -> bytes:
    """Return bytes that cannot be compressed."""
    return np.random.default_rng(0).bytes(size)


def test_a_file_is_complete_when_all_its_parts_have_arrived() -> None:
    store, content = Uploads(), noise(200_000)
    sent = messages(content, 96_000)
    assert len(sent) > 2
    for each in sent[:-1]:
        store.take("s", "key", each)
        assert held(store) is None
    store.take("s", "key", sent[-1])
    assert held(store) == content
    assert store.find("s", "another field") is store.find("another session", "key") is None
    store.release("s")
    assert store.find("s", "key") is None


def test_parts_that_are_missing_or_come_twice_change_nothing() -> None:
    store, content = Uploads(), noise(200_000)
    first, second, *others = messages(content, 96_000)
    for each in (second, first, first, *others, second, first, *others):
        store.take("s", "key", each)
    assert held(store) == content
    store.take("s", "key", message(TEXT, "2"))
    assert held(store) == TEXT


@pytest.mark.parametrize(
    "sent",
    [
        None,
        7,
        {},
        message(text="é"),
        message(text="abc"),
        message(text="A" * (uploads.LONGEST_PART + 4)),
        message(part=1),
        message(part=-1),
        message(parts=0),
        message(parts=10**9),
        message(size=-1),
        message(size="12"),
        message(name=None),
        message(file="9" * 41),
    ],
)
def test_an_invalid_message_of_a_file_changes_nothing(sent: Any) -> None:
    store = Uploads()
    store.take("s", "key", sent)
    assert store.find("s", "key") is None
    store.take("s", "key", message())
    store.take("s", "key", sent)
    assert held(store) == TEXT


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (message(size=uploads.LARGEST + 1, text=""), uploads.TOO_LARGE),
        (message(bytes(uploads.LARGEST + 1), size=9), uploads.TOO_LARGE),
        (message(text="AAAA"), uploads.BROKEN),
        (message(text=""), uploads.BROKEN),
        (message(text=message()["text"][:-8]), uploads.BROKEN),
    ],
)
def test_a_refused_file_has_no_content_and_a_reason(sent: Any, sentence: str) -> None:
    store = Uploads()
    store.take("s", "key", sent)
    assert problem(store) == sentence
    assert held(store) is None
    store.take("s", "key", message(TEXT, "2"))
    assert held(store) == TEXT


def test_more_parts_than_a_file_may_have_are_not_held() -> None:
    """Each is as long as a message may be, and the file is announced as small."""
    store = Uploads()
    part = message(parts=100, size=1, text="A" * uploads.LONGEST_PART)
    for place in range(12):
        store.take("s", "key", part | {"part": place})
    assert problem(store) == uploads.TOO_LARGE


def test_files_that_are_announced_and_do_not_arrive_take_nobodys_place() -> None:
    store = Uploads()
    for session in map(str, range(1000)):
        store.take(session, "key", message(size=uploads.LARGEST, parts=2, text="AAAA"))
    store.take("s", "key", message())
    assert held(store) == TEXT


def test_the_process_refuses_more_bytes_than_it_has_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All that has arrived counts, of whole files and of others; zeros count as they arrive."""
    monkeypatch.setattr(uploads, "LARGEST", 2**18)
    store, zeros = Uploads(), message(bytes(2**18))
    large = messages(noise(2**18 - 2**13), 2**17)
    for session in map(str, range(40)):
        for each in large[: 2 if int(session) % 2 else len(large)]:
            store.take(session, "key", each)
    refused = [session for session in map(str, range(40)) if problem(store, session)]
    assert uploads.FILES_PER_PROCESS < 40 - len(refused) < 2 * uploads.FILES_PER_PROCESS
    assert {problem(store, session) for session in refused} == {uploads.NO_ROOM}
    store.take("0", "key", message(TEXT, "2"))  # instead of its own
    assert held(store, "0") == TEXT
    for session in refused:
        store.take(session, "key", zeros | {"file": "2"})
    assert held(store, refused[-1]) == bytes(2**18)


def test_a_file_is_removed_when_it_is_old_or_its_session_lost() -> None:
    store = Uploads()
    for session in ("here", "lost"):
        store.take(session, "key", message())
    store.sweep(100.0, "here".__eq__)
    assert held(store, "here") == TEXT
    assert store.find("lost", "key") is None
    store.sweep(99.0 + uploads.HELD_FOR, "here".__eq__)
    assert held(store, "here") == TEXT
    store.sweep(100.0 + uploads.HELD_FOR, "here".__eq__)
    assert store.find("here", "key") is None


async def test_the_upkeep_of_the_server_removes_the_files_of_lost_sessions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upkeep, "INTERVAL", 0.0)
    monkeypatch.setattr(upkeep, "is_active_session", "here".__eq__)
    monkeypatch.setattr(upkeep, "has_visitors", lambda: True)

    for session in ("here", "lost"):
        UPLOADS.take(session, "key", message())
    work = asyncio.create_task(upkeep.free_memory())
    while held(UPLOADS, "lost") is not None:
        await asyncio.sleep(0)
    work.cancel()
    assert held(UPLOADS, "here") == TEXT
    UPLOADS.release("here")


@pytest.mark.journey
def test_a_standardised_table_downloads_in_its_original_units_also_after_a_reload(
    app_server: AppServer, page: Page, tmp_path: Path
) -> None:
    iris = load(DatasetSpec("iris"))
    picture, table = tmp_path / "picture.csv", tmp_path / "oaks.csv"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    table.write_text(write_table(replace(iris, X=np.round(100 * iris.X))), encoding="utf-16")
    visit(page, f"{app_server.url}/lab?folds=2")
    page.get_by_role("button", name="Load a table").click()
    page.locator("input[type=file]").set_input_files(picture)
    expect(page.get_by_text("This file is not plain text")).to_be_visible()
    page.locator("input[type=file]").set_input_files(table)
    page.get_by_role("button", name="Use these points").click()
    expect(page.get_by_role("status").first).to_have_text(re.compile(r"^150 points"))
    back = page.get_by_role("button", name="Back to the original units")
    expect(back).to_be_visible()
    page.wait_for_function("() => localStorage.getItem('lab original')")
    page.reload()
    back.click()
    with page.expect_download() as download:
        expect(page.get_by_role("button", name="Standardise the points")).to_be_visible()
        page.get_by_role("button", name="Download the points").click()
    points, _ = to_dataset(read_table(download.value.path().read_bytes()), (0, 1), 2)
    assert (np.round(100 * iris.X) == points.X).all()
    assert (points.feature_names, points.class_names) == (iris.feature_names, iris.class_names)


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
