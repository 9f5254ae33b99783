"""The activity "Exercise": what it takes, what it keeps secret, and what it shows of the class."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.drawing import Drawing, encode_drawing
from core.exercises.check import call_hints, check_goal, is_reached
from core.exercises.exercise import Exercise
from core.exercises.file import write_exercise
from core.exercises.hand_in import (
    MOST_POINTS,
    describe_rules,
    judge,
    read_hand_in,
    right_answer,
    state_of,
)
from core.exercises.messages import (
    IN_PICTURE,
    describe_ending,
    describe_task,
)
from core.exercises.registry import find_exercise
from core.exercises.sets import write_link, write_set
from core.input_error import InputError
from javascript import call
from lessons.exercises import load_exercises
from live.activities import ACTIVITIES
from live.activity import ActivityState
from live.events import fold
from live.log import Entry
from live.room import Room
from live.views import view_own, view_room
from room_events import JOINED, NAMES, WHO, Event, by, play, put

EXERCISE = ACTIVITIES["exercise"]
EXERCISES = load_exercises()
each_exercise = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
GAMMA, POINTS, CHOICE = "narrow_but_not_too_narrow", "draw_where_lda_fails", "larger_gamma"
NUMBER, LINE = "one_word", "line_of_lda"
OWN = tuple(
    replace(EXERCISES[stem], stem=f"mine_{place}", title=f"My exercise {place}")
    for place, stem in enumerate((GAMMA, CHOICE, NUMBER, LINE))
)
each_own = pytest.mark.parametrize("exercise", OWN, ids=[each.title for each in OWN])


def begin(stem: str, variant: int = 0) -> Event:
    return start({"exercise": stem, "variant": variant})


def start(choices: Event) -> Event:
    prepared = EXERCISE.prepare(choices)
    fields = {"settings": dict(prepared.settings), "secret": dict(prepared.secret)}
    return by("teacher", "start", key="exercise", **fields)


def hand_in(room: Room, name: str, handed: Event) -> Room:
    """Hand in, and let the server check it as it does in a worker."""
    room = play(put(name, handed), room=room)
    assert room.activity is not None and EXERCISE.evaluate is not None
    entry = room.activity.contributions[WHO[name]]
    result = EXERCISE.evaluate(room.activity.prepared, entry)
    told = {"who": WHO[name], "activity": 1, "entry": entry, "result": dict(result)}
    return play(by("server", "judged", **told), room=room)


@each_exercise
def test_each_exercise_is_solved_in_a_room_by_its_solution_alone(exercise: Exercise) -> None:
    exercise = exercise.variant(0)
    rules = describe_rules(exercise)
    assert json.loads(json.dumps(rules)) == rules
    handed = read_hand_in(rules, json.loads(json.dumps(right_answer(exercise))))
    assert judge(exercise.stem, 0, handed)["reached"]
    if exercise.kind == "reach":
        result = judge(exercise.stem, 0, {"state": {}})
        assert not result["reached"]
        values = [finding.value for finding in check_goal(exercise, exercise.start)]
        assert result["values"] == values


@each_exercise
def test_a_desk_is_plain_and_has_no_answer(exercise: Exercise) -> None:
    desk = json.dumps(describe_task(exercise), allow_nan=False, ensure_ascii=False)
    ending = json.loads(json.dumps(describe_ending(exercise), allow_nan=False))
    text = json.dumps(EXERCISE.prepare({"exercise": exercise.stem}).settings, ensure_ascii=False)
    for secret in (ending["shown"], ending.get("answer"), *ending.get("replies", ())):
        assert secret is None or json.dumps(secret, ensure_ascii=False)[1:-1] not in desk + text
    assert not {"ending", "truth", "right", "replies"} & set(json.loads(desk))
    if exercise.kind != "reach":
        assert json.loads(desk)["picture"].get("truth") is None


@each_exercise
def test_the_browser_shows_what_python_says_of_each_choice(exercise: Exercise) -> None:
    desk = json.loads(json.dumps(describe_task(exercise)))
    choices = [each["chosen"] for each in desk["picture"].get("sheets", [])]
    if not choices:
        assert all(name in IN_PICTURE for name in exercise.may)
        return
    answers = call("desk.js", [["sheetWith", desk["picture"], chosen] for chosen in choices])
    for chosen, sheet in zip(choices, answers, strict=True):
        changed = replace(exercise, start=replace(exercise.start, **chosen))
        wanted = json.loads(json.dumps(describe_task(changed)))["picture"]["sheet"]
        for name in ("began", "fresh"):  # of the points that the exercise began with
            sheet["exercise"].pop(name), wanted["exercise"].pop(name)
        assert sheet == wanted


@pytest.mark.parametrize(
    ("stem", "forged", "why"),
    [
        (GAMMA, {"state": {"gamma": 3, "n": 10}}, "leaves 'n' as it is"),
        (GAMMA, {"state": {"data": "moons"}}, "leaves 'data' as it is"),
        (GAMMA, {"state": {"gamma": -1}}, "use a number from"),
        (GAMMA, {"state": {"gamma": "3"}}, "use a number from"),
        (GAMMA, {"state": {"gamma": 3}, "reached": True}, "nothing else"),
        (GAMMA, {"state": {"reached": True}}, "leaves 'reached' as it is"),
        (GAMMA, {"state": [3]}, "must be an object"),
        (GAMMA, {"number": 1}, "Hand in 'state'"),
        (POINTS, {"state": {"points": "@12"}}, "only in your browser"),
        (POINTS, {"state": {"points": "nonsense"}}, "cannot be used"),
        (POINTS, {"state": {"points": 7}}, "use the text of a drawing"),
        ("bend_the_boundary", {"state": {"model": "I"}}, "must be one of"),
        (CHOICE, {"option": 3}, "from 0 to 2"),
        (CHOICE, {"option": True}, "from 0 to 2"),
        (NUMBER, {"number": "60"}, "must be a number"),
        (NUMBER, {"number": 1e300}, "must be a number"),
        (LINE, {"place": {"p1": 0, "p2": 0, "q1": 0}}, "has the numbers"),
        (LINE, {"place": {"p1": 9, "p2": 0, "q1": 0, "q2": 1}}, "from -3 to 3"),
    ],
)
def test_forged_hand_ins_are_refused_with_a_sentence(stem: str, forged: Event, why: str) -> None:
    room = play(*JOINED, begin(stem))
    after, refusal = fold(room, Entry(room.seq + 1, put("ada", forged)))
    assert refusal is not None and why in refusal and refusal.endswith(".")
    assert after.activity is not None and not after.activity.contributions


def test_the_number_of_checked_points_is_limited() -> None:
    rules = describe_rules(find_exercise(POINTS))
    for count, is_taken in ((MOST_POINTS, True), (MOST_POINTS + 1, False)):
        labels = np.arange(count).astype(np.uint8) % 2
        X = np.column_stack([np.linspace(0, 1, count), np.zeros(count)])
        text = encode_drawing(Drawing((-3.0, 3.0, -2.0, 2.0), X, labels))
        if is_taken:
            assert read_hand_in(rules, {"state": {"points": text}})
            continue
        with pytest.raises(InputError, match="at most 400 points"):
            read_hand_in(rules, {"state": {"points": text}})


def test_locked_fields_keep_their_initial_values_in_any_state() -> None:
    exercise = find_exercise(GAMMA)
    state = state_of(exercise, {"gamma": 3.0})
    assert replace(state, gamma=exercise.start.value("gamma")) == exercise.start


@pytest.mark.parametrize("stem", [CHOICE, NUMBER, LINE])
def test_right_answers_stay_on_the_server_until_they_are_revealed(stem: str) -> None:
    exercise = find_exercise(stem)
    room = hand_in(play(*JOINED, begin(stem)), "ada", right_answer(exercise))
    for role in ("participant", "stage", "teacher"):
        assert view_room(room, role)["activity"]["shown"] == {}
    assert "result" not in view_own(room, WHO["ada"])
    revealed = play(by("teacher", "reveal", on=True), room=room)
    view = view_room(revealed)["activity"]["shown"]
    assert view["reached"] == 1 and view["ending"] == describe_ending(exercise)
    assert view_own(revealed, WHO["ada"])["result"] == {"reached": True}


def test_the_class_is_counted_and_its_solutions_are_shown_without_names() -> None:
    room = play(*JOINED, begin(GAMMA))
    for name, gamma in zip(NAMES, (300.0, 3.0, 3.0, 2.0), strict=True):
        room = hand_in(room, name, {"state": {"gamma": gamma}})
    view = view_room(room)["activity"]["shown"]
    assert view["reached"] == 3 and len(view["values"]) == 4 and "gallery" not in view
    assert view_own(room, WHO["ada"])["result"] == {"reached": False}
    told = view_room(play(by("teacher", "reveal", on=True), room=room), "stage")["activity"]
    gallery = told["shown"]["gallery"]
    assert [(each["handed"]["state"]["gamma"], each["count"]) for each in gallery] == [
        *((3, 2), (300, 1), (2, 1))
    ]
    text = json.dumps(told)
    assert not any(who in text or room.participants[who].name in text for who in WHO.values())


def test_the_gallery_has_wrong_solutions_too_and_one_of_each_kind() -> None:
    results = {
        f"{k}": {"reached": k < 60, "values": [k % 30 if k < 60 else 100 + k % 2]}
        for k in range(70)
    }
    handed = {who: {"state": {"gamma": float(who)}} for who in results}
    told = {who: {"entry": handed[who], "result": result} for who, result in results.items()}
    settings = {**EXERCISE.prepare({"exercise": GAMMA}).settings}
    secret = EXERCISE.prepare({"exercise": GAMMA}).secret
    state = ActivityState(1, "exercise", settings, secret, is_revealed=True)
    state = replace(state, contributions=handed, results=told)
    gallery = EXERCISE.show(state, {})["gallery"]
    assert len(gallery) == 24 and sum(not each["result"]["reached"] for each in gallery) == 2
    assert [each["count"] for each in gallery[:4]] == [2, 5, 2, 5]


def test_a_changed_solution_counts_again_only_when_it_is_checked() -> None:
    room = hand_in(play(*JOINED, begin(GAMMA)), "ada", {"state": {"gamma": 3.0}})
    changed = play(put("ada", {"state": {"gamma": 300.0}}), room=room)
    assert view_room(changed)["activity"]["shown"] == {"reached": 0, "values": []}
    assert "result" not in view_own(changed, WHO["ada"])


def test_the_teacher_opens_a_solution_of_the_gallery() -> None:
    room = play(*JOINED, begin(GAMMA))
    room = play(by("teacher", "set", settings={"opened": 2}), room=room)
    assert view_room(room, "stage")["activity"]["settings"]["opened"] == 2
    refused: list[Any] = [{"opened": -2}, {"opened": 24}, {"opened": True}, {"exercise": GAMMA}]
    for changes in refused:
        _, refusal = fold(room, Entry(9, by("teacher", "set", settings=changes)))
        assert refusal


def test_a_variant_has_other_points_and_is_checked_with_them() -> None:
    stem = "line_of_the_nearest_mean"
    for variant in (1, 2, 3):
        exercise = find_exercise(stem, variant)
        assert is_reached(check_goal(exercise, exercise.solution))
        handed = read_hand_in(describe_rules(exercise), right_answer(exercise))
        assert judge(stem, variant, handed)["reached"]
    for chosen in ({"exercise": "nothing"}, {"exercise": stem, "variant": -1}, {"exercise": 3}):
        with pytest.raises(InputError):
            EXERCISE.prepare(chosen)


@pytest.mark.parametrize("stem", [s for s, each in EXERCISES.items() if each.kind == "reach"])
def test_a_phone_gives_the_hints_that_python_calls_for(stem: str) -> None:
    exercise = EXERCISES[stem]
    hints, desk = describe_task(exercise)["hints"], json.loads(json.dumps(describe_task(exercise)))
    solved = json.loads(json.dumps(right_answer(exercise)))["state"]
    jobs = [["sheetWith", desk["picture"], state] for state in ({}, solved)]
    sheets = call("desk.js", jobs)
    given = call("hints.js", [["callHints", hints, sheet] for sheet in sheets])
    for state, texts in zip((exercise.start, exercise.solution), given, strict=True):
        assert texts == [hint.text for hint in call_hints(exercise, state)]


@each_own
def test_a_teachers_own_exercise_keeps_its_file_and_answer_on_the_server(
    exercise: Exercise,
) -> None:
    room = play(*JOINED, start({"own": write_exercise(exercise), "variant": 2}))
    assert room.activity is not None
    settings = room.activity.settings
    wanted = find_exercise(settings["exercise"], 2, room.activity.secret["own"])
    desk = json.loads(settings["desk"])
    assert desk == json.loads(json.dumps(describe_task(wanted)))
    assert settings["title"] == exercise.title
    ending, file = describe_ending(wanted), write_exercise(exercise)
    for role in ("participant", "stage", "teacher"):
        text = json.dumps([view_room(room, role), desk], ensure_ascii=False)
        for secret in (file, ending["shown"], ending.get("answer"), *ending.get("replies", ())):
            assert secret is None or json.dumps(secret, ensure_ascii=False)[1:-1] not in text
    room = hand_in(room, "ada", right_answer(wanted))
    revealed = play(by("teacher", "reveal", on=True), room=room)
    for role in ("participant", "stage", "teacher"):
        view = view_room(revealed, role)
        assert view["activity"]["shown"]["ending"] == ending
        assert file not in json.dumps(view, ensure_ascii=False)
    assert view_own(revealed, WHO["ada"])["result"] == {"reached": True}


ONE_CLASS = """title: One class
lesson: 2
level: 1
kind: number
situation: lab?model=full
points: -0.5 0 +; 0.5 0 +
answer: errors of full
within: 1

