"""The page "Make an exercise", run without a browser, and exercises that are opened from a link."""

import json
from dataclasses import replace
from typing import Any

import pytest
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from app_pages import canvas_data, open_page, sentences
from core.exercises.check import truth
from core.exercises.draft import begin_draft, with_changes
from core.exercises.exercise import Comparison, Exercise, Quantity
from core.exercises.file import read_exercise, write_exercise
from core.exercises.sets import name_of, read_drafts, write_link, write_set
from core.state import LabState
from lessons.exercises import PAGES, load_exercises
from ui.session.areas import LAB

LAB_AFTER = "After the answer, show the lab as it is now"


def open_editor(page: str = "lab.py", **parameters: str) -> AppTest:
    """Open a page and press "Make an exercise" on it."""
    return to_editor(press(open_page(page, **parameters), "Make an exercise"))


def to_editor(app: AppTest) -> AppTest:
    """Stay on the page to which a button has led: AppTest would go back to the one before."""
    assert [title.value for title in app.title] == ["Make an exercise"]
    return app.switch_page("make_exercise.py").run()


def press(app: AppTest, label: str) -> AppTest:
    (button,) = (each for each in app.button if each.label == label)
    app = button.click().run()
    assert not app.exception
    return app


def type_into(app: AppTest, label: str, text: str) -> AppTest:
    fields: list[Any] = [*app.text_input, *app.text_area]
    (field,) = (each for each in fields if each.label.startswith(label))
    return field.set_value(text).run()


def choose(app: AppTest, label: str, value: Any) -> AppTest:
    groups: Any = app.get("button_group")
    (group,) = (each for each in groups if each.label == label)
    return group.set_value(value).run()


def set_box(app: AppTest, label: str, value: Any) -> AppTest:
    fields: list[Any] = [*app.selectbox, *app.number_input]
    (field,) = (each for each in fields if each.label == label)
    return field.set_value(value).run()


def texts(app: AppTest) -> str:
    return "\n".join(each.value for each in (*app.markdown, *app.caption))


def statuses(app: AppTest) -> list[str]:
    return [part.proto.body for part in app.get("html") if 'role="status"' in part.proto.body]


def draft_of(app: AppTest) -> Exercise:
    return app.session_state["exercise drafts"].draft  # type: ignore[no-any-return]


def test_a_lecturer_makes_an_exercise_of_the_lab_without_reading_documents() -> None:
    app = open_editor(n="40", noise="0.3", gamma="300")
    assert "Not yet: 5 things left to do." in statuses(app)[-1]
    app = type_into(app, "Title", "Not so narrow")
    app = type_into(app, "Task", "# Task\nChoose γ.")
    app = choose(app, "What may students change?", ["gamma"])
    assert canvas_data(app)["exercise"]["locked"] == ["points", "threshold"]
    app = press(app, "Set a goal")
    app = set_box(app, "Measure", "leave_one_out")
    app = set_box(app, "Number", 90.0)
    assert "✗ now " in texts(app)
    app = type_into(app, "What students read", "At γ = {solution gamma}.")
    assert "This is a solution" in texts(app)
    area = "exercise drawing draft 1 0 fixed"
    known = canvas_data(app)
    message = {"seq": known["seq"] + 1, "revision": known["revision"], "gamma": 3.0}
    app.session_state[area] = {"drawing": message | {"switches": known["switches"]}}
    app = press(app.run(), "This is a solution")
    assert "✓ now " in texts(app)
    assert "Reached: the exercise is complete." in statuses(app)[-1]
    (saved,) = app.get("download_button")
    assert saved.proto.label == "Save as a file"
    draft = draft_of(app)
    assert draft.task == "## Task\nChoose γ."
    assert draft.stem == "not_so_narrow"
    app = press(app, "Preview as a student")
    assert [each.value for each in app.subheader] == ["Not so narrow"]
    assert canvas_data(app)["gamma"] == 300.0
    app = press(app, "Back to the form")
    assert draft_of(app) == draft


def test_taking_a_state_from_the_picture_is_always_confirmed() -> None:
    app = press(open_editor(), "This is a solution")
    assert [toast.value for toast in app.toast] == ["The solution is now as in the picture."]
    app = press(app, "Start here")
    assert [toast.value for toast in app.toast] == ["The start is now as in the picture."]


