"""Short links: stored once, for a year, beside the rooms; counted, and limited over all."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from core.input_error import InputError
from coroutines import run
from live.codes import NAMES
from live.limits import RoomLimits
from live.links import YEAR, ShortLinks, read_target
from live.sqlite_log import SqliteLog

LAB = {"page": "lab", "query": "gamma=20&points=3EQ-_&names=x%20y~b~C%E2%88%92~d"}
LIMITS = RoomLimits()


class Kept(SqliteLog):
    """A log that notes for how long its entries are kept."""

    seconds = 0.0

    async def create(self, room: str, event: Any, seconds: float) -> bool:
        self.seconds = seconds
        return await super().create(room, event, seconds)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Kept]:
    log = Kept(tmp_path / "rooms.sqlite")
    yield log
    run(log.close())


class Client:
    """What a browser asks a server with short links."""

    def __init__(self, log: SqliteLog, limits: RoomLimits = LIMITS) -> None:
        self.links = ShortLinks(log, limits, lambda _: b"one address")
        self.app = Starlette(routes=self.links.routes())

    def get(self, path: str) -> tuple[int, str]:
        return run(self._ask("GET", path))

    def post(self, body: bytes, kind: bytes = b"application/json") -> tuple[int, str]:
        return run(self._ask("POST", "/s", body, kind))

    async def _ask(self, method: str, path: str, body: bytes = b"", kind: bytes = b"") -> Any:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        scope = {"type": "http", "method": method, "path": path, "query_string": b""}
        await self.app(scope | {"headers": [(b"content-type", kind)]}, receive, send)
        text = b"".join(message.get("body", b"") for message in sent).decode()
        return sent[0]["status"], text


def make(app: Client, **changes: str) -> Any:
    return json.loads(app.post(json.dumps(LAB | changes).encode())[1])


def test_a_link_opens_its_page_and_is_stored_once_for_a_year(log: Kept) -> None:
    app = Client(log)
    code = make(app)["code"]
    assert len(code) == 8
    assert make(app)["code"] == code
    assert make(app, page="")["code"] != code
    for text in (code, code.lower()):
        status, answer = app.get(f"/s/{text}")
        assert status == 200
        assert "url=../lab?gamma=20&amp;points=3EQ-_&amp;names=x%20y~b~" in answer
    assert log.seconds == YEAR
    assert run(count(log)) == (2, 0)


async def count(log: SqliteLog) -> tuple[int, int]:
    """Return the numbers of all logs and of rooms."""
    return await log.count(), await log.count(NAMES)


def test_links_with_the_same_characters_lead_to_their_own_pages(
    log: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("live.links._code_of", lambda _, attempt: "AAAAAAA" + "BCD"[attempt])
    app = Client(log)
    assert [make(app, page=page)["code"][-1] for page in ("lab", "compare", "lab")] == [*"BCB"]
    assert "../compare?" in app.get("/s/AAAAAAAC")[1]


@pytest.mark.parametrize("code", ["ABCDEFGH", "abc", "ABCDE", "0OIL1111", "ÄÖÜ", "A" * 9])
def test_an_unknown_link_gets_a_sentence(log: Kept, code: str) -> None:
    status, answer = Client(log).get(f"/s/{code}")
    assert status == 404
    assert "is not known here" in answer


def test_links_are_limited_by_address_and_over_all_and_known_ones_are_not_counted(
    log: Kept,
) -> None:
    app = Client(log, replace(LIMITS, links_per_hour=2))
    assert all("code" in make(app, query=f"n={n}") for n in (60, 61))
    assert make(app, query="n=62")["why"].startswith("Too many short links from this address")
    assert "code" in make(app, query="n=60")
    app = Client(log, replace(LIMITS, links=2))
    assert make(app, query="n=63")["why"].startswith("This server has no room for more")


def test_guesses_are_limited(log: Kept) -> None:
    app = Client(log, replace(LIMITS, wrong_codes=2))
    assert [app.get("/s/ABCDEFGH")[0] for _ in range(3)] == [404, 404, 429]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"page": "https://elsewhere.example", "query": ""}',
        '{"page": "../x", "query": ""}',
        '{"page": "lab", "query": "a=\\"><script>"}',
        '{"page": "lab", "query": "a=\\n"}',
        '{"page": "lab", "query": 5}',
        '{"page": "lab"}',
        '{"page": "lab", "query": "' + 4001 * "a" + '"}',
    ],
)
def test_addresses_outside_the_app_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_target(text)


def test_a_page_of_another_site_cannot_make_links(log: Kept) -> None:
    app = Client(log)
    assert app.post(json.dumps(LAB).encode(), b"text/plain")[0] == 400
    assert app.post(b"x" * 10_000)[0] == 400
    assert run(count(log)) == (0, 0)
