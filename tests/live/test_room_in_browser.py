"""A classroom in browsers: a teacher and two phones, all activities, and a server that dies.

Three more participants, so that the room has five, speak the protocol without a browser.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser import CONNECTION_LOST, open_watched_page
from hands import swipe_up, touch
from live.admission import CLOSED
from room_client import Client, Message, joined, participant
from room_session import open_picker, open_room, say, say_more, start_activity
from server import AppServer

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 1,
}
ALL_ANSWERED = re.compile("^5 of 5 have answered")


def connection(page: Page) -> Locator:
    return page.get_by_role("status", name="Connection")


class Others(ExitStack):
    """Three participants without a browser."""

    def join(self, server: str, code: str) -> None:
        url = server.replace("http", "ws")
        self.clients: list[Client] = [
            self.enter_context(participant(url, code, f"pupil {place}")) for place in range(3)
        ]

    def put(self, number: int, *values: Message) -> None:
        """Let each put its value, as soon as the activity is open."""
        for client, value in zip(self.clients, values, strict=True):
            client.until_activity(number=number, open=True)
            client.do("put", activity=number, value=value)


@pytest.fixture
def phones(browser: Browser, complaints: list[str]) -> Iterator[list[Page]]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(open_watched_page(browser, complaints, **PHONE)) for _ in range(2)
        ]


@pytest.fixture
def others() -> Iterator[Others]:
    with Others() as others:
        yield others


def steer(page: Page, phone: Page) -> None:
    """Close and open the activity from another device, by the secret link; then join again."""
    joined = phone.url
    link = page.get_by_role("link", name="Open the controls on another device").get_attribute(
        "href"
    )
    assert link is not None and "#" in link and "." in link.split("#")[1]
    phone.goto(link)
    expect(phone).to_have_url(link.split("#")[0])  # the secret stays on no screen
    phone.locator("summary", has_text="Its QR code").click()
    code = phone.get_by_role("img", name="QR code of the secret link to the controls")
    expect(code).to_have_js_property("complete", True)
    expect(code).not_to_have_js_property("naturalWidth", 0)
    phone.reload()
    for name in ("Hide", "Show"):
        say(phone, name)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_hidden()
    phone.goto(joined)


def draw(phone: Page, places: list[tuple[float, float, str]]) -> None:
    area = phone.get_by_role("application", name="Drawing area")
    for x, y, label in places:
        phone.get_by_role("button", name=label).click()
        box = area.bounding_box()
        assert box is not None
        phone.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])


def drag_cut(phone: Page) -> None:
    """Drag the line itself, with a finger that begins beside it."""
    line = phone.get_by_role("slider", name="Your cut")
    box = line.bounding_box()
    assert box is not None
    before = line.get_attribute("aria-valuenow")
    middle, y = box["x"] + 0.55 * box["width"], box["y"] + box["height"] / 2
    put = touch(phone)
    put("touchStart", (middle, y))
    for step in range(1, 5):
        put("touchMove", (middle + 15 * step, y + step))
    put("touchEnd")
    expect(line).not_to_have_attribute("aria-valuenow", str(before))
    expect(phone.get_by_text("Sent. You can still change it.")).to_be_visible()


def scroll_past(area: Locator) -> None:
    """A swipe up on a drawing area scrolls the page, if it is long enough, and adds nothing."""
    box = area.bounding_box()
    assert box is not None
    area.evaluate("() => { document.body.style.minHeight = '3000px'; }")
    swipe_up(area.page, box["x"] + 0.9 * box["width"], box["y"] + 0.8 * box["height"])
    area.page.wait_for_function("scrollY > 0")
    area.evaluate("() => { document.body.style.minHeight = ''; scrollTo(0, 0); }")


def write_own_question(page: Page) -> None:
    """Its formulas are shown as one types, and the text stays whatever else is looked at."""
    text = r"Is $\hat{\theta} \leq 1$?"
    open_picker(page, "Vote")
    own, field = (
        page.get_by_role("radio", name="A question of your own"),
        page.get_by_role("textbox", name="Question"),
    )
    expect(page.get_by_role("radio").first).to_have_accessible_name(re.compile("of your own"))
    own.check()
    field.fill(r"Is $\foo$?")
    expect(page.get_by_text(r"“\foo” is not known")).to_be_visible()
    field.fill(text)
    preview = page.get_by_role("region", name="Preview")
    expect(preview.locator("math")).to_have_text("θ^≤1")
    page.get_by_role("radio", name="Bayes’ rule").check()
    own.check()
    expect(field).to_have_value(text)
    page.keyboard.press("Escape")
    open_picker(page, "Vote")
    own.check()
    expect(field).to_have_value(text)
    page.keyboard.press("Escape")


def see_presented(page: Page) -> None:
    """In presenter mode the picture ends above the bar, in windows of any size."""
    link = page.get_by_role("link", name="Open the controls on another device")
    address = link.get_attribute("href") or ""
    presented = page.context.new_page()
    presented.goto(address.replace("/room#", "/room?present=1#"))
    for width, height in ((1440, 900), (1024, 768), (1920, 1080)):
        presented.set_viewport_size({"width": width, "height": height})
        strip, bar = presented.locator(".strip"), presented.get_by_role("button", name="Leave")
        expect(strip).to_be_visible()
        expect(bar).to_be_visible()
        presented.wait_for_timeout(300)
        picture, below = strip.bounding_box(), bar.bounding_box()
        assert picture is not None and below is not None
        assert picture["y"] + picture["height"] < below["y"], (width, height)
    presented.close()


def see_dark_picture(page: Page) -> None:
    """The picture of a question follows the theme of the device."""
    picture = page.locator(".screen .situation img")
    light = picture.get_attribute("src") or ""
    page.emulate_media(color_scheme="dark")
    expect(picture).not_to_have_attribute("src", light)
    page.emulate_media(color_scheme="light")
    expect(picture).to_have_attribute("src", light)


def type_code(phone: Page, server: str, code: str) -> None:
    """Join by the address without a code, with a wrong one first and the right one in two parts."""
    phone.goto(f"{server}/join")
    expect(phone.get_by_text("Enter the code that the projector shows.")).to_be_visible()
    for typed in ("222222", f"{code[:3]} {code[3:]}".lower()):
        phone.get_by_label("Code", exact=True).fill(typed)
        phone.get_by_role("button", name="Join").click()
        if typed == "222222":
            expect(phone.get_by_text("There is no room with this code.")).to_be_visible()
    expect(phone.get_by_text("Your teacher will start in a moment.")).to_be_visible()


def test_a_teacher_two_phones_and_three_others_through_all_activities(
    server: str, page: Page, phones: list[Page], others: Others
) -> None:
    code = open_room(page, server)
    link = f"{server}/join/{code}"
    assert page.get_by_role("link", name="Join address").get_attribute("href") == link
    phones[0].goto(link)
    type_code(phones[1], server, code)
    others.join(server, code)
    expect(page.get_by_text("5 participants")).to_be_visible()
    expect(page.get_by_text("Notes and timer")).to_be_hidden()  # there are none yet

    start_activity(page, "Draw together")
    expect(page.get_by_text("Notes and timer")).to_be_visible()
    expect(page.get_by_role("button", name="Next activity")).to_be_focused()
    for place, phone in enumerate(phones):
        step = 0.1 * place
        draw(phone, [(0.15 + step, 0.3, "C−"), (0.35 + step, 0.7, "C+")])
    others.put(1, *({"points": {"0": [x, -1, 0], "1": [x, 1, 1]}} for x in (-1, 0, 1)))
    expect(page.get_by_text(ALL_ANSWERED)).to_be_visible()
    page.locator("summary", has_text="Participants").click()
    page.get_by_role("list", name="Participants").get_by_role("button", name="✓").first.click()
    page.get_by_role("button", name="Delete the answer").click()
    expect(page.get_by_text("4 of 5 have answered")).to_be_visible()
    say_more(page, "Undo")
    expect(page.get_by_text(ALL_ANSWERED)).to_be_visible()
    expect(phones[0].get_by_text("2 of 10 points placed")).to_be_visible()
    expect(page.get_by_role("slider", name="gamma", exact=True)).to_be_visible()
    area = phones[0].get_by_role("application", name="Drawing area")
    scroll_past(area)
    expect(phones[0].get_by_text("2 of 10 points placed")).to_be_visible()
    area.focus()
    area.press("Shift+ArrowUp")
    area.press("Enter")
    expect(phones[0].get_by_text("3 of 10 points placed")).to_be_visible()
    phones[1].reload()
    expect(phones[1].get_by_text("2 of 10 points placed")).to_be_visible()
    with page.expect_popup() as lab:
        say_more(page, "Take into the lab")
    assert "/lab?data=drawn&points=" in lab.value.url
    lab.value.close()
    with page.expect_popup() as stage:
        page.get_by_role("link", name="Open the projector view").click()
    expect(stage.value.get_by_role("slider", name="gamma", exact=True)).to_be_disabled()
    say(page, "Freeze")
    expect(phones[0].get_by_text("they appear on the projector later")).to_be_visible()
    say(page, "Unfreeze")
    expect(stage.value.get_by_role("button", name="Close", exact=True)).to_be_hidden()
    steer(page, phones[1])
    stage.value.close()

    write_own_question(page)
    open_picker(page, "Vote")
    expect(page.get_by_role("radio", name="Bayes’ rule")).to_be_checked()
    answer = page.get_by_text("Nowhere.", exact=True)  # as an option, and, folded, as the right one
    expect(answer).to_have_count(2)
    expect(answer.filter(visible=True)).to_have_count(1)
    say(page, "Add to the scenes")
    say(page, "Close the window")
    page.get_by_role("button", name="Next: 1. Bayes’ rule").click()
    for phone in phones:
        phone.get_by_role("group", name="Your answer").get_by_role("radio").first.check()
    others.put(2, *[{"option": 1}] * 3)
    expect(page.get_by_text(ALL_ANSWERED)).to_be_visible()
    for phone in phones:
        expect(phone.get_by_text("Sent. You can still change it.")).to_be_visible()
    see_dark_picture(page)
    share = page.get_by_role("list", name="Votes").get_by_text("40 % (2)")
    expect(share).to_have_count(0)
    say(page, "Reveal")
    expect(share).to_be_visible()
    expect(phones[1].get_by_text("These are the results.")).to_be_visible()

    start_activity(page, "Place the cut")
    expect(phones[0].get_by_text("It counts once you have moved it.")).to_be_visible()
    see_presented(page)
    say_more(page, "Countdown")
    say(page, "5 min")
    for each in (page, *phones):
        timer = each.get_by_role("timer", name="Countdown")
        expect(timer).to_have_text(re.compile("^[45]:.. left"))
    say_more(page, "Stop the countdown")
    expect(phones[0].get_by_role("timer", name="Countdown")).to_be_hidden()
    drag_cut(phones[1])
    phones[0].get_by_role("slider", name="Your cut").press("ArrowRight")
    others.put(3, *[{"cut": 0}] * 3)
    hasty = phones[0].get_by_role("slider", name="Your cut")
    for _ in range(40):  # more than the server takes at once: the last one counts
        hasty.press("ArrowLeft")
    hasty.press("Home")
    expect(
        phones[0].get_by_text("Your cut has 60 of 120 points on the wrong side.")
    ).to_be_visible()
    expect(hasty).to_have_attribute("aria-valuetext", re.compile(r"^-?[0-9.]{3,5}$"))
    expect(page.get_by_text(ALL_ANSWERED)).to_be_visible()
    say(page, "Reveal")
    expect(page.get_by_text("5 cuts of the room.")).to_be_visible()

    start_activity(page, "Challenge")
    for phone, model in zip(phones, ("full", "II"), strict=True):
        phone.get_by_role("combobox", name="Classifier").select_option(model)
        say(phone, "Submit")
        expect(phone.get_by_text("Submitted: ")).to_be_visible()
    others.put(4, {"model": "I", "gamma": 1}, {"model": "III", "gamma": 1}, {"model": "pooled"})
    phones[1].reload()
    expect(phones[1].get_by_role("combobox", name="Classifier")).to_have_value("II")
    say(page, "Reveal")
    expect(page.get_by_role("table", name="Board").get_by_role("row")).to_have_count(6)

    with page.expect_download() as table:
        say_more(page, "Save table")
    assert len(table.value.path().read_text("utf-8").splitlines()) == 6
    say(page, "End the room")
    say(page, "End it for everybody")
    expect(page.get_by_role("button", name="Open a room")).to_be_visible()
    expect(phones[0].get_by_text("The room has ended.")).to_be_visible()
    expect(page.locator(".problem.news")).to_have_text("The room has ended.")  # no problem


@pytest.mark.journey
def test_participants_are_searched_and_one_or_all_found_removed(server: str, page: Page) -> None:
    code, names = open_room(page, server), 13
    url = server.replace("http", "ws")
    with ExitStack() as stack:
        pupils = [stack.enter_context(joined(url, code, f"pupil {k}")) for k in range(names)]
        own = [pupil.you["name"] for pupil in pupils]
        start_activity(page, "Vote")
        pupils[0].until_activity(number=1).do("put", activity=1, value={"option": 0})
        page.locator("summary", has_text="Participants").click()
        expect(page.get_by_text(f"{names} names, 1 with an answer (✓).")).to_be_visible()
        people = page.get_by_role("list", name="Participants").get_by_role("button")
        actions = page.get_by_role("group", name="The participant chosen")
        search = page.get_by_role("searchbox", name="Search a participant")
        expect(people).to_have_count(names)
        expect(actions).to_be_hidden()
        search.fill(own[1].upper())
        expect(people).to_have_text([own[1]])
        expect(page.get_by_text("; 1 found.")).to_be_visible()
        people.click()
        expect(actions.get_by_role("button")).to_have_text(["Remove"])
        search.fill(own[0])
        expect(actions).to_be_hidden()  # who was chosen is not listed
        people.click()
        expect(actions.get_by_role("button")).to_have_text(["Delete the answer", "Remove"])
        actions.get_by_role("button", name="Remove").click()
        expect(people).to_have_text([f"{own[0]} (removed)"])
        expect(actions.get_by_role("button")).to_have_text(["Let in"])
        search.fill("")
        listed = page.get_by_role("combobox", name="Participants listed")
        listed.select_option("Without an answer")
        say(page, f"Remove all {names - 1} found")
        expect(page.get_by_text("0 names, 0 with an answer (✓); 0 found.")).to_be_visible()
        for pupil in pupils:
            assert "has removed you" in pupil.until_closed()["why"]
        listed.select_option("Removed")
        say(page, f"Let in all {names} found")
        listed.select_option("Not in the room")
        expect(people).to_have_count(names)


def test_after_kill_9_the_room_continues_with_all_its_events(
    browser: Browser, tmp_path: Path, complaints: list[str]
) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(AppServer(tmp_path / "log.txt"))
        page = stack.enter_context(open_watched_page(browser, complaints))
        phone = stack.enter_context(open_watched_page(browser, complaints, **PHONE))
        code = open_room(page, server.url)
        phone.goto(f"{server.url}/join/{code}")
        start_activity(page, "Draw together")
        draw(phone, [(0.3, 0.3, "C−"), (0.6, 0.6, "C+")])
        expect(page.get_by_text("1 of 1 has answered")).to_be_visible()
        name = phone.locator(".name").inner_text()
        server.kill()
        expect(connection(phone)).to_have_text(re.compile("Connection lost|Connecting"))
        draw(phone, [(0.4, 0.4, "C+")])
        server.start()
        expect(connection(phone)).to_have_text("Connected", timeout=30_000)
        expect(phone.get_by_text("3 of 10 points placed")).to_be_visible()
        expect(connection(page)).to_have_text("Connected")
        phone.reload()
        expect(phone.get_by_text("3 of 10 points placed")).to_be_visible()
        assert phone.locator(".name").inner_text() == name
        again = page.context.new_page()  # the teacher has closed the tab
        page.close()
        again.goto(f"{server.url}/room")
        say(again, f"Room {code}")
        expect(again.get_by_text("1 of 1 has answered")).to_be_visible()
        complaints[:] = [text for text in complaints if not CONNECTION_LOST.search(text)]


def test_a_teacher_with_a_key_puts_strangers_out_with_a_passcode(
    page: Page, phones: list[Page], tmp_path: Path
) -> None:
    key = {"BAYESLAB_TEACHER_KEY": "for teachers", "BAYESLAB_ROOM_PARTICIPANTS": "2"}
    with AppServer(tmp_path / "log.txt", environment=key) as app, ExitStack() as stack:
        page.goto(f"{app.url}/room")
        page.get_by_label("Teacher key").fill("a guess")
        page.get_by_role("button", name="Open a room").click()
        expect(page.get_by_text("This is not the server's teacher key.")).to_be_visible()
        page.get_by_label("Teacher key").fill("for teachers")
        page.get_by_label("Teacher key").press("Enter")
        code = page.get_by_role("status", name="Room code").inner_text()
        url, (ada, bo) = app.url.replace("http", "ws"), phones
        bots = [stack.enter_context(participant(url, code, f"bot {k}")) for k in range(2)]
        expect(page.get_by_text("2 participants")).to_be_visible()
        ada.goto(f"{app.url}/join/{code}")
        expect(ada.get_by_text("The room is full: it has 2 places.")).to_be_visible()
        say_more(page, "Require a passcode")
        for bot in bots:
            assert bot.until_closed()["closed"] == CLOSED["passcode"]
        expect(page.get_by_text("0 participants, a passcode is required")).to_be_visible()
        text = page.get_by_role("status", name="Passcode").inner_text()
        ada.get_by_label("Passcode").fill("222222")
        ada.get_by_label("Passcode").press("Enter")
        expect(ada.get_by_text("This is not the passcode of the room.")).to_be_visible()
        ada.get_by_label("Passcode").fill(text.split()[1].strip(":").lower())
        ada.get_by_role("button", name="Join").click()
        expect(ada.get_by_text("Your teacher will start in a moment.")).to_be_visible()
        expect(ada.get_by_label("Passcode")).to_be_hidden()
        expect(page.get_by_text("1 participant, a passcode is required")).to_be_visible()
        bo.goto(f"{app.url}/join/{code}")
        expect(bo.get_by_text("This room has a passcode.")).to_be_visible()
        expect(bo.get_by_role("button", name="Come back")).to_be_hidden()
        say_more(page, "Remove the passcode")
        expect(page.get_by_text("a passcode is required")).to_be_hidden()
        bo.reload()
        expect(bo.get_by_text("Your teacher will start in a moment.")).to_be_visible()
        expect(page.get_by_text("2 participants")).to_be_visible()
        say(bo, "Leave the room")
        expect(bo.get_by_text("You have left the room.")).to_be_visible()
        expect(page.get_by_text("1 participant")).to_be_visible()
        say(bo, "Come back")
        expect(bo.get_by_text("Your teacher will start in a moment.")).to_be_visible()
        expect(page.get_by_text("2 participants")).to_be_visible()
