"""The page Exercises and the exercises of a lesson: what somebody does, and what is said to it."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from app_pages import canvas_data, draw_on, open_page, sentences
from core.exercises.check import truth
from core.state import DRAWN, LabState
from lessons import LESSONS
from lessons.exercises import load_exercises
from ui.lab_svg import draw_lab, draw_lab_points

EXERCISES = load_exercises()
WITHOUT_FIT = ["draw_where_lda_fails", "naive_fails"]  # at the start
REACH = "choose_a_rule_near_the_best"


def verdicts(app: AppTest) -> list[str]:
    """Return what is said of an answer, to a screen reader as well."""
    return [part.proto.body for part in app.get("html") if 'role="status"' in part.proto.body]


def press(app: AppTest, label: str) -> AppTest:
    (button,) = (each for each in app.button if each.label == label)
    return button.click().run()


def texts(app: AppTest) -> str:
    return "\n".join(each.value for each in (*app.markdown, *app.caption, *app.info))


def test_the_page_leads_to_every_exercise() -> None:
    app = open_page("exercises.py")
    assert [title.value for title in app.title] == ["Exercises"]
    queries = [link.proto.query_string for link in app.get("page_link")]
    assert queries == [f"exercise={stem}" for stem in EXERCISES]


@pytest.mark.parametrize("stem", EXERCISES)
def test_every_exercise_opens_and_shows_its_solution(stem: str) -> None:
    app = open_page("exercises.py", exercise=stem)
    assert not app.exception
    assert sentences(app) == []
    assert EXERCISES[stem].title in [each.value for each in app.subheader]
    app = press(app, "Show the solution")
    assert not app.exception
    assert sentences(app) == []
    app = press(app, "Another one")
    assert not app.exception
    assert "1" in app.query_params["variant"]


def test_a_choice_of_the_right_classifier_reaches_the_goal() -> None:
    app = open_page("exercises.py", exercise=REACH)
    data = canvas_data(app)["exercise"]
    assert data["locked"] == ["points", "gamma", "threshold"]
    (comparison,) = data["goal"]
    assert (comparison["measure"], comparison["sign"], comparison["number"]) == ("excess", "<=", 1)
    assert "against" not in texts(app)
    app = press(app, "Hint")
    assert "tilted ellipse" in texts(app)
    (box,) = app.selectbox
    app = box.set_value("full").run()
    assert "against" in texts(app)
    assert '"solved": "' + REACH + '"' in "".join(
        part.proto.json for part in app.get("bidi_component")
    )


def test_a_forged_message_cannot_change_locked_fields() -> None:
    app = open_page("exercises.py", exercise=REACH)
    before = canvas_data(app)
    app = draw_on(app, key=f"exercise drawing {REACH}", points="forged", gamma=300.0)
    assert not app.exception
    after = canvas_data(app)
    assert after["gamma"] == before["gamma"]
    assert after["exercise"] == before["exercise"]


def test_drawn_points_are_checked_by_python_as_well() -> None:
    stem = "draw_where_lda_fails"
    app = open_page("exercises.py", exercise=stem)
    solution: Any = EXERCISES[stem].solution
    assert solution.data == DRAWN
    app = draw_on(app, key=f"exercise drawing {stem}", points=solution.points)
    assert not app.exception
    assert "Put one class around the other" in texts(app)


def test_a_number_is_right_within_its_distance_and_a_choice_has_a_reply() -> None:
    stem = "error_of_two_bells"
    app = open_page("exercises.py", exercise=stem)
    app.number_input[0].set_value(truth(EXERCISES[stem]) + 5)
    app = press(app, "Check")
    assert "Not yet: " in verdicts(app)[0]
    app.number_input[0].set_value(truth(EXERCISES[stem]) + 0.5)
    app = press(app, "Check")
    assert "Reached: " in verdicts(app)[0]
    app = open_page("exercises.py", exercise="two_cuts")
    for option in EXERCISES["two_cuts"].options:
        app.radio[0].set_value(option.text).run()
        app = press(app, "Check")
        assert ("Correct: " if option.is_right else "Not correct: ") in verdicts(app)[0]
        assert option.reply.removesuffix(".").split(":")[0][:30] in verdicts(app)[0]


def noted(app: AppTest) -> list[str]:
    """Return the exercises that the browser is told to mark."""
    told = "".join(part.proto.json for part in app.get("bidi_component"))
    return re.findall(r'"solved": "(\w+)"', told)


def test_a_known_mistake_has_a_reply_and_a_shown_solution_no_mark() -> None:
    stem = "positive_test"
    app = press(open_page("exercises.py", exercise=stem), "Hint")
    assert "Begin with the odds" in texts(app)
    assert "no further hint" in texts(press(app, "Hint"))
    app.number_input[0].set_value(88.0)
    app = press(app, "Check")
    assert "88 is not near enough. That compares the densities alone" in verdicts(app)[0]
    app = press(app, "Show the solution")
    app.number_input[0].set_value(truth(EXERCISES[stem]))
    app = press(app, "Check")
    assert "Reached" in verdicts(app)[0] and noted(app) == []
    assert "gets no ✓" in texts(app)
    app = press(app, "Another one")
    app.number_input[0].set_value(truth(EXERCISES[stem].variant(1)))
    app = press(app, "Check")
    assert noted(app) == [stem]
    assert noted(press(app, "Show the solution")) == [stem]


def test_the_reply_disappears_when_another_answer_is_chosen() -> None:
    app = open_page("exercises.py", exercise="two_cuts")
    first, other, *_ = EXERCISES["two_cuts"].options
    app.radio[0].set_value(first.text).run()
    app = press(app, "Check")
    assert first.reply.removesuffix(".") in verdicts(app)[0]
    app = app.radio[0].set_value(other.text).run()
    assert verdicts(app) == []


def test_a_link_opens_its_variant_and_nonsense_opens_the_list() -> None:
    first = canvas_data(open_page("exercises.py", exercise=REACH))
    other = canvas_data(open_page("exercises.py", exercise=REACH, variant="7"))
    assert first["points"] != other["points"]
    assert not open_page("exercises.py", exercise=REACH, variant="seven").exception
    app = open_page("exercises.py", exercise="<b>")
    assert sentences(app) == ["There is no such exercise: choose another one."]


@pytest.mark.parametrize(
    "stem",
    ["cut_for_a_rare_class", "one_word", REACH, "line_of_lda", "two_cuts", *WITHOUT_FIT],
)
def test_sheets_have_each_variant_and_its_solution_apart(stem: str) -> None:
    app = open_page("exercises.py", exercise=stem, sheets="3")
    assert not app.exception
    title = EXERCISES[stem].title
    headings = [each.value for each in app.subheader]
    tasks = [f"{title} · {number}" for number in (1, 2, 3)]
    assert headings == [*tasks, *(f"Solution of {each}" for each in tasks)]
    open_page("exercises.py", exercise=stem, sheets="many")


@pytest.mark.parametrize("stem", ["one_word", "two_words"])
def test_a_sheet_has_the_counts_that_the_screen_has(stem: str) -> None:
    screen = open_page("exercises.py", exercise=stem).table[0].value
    sheet = open_page("exercises.py", exercise=stem, sheets="1").table[0].value
    assert sheet.equals(screen)
    assert ("second" in str(screen)) == (stem == "two_words")


def test_a_lesson_ends_with_its_exercises() -> None:
    lesson = LESSONS[6]
    app = open_page(lesson.page)
    groups: Any = app.get("button_group")
    (pills,) = (each for each in groups if each.key == f"{lesson.stem} exercise")
    own = [stem for stem, each in EXERCISES.items() if each.lesson == lesson.number]
    assert list(pills.options) == [EXERCISES[stem].title for stem in own]


def test_features_of_unlike_size_fill_the_picture_of_a_sheet() -> None:
    state = EXERCISES["units_matter"].start
    assert isinstance(state, LabState)
    svg, words = draw_lab(state, 560, 420)
    below = r'<text x="([\d.]+)" y="[\d.]+" text-anchor="middle" font-size="15"[^>]*>\d+<'
    ticks = [float(x) for x in re.findall(below, svg)]
    assert ticks[-1] - ticks[0] > 200
    assert "Nearest mean" in words


def test_a_picture_of_points_alone_has_a_legend_and_no_regions() -> None:
    state = EXERCISES["line_of_lda"].start
    assert isinstance(state, LabState)
    svg, words = draw_lab_points(state, 560, 420)
    assert "8 of C− as circles, 8 of C+ as squares" in words and ">C−<" in svg and ">C+<" in svg
    assert "<image" not in svg and "<image" in draw_lab(state, 560, 420)[0]


def test_a_stressed_word_of_a_reply_has_no_asterisks() -> None:
    app = open_page("exercises.py", exercise="larger_gamma")
    (choice,) = app.radio
    app = press(choice.set_value(EXERCISES["larger_gamma"].options[0].text).run(), "Check")
    assert "It fits <em>these</em> points" in verdicts(app)[-1]
