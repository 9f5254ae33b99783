"""A session of the classroom, state by state, on the teacher's page, the projector and a phone."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from math import cos, sin
from typing import Any

from playwright.sync_api import Page, expect

from room_client import Client, Message, participant

CROWD = 11  # participants without a browser
Put = Callable[[int], Message]


def open_room(page: Page, server: str) -> str:
    """Open a room on the teacher's page and return its code."""
    page.goto(f"{server}/room")
    page.get_by_role("button", name="Open a room").click()
    code = page.get_by_role("status", name="Room code")
    expect(code).to_have_text(re.compile("^[2-9A-Z]{6}$"))
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    return code.inner_text()


def say(page: Page, name: str) -> None:
    """Press a button."""
    page.get_by_role("button", name=name, exact=True).click()


def say_more(page: Page, name: str) -> None:
    """Press a button under "More"."""
    page.locator(".more > summary").click()
    say(page, name)


def start_activity(page: Page, title: str) -> None:
    """Choose an activity, among the others or in the window of the next one, and start it."""
    open_picker(page, title)
    say(page, "Start")
    expect(page.get_by_role("dialog")).to_have_count(0)


def open_picker(page: Page, title: str) -> None:
    """Choose an activity, and see what it asks for."""
    choose = page.get_by_role("button", name=f"Choose “{title}”")
    following = page.get_by_role("button", name="Next activity")
    expect(choose.or_(following).first).to_be_visible()
    if following.is_visible():
        following.click()
    choose.click()


def expect_situation(page: Page, words: str) -> None:
    """Expect one picture of a question's situation, and these words in what it shows."""
    picture = page.locator(".screen .situation img")
    shown = re.escape(words).replace(r"\ ", r"\s")  # a number stays with its unit
    expect(picture.and_(page.get_by_alt_text(re.compile(shown)))).to_be_visible()
    expect(picture).to_have_count(1)  # the former one has faded


def play_session(server: str, teacher: Page, stage: Page, phone: Page) -> Iterator[str]:
    """Yield the name of each state of a session, once all three pages show it."""
    code = open_room(teacher, server)
    stage.goto(
        str(teacher.get_by_role("link", name="Open the projector view").get_attribute("href"))
    )
    expect(stage.get_by_role("status", name="Room code")).to_have_text(code)
    phone.goto(f"{server}/join/{code}")
    with ExitStack() as stack:
        url = server.replace("http", "ws")
        crowd = [
            stack.enter_context(participant(url, code, f"pupil {place}")) for place in range(CROWD)
        ]
        for page in (teacher, stage):
            expect(page.get_by_text(f"{CROWD + 1} participants")).to_be_visible()
        expect(phone.get_by_text("Your teacher will start in a moment.")).to_be_visible()
        yield "1 room"
        yield from _draw(teacher, stage, phone, crowd)
        yield from _vote(teacher, stage, phone, crowd)
        yield from _cut(teacher, stage, phone, crowd)
        yield from _challenge(teacher, stage, phone, crowd)
        yield from _exercise(teacher, stage, phone, crowd)
        say(teacher, "End the room")
        yield "7 ending"
        say(teacher, "End it for everybody")
        for page in (teacher, stage, phone):
            expect(page.get_by_text("The room has ended.")).to_be_visible()
        yield "8 ended"


def _draw(teacher: Page, stage: Page, phone: Page, crowd: list[Client]) -> Iterator[str]:
    def points(place: int) -> Message:
        angles = [0.9 * place + 0.4 * k for k in range(4)]
        return {
            "points": {
                str(k): [2 * cos(a) + (k % 2), sin(2 * a) + (k % 2) - 0.5, k % 2]
                for k, a in enumerate(angles)
            }
        }

    start_activity(teacher, "Draw together")
    area = phone.get_by_role("application", name="Drawing area")
    for x, y, label in ((0.3, 0.4, "C−"), (0.4, 0.6, "C−"), (0.7, 0.3, "C+")):
        phone.get_by_role("button", name=label).click()
        box = area.bounding_box()
        assert box is not None
        phone.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])
    _answer(crowd, 1, points)
    _all_answered(teacher, stage)
    expect(stage.get_by_role("slider", name="gamma", exact=True)).to_be_visible()
    yield "2 draw open"
    say(teacher, "Freeze")
    expect(teacher.get_by_role("button", name="Unfreeze")).to_be_visible()
    yield "2 draw frozen"
    say(teacher, "Unfreeze")
    say(teacher, "Hide")
    expect(teacher.get_by_role("button", name="Show")).to_be_visible()
    yield "2 draw hidden"
    say(teacher, "Show")
    say_more(teacher, "Close")
    expect(phone.get_by_text("Closed.")).to_be_visible()
    yield "2 draw closed"


