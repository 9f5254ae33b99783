"""The server as a visitor's browser meets it."""

import re
import subprocess
import sys
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page

from browser import visit
from server import AppServer
from source import ROOT


@pytest.mark.parametrize("path", ["/", "/_stcore/health"])
def test_responses_carry_the_security_headers(server: str, path: str) -> None:
    with urlopen(server + path) as response:
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"


def test_the_server_starts_without_a_complaint(app_server: AppServer) -> None:
    log = app_server.log.read_text().lower()
    assert "url: http://" in log
    assert not re.findall(r".*(?:traceback|warning|not a valid config option).*", log)


def test_the_imports_are_done_and_frozen_before_the_first_visitor() -> None:
    code = """
import asyncio, gc, sys
from app import app, warm_up

async def main():
    async with warm_up(app):
        assert {"numpy", "plotly", "scipy", "sklearn"} <= set(sys.modules)
        assert gc.get_freeze_count() > 100_000

asyncio.run(main())
"""
    fresh = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert fresh.returncode == 0, fresh.stderr


def test_the_first_page_opens_on_a_desktop(server: str, page: Page) -> None:
    visit(page, server)


def test_the_first_page_opens_on_a_phone(server: str, phone: Page) -> None:
    visit(phone, server)
