"""SCORM packages: their manifest, what they keep, and a platform that runs them in a frame."""

import json
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from browser import open_page
from core.exercises.check import truth
from javascript import call
from lessons import LESSONS
from offline.course.exercise_page import exercises_of
from offline.course.scorm import exercises_package, lesson_package, pack
from source import ROOT

RUNTIME = ROOT / "build" / "npm" / "node_modules" / "scorm-again" / "dist" / "scorm12.js"
CP = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
ADL = "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
MOST = 4096  # characters that a platform keeps
# The platform: scorm-again, which commits to its server and begins with what was kept there.
PLATFORM = """<!doctype html><title>Platform</title><link rel="icon" href="data:,">
<script src="runtime.js"></script><script>
window.API = new Scorm12API({{ lmsCommitUrl: "commit", dataCommitFormat: "json", logLevel: 5 }});
API.loadFromJSON({kept});
</script><iframe id="page" src="package" width="1200" height="800"></iframe>"""
# A site that shows the platform, or the package alone, in a frame.
PORTAL = '<!doctype html><title>Portal</title><iframe src="{}" width="1300" height="850"></iframe>'


class Platform:
    """A server of a learning platform that keeps what is committed, and a site that frames it."""

    def __init__(self, package: bytes) -> None:
        with ZipFile(BytesIO(package)) as files:
            self.page = files.read("index.html")
        self.commits: list[dict[str, Any]] = []
        self.own = self.portal = ""

    @property
    def kept(self) -> dict[str, Any]:
        """What the next visit begins with."""
        if not self.commits:
            return {"cmi": {}}
        cmi = self.commits[-1]["cmi"]
        core = {name: cmi["core"][name] for name in ("lesson_status", "score")}
        return {"cmi": {"suspend_data": cmi["suspend_data"], "core": core | {"entry": "resume"}}}

    def answer(self, path: str) -> tuple[str, bytes]:
        if path.startswith("/runtime.js"):
            return "text/javascript", RUNTIME.read_bytes()
        if path.startswith("/package"):
            return "text/html; charset=utf-8", self.page
        if path.startswith("/portal"):
            return "text/html", PORTAL.format(f"{self.own}/platform").encode()
        if path.startswith("/alone"):
            return "text/html", PORTAL.format(f"{self.own}/package").encode()
        return "text/html", PLATFORM.format(kept=json.dumps(self.kept)).encode()