@pytest.mark.parametrize("kind", ["choice", "number", "place"])
def test_every_kind_has_its_form_and_begins_incomplete(kind: str) -> None:
    app = choose(open_editor(model="pooled", n="40"), "What do students do?", kind)
    assert not app.exception
    assert draft_of(app).kind == kind
    assert "Not yet: " in statuses(app)[-1]
    if kind == "choice":
        for place in ("1", "2", "3"):
            app = type_into(app, f"Answer {place}", place)
            app = type_into(app, f"Reply to those who choose answer {place}", "Why.")
        (mark, _) = (each for each in app.button if each.label == "Mark as right")
        app = mark.click().run()
    app = type_into(app, "Title", "A")
    app = type_into(app, "Task", "B")
    app = type_into(app, "What students read", "C")
    assert "Reached: the exercise is complete." in statuses(app)[-1]
    draft = draft_of(app)
    (again,) = read_drafts(write_set((draft,)), PAGES)
    assert again == draft


def test_the_tolerance_of_a_number_is_of_its_size() -> None:
    app = choose(open_editor(model="pooled", n="40"), "What do students do?", "number")
    for measure, expected in (("errors", 0.0), ("new", 5.0), ("correlation_plus", None)):
        app = set_box(app, "Measure", measure)
        draft = draft_of(app)
        assert draft.answer == Quantity(measure)
        (box,) = (each for each in app.number_input if each.label == "Counts within")
        assert box.value == draft.within
        if expected is None:
            expected = pytest.approx(truth(draft) / 20, rel=0.35)
        assert draft.within == expected


def test_the_lab_is_offered_after_the_answer_once_it_shows_something_else() -> None:
    app = choose(open_editor(model="pooled", n="40"), "What do students do?", "choice")
    assert is_lab_offered(app) is False
    app.session_state[LAB.state] = replace(app.session_state[LAB.state], gamma=7.0)
    app = app.run()
    assert is_lab_offered(app) is True
    app = press(app, LAB_AFTER)
    start = draft_of(app).start
    assert isinstance(start, LabState)
    assert draft_of(app).solution == replace(start, gamma=7.0)
    assert is_lab_offered(app) is False


def is_lab_offered(app: AppTest) -> bool:
    (button,) = (each for each in app.button if each.label == LAB_AFTER)
    return not button.disabled


def test_a_lesson_gives_its_densities_or_its_points_in_the_lab() -> None:
    draft = draft_of(open_editor("bayes_rule.py", prior="0.2"))
    assert (draft.page, draft.lesson, draft.kind) == ("bayes_rule", 1, "place")
    draft = draft_of(open_editor("kernel_width.py"))
    assert (draft.page, draft.lesson) == ("lab", 8)


def test_points_that_nobody_else_has_are_refused_in_a_sentence() -> None:
    app = press(open_page("lab.py", data="drawn", points="@0123abcd"), "Make an exercise")
    assert [title.value for title in app.title] == ["Lab"]
    (toast,) = app.toast
    assert "stored in one browser only" in toast.value


def test_own_points_are_tried_on_two_hundred_seeds() -> None:
    app = open_page("exercises.py", exercise="choose_a_rule_near_the_best")
    app = to_editor(press(app, "Make one like this"))
    assert "Reached: the exercise is complete." in statuses(app)[-1]
    assert "works on the points of 200 of 200 students" in statuses(app)[0]
    (toggle,) = app.toggle
    app = toggle.set_value(False).run()
    assert draft_of(app).vary == ()


def test_an_answer_without_a_condition_makes_no_claim_about_other_points() -> None:
    app = open_page("exercises.py", exercise="larger_gamma")
    app = to_editor(press(app, "Make one like this"))
    assert "works on the points of 200 of 200 students" in statuses(app)[0]
    while draft_of(app).goal:
        remove = next(each for each in app.button if "goal 0 remove" in (each.key or ""))
        app = remove.click().run()
    for wanted in (False, True):  # as one who makes it anew
        app = app.toggle[0].set_value(wanted).run()
    (status,) = statuses(app)
    assert "Reached: the exercise is complete." in status