# Task
How many errors?

# Shown
None.
"""


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ({"own": write_set(OWN)}, "Choose one exercise"),
        ({"own": write_exercise(OWN[0]), "exercise": GAMMA}, "or one of your own"),
        ({"own": ["text"]}, "must be the text"),
        ({"own": 7}, "must be the text"),
        ({"own": "title: An exercise"}, "."),
        ({"own": "a" * 20_001}, "at most 20000"),
        ({"own": write_exercise(OWN[0]), "variant": -1}, "variant must be"),
        ({"own": ""}, "no such exercise"),
        ({"own": ONE_CLASS}, "All points are in one class"),
    ],
)
def test_an_own_exercise_that_cannot_be_used_is_refused(choices: Event, why: str) -> None:
    with pytest.raises(InputError) as problem:
        EXERCISE.prepare(choices)
    assert why in str(problem.value)


def test_an_own_exercise_is_refused_if_its_desk_is_too_large_for_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = write_exercise(OWN[0])
    size = len(EXERCISE.prepare({"own": own}).settings["desk"])
    for largest, is_taken in ((size, True), (size - 1, False)):
        monkeypatch.setattr("live.activities.exercise.LARGEST_DESK", largest)
        if is_taken:
            assert EXERCISE.prepare({"own": own})
            continue
        with pytest.raises(InputError, match="too large for phones"):
            EXERCISE.prepare({"own": own})


def test_the_browser_tells_the_exercises_of_a_set_and_of_a_link_apart() -> None:
    untitled = replace(OWN[0], stem="untitled", title="")
    address = f"https://localhost/exercises?own={write_link(OWN)}&exercise=x"
    text, nothing, cut, app = call(
        "own_exercises.js",
        [["readLink", link] for link in (address, "", address[:99], "https://localhost/lab")],
    )
    assert (text, nothing, cut, app) == (write_set(OWN), "", "", "")
    jobs = [["splitSet", each] for each in (text, write_set([untitled]), write_exercise(OWN[1]))]
    several, none, single = call("own_exercises.js", jobs)
    assert [each["title"] for each in several] == [each.title for each in OWN] and none == []
    assert single[0]["task"].split() == OWN[1].task.split()
    for told, exercise in zip(several, OWN, strict=True):
        assert EXERCISE.prepare({"own": told["text"]}).settings["title"] == exercise.title
