"""The server as a visitor's browser meets it."""

import re
import socket
import subprocess
import sys
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import web
from browser import visit
from core.share import FRAME_ANCESTORS
from server import AppServer
from source import ROOT
from ui.security import headers

HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def ask(server: str, path: str, **headers: str) -> HTTPResponse:
    """Return the head of the answer, whatever its status."""
    connection = HTTPConnection(urlsplit(server).netloc, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    connection.close()
    return answer


def test_aliases_lead_to_their_pages(server: str) -> None:
    # The address has no slash before it: the app may live below a path.
    assert ask(server, "/check").headers["Location"] == "connection"
    assert ask(server, "/classroom").headers["Location"] == "room"
    with urlopen(f"{server}/check", timeout=20) as answer:
        assert answer.url == f"{server}/connection"


def test_the_address_of_a_room_without_its_code_leads_to_a_form(server: str) -> None:
    assert ask(server, "/join").headers["Location"] == "join/"
    with urlopen(f"{server}/join", timeout=20) as answer:
        assert answer.url == f"{server}/join/"
        assert b"/web/room/enter.js" in answer.read()


def directives(policy: str | None) -> dict[str, list[str]]:
    assert policy is not None
    return {name: sources for name, *sources in map(str.split, policy.split(";"))}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/lab", 200),
        ("/_stcore/health", 200),
        (f"{web.ADDRESS}/web/drawing.js", 200),
        (f"{web.ADDRESS}/lessons/bayes_rule/picture.js", 200),
        (f"{web.ADDRESS}/lessons/bayes_rule/page.py", 404),
        (f"{web.ADDRESS}/lessons/discrete_bayes/course.js", 404),
        (f"{web.ADDRESS}/app.py", 404),
        (f"{web.ADDRESS}/web/__init__.py", 404),
        (f"{web.ADDRESS}/web/package.json", 404),
        ("/files/000000000000/web/drawing.js", 404),
        ("/lab/_stcore/health", 300),
        ("/lab/_stcore/host-config", 300),
        ("/check", 307),
        ("/connection-check", 200),
        ("/connection-check/check.js", 200),
        ("/media/nothing.csv", 404),
        ("//elsewhere", 400),
    ],
)
def test_every_answer_carries_the_security_headers(server: str, path: str, status: int) -> None:
    answer = ask(server, path)
    assert answer.status == status
    assert {name: answer.headers[name] for name in headers()} == headers()
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "camera=()" in answer.headers["Permissions-Policy"]


def test_pages_with_a_drawing_area_preload_it(server: str) -> None:
    start, lab, compare = (
        urlopen(f"{server}/{path}").read().decode() for path in ("", "lab", "compare")
    )
    for page, count in ((start, 1), (lab, 1), (compare, 0)):
        assert page.count(f'href=".{web.ADDRESS}/web/drawing.js"') == count
    for name in re.findall(r'<link rel="modulepreload" href="\./([^"]+)"', start):
        assert ask(server, f"/{name}").status == 200


def test_the_policy_names_no_other_machine_and_no_evaluated_script(server: str) -> None:
    policy = directives(ask(server, "/").headers["Content-Security-Policy"])
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == ["'none'"]
    assert policy["connect-src"] == policy["frame-ancestors"] == ["'self'"]
    sources = {source for sources in policy.values() for source in sources}
    scripts = [source for source in sources if source.startswith("'sha256-")]
    known = {"'none'", "'self'", "'unsafe-inline'", "'wasm-unsafe-eval'", "data:", "blob:"}
    assert sources == known | {*scripts}
    assert len(scripts) == 2  # of Streamlit and of ui.index_page
    assert "'unsafe-inline'" not in policy["script-src"]


def test_other_sites_may_show_the_app_in_a_frame_if_the_environment_names_them() -> None:
    sites = "'self' https://moodle.example.edu *.example.org:8443"
    policy = headers({FRAME_ANCESTORS: sites})["Content-Security-Policy"]
    assert directives(policy)["frame-ancestors"] == sites.split()
    assert headers({FRAME_ANCESTORS: ""}) == headers({})


@pytest.mark.parametrize("sites", ["'self'; script-src *", "*", "a,b", "javascript:x", "'unsafe'"])
def test_an_invalid_site_in_the_environment_is_refused(sites: str) -> None:
    with pytest.raises(ValueError, match="write sites separated by spaces"):
        headers({FRAME_ANCESTORS: sites})


def test_a_websocket_is_opened_for_own_pages_only(server: str) -> None:
    origins = {server: 101, "http://127.0.0.1:1": 403, "https://elsewhere.example": 403}
    for origin, status in origins.items():
        answer = ask(server, "/_stcore/stream", Origin=origin, **HANDSHAKE)
        assert answer.status == status


def test_upper_and_lower_case_name_the_same_host(server: str) -> None:
    names = {"Host": "Bayeslab.Example.EDU", "Origin": "https://bayeslab.example.edu"}
    assert ask(server, "/_stcore/stream", **names, **HANDSHAKE).status == 101


