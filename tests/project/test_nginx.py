"""nginx with the configuration of deploy/ before two replicas: each visitor stays with one of them,
and goes on with the points at the other one when it dies."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPSConnection
from itertools import count
from pathlib import Path
from ssl import create_default_context
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from browser import CONNECTION_LOST, open_watched_page
from lab_in_browser import START, Lab, link, open_lab
from nginx import REPLICA, Nginx, SecureNginx
from server import AppServer
from ui import canvas

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
    request = Request(url, headers={name.replace("_", "-"): text for name, text in headers.items()})
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


def test_what_is_no_number_is_replaced_by_one(nginx: Nginx) -> None:
    headers, _ = get(nginx.url, cookie="bayeslab_replica=a")
    assert re.match("bayeslab_replica=[0-9a-f]{32};", headers["set-cookie"])


def test_the_numbers_share_the_replicas(nginx: Nginx, replicas: list[AppServer]) -> None:
    numbers = [f"{number:032x}" for number in range(1000, 1040)]
    homes = [home(nginx, number) for number in numbers]
    assert {homes.count(f"127.0.0.1:{replica.port}") > 5 for replica in replicas} == {True}


def test_headers_of_the_app_come_through_and_files_are_kept_and_compressed(nginx: Nginx) -> None:
    address = f"{nginx.url}{canvas.ADDRESS}/index.js"
    plain, text = get(address)
    headers, compressed = get(address, accept_encoding="gzip")
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert (plain.get("content-encoding"), headers["content-encoding"]) == (None, "gzip")
    assert len(compressed) < len(text) / 2


def test_what_only_the_operator_should_see_is_not_there(nginx: Nginx) -> None:
    with pytest.raises(HTTPError, match="404") as refusal:
        get(f"{nginx.url}/_stcore/metrics")
    refusal.value.close()


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


def test_every_session_goes_on_with_its_points_when_a_replica_dies(
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
