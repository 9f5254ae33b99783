"""Hosts without IT: their conditions, emulated without Docker; docs/deploy.md says what was not."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from app_pages import open_page, sentences
from browser import open_watched_page
from live.log import EPHEMERAL
from server import AppServer, find_free_port
from site_server import serve
from source import ROOT
from ui.room import EPHEMERAL_ROOMS

FRAGMENT = (ROOT / "deploy" / "huggingface" / "Dockerfile").read_text("utf-8")
SECRETS = ROOT / "deploy" / "streamlit-cloud" / "secrets.toml"
DEV = ROOT / ".devcontainer"
GIGABYTE = 2**30
NO_HOME = "/proc"  # nobody can write there, root neither
FRAME = (
    "<!doctype html><title>Space</title>"
    '<iframe src="{}/lab?folds=2" width="1000" height="700"></iframe>'
)
# What the image sets.
SETTINGS = {"STREAMLIT_SERVER_HEADLESS": "true", "STREAMLIT_SERVER_ADDRESS": "127.0.0.1"}
CODESPACE = "https://happy-name-8501.app.example.dev"


def setting(word: str) -> str:
    """Return what the Dockerfile of the Space says with an instruction."""
    joined = FRAGMENT.replace("\\\n", " ")
    (found,) = re.findall(rf"^{word} (.+)$", joined, re.MULTILINE)
    return found


def limit_memory() -> None:
    import resource  # Windows has none

    resource.setrlimit(resource.RLIMIT_DATA, (GIGABYTE, GIGABYTE))


@contextmanager
def space(port: int, folder: Path, ancestors: str) -> Generator[int]:
    """Run what a Space runs, with its settings, in 1 GB and without a home; yield its process."""
    settings = dict(pair.split("=", 1) for pair in shlex.split(setting("ENV")))
    own = {"PORT": str(port), "HOME": NO_HOME, "PYTHONPATH": str(ROOT)}
    own |= {"BAYESLAB_DATA": str(folder / "rooms.sqlite"), "BAYESLAB_FRAME_ANCESTORS": ancestors}
    shell, option, script = json.loads(setting("CMD"))
    environment = os.environ | settings | own | SETTINGS
    with (folder / "log.txt").open("ab") as log:
        process = subprocess.Popen(
            [shell, option, script.replace("streamlit", f"{sys.executable} -m streamlit", 1)],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=limit_memory,
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/_stcore/health", process)
        yield process.pid
    finally:
        process.kill()
        process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while True:
        assert process.poll() is None and time.monotonic() < deadline
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)


@pytest.fixture
def page(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    with open_watched_page(browser, complaints, viewport={"width": 1100, "height": 800}) as page:
        yield page


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is one of Linux")
def test_a_space_runs_in_a_gigabyte_in_a_frame_and_comes_back_after_restarts(
    page: Page, tmp_path: Path
) -> None:
    port = find_free_port()
    with serve(tmp_path) as site:
        around = f"http://localhost:{site}"
        (tmp_path / "space.html").write_text(FRAME.format(f"http://127.0.0.1:{port}"), "utf-8")
        for _ in range(2):
            with space(port, tmp_path, f"'self' {around}") as process:
                page.goto(f"{around}/space.html")
                app = page.frame_locator("iframe")
                picture = app.get_by_role("status").filter(has_text="200 points")
                expect(picture).to_be_visible()
                gamma = app.get_by_role("slider", name="gamma")
                before = gamma.input_value()
                gamma.press("ArrowRight")
                expect(gamma).not_to_have_value(before)
                status = Path(f"/proc/{process}/status").read_text()
                (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
                assert int(peak) * 1024 < GIGABYTE
                page.goto("about:blank")
            for file in tmp_path.glob("rooms.sqlite*"):  # the disk goes with the process
                file.unlink()


def test_the_files_of_a_space_agree() -> None:
    about = (ROOT / "deploy" / "huggingface" / "README.md").read_text("utf-8")
    assert f"app_port: {setting('EXPOSE')}\n" in about
    assert f"PORT={setting('EXPOSE')}" in setting("ENV")
    assert setting("USER") == "1000"
    assert f"{EPHEMERAL}=yes" in setting("ENV")


def test_the_settings_of_the_cloud_reach_the_app(page: Page, tmp_path: Path) -> None:
    """Secrets become environment variables when the server starts."""
    with AppServer(tmp_path / "log.txt", options=[f"--secrets.files={SECRETS}"]) as app:
        page.goto(f"{app.url}/room")
        expect(page.get_by_text(EPHEMERAL_ROOMS)).to_be_visible()
        page.goto("about:blank")


def test_rooms_say_that_they_end_with_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert EPHEMERAL_ROOMS not in sentences(open_page("room.py"))
    monkeypatch.setenv(EPHEMERAL, "yes")
    assert EPHEMERAL_ROOMS in sentences(open_page("room.py"))


def ask_for_socket(port: int, origin: str) -> int:
    """Ask for a WebSocket as a proxy does that changes the host; return the status."""
    told = {"Host": "localhost", "Origin": origin, "Connection": "Upgrade", "Upgrade": "websocket"}
    told |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    asked = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        asked.request("GET", "/_stcore/stream", headers=told)
        return asked.getresponse().status
    finally:
        asked.close()


@pytest.mark.soak
def test_a_codespace_whose_proxy_changes_the_host_opens_its_socket(tmp_path: Path) -> None:
    """A script in the place of make prints what it is told."""
    make, variable = tmp_path / "make", "STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS"
    make.write_text(f"#!/bin/sh\nprintenv {variable}\n")
    make.chmod(0o755)
    name, domain = CODESPACE.removeprefix("https://").split("-8501.")
    names = {"CODESPACE_NAME": name, "GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN": domain}
    environment = os.environ | names | {"MAKE": str(make)}
    command = ["sh", str(DEV / "run.sh")]
    origin = subprocess.check_output(command, env=environment, text=True).strip()
    assert origin == CODESPACE
    with AppServer(tmp_path / "log.txt", environment={variable: origin}) as app:
        assert ask_for_socket(app.port, CODESPACE) == 101
        assert ask_for_socket(app.port, "https://other.example.dev") == 403


def test_the_dev_container_starts_what_is_there() -> None:
    told = json.loads((DEV / "devcontainer.json").read_text("utf-8"))
    assert told["build"]["dockerfile"] == "Dockerfile"
    assert told["postAttachCommand"] == "sh .devcontainer/run.sh"
    assert "scripts/venv.sh requirements-dev.txt" in told["postCreateCommand"]
    assert told["forwardPorts"] == [8501]
