"""nginx with the configuration of deploy/ before two replicas: each visitor stays with one of them,
and goes on with the points at the other one when it dies."""

import asyncio
import json
import re
import socket
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPSConnection
from itertools import count
from pathlib import Path
from ssl import create_default_context
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import web
from browser import CONNECTION_LOST, open_watched_page
from coroutines import run
from lab_in_browser import START, Lab, link, open_lab
from nginx import REPLICA, Nginx, SecureNginx
from room_session import open_room
from server import AppServer, find_free_port
from ui.descriptors import raise_limit

pytestmark = pytest.mark.soak

SPARE_NUMBERS = (f"{number:032x}" for number in count(1))


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[AppServer]]:
    folder = tmp_path_factory.mktemp("replicas")
    with ExitStack() as stack:
        servers = [AppServer(folder / f"{name}.txt") for name in "ab"]
        for server in servers:
            stack.callback(server.kill)
        yield servers


@pytest.fixture
def replicas(servers: list[AppServer]) -> list[AppServer]:
    """Two replicas that run; one that a test has killed is started again."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(AppServer.start, [server for server in servers if not server.is_running]))
    return servers


@pytest.fixture
def nginx(replicas: list[AppServer], tmp_path: Path) -> Iterator[Nginx]:
    with Nginx(tmp_path, replicas) as nginx:
        yield nginx


def get(url: str, **headers: str) -> tuple[dict[str, str], bytes]:
    request = urllib.request.Request(
        url, headers={name.replace("_", "-"): text for name, text in headers.items()}
    )
    with urlopen(request, timeout=20) as response:
        return {name.lower(): text for name, text in response.headers.items()}, response.read()


def home(nginx: Nginx, visitor: str) -> str:
    """Return the replica that this visitor comes to."""
    headers, _ = get(f"{nginx.url}/_stcore/health", cookie=f"bayeslab_replica={visitor}")
    return headers[REPLICA.lower()]


def find_visitor(nginx: Nginx, replica: AppServer) -> str:
    """Return a number, never given before, that leads to this replica."""
    return next(
        visitor for visitor in SPARE_NUMBERS if home(nginx, visitor) == f"127.0.0.1:{replica.port}"
    )


def count_sessions(replica: AppServer) -> int:
    _, text = get(f"{replica.url}/_stcore/metrics?families=active_sessions")
    (sessions,) = re.findall(rb"^active_sessions(?:\{.*\})? (\d+)", text, re.MULTILINE)
    return int(sessions)


def test_a_new_visitor_gets_a_number_and_stays_where_it_leads(nginx: Nginx) -> None:
    headers, _ = get(nginx.url)
    cookie = headers["set-cookie"]
    number = re.fullmatch(
        r"bayeslab_replica=([0-9a-f]{32}); Path=/; HttpOnly; SameSite=Lax", cookie
    )
    assert number is not None
    for path in ("/", "/lab", "/_stcore/host-config", "/_stcore/health"):
        again, _ = get(nginx.url + path, cookie=f"bayeslab_replica={number[1]}")
        assert "bayeslab_replica" not in again.get("set-cookie", "")
        assert again[REPLICA.lower()] == headers[REPLICA.lower()]


def test_behind_tls_the_number_is_sent_over_tls_only(nginx: Nginx) -> None:
    headers, _ = get(nginx.url, x_forwarded_proto="https")
    assert headers["set-cookie"].endswith("; SameSite=Lax; Secure")


def test_an_invalid_replica_number_is_replaced(nginx: Nginx) -> None:
    headers, _ = get(nginx.url, cookie="bayeslab_replica=a")
    assert re.match("bayeslab_replica=[0-9a-f]{32};", headers["set-cookie"])


def test_the_numbers_share_the_replicas(nginx: Nginx, replicas: list[AppServer]) -> None:
    numbers = [f"{number:032x}" for number in range(1000, 1040)]
    homes = [home(nginx, number) for number in numbers]
    assert {homes.count(f"127.0.0.1:{replica.port}") > 5 for replica in replicas} == {True}


def test_headers_of_the_app_come_through_and_files_are_kept_and_compressed(nginx: Nginx) -> None:
    address = f"{nginx.url}{web.ADDRESS}/web/drawing.js"
    plain, text = get(address)
    headers, compressed = get(address, accept_encoding="gzip")
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert (plain.get("content-encoding"), headers["content-encoding"]) == (None, "gzip")
    assert len(compressed) < len(text) / 2


def test_pages_of_the_operator_are_not_served(nginx: Nginx) -> None:
    for path in ("metrics", "upload_file/session/file"):
        with pytest.raises(HTTPError, match="404") as refusal:
            get(f"{nginx.url}/_stcore/{path}")
        refusal.value.close()


@pytest.fixture
def echo() -> Iterator[uvicorn.Config]:
    """A replica that answers with the visitor's address, and takes every WebSocket."""

    async def tell(request: Request) -> Response:
        assert request.client is not None
        told = {"client": request.client.host, "forwarded": request.headers["X-Forwarded-For"]}
        return JSONResponse(told)

    async def hold(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            await socket.receive_text()

    app = Starlette(routes=[Route("/", tell), WebSocketRoute("/rooms/{code}", hold)])
    config = uvicorn.Config(app, port=find_free_port(), log_level="critical")
    server = uvicorn.Server(config)
    thread = Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield config
    server.should_exit = server.force_exit = True
    thread.join()


def test_the_app_gets_the_address_of_the_visitor_and_no_forged_one(
    echo: uvicorn.Config, tmp_path: Path
) -> None:
    with Nginx(tmp_path, [echo]) as nginx:
        for forged in ({}, {"x_forwarded_for": "203.0.113.9"}, {"x_real_ip": "203.0.113.9"}):
            _, told = get(nginx.url, **forged)
            assert json.loads(told) == {"client": "127.0.0.1", "forwarded": "127.0.0.1"}


def test_behind_a_proxy_that_it_knows_it_takes_the_address_from_that(
    echo: uvicorn.Config, tmp_path: Path
) -> None:
    """With the two lines of the configuration, which name the proxy, no longer commented out."""
    nginx = Nginx(tmp_path, [echo])
    path = tmp_path / "nginx.conf"
    text = path.read_text()
    for line in ("set_real_ip_from 192.0.2.1;", "real_ip_header X-Forwarded-For;"):
        assert text.count(f"#{line}") == 1
        text = text.replace(f"#{line}", line.replace("192.0.2.1", "127.0.0.1"))
    path.write_text(text)
    with nginx:
        _, told = get(nginx.url, x_forwarded_for="198.51.100.7, 203.0.113.9")
        assert json.loads(told) == {"client": "203.0.113.9", "forwarded": "203.0.113.9"}


def test_a_class_behind_one_address_has_its_websockets_and_nobody_has_many_more(
    echo: uvicorn.Config, tmp_path: Path
) -> None:
    """A class of 500 with the lab and the room open: 1,000, and as many again meanwhile."""
    raise_limit()
    with Nginx(tmp_path, [echo]) as nginx:
        assert run(open_sockets(nginx.port, 1000)) == Counter({101: 1000})
        opened = run(open_sockets(nginx.port, 1600))
        assert opened == Counter({101: 1500, 429: 100})


async def open_sockets(port: int, count: int) -> Counter[int]:
    """Open WebSockets that all stay open until the last is, and count the answers by status."""
    handshake = (
        f"GET /rooms/H7KM2P HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    statuses, writers = Counter[int](), list[asyncio.StreamWriter]()
    for _ in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writers.append(writer)
        writer.write(handshake)
        statuses[int((await reader.readline()).split()[1])] += 1
    for writer in writers:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return statuses


def test_a_visitor_is_served_beside_requests_that_do_not_end(
    echo: uvicorn.Config, tmp_path: Path
) -> None:
    raise_limit()
    with Nginx(tmp_path, [echo]) as nginx, ExitStack() as stack:
        waiting = []
        for _ in range(1005):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", nginx.port)))
            one.sendall(b"GET / HTTP/1.1\r\n")
            waiting.append(one)
        get(nginx.url)
        waiting[0].settimeout(20)
        with suppress(ConnectionResetError):
            assert waiting[0].recv(1) == b""  # nginx has ended it


def test_a_teacher_reads_that_the_replicas_do_not_share_their_rooms(
    nginx: Nginx, replicas: list[AppServer], own_page: Page
) -> None:
    notice = own_page.locator(".notice")
    open_room(own_page, nginx.url)
    expect(notice).to_contain_text("do not share their rooms")
    with own_page.expect_response(re.compile("/room-store$")) as answered:
        open_room(own_page, replicas[0].url)
    assert answered.value.ok
    expect(notice).to_be_empty()


def test_behind_tls_port_80_leads_to_the_same_page(tmp_path: Path) -> None:
    with SecureNginx(tmp_path) as nginx:
        plain = HTTPConnection("127.0.0.1", nginx.port, timeout=20)
        plain.request("GET", "/lab?gamma=2", headers={"Host": "elsewhere.example"})
        redirect = plain.getresponse()
        plain.close()
        trust = create_default_context(cafile=tmp_path / "certificate.pem")
        trust.check_hostname = False
        secure = HTTPSConnection("127.0.0.1", nginx.secure_port, timeout=20, context=trust)
        secure.request("GET", "/lab?gamma=2")
        answer = secure.getresponse()
        secure.close()
    assert redirect.status == 308
    assert redirect.headers["Location"] == "https://bayeslab.example.edu/lab?gamma=2"
    assert answer.status == 502  # there is no replica
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "bayeslab_replica=" in answer.headers["Set-Cookie"]


def test_every_session_continues_with_its_points_when_a_replica_dies(
    nginx: Nginx, replicas: list[AppServer], browser: Browser, complaints: list[str]
) -> None:
    with ExitStack() as stack:
        labs = []
        for replica in replicas:
            page = stack.enter_context(
                open_watched_page(browser, complaints, viewport={"width": 1440, "height": 900})
            )
            cookie = {"name": "bayeslab_replica", "value": find_visitor(nginx, replica)}
            page.context.add_cookies([cookie | {"url": nginx.url}])  # pyrefly: ignore[bad-argument-type]
            labs.append(open_lab(page, link(nginx.url, START)))
        assert [count_sessions(replica) for replica in replicas] == [1, 1]
        for lab in labs:
            draw_one(lab, 0.6, points=9)
        replicas[0].kill()
        for lab in labs:
            draw_one(lab, 0.7, points=10)
            draw_one(lab, 0.8, points=11)
            assert len(lab.drawing.labels) == 11
        assert count_sessions(replicas[1]) == 2
        complaints[:] = [line for line in complaints if not CONNECTION_LOST.search(line)]


def draw_one(lab: Lab, right: float, points: int) -> None:
    lab.page.mouse.click(*lab.pixel(right, 0.9))
    expect(lab.status).to_have_text(re.compile(f"^{points} points"))
    lab.expect_points(points)
