"""The pocket lab on the app's server: its address, its policy, the download, and use offline."""

import re
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from lab_in_browser import Lab
from offline.pocket import FILE, served


def ask(server: str, path: str) -> tuple[HTTPResponse, str]:
    connection = HTTPConnection(urlsplit(server).netloc, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


@pytest.mark.browser
def test_the_page_keeps_its_own_policy_and_knows_where_the_lab_is(server: str) -> None:
    answer, text = ask(server, "/pocket/")
    (policy,) = served.POLICY.findall(FILE.read_text(encoding="utf-8"))
    assert answer.headers["Content-Security-Policy"] == f"{policy}; frame-ancestors 'self'"
    assert text == FILE.read_text(encoding="utf-8").replace('data-lab=""', 'data-lab="../lab"')
    moved, _ = ask(server, "/pocket?gamma=20")
    assert (moved.status, moved.headers["Location"]) == (307, "pocket/?gamma=20")


@pytest.mark.browser
def test_the_download_is_the_file_with_a_link_in_it(server: str) -> None:
    answer, text = ask(server, "/pocket/bayeslab-pocket.html?data=iris&title='\"><b>")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="bayeslab-pocket.html"'
    link = "data=iris&amp;title=&#x27;&quot;&gt;&lt;b&gt;"
    assert text == FILE.read_text(encoding="utf-8").replace('data-link=""', f'data-link="{link}"')


def test_without_the_file_the_answer_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(served, "FILE", tmp_path / "nothing.html")
    answer = served.answer_page({})
    assert (answer.status_code, bytes(answer.body).decode()) == (404, served.ABSENT)


def test_it_works_without_a_connection_after_the_first_visit(server: str, own_page: Page) -> None:
    page = own_page
    page.goto(f"{server}/pocket/?data=iris&model=pooled")
    lab = Lab(page)
    expect(lab.status).to_have_text(re.compile("^150 points"))
    lab_link = page.get_by_role("link", name="Open in the lab")
    assert lab_link.get_attribute("href") == "../lab?data=iris&model=pooled"
    expect(page.locator("link[rel=manifest]")).to_have_count(1)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    page.goto(f"{server}/pocket/?data=wine")
    expect(lab.status).to_have_text(re.compile("^178 points"))


FRAMES = {
    "allow-scripts allow-same-origin": "its frame lacks allow-downloads",
    "allow-scripts": "If no file appears",  # as of another site
    "allow-scripts allow-same-origin allow-downloads": "",
}


@pytest.mark.parametrize("sandbox", FRAMES)
def test_a_frame_that_forbids_saving_is_named(server: str, own_page: Page, sandbox: str) -> None:
    frame = f'<title>Course</title><iframe sandbox="{sandbox}" src="pocket/?data=iris"></iframe>'
    own_page.route("**/course", lambda route: route.fulfill(body=frame, content_type="text/html"))
    own_page.goto(f"{server}/course")
    inner = own_page.frame_locator("iframe")
    expect(inner.get_by_role("status").filter(has_text="150 points").first).to_be_visible()
    inner.locator(".save summary").click()
    inner.get_by_role("button", name="Picture as SVG").click()
    told = inner.locator("[popover]")
    if FRAMES[sandbox]:
        expect(told).to_contain_text(FRAMES[sandbox])
    else:
        expect(inner.locator(".toast")).to_contain_text("Saved bayeslab-")
        expect(told).to_have_count(0)