def _vote(teacher: Page, stage: Page, phone: Page, crowd: list[Client]) -> Iterator[str]:
    # The lesson whose long explanation leaves the least room for its picture.
    open_picker(teacher, "Vote")
    teacher.get_by_role("radio", name="8. Choosing γ").check()
    say(teacher, "Start")
    answers = phone.get_by_role("group", name="Your answer").get_by_role("radio")
    answers.nth(1).check()
    _answer(crowd, 2, lambda place: {"option": place % 3})
    _all_answered(teacher, stage)
    for page in (teacher, stage, phone):
        expect_situation(page, "Regions for random labels at γ = 1.")
    yield "3 vote open"
    say(teacher, "Vote again")
    for page in (stage, phone):
        expect(page.get_by_role("heading", name="Vote, round 2")).to_be_visible()
    answers.nth(0).check()
    _answer(crowd, 2, lambda place: {"option": 0 if place < 8 else 1})
    _all_answered(teacher, stage)
    say(teacher, "Close")
    expect(phone.get_by_text("Closed.")).to_be_visible()
    yield "3 vote closed"
    say(teacher, "Reveal")
    _revealed(phone)
    expect(teacher.get_by_role("link", name="Open the lesson")).to_be_visible()
    for page in (teacher, stage, phone):
        expect_situation(page, "Regions for random labels at γ = 1000.")
    yield "3 vote revealed"


def _cut(teacher: Page, stage: Page, phone: Page, crowd: list[Client]) -> Iterator[str]:
    start_activity(teacher, "Place the cut")
    phone.get_by_role("slider", name="Your cut").press("ArrowRight")
    settings = _settings(crowd[0], 3)
    low, high = settings["low"], settings["high"]
    _answer(crowd, 3, lambda place: {"cut": low + (0.3 + 0.04 * place) * (high - low)})
    _all_answered(teacher, stage)
    yield "4 cut open"
    say(teacher, "Reveal")
    _revealed(phone)
    yield "4 cut revealed"
    open_picker(teacher, "Place the cut")
    teacher.get_by_label("Everybody places").select_option("point")
    yield "4 settings"
    say(teacher, "Start")
    area = phone.get_by_role("application", name="Drawing area")
    box = area.bounding_box()
    assert box is not None
    phone.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    left, right, bottom, top = _settings(crowd[0], 4)["box"]
    _answer(
        crowd,
        4,
        lambda place: {
            "point": [left + (place + 0.5) / CROWD * (right - left), bottom + (top - bottom) / 2]
        },
    )
    _all_answered(teacher, stage)
    yield "4 point open"
    say(teacher, "Reveal")
    _revealed(phone)
    yield "4 point revealed"


def _challenge(teacher: Page, stage: Page, phone: Page, crowd: list[Client]) -> Iterator[str]:
    models = ("I", "II", "III", "full", "diagonal", "pooled")
    start_activity(teacher, "Challenge")
    phone.get_by_role("combobox", name="Classifier").select_option("III")
    expect(phone.get_by_text("Accuracy: training")).to_be_visible()
    yield "5 challenge before an entry"
    say(phone, "Submit")
    expect(phone.get_by_text("Submitted: ")).to_be_visible()
    _answer(
        crowd,
        5,
        lambda place: {
            "model": models[place % 6],
            **({"gamma": 3 ** (place - 4)} if place % 6 < 3 else {}),
        },
    )
    _all_answered(teacher, stage)
    yield "5 challenge open"
    say(teacher, "Reveal")
    expect(teacher.get_by_role("table", name="Board")).to_be_visible()
    counts = "Number of entries by accuracy on the hidden points"
    for page in (stage, phone):  # more than ten entries
        expect(page.get_by_role("list", name=counts)).to_be_visible()
    yield "5 challenge revealed"


def _exercise(teacher: Page, stage: Page, phone: Page, crowd: list[Client]) -> Iterator[str]:
    open_picker(teacher, "Exercise")
    teacher.get_by_role("radio", name="Narrow, but not too narrow").check()
    expect(teacher.get_by_text("Every point has a region of its own.")).to_be_visible()
    expect(teacher.locator(".preview canvas")).to_be_visible()
    yield "6 settings"
    say(teacher, "Start")
    expect(teacher.get_by_role("dialog")).to_have_count(0)
    expect(phone.get_by_text(re.compile("^Not yet: leave-one-out"))).to_be_visible()
    say(phone, "Hint")
    expect(phone.get_by_text("The training errors tell little here.")).to_be_visible()
    gamma = phone.get_by_role("textbox", name="gamma value")
    gamma.fill("3")
    gamma.press("Enter")
    expect(phone.get_by_text(re.compile("^Reached: leave-one-out"))).to_be_visible()
    say(phone, "Hand in")
    expect(phone.get_by_text("Handed in. You have reached the goal.")).to_be_visible()
    _answer(crowd, 6, lambda place: {"state": {"gamma": 3.0 ** (place - 4)}})
    for page in (teacher, stage):
        expect(page.get_by_text(f" of {CROWD + 1} solutions reach the goal.")).to_be_visible()
    yield "6 exercise open"
    say(teacher, "Reveal")
    _revealed(phone)
    solutions = teacher.get_by_role("group", name="Solutions").get_by_role("button")
    solutions.nth(1).click()
    for page in (teacher, stage):
        expect(
            page.get_by_text("A solution of the room. Reached: leave-one-out accuracy ")
        ).to_be_visible()
    yield "6 exercise revealed"


def _answer(crowd: list[Client], number: int, value_of: Put) -> None:
    for place, client in enumerate(crowd):
        client.until_activity(number=number, open=True)
        client.do("put", activity=number, value=value_of(place))


def _settings(client: Client, number: int) -> Any:
    return client.until_activity(number=number).room["activity"]["settings"]


def _all_answered(*pages: Page) -> None:
    for page in pages:
        expect(page.locator(".answered")).to_contain_text(f"{CROWD + 1} of {CROWD + 1} have")


def _revealed(phone: Page) -> None:
    expect(phone.get_by_text("These are the results.")).to_be_visible()