def test_drafts_survive_another_page_and_those_of_the_browser_come_first() -> None:
    app = type_into(open_editor(), "Title", "Mine")
    app = app.switch_page("exercises.py").run()
    app = to_editor(press(app, "Make an exercise"))
    draft_list = app.session_state["exercise drafts"]
    assert [each.title for each in draft_list.drafts] == ["Mine", ""]
    app = answer_of_browser(app, write_set((load_exercises()["two_cuts"],)))
    draft_list = app.session_state["exercise drafts"]
    titles = [each.title for each in draft_list.drafts]
    assert titles == ["A narrow class inside a wide one", "Mine", ""]
    assert '"text": "# Exercise' in kept(app)
    app = press(app, "Remove this exercise")
    assert len(app.session_state["exercise drafts"].drafts) == 2


def kept(app: AppTest) -> str:
    """Return what the browser is told to keep."""
    parts = (part.proto.json for part in app.get("bidi_component"))
    (text,) = (text for text in parts if '"bayeslab drafts"' in text)
    return text


@pytest.mark.parametrize("stored", ["", "nonsense", "# Exercise a\ntitle: b\n"])
def test_unreadable_drafts_of_the_browser_leave_the_current_draft(stored: str) -> None:
    app = answer_of_browser(type_into(open_editor(), "Title", "Mine"), stored)
    assert draft_of(app).title == "Mine"
    assert "Mine" in kept(app)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_what_somebody_types_while_the_browser_answers_is_not_lost(count: int) -> None:
    app = open_editor()
    title = next(each for each in app.text_input if each.label == "Title")
    stored = tuple(load_exercises().values())[:count]
    app = answer_of_browser(app, write_set(stored) if stored else "")
    assert next(each for each in app.text_input if each.label == "Title").key == title.key
    assert draft_of(type_into(app, "Title", "Mine")).title == "Mine"
    assert len(app.session_state["exercise drafts"].drafts) == count + 1


def answer_of_browser(app: AppTest, stored: str) -> AppTest:
    parts = [part.proto for part in app.get("bidi_component")]
    (part,) = (part for part in parts if '"bayeslab drafts"' in part.json)
    states = WidgetStates()
    message = json.dumps([{"event": "stored", "value": stored}])
    states.widgets.add(id=_make_trigger_id(part.id, "events"), json_trigger_value=message)
    app._run(states)
    assert not app.exception
    return app


def made() -> Exercise:
    draft = with_changes(begin_draft("lab", LabState(n=40, gamma=300.0), 8), ["gamma"])
    goal = Comparison(Quantity("gamma"), "<=", 5.0)
    draft = replace(draft, title="Small", task="Less.", shown="So.", goal=(goal,), stem="small")
    solution: Any = replace(draft.start, gamma=2.0)  # pyrefly: ignore[unexpected-keyword]
    return replace(draft, solution=solution)


def test_a_link_opens_one_exercise_or_a_list_of_several() -> None:
    app = open_page("exercises.py", own=write_link((made(),)))
    assert [each.value for each in app.subheader] == ["Small"]
    assert app.query_params["exercise"] == name_of(made())
    app = press(app, "Show the solution")
    assert "So." in texts(app)
    assert "Another one" not in [each.label for each in app.button]  # all get the same points
    two = (made(), load_exercises()["two_cuts"])
    app = open_page("exercises.py", own=write_link(two))
    queries = [link.proto.query_string for link in app.get("page_link")]
    assert [name_of(each) in query for each, query in zip(two, queries, strict=False)] == [True] * 2
    assert len(queries) == 2 + len(load_exercises())
    app = open_page("exercises.py", own=write_link(two), exercise=name_of(two[1]), sheets="2")
    assert not app.exception
    assert len(app.subheader) == 4


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"own": "1abc"}, "The link to the exercise was cut off or changed: use the whole link."),
        ({"own": "file"}, "These exercises are no longer here: open their file again."),
        ({"own": write_link((made(),)), "exercise": "x"}, "There is no such exercise"),
    ],
)
def test_a_link_to_no_exercise_shows_all_and_says_why(
    parameters: dict[str, str], sentence: str
) -> None:
    app = open_page("exercises.py", **parameters)
    assert not app.exception
    assert sentences(app)[0].startswith(sentence)
    assert len(app.get("page_link")) == len(load_exercises())


def test_a_file_is_read_as_it_is_saved() -> None:
    exercise = made()
    assert read_exercise(write_exercise(exercise), exercise.stem, PAGES) == exercise
