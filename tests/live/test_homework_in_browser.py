"""Homework in the browser: a teacher sets it, a student does it on two devices."""

import json
import re
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from browser import DESKTOP, open_watched_page
from core.exercises.file import write_exercise
from javascript import call
from lessons.exercises import load_exercises
from live.codes import ALPHABET
from live.messages import KEY
from room_client import Client, key_of
from room_looks import PHONE, look_at

TITLE, OTHER, OWN = "Narrow, but not too narrow", "Evidence of one word", "Mine"
DRAFT = "A draft"
OTHER_STEM = "one_word"


def test_a_resume_code_can_be_typed_in_any_way_and_becomes_a_key() -> None:
    codes = call("resume_code.js", [["makeResumeCode"]] * 20)
    assert len(set(codes)) == 20 and all(set(code) <= set(ALPHABET) for code in codes)
    written = call("resume_code.js", [["writeResumeCode", code] for code in codes])
    typed = [f" {text.lower()[:3]} {text.lower()[3:]}" for text in written]
    assert call("resume_code.js", [["readResumeCode", text] for text in typed]) == codes
    keys = call("resume_code.js", [["keyOf", code] for code in codes])
    assert len(set(keys)) == 20 and all(KEY.fullmatch(key) for key in keys)
    wrong = ["", "K7QM2", "K7QM2-PXW4O", "K7QM2-PXW4HX"]
    assert call("resume_code.js", [["readResumeCode", text] for text in wrong]) == [None] * 4


def set_homework(teacher: Page, server: str, own: Path) -> str:
    """Open a homework of two exercises and a file, and return the link to share."""
    own.write_text(write_exercise(replace(load_exercises()[OTHER_STEM], title=OWN)), "utf-8")
    teacher.goto(f"{server}/room")
    draft = write_exercise(replace(load_exercises()[OTHER_STEM], title=DRAFT))
    teacher.evaluate("text => localStorage.setItem('bayeslab drafts', text)", draft)
    teacher.get_by_role("button", name="Homework", exact=True).click()
    shared = teacher.get_by_text("one answer solves every variant").first
    expect(shared).to_be_visible()
    teacher.get_by_role("checkbox", name=DRAFT).check()
    teacher.get_by_label("Also ask students for").fill("Student number")
    for title in (TITLE, OTHER):
        teacher.get_by_role("checkbox", name=title).check()
    expect(teacher.locator(".preview .planes, .preview .counts")).to_be_visible()
    teacher.get_by_label("Exercises of your own").set_input_files(own)
    expect(teacher.get_by_role("list", name="Exercises of your file")).to_have_text(OWN)
    teacher.get_by_role("button", name="Open the homework (4 exercises)").click()
    expect(teacher.get_by_role("table", name="Homework")).to_be_visible()
    teacher.get_by_role("button", name="Copy link").click()
    expect(teacher.get_by_role("button", name="Link copied")).to_be_visible()
    link = teacher.get_by_role("link", name="Join address").get_attribute("href")
    assert link is not None
    return link


def solve(phone: Page) -> None:
    title = phone.get_by_role("button", name=re.compile(TITLE))
    title.click()
    expect(title).to_be_focused()
    expect(title).to_have_attribute("aria-pressed", "true")
    assert title.evaluate("title => title.nextElementSibling.matches('.screen')")
    gamma = phone.get_by_role("textbox", name="gamma value")
    gamma.fill("300")
    gamma.press("Enter")
    expect(phone.get_by_text(re.compile("^Not yet: leave-one-out"))).to_be_visible()
    phone.get_by_role("button", name="Hand in", exact=True).click()
    expect(phone.get_by_text("Handed in. You haven't reached the goal yet.")).to_be_visible()


