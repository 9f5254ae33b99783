"""Whatever stands in an address, the server answers below 500, and its log stays short."""

import socket
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from lessons import question_pictures
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from offline.course.served import routes as course_routes
from offline.pocket.served import routes as pocket_routes
from server import AppServer
from ui import connection, room

TEXTS = {
    "long": b"a" * 300,
    "endless": b"a" * 20_000,
    "digits": b"9" * 5000,
    "byte": b"%ff",
    "raw byte": b"\xff",
    "nul": b"%00",
    "up": b"..%2f..%2fetc",
    "surrogate": b"%ed%a0%80",
    "superscript": quote("²").encode(),
    "bracket": b"http://[",
    "script": b"%3Cscript%3E",
}


def patterns(folder: Path) -> set[str]:
    """Return the paths of all routes of the app."""
    rooms = Rooms(SqliteLog(folder / "rooms"), teacher_key="")
    lists = (connection, room, question_pictures, rooms)
    routes = [route for each in lists for route in each.routes()]
    routes += [*pocket_routes(), *course_routes()]
    own = {str(getattr(route, "path", "")) for route in routes}
    return own | {"/{page}", "/files/{path}", "/{page}/_stcore/health", "/static/{path}"}


def fill(pattern: str, text: bytes) -> bytes:
    """Return a path with a text in the place of each parameter, or at its end without any."""
    parts = pattern.split("/")
    path = b"/".join(text if part.startswith("{") else part.encode() for part in parts)
    return path if "{" in pattern else path + b"?page=" + text


def status(server: str, method: str, path: bytes, body: bytes = b"") -> int:
    """Return the status of an answer; 0 if the server closes the connection."""
    host, port = urlsplit(server).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connected:
        head = method.encode() + b" " + path + b" HTTP/1.1\r\nHost: " + f"{host}:{port}".encode()
        length = f"\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        connected.sendall(head + length.encode() + body)
        answer = b""
        while part := connected.recv(65_536):
            answer += part
    first, _, rest = answer.partition(b"\r\n")
    if rest and int(first.split()[1]) != 400:  # uvicorn refuses what is no HTTP by itself
        assert b"content-security-policy" in rest.lower(), path[:80]
    return int(first.split()[1]) if first else 0


@pytest.mark.parametrize("name", TEXTS)
def test_no_address_raises_an_error(name: str, app_server: AppServer, tmp_path: Path) -> None:
    before = len(app_server.log.read_bytes())
    found = {}
    for pattern in sorted(patterns(tmp_path)):
        path = fill(pattern, TEXTS[name])
        for method, body in (("GET", b""), ("POST", TEXTS[name])):
            found[method, pattern] = status(app_server.url, method, path, body)
    assert len(found) > 30
    assert {key: code for key, code in found.items() if not 200 <= code < 500} == {}
    said = app_server.log.read_bytes()[before:]
    assert b"Traceback" not in said
    assert max(map(len, said.splitlines()), default=0) < 1000


def test_a_browser_that_goes_away_in_the_middle_of_its_request_leaves_no_traceback(
    app_server: AppServer,
) -> None:
    before = len(app_server.log.read_bytes())
    host, port = urlsplit(app_server.url).netloc.split(":")
    for path in ("/s", "/join/ABCD/qr.png"):
        with socket.create_connection((host, int(port)), timeout=30) as connected:
            head = f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            more = "Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
            connected.sendall((head + more).encode())
    assert status(app_server.url, "GET", b"/lab") == 200
    assert b"Traceback" not in app_server.log.read_bytes()[before:]