@contextmanager
def serve(platform: Platform) -> Generator[Platform]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send(*platform.answer(self.path))

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"]))
            platform.commits.append(json.loads(text))
            self.send("application/json", b'{"result": true, "errorCode": 0}')

        def send(self, kind: str, content: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        # Two names of this machine are two sites to a browser.
        platform.own = f"http://127.0.0.1:{server.server_port}"
        platform.portal = f"http://localhost:{server.server_port}"
        yield platform
        server.shutdown()


def open_package(page: Page, platform: Platform) -> Frame:
    """Open the package in the platform in a frame of another site."""
    page.goto(f"{platform.portal}/portal")
    page.wait_for_function("frames.length && frames[0].length")
    page.frame_locator("iframe").frame_locator("iframe").locator(".platform").wait_for()
    (frame,) = (frame for frame in page.frames if frame.url.startswith(f"{platform.own}/package"))
    return frame


def leave(page: Page, platform: Platform, is_kept: Callable[[dict[str, Any]], bool]) -> Any:
    """Leave the page, wait for what it commits then, and return it."""
    page.goto("about:blank")
    for _ in range(1200):
        if platform.commits and is_kept(platform.commits[-1]["cmi"]):
            return platform.commits[-1]["cmi"]
        page.wait_for_timeout(100)
    raise AssertionError(platform.commits[-1:])


def has_ended(cmi: dict[str, Any]) -> bool:
    return bool(cmi["core"]["exit"] == "suspend")


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    with open_page(browser, viewport={"width": 1400, "height": 900}) as page:
        yield page


def test_a_manifest_names_the_page_and_all_that_a_platform_needs() -> None:
    package = pack("a_b", "Bayes & “kernels” <1>", "<!doctype html>")
    with ZipFile(BytesIO(package)) as files:
        names = files.namelist()
        manifest = ElementTree.fromstring(files.read("imsmanifest.xml"))
    assert manifest.tag == f"{CP}manifest"
    assert re.fullmatch(r"[A-Za-z_][\w.-]*", manifest.attrib["identifier"])
    assert [child.tag for child in manifest] == [
        f"{CP}{name}" for name in ("metadata", "organizations", "resources")
    ]
    assert manifest.findtext(f"{CP}metadata/{CP}schema") == "ADL SCORM"
    assert manifest.findtext(f"{CP}metadata/{CP}schemaversion") == "1.2"
    organizations = manifest.find(f"{CP}organizations")
    assert organizations is not None
    (organization,) = organizations
    assert organizations.attrib["default"] == organization.attrib["identifier"]
    assert organization.findtext(f"{CP}title") == "Bayes & “kernels” <1>"
    item = organization.find(f"{CP}item")
    (resource,) = manifest.findall(f"{CP}resources/{CP}resource")
    assert item is not None
    assert item.findtext(f"{CP}title")
    assert item.attrib["identifierref"] == resource.attrib["identifier"]
    assert resource.attrib["type"] == "webcontent"
    assert resource.attrib[f"{ADL}scormtype"] == "sco"
    listed = [file.attrib["href"] for file in resource.findall(f"{CP}file")]
    assert resource.attrib["href"] in listed
    assert sorted(names) == sorted(["imsmanifest.xml", *listed])
    assert package == pack("a_b", "Bayes & “kernels” <1>", "<!doctype html>")


def test_stored_progress_fits_and_is_read_and_other_texts_are_ignored() -> None:
    short = {"link": "rule=cut", "answer": 2, "first": False}
    long = short | {"link": "x" * MOST}
    texts = call("scorm.js", [["writeWork", short], ["writeWork", long]])
    assert all(len(text) <= MOST for text in texts)
    foreign = ["", "null", "[1]", "3", '"a"', "{", "bookmark=3"]
    read = call("scorm.js", [["readWork", text] for text in (*texts, *foreign)])
    assert read == [short, {"answer": 2, "first": False}, *([{}] * len(foreign))]


def test_times_are_written_as_hours_minutes_and_seconds() -> None:
    times = [0, 1499, 61_000, 3_600_000, 36_000_000_000_000, -5]
    written = call("scorm.js", [["writeTime", time] for time in times])
    assert written[:4] == ["0000:00:00", "0000:00:01", "0000:01:01", "0001:00:00"]
    assert all(re.fullmatch(r"\d{4}:\d\d:\d\d", text) for text in written)


@pytest.mark.browser
def test_a_lesson_reports_its_score_and_resumes_in_a_frame_of_another_site(
    visitor: Page,
) -> None:
    (lesson,) = (each for each in LESSONS if each.stem == "bayes_rule")
    with serve(Platform(lesson_package(lesson))) as platform:
        frame = open_package(visitor, platform)
        expect(frame.locator(".platform")).to_contain_text("stores your progress")
        frame.get_by_role("link", name="Going deeper").click()
        frame.get_by_role("button", name="Unequal σ").click()
        frame.get_by_role("radio", name="Nowhere.").check()
        expect(frame.locator(".verdict")).to_have_text("✓ Correct.")
        frame.get_by_role("button", name="Ask again").click()  # the first answer counts
        wrong = frame.locator(".answers label").filter(has_not_text="Nowhere.").first
        second = wrong.inner_text()
        wrong.get_by_role("radio").check()
        cmi = leave(visitor, platform, has_ended)
        assert (cmi["core"]["lesson_status"], cmi["core"]["score"]["raw"]) == ("completed", "100")
        assert (cmi["core"]["score"]["min"], cmi["core"]["score"]["max"]) == ("0", "100")
        assert re.fullmatch(r"\d{2,4}:\d\d:\d\d(\.\d+)?", cmi["core"]["session_time"])
        assert 0 < len(cmi["suspend_data"]) <= MOST

        frame = open_package(visitor, platform)
        expect(frame.locator(".verdict")).to_contain_text("Your answer")
        expect(frame.get_by_role("radio", name=second)).to_be_checked()
        assert "classes=unequal_variances" in frame.url
        again = leave(visitor, platform, has_ended)
        assert again["core"]["score"]["raw"] == "100"


@pytest.mark.browser
def test_exercises_report_the_share_that_is_solved_and_resume(visitor: Page) -> None:
    exercises = exercises_of(1)
    chosen = next(each for each in exercises if each.kind == "number")
    with serve(Platform(exercises_package("bayes_rule", "Exercises", exercises))) as platform:
        frame = open_package(visitor, platform)
        frame.get_by_role("link", name=chosen.title).click()
        frame.get_by_label("Your answer").fill(f"{truth(chosen):.2f}")
        frame.get_by_role("button", name="Check").click()
        expect(frame.locator(".exercise-verdict")).to_contain_text("Reached")
        cmi = leave(visitor, platform, has_ended)
        share = round(100 / len(exercises))
        assert (cmi["core"]["lesson_status"], cmi["core"]["score"]["raw"]) == (
            "incomplete",
            str(share),
        )
        frame = open_package(visitor, platform)
        expect(frame.get_by_role("heading", name=chosen.title)).to_be_visible()
        expect(frame.locator(".solved")).to_have_text(f"1 of {len(exercises)} exercises solved.")
        visitor.goto(f"{platform.portal}/alone")
        alone = visitor.frame_locator("iframe").locator(".platform")
        expect(alone).to_have_text(re.compile("not in a learning platform"))
