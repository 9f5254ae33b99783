"""The exercises of the static course: answers are checked as Python does, and the page works."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from browser import open_watched_page
from core.exercises.check import check_goal, check_number, check_place, truth
from core.exercises.exercise import Exercise
from core.exercises.messages import describe_ending
from core.exercises.mistakes import wrong_answers
from core.state import LabState
from javascript import call
from lessons.exercises import load_exercises
from offline.course import LESSONS_FOLDER
from offline.course.exercise_page import describe_variant, exercises_of

DRAWS = 8


def places_in_the_plane() -> list[Exercise]:
    return [
        each for each in exercises_of() if each.kind == "place" and isinstance(each.start, LabState)
    ]


def test_the_browser_counts_the_wrong_side_of_a_line_as_python_does() -> None:
    rng, jobs, expected = np.random.default_rng(0), [], []
    for exercise in places_in_the_plane():
        picture = describe_ending(exercise)["picture"]
        a, b, c, d = picture["box"]
        for ends in rng.uniform((a, c, a, c), (b, d, b, d), (DRAWS, 4)).tolist():
            coordinates = dict(zip(("p1", "p2", "q1", "q2"), ends, strict=True))
            jobs.append(["shareOnWrongSide", coordinates, picture["truth"], picture["box"]])
            expected.append(check_place(exercise, tuple(ends)))
    assert len(expected) >= 2 * DRAWS
    assert call("check.js", jobs) == pytest.approx(expected, abs=1e-9)


def test_the_browser_accepts_the_numbers_that_python_accepts() -> None:
    jobs, expected = [], []
    for exercise in exercises_of():
        truth = describe_ending(exercise).get("truth")
        if truth is None or exercise.kind not in ("number", "place"):
            continue
        check = "checkNumber" if exercise.kind == "number" else "checkCut"
        for share in (-1.01, -1, 0, 0.99, 1.01):
            answer = truth + share * exercise.within
            jobs.append([check, answer, truth, exercise.within])
            expected.append(check_number(exercise, answer))
    assert [each["isRight"] for each in call("check.js", jobs)] == expected
    assert {True, False} <= set(expected)


def test_the_browser_replies_to_each_mistake_as_python_does() -> None:
    jobs, expected = [], []
    for exercise in exercises_of():
        ending = describe_ending(exercise)
        for wrong, reply in wrong_answers(exercise):
            if exercise.kind == "number":
                handed: dict[str, Any] = {"number": wrong}
            elif isinstance(wrong, list):
                handed = {
                    "place": dict(zip(("p1", "p2", "q1", "q2"), np.ravel(wrong), strict=True))
                }
            else:
                handed = {"place": {"x": wrong}}
            jobs.append(["replyTo", ending, handed])
            expected.append(reply)
        if exercise.kind == "number":
            jobs.append(["replyTo", ending, {"number": truth(exercise)}])
            expected.append("")
    assert len(expected) > 30
    assert call("check.js", jobs) == expected


def test_a_reach_has_its_own_goal_and_what_calls_for_its_hints() -> None:
    exercise = load_exercises()["naive_fails"]
    message = describe_variant(exercise)
    goal = message["desk"]["picture"]["sheet"]["exercise"]["goal"]
    assert [each["measure"] for each in goal] == ["errors", "errors", "points"]
    assert [hint["when"]["model"] for hint in message["desk"]["hints"]] == ["diagonal", "full"]
    assert message["desk"]["picture"]["sheet"]["exercise"]["models"].keys() == {"diagonal", "full"}


def test_numbers_of_the_visitors_own_in_a_text_are_refused() -> None:
    exercise = load_exercises()["naive_fails"]
    (first, *others), text = exercise.hints, "You have {yours training}."
    hints = (replace(first, text=text), *others)
    for changed in (replace(exercise, shown=text), replace(exercise, hints=hints)):
        with pytest.raises(ValueError, match="naive_fails"):
            describe_variant(changed)


def test_the_numbers_of_a_hint_are_computed() -> None:
    exercise = load_exercises()["naive_fails"]
    first, *others = exercise.hints
    changed = replace(exercise, hints=(replace(first, text="Now {start errors}."), *others))
    errors = check_goal(exercise, exercise.start)[0].value  # of the classifier in the picture
    hints = describe_variant(changed)["desk"]["hints"]
    assert hints[0]["text"] == f"Now {errors:.0f}."


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    with open_watched_page(browser, []) as page:
        page.context.set_offline(True)
        yield page


@pytest.mark.browser
def test_exercises_of_each_kind_are_solved_in_one_file_and_marked(visitor: Page) -> None:
    page, address = visitor, (LESSONS_FOLDER / "exercises.html").as_uri()
    page.goto(address)
    total = len(load_exercises())
    expect(page.locator(".list a")).to_have_count(total)
    # A reach: the picture says what holds, and a hint is the one that the picture calls for.
    page.get_by_role("link", name="Products of features").click()
    expect(page.locator(".goal")).to_contain_text("Not yet")
    page.get_by_label("Degree").select_option(label="2")
    expect(page.locator(".goal")).to_contain_text("Reached")
    expect(page.locator(".shown")).to_be_visible()
    page.get_by_role("button", name="Another one").click()
    expect(page).to_have_url(re.compile("variant=1$"))
    expect(page.locator(".goal")).to_contain_text("Not yet")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("heading", name="A solution")).to_be_visible()
    # A number: a known mistake has a reply; once the solution is shown, the variant is not marked.
    number = load_exercises()["positive_test"]
    page.goto(f"{address}#exercise={number.stem}")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("odds")
    page.locator(".answers input").fill("88")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".exercise-verdict")).to_contain_text("It leaves out the base rate.")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".unmarked")).to_be_visible()
    page.locator(".answers input").fill(str(truth(number)))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".exercise-verdict")).to_contain_text("Reached")
    expect(page.locator(".solved")).to_have_text(f"1 of {total} exercises solved.")
    # A choice: a wrong answer has a reply of its own.
    exercise = next(each for each in exercises_of() if each.kind == "choice")
    page.goto(f"{address}#exercise={exercise.stem}")
    options = exercise.variant(0).options
    for is_right, begin in ((False, "Not correct"), (True, "Correct")):
        place = [option.is_right for option in options].index(is_right)
        page.locator(".answers input").nth(place).check()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".exercise-verdict")).to_contain_text(begin)
    # A place: the cut is moved by keys, and the best one is shown.
    page.goto(f"{address}#exercise=cut_between_two_bells")
    page.locator("[role=slider]").first.press("ArrowRight")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".exercise-verdict")).to_contain_text("Not yet: your cut at −2.95")
    # What is solved is marked, also after a reload, in the list.
    page.goto(address)
    page.reload()
    expect(page.locator(".solved")).to_have_text(f"2 of {total} exercises solved.")
    expect(page.locator(".list a[data-solved]")).to_have_count(2)
