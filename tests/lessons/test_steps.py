"""The steps of the lessons: short, and each sets up, asks, checks and answers."""

import json
import re
from html import unescape
from sys import path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_pages import open_page, opening, sentences
from browser import visit
from core.link import decode, encode
from core.texts import fill
from hands import drag, sent_by
from javascript import call
from lessons import LESSONS, Lesson
from lessons.kernel_width.state import KernelWidthState
from lessons.lesson_state import MOST_STEPS
from lessons.page import page_of
from lessons.steps import reach, read_steps, set_up, strays
from offline.course.lesson_page import LessonHtml
from offline.course.prose import Prose
from source import ROOT

path.insert(0, str(ROOT / "scripts"))

from count_lessons import count

each_lesson = pytest.mark.parametrize(
    "lesson", [x for x in LESSONS if read_steps(x.stem, x.state)], ids=lambda lesson: lesson.stem
)
FIELD = re.compile(r"\{[a-z_]+\}")


def read(lesson: Lesson) -> Any:
    return read_steps(lesson.stem, lesson.state)


def card(app: AppTest) -> str:
    """Return the words on the card of the step."""
    parts = [part.proto.body for part in app.get("html") if part.proto.body]
    return unescape(re.sub(r"<[^>]+>", "", " ".join(parts)))


def plain(text: str) -> str:
    return " ".join(re.sub(r"[*_]", "", text).split())


@each_lesson
def test_a_lesson_is_short_and_plain(lesson: Lesson) -> None:
    counts = count(lesson)
    assert 5 <= counts.steps <= MOST_STEPS
    assert counts.before <= 120 and counts.words <= 600
    assert len(counts.symbols) <= 8, sorted(counts.symbols)
    assert counts.longest <= 25
    assert counts.grade <= 8
    assert counts.minutes <= min(12, lesson.minutes)


@each_lesson
def test_a_step_begins_undone_and_is_done_in_the_state_that_it_names(lesson: Lesson) -> None:
    steps, kind = read(lesson), lesson.state
    for number, step in enumerate(steps, 1):
        start, done = set_up(steps, number, kind), reach(steps, number, kind)
        for state in (start, done):
            assert decode(encode(state), kind) == (state, ())
            assert strays(steps, state, page_of(lesson.stem).blocks[step.picture].movable) == {}
        if step.until:
            assert not step.is_reached(start), step.title
            assert step.is_reached(done), step.title
        numbers = page_of(lesson.stem).steps(done)
        assert FIELD.findall(fill(step.text + step.answer, numbers)) == []


@each_lesson
def test_the_card_answers_when_a_step_is_done(lesson: Lesson) -> None:
    steps, kind, page = read(lesson), lesson.state, page_of(lesson.stem)
    for number, step in enumerate(steps, 1):
        start, done = set_up(steps, number, kind), reach(steps, number, kind)
        answer = plain(fill(step.answer, page.steps(done)))
        app = open_page(lesson.page, **encode(start))
        assert sentences(app) == []
        assert f"Step {number} of {len(steps)}{step.title}" in card(app)
        assert plain(answer) not in plain(card(app))
        if step.options:
            (asked,) = [each for each in app.radio if str(each.key).startswith("option of")]
            for place, option in enumerate(step.options):
                asked.set_value(place).run()
                assert ("✓ Right." in card(app)) == option.is_right
                assert option.reply in plain(card(app))
        else:
            app = open_page(lesson.page, **encode(done))
        assert answer in plain(card(app)), step.title


@each_lesson
def test_steps_go_on_and_back_and_a_link_leads_deeper(lesson: Lesson) -> None:
    steps, app = read(lesson), open_page(lesson.page, **encode(lesson.state.first()))
    seen = []
    while True:
        seen.append(app.session_state["lessons"][lesson.stem].state)
        if app.button(key="task Next").disabled:
            break
        app.button(key="task Next").click().run()
    assert seen == [set_up(steps, k + 1, lesson.state) for k in range(len(steps))]
    app.button(key="task Back").click().run()
    assert app.session_state["lessons"][lesson.stem].state == seen[-2]
    assert f'href="?{urlencode(opening(lesson.stem))}"' in " ".join(
        part.proto.body for part in app.get("html")
    )


@each_lesson
def test_the_static_course_checks_the_same_and_has_the_same_words(lesson: Lesson) -> None:
    steps, kind, prose = read(lesson), lesson.state, Prose()
    html = LessonHtml(lesson, prose)
    content = html._data()
    prose.render()
    templates = {place: prose.fill(text) for text, place in html.templates.items()}
    states = [put(steps, k + 1, kind) for k in range(len(steps)) for put in (set_up, reach)]
    links = ["&".join(f"{name}={text}" for name, text in encode(state).items()) for state in states]
    told = json.loads(json.dumps(content))
    (found,) = call("course_states.mjs", [["checkSteps", told, links]])
    for k, step in enumerate(steps):
        expected = [step.is_reached(state) for state in states[2 * k : 2 * k + 2]]
        assert found[2 * k : 2 * k + 2] == expected
        words = unescape(re.sub(r"<[^>]+>", "", templates[content["steps"][k]["answer"]]))
        answer = fill(step.answer, page_of(lesson.stem).steps(states[2 * k + 1]))
        assert " ".join(words.split()) == plain(answer)


def test_a_link_that_changes_what_a_step_does_not_leaves_its_picture_as_it_is() -> None:
    app = open_page("kernel_width.py", step="3", classifier="svc-rbf", gamma="0.02")
    state = app.session_state["lessons"]["kernel_width"].state
    assert (state.classifier, state.gamma) == (KernelWidthState().classifier, 0.02)
    assert plain(read(LESSONS[7])[2].answer).partition("{")[0] in plain(card(app))


def test_a_step_is_done_by_hand_and_the_next_one_begins_by_keys(server: str, page: Page) -> None:
    sent = sent_by(page)
    visit(page, f"{server}/kernel_width?step=3&cut=error&gamma=8&all_curves=no")
    answer = page.locator(".st-key-task .answer")
    expect(page.locator(".step")).to_be_visible()
    drag(page, sent, "gamma")
    expect(answer).to_have_count(0)
    page.get_by_role("slider", name="gamma", exact=True).press("Home")
    expect(answer).to_contain_text("Both curves fall together")
    page.get_by_role("button", name="Next").press("Enter")
    expect(page.locator(".step-title")).to_contain_text("Step 4 of")
    expect(answer).to_have_count(0)
    page.get_by_role("link", name="Going deeper").click()
    expect(page.get_by_text("Where this comes from")).to_be_visible()
    expect(page.locator(".step")).to_have_count(0)


def test_on_a_phone_the_answer_is_brought_into_view(server: str, phone: Page) -> None:
    visit(phone, f"{server}/kernel_width?step=3&cut=error&gamma=8&all_curves=no")
    phone.get_by_role("slider", name="gamma", exact=True).press("Home")
    expect(phone.locator(".st-key-task .answer")).to_be_in_viewport()
    phone.get_by_role("button", name="Next").click()
    phone.locator(".st-key-task label").filter(has=phone.get_by_role("radio")).first.click()
    expect(phone.locator(".st-key-task .answer")).to_be_in_viewport()
    expect(phone.locator(".st-key-task .verdict")).to_be_in_viewport()