@pytest.mark.soak
def test_only_the_allowed_hosts_are_answered_and_no_other_host_is_contacted(tmp_path: Path) -> None:
    """Streamlit would ask another server for this machine's address; a proxy would see that."""
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.setblocking(False)
        address = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        server = AppServer(
            tmp_path / "log.txt",
            options=["--server.address=0.0.0.0"],
            environment={
                "STREAMLIT_SERVER_ALLOWED_HOSTS": "127.0.0.1 bayeslab.example.edu",
                "no_proxy": "127.0.0.1",
                **dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), address),
            },
        )
        with server:
            hosts = {"bayeslab.example.edu": 200, "bayeslab.example.edu:8501": 200, "evil": 400}
            for host, status in hosts.items():
                answer = ask(server.url, "/", Host=host)
                assert answer.status == status
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
            foreign = ask(server.url, "/_stcore/stream", Origin="https://evil.example", **HANDSHAKE)
            assert foreign.status == 403
            with pytest.raises(BlockingIOError):
                proxy.accept()


def test_the_server_starts_without_a_complaint(app_server: AppServer) -> None:
    log = app_server.log.read_text().lower()
    assert "url: http://" in log
    assert not re.findall(r".*(?:traceback|warning|not a valid config option).*", log)


@pytest.mark.soak
def test_the_imports_are_done_and_frozen_before_the_first_visitor() -> None:
    """Nothing is imported but what the lock of the app installs."""
    code = """
import asyncio, gc, re, sys
from importlib.metadata import packages_distributions
from pathlib import Path

locked = set(re.findall("^([^ =]+)==", Path("requirements.txt").read_text("utf-8"), re.MULTILINE))
others = {
    name
    for name, owners in packages_distributions().items()
    if not locked & {re.sub("[-_.]+", "-", owner).lower() for owner in owners}
}
assert "anywidget" in others

class OnlyTheLock:
    def find_spec(name, path=None, target=None):
        if name in others:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, OnlyTheLock)

from app import app, warm_up

async def main():
    async with warm_up(app):
        assert {"numpy", "plotly", "scipy", "sklearn"} <= set(sys.modules)
        assert gc.get_freeze_count() > 100_000
        assert not [name for name in sys.modules if name.endswith(".snippet")]  # scripts

asyncio.run(main())
"""
    fresh = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert fresh.returncode == 0, fresh.stderr


WORKS = "The connection works: WebSockets are not blocked."


def expect_connection(page: Page) -> None:
    expect(page.get_by_text(WORKS)).to_be_visible()
    expect(page.get_by_text(re.compile(r"^A round trip takes \d+ ms"))).to_be_visible()


@pytest.mark.journey
def test_the_connection_page_says_that_the_connection_works_and_leads_to_the_check(
    server: str, page: Page
) -> None:
    """``test_no_link_of_start_is_dead`` follows the link of Start to this page."""
    visit(page, f"{server}/connection")
    expect_connection(page)
    expect(page.get_by_role("heading", name="Versions")).to_be_visible()
    expect(page.get_by_role("rowheader", name="scikit-learn")).to_be_visible()
    with page.expect_popup() as popup:
        page.get_by_role("link", name="connection check").click()
    expect_connection(popup.value)
    popup.value.close()


def test_the_check_says_whether_the_server_or_its_websockets_do_not_answer(
    server: str, own_page: Page, complaints: list[str]
) -> None:
    own_page.route("**/check.css", lambda route: route.abort())
    own_page.goto(f"{server}/connection-check")
    expect(own_page.get_by_text("The server does not answer.")).to_be_visible()
    complaints[:] = [line for line in complaints if "ERR_FAILED" not in line]
    own_page.unroute_all()
    own_page.add_init_script("""
        window.WebSocket = class { constructor() { setTimeout(() => this.onerror()); } close() {} };
    """)
    own_page.reload()
    expect(own_page.get_by_text("WebSockets are blocked")).to_be_visible()


def test_a_page_without_a_websocket_says_so_and_leads_to_the_check(
    server: str, own_page: Page, complaints: list[str]
) -> None:
    own_page.clock.install()
    own_page.add_init_script("""
        window.WebSocket = class { constructor() { setTimeout(() => this.onerror?.()); } };
    """)
    own_page.goto(f"{server}/lab")
    own_page.wait_for_function("() => document.readyState === 'complete'")
    own_page.clock.run_for(11_000)
    alert = own_page.get_by_role("alert").filter(has_text="no connection to its server")
    expect(alert).to_be_visible()
    assert urlopen(alert.get_by_role("link").evaluate("e => e.href"), timeout=20).status == 200
    complaints.clear()  # of Streamlit


def test_while_the_server_is_lost_nothing_is_chosen_and_pages_wait(
    own_page: Page, server: str, complaints: list[str]
) -> None:
    connections: list[WebSocketRoute] = []

    def connect(connection: WebSocketRoute) -> None:
        connection.connect_to_server()
        connections.append(connection)

    own_page.route_web_socket(re.compile("_stcore/stream"), connect)
    notice = own_page.get_by_text("No connection to the server.")
    choices = own_page.locator(".st-key-lab-model")
    visit(own_page, f"{server}/lab?n=40")
    own_page.context.set_offline(True)
    connections[-1].close()
    expect(notice).to_be_visible()
    expect(choices).to_have_attribute("inert", "")
    own_page.context.set_offline(False)
    expect(choices).not_to_have_attribute("inert", "")
    own_page.get_by_role("link", name="Compare", exact=True).click()
    expect(own_page.get_by_role("heading", name="Compare", exact=True)).to_be_visible()
    own_page.context.set_offline(True)
    connections[-1].close()
    expect(notice).to_be_visible()
    own_page.evaluate("history.back()")
    own_page.context.set_offline(False)
    expect(own_page.get_by_role("heading", name="Lab", exact=True)).to_be_visible()
    expect(notice).to_be_hidden()
    complaints.clear()