def test_homework_is_set_done_on_two_devices_and_seen(
    server: str, browser: Browser, complaints: list[str], tmp_path: Path
) -> None:
    with ExitStack() as stack:

        def opened(options: dict[str, Any]) -> Page:
            return stack.enter_context(open_watched_page(browser, complaints, **options))

        teacher, phone, tablet = opened(DESKTOP), opened(PHONE), opened(PHONE)
        link = set_homework(teacher, server, tmp_path / "own.md")
        phone.goto(link)
        expect(phone.get_by_text("deleted 30 days after the end")).to_be_visible()
        findings = list(look_at(phone))
        phone.get_by_label("Your name").fill("Ada")
        phone.get_by_role("button", name="Join").click()
        phone.get_by_label("Student number").fill("4711")
        phone.get_by_role("button", name="Send").click()
        expect(phone.get_by_role("button", name="Change")).to_be_visible()
        solve(phone)
        findings += look_at(phone)
        resume_code = phone.locator(".resume-code").inner_text()
        tablet.goto(link)
        tablet.get_by_text("I have a resume code").click()
        tablet.get_by_label("Resume code").fill(resume_code)
        tablet.get_by_role("button", name="Go on").click()
        expect(tablet.get_by_text("Ada", exact=True)).to_be_visible()
        tablet.get_by_role("button", name=re.compile(OWN)).click()
        tablet.get_by_label("Your answer").fill("60")
        tablet.get_by_role("button", name="Hand in", exact=True).click()
        expect(tablet.get_by_text(re.compile("^Handed in[.]"))).to_be_visible()
        phone.reload()
        expect(phone.get_by_role("button", name=f"2. {TITLE}, handed in, 1 try")).to_be_visible()
        tablet.get_by_role("button", name="Use another name or resume code").click()
        tablet.get_by_label("Your name").fill("Ada")
        tablet.get_by_role("button", name="Join").click()
        expect(tablet.get_by_text("called Ada already, so you are Ada (2)")).to_be_visible()
        cell = teacher.get_by_role("button", name=f"Open “{TITLE}” of Ada: not yet, 1 try")
        expect(cell).to_be_visible()
        findings += look_at(teacher)
        with teacher.expect_download() as saved:
            teacher.get_by_role("button", name="Save table").click()
        lines = Path(saved.value.path()).read_text("utf-8").splitlines()
        assert lines[0] == "\ufeffname,Student number,exercise,reached,tries,handed in"
        assert any(line.startswith(f'Ada,4711,"{TITLE}",no,1,20') for line in lines)
        cell.click()
        expect(teacher.get_by_role("dialog", name=f"Ada: {TITLE}")).to_be_visible()
        expect(teacher.locator(".work canvas")).to_be_visible()
        findings += look_at(teacher)
        teacher.keyboard.press("Escape")
        teacher.get_by_role("button", name="Delete the homework").click()
        findings += look_at(teacher)
        teacher.get_by_role("button", name="Delete it for everybody").click()
        for page in (teacher, phone):
            expect(page.get_by_text("The homework has been deleted.")).to_be_visible()
        assert not findings, "\n".join(findings)


def test_a_student_sees_the_solutions_when_the_homework_is_over(
    server: str, browser: Browser, complaints: list[str]
) -> None:
    stems = ("line_of_lda", "larger_gamma")
    homework = {"exercises": stems, "end": time.time() + 5}
    hello = {"role": "teacher", "key": key_of("teacher"), "homework": homework}
    with Client(server.replace("http", "ws"), "new", **hello) as teacher:
        code = json.loads(teacher.socket.recv(20))["code"]
    with open_watched_page(browser, complaints, **PHONE) as phone:
        phone.goto(f"{server}/join/{code}")
        phone.get_by_role("button", name="Join").click()
        expect(phone.get_by_text(re.compile("^It ended on"))).to_be_visible()
        for stem in stems:
            title = re.escape(load_exercises()[stem].title)
            phone.get_by_role("button", name=re.compile(title)).click()
            expect(phone.get_by_role("heading", name="Solution")).to_be_visible()
            expect(phone.locator(".solution canvas")).to_be_visible()
        expect(phone.get_by_text("The answer: It falls")).to_be_visible()
