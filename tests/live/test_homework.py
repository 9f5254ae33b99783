"""Homework: names, hand-ins until the end, who sees what, deletion, servers that are killed."""

import json
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.exercises.exercise import SECRET_VARIANTS, VARIANTS
from core.exercises.file import write_exercise
from core.exercises.hand_in import judge, right_answer
from core.exercises.messages import describe_ending, describe_task
from core.exercises.registry import find_exercise
from core.exercises.sets import name_of, write_set
from core.input_error import InputError
from lessons.exercises import load_exercises
from live.codes import HOMEWORK_LENGTH
from live.events import REMEMBERED, step
from live.homework import (
    DAY,
    MOST_TRIES,
    Homework,
    check_work,
    describe_entry,
    read_homework,
    tell_desk,
    tell_ending,
    tell_work,
)
from live.limits import RoomLimits
from live.room import Room
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from live.views import view_own, view_room
from room_client import Client, Message, key_of, open_room, served, teacher_of
from room_events import NAMES, OPEN, WHO, Event, by, play
from room_server import RoomServer

GAMMA, NUMBER, LINE = "narrow_but_not_too_narrow", "one_word", "line_of_the_nearest_mean"
STEMS = [GAMMA, NUMBER, LINE]
SOLVED, START = {"state": {"gamma": 3.0}}, {"state": {}}
END = 3 * DAY
OWN = replace(load_exercises()[GAMMA], stem="mine", title="An exercise of mine")
OWN_STEM = name_of(OWN)


def prepare(choices: Event) -> Event:
    """Return the initial state of a homework, as a server prepares it in several turns."""
    homework, exercises = read_homework(choices, 0)
    return {**homework, "exercises": [describe_entry(*each) for each in exercises]}


def opened(**choices: Any) -> Room:
    chosen = {"exercises": STEMS, "end": END, **choices}
    return play({**OPEN, "homework": prepare(chosen)})


def homework_of(room: Room) -> Homework:
    assert room.homework is not None
    return room.homework


def variant_of(room: Room, name: str) -> int:
    return homework_of(room).variant_of(WHO[name])


def join(name: str, chosen: str = "", at: float = 0) -> Event:
    return {**by(name, "join"), "at": at} | ({"name": chosen} if chosen else {})


def hand_in(name: str, value: Event, stem: str = GAMMA, at: float = 1) -> Event:
    return {**by(name, "hand_in", exercise=stem, value=value), "at": at}


def checked(name: str, handed: Event, *, reached: bool, stem: str = GAMMA) -> Event:
    told = {"who": WHO[name], "handed": handed, "result": {"reached": reached}}
    return by("server", "checked", exercise=stem, **told)


def own(room: Room, name: str) -> Any:
    return view_own(room, WHO[name])


def test_students_come_with_a_name_of_their_own_or_get_one_and_names_differ() -> None:
    room = play(
        join("ada", "  Ada   Lovelace "), join("bo"), join("cy", "Ada Lovelace"), room=opened()
    )
    assert own(room, "ada")["name"] == "Ada Lovelace"
    assert own(room, "cy")["name"] == "Ada Lovelace (2)"
    assert " " in own(room, "bo")["name"] and own(room, "bo")["name"].islower()


def test_names_that_look_the_same_are_told_apart_and_scripts_keep_their_marks() -> None:
    names = {"ada": "José", "bo": "Jose\u0301", "cy": "Jos\u3164\u2800é", "di": "นี้ ภูมิ ज़िंदगी Nguyễn"}
    room = play(*(join(who, name) for who, name in names.items()), room=opened())
    told = [own(room, who)["name"] for who in names]
    assert told == ["José", "José (2)", "Jos é", "นี้ ภูมิ ज़िंदगी Nguyễn"]


@pytest.mark.parametrize("name", ["\u0301", "a" + "\u0301" * 39, "e" + "\u0316\u0317" * 3 + "f"])
def test_a_name_of_stacked_marks_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="at most 4 marks"):
        step(opened(), join("ada", name))


@pytest.mark.parametrize(
    "name",
    [
        *("x" * 41, "two\u202elines", "bell\x07", "\u2028", "a\x00b"),
        *("\u3164", "\u2800\u2800", "\uffa0 \u1160"),
    ],
)
def test_an_invalid_name_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(InputError, match=r"^Use a name of 1 to 40 printable characters\.$"):
        step(opened(), join("ada", name))


def test_a_name_of_ones_own_is_for_homework_and_never_reaches_the_projector() -> None:
    lecture = play(OPEN, join("ada", "Ada"))
    assert own(lecture, "ada")["name"] != "Ada"
    room = play(join("ada", "Ada"), hand_in("ada", SOLVED), room=opened())
    assert "Ada" in json.dumps(view_room(room, "teacher"))
    for role in ("stage", "participant"):
        text = json.dumps(view_room(room, role))
        assert "Ada" not in text and WHO["ada"] not in text


def test_the_last_hand_in_counts_with_its_tries_and_its_time() -> None:
    room = play(
        join("ada"), hand_in("ada", START), checked("ada", START, reached=False), room=opened()
    )
    assert own(room, "ada")["work"][GAMMA] == {
        "handed": START,
        "tries": 1,
        "at": 1,
        "reached": False,
        "last": False,
    }
    room = play(hand_in("ada", SOLVED, at=9), checked("ada", START, reached=False), room=room)
    assert own(room, "ada")["work"][GAMMA] == {"handed": SOLVED, "tries": 2, "at": 9}
    room = play(checked("ada", SOLVED, reached=True), room=room)
    table = view_room(room, "teacher")["homework"]["work"]
    assert table == {WHO["ada"]: {GAMMA: {"tries": 2, "at": 9, "reached": True}}}
    assert "work" not in view_room(room)["homework"]


def test_results_that_phones_cannot_check_appear_when_the_homework_is_over() -> None:
    handed = {"number": 60.0}
    room = play(join("ada"), hand_in("ada", handed, NUMBER), room=opened())
    room = play(checked("ada", handed, reached=True, stem=NUMBER), room=room)
    assert "reached" not in own(room, "ada")["work"][NUMBER]
    room = play(by("server", "over"), room=room)
    assert own(room, "ada")["work"][NUMBER]["reached"] is True
    with pytest.raises(InputError, match="homework is over"):
        step(room, join("bo"))


def test_invalid_hand_ins_are_refused() -> None:
    room = play(join("ada"), room=opened())
    refused = [
        (hand_in("ada", SOLVED, at=END + 1), "is over"),
        (hand_in("ada", SOLVED, "two_words"), "no such exercise"),
        (hand_in("ada", {"state": {"gamma": 3, "seed": 1}}), "leaves 'seed' as it is"),
        (hand_in("ada", {"reached": True}), "nothing else"),
        (hand_in("bo", SOLVED), "removed you"),
        (by("teacher", "start", key="draw", settings={}), "no activities"),
    ]
    for event, why in refused:
        with pytest.raises(InputError, match=why):
            step(room, event)
    room = play(*(hand_in("ada", SOLVED) for _ in range(MOST_TRIES)), room=room)
    with pytest.raises(InputError, match="100 times"):
        step(room, hand_in("ada", START))


def test_the_variants_of_students_come_from_a_secret_of_the_room_that_nobody_is_sent() -> None:
    room, other = play(join("ada"), room=opened()), opened()
    variants = {variant_of(each, name) for name in NAMES for each in (room, other)}
    assert len(variants) == 2 * len(NAMES) and min(variants) >= VARIANTS
    for role in ("teacher", "participant", "stage"):
        sent = json.dumps([view_room(room, role), own(room, "ada")])
        assert homework_of(room).seed not in sent and str(variant_of(room, "ada")) not in sent
    for stem in STEMS:
        desk = json.dumps(tell_desk(homework_of(room), WHO["ada"], stem, 1))
        assert str(variant_of(room, "ada")) not in desk
        with pytest.raises(InputError, match="from 0 to 99999"):  # what all pages use
            find_exercise(stem, variant_of(room, "ada"))


def test_who_was_removed_counts_nowhere_and_who_has_handed_in_is_not_forgotten() -> None:
    room = play(join("ada"), join("bo", "Bo"), room=opened(roster="Number"))
    room = play(*(hand_in(name, SOLVED) for name in ("ada", "bo")), room=room)
    room = play(*(by(name, "roster", text=name) for name in ("ada", "bo")), room=room)
    room = play(by("teacher", "remove_many", who=[WHO["bo"]], on=True), room=room)
    view = view_room(room, "teacher")
    assert list(view["homework"]["work"]) == list(view["homework"]["numbers"]) == [WHO["ada"]]
    back = play(by("teacher", "remove_many", who=[WHO["bo"]], on=False), join("bo"), room=room)
    assert own(back, "bo")["work"][GAMMA]["handed"] == SOLVED
    room = play(by("teacher", "passcode", on=True, passcode="7QK2MP"), room=room)
    for place in range(2 * REMEMBERED * room.places):  # others come, and lose their places
        who, last = f"{place:016x}", f"{place - 1:016x}"
        joining = {"do": "join", "by": who, "at": 0, "passcode": "7QK2MP", "instead": last}
        room = play(joining, room=room)
        assert WHO["ada"] in room.participants and WHO["bo"] in room.participants
    assert room.participants[WHO["bo"]].status == "removed"
    last = f"{2 * REMEMBERED * room.places - 1:016x}"
    room = play(join("cy") | {"passcode": "7QK2MP", "instead": last}, room=room)
    assert own(room, "cy")["status"] == "present"


REACHED, MISSED = {"state": {"gamma": 3.0}}, {"state": {"gamma": 300.0}}


@pytest.mark.parametrize("best", [True, False])
def test_a_worse_hand_in_takes_nothing_back_if_the_best_counts(best: bool) -> None:
    """Also if it arrives before the better one has been checked."""
    room = play(join("ada"), room=opened(best=best))
    room = play(hand_in("ada", REACHED, at=1), hand_in("ada", MISSED, at=2), room=room)
    for handed in (REACHED, MISSED):
        result = check_work(homework_of(room), WHO["ada"], GAMMA)
        assert result is not None and result["handed"] == handed
        told = {"who": WHO["ada"], "exercise": GAMMA, **result}
        room = play(by("server", "checked", **told), room=room)
    assert check_work(homework_of(room), WHO["ada"], GAMMA) is None
    work = own(room, "ada")["work"][GAMMA]
    assert work["last"] is False and work["handed"] == MISSED and work["tries"] == 2
    assert (work["reached"], work["at"]) == ((True, 1) if best else (False, 2))
    told = tell_work(homework_of(room), WHO["ada"], GAMMA)
    assert told["handed"] == (REACHED if best else MISSED) and told["result"]["reached"] == best


def test_nothing_is_shown_or_taken_before_the_start() -> None:
    room = play(join("ada"), room=opened(begin=DAY))
    with pytest.raises(InputError, match="has not begun"):
        step(room, hand_in("ada", SOLVED, at=DAY - 1))
    with pytest.raises(InputError, match="has not begun"):
        tell_desk(homework_of(room), WHO["ada"], GAMMA, DAY - 1)
    room = play(hand_in("ada", SOLVED, at=DAY), room=room)
    assert tell_desk(homework_of(room), WHO["ada"], GAMMA, DAY)["stem"] == GAMMA


def test_only_the_teacher_and_the_student_see_a_student_number() -> None:
    room = play(join("ada"), join("bo"), room=opened(roster="Student  number"))
    assert view_room(room)["homework"]["roster"] == "Student number"
    room = play(by("ada", "roster", text=" 4711 "), room=room)
    assert view_room(room, "teacher")["homework"]["numbers"] == {WHO["ada"]: "4711"}
    assert own(room, "ada")["number"] == "4711"
    for view in (view_room(room), view_room(room, "stage"), own(room, "bo")):
        assert "4711" not in json.dumps(view)
    with pytest.raises(InputError, match="40 printable"):
        step(room, by("ada", "roster", text="x" * 41))
    with pytest.raises(InputError, match="not asked"):
        step(play(join("ada"), room=opened()), by("ada", "roster", text="4711"))


def test_the_teacher_learns_which_exercises_are_the_same_for_all() -> None:
    exercises = view_room(opened(), "teacher")["homework"]["exercises"]
    for each in exercises:
        answer = right_answer(find_exercise(each["stem"]))
        variants = range(1, 25)
        solved = [judge(each["stem"], number, answer)["reached"] for number in variants]
        assert each["shared"] == all(solved)
    assert {each["shared"] for each in exercises} == {True, False}
    assert "shared" not in json.dumps(view_room(opened()))


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"exercises": [], "end": DAY}, "1 to 12 exercises"),
        ({"exercises": [GAMMA] * 2, "end": DAY}, "each exercise once"),
        ({"exercises": ["nothing"], "end": DAY}, "no such exercise"),
        ({"exercises": [GAMMA], "end": 0}, "in the future"),
        ({"exercises": [GAMMA], "end": 31 * DAY}, "at most 30 days"),
        ({"exercises": [GAMMA], "end": DAY, "begin": DAY}, "start must be before"),
        ({"exercises": [GAMMA], "end": DAY, "best": "no"}, "true or false"),
        ({"exercises": [GAMMA], "end": DAY, "roster": "x" * 41}, "40 printable"),
        ({"exercises": [GAMMA], "end": "soon"}, "must be a number"),
        ({"exercises": [GAMMA], "end": DAY, "name": "A"}, "There is no 'name'"),
        ({"exercises": [], "own": 3, "end": DAY}, "your own ones a text"),
        ({"exercises": [], "own": "title: A", "end": DAY}, "Give the exercise a lesson"),
        ({"exercises": STEMS * 4, "own": write_exercise(OWN), "end": DAY}, "1 to 12 exercises"),
    ],
)
def test_a_homework_that_cannot_be_used_is_refused(chosen: Event, why: str) -> None:
    with pytest.raises(InputError, match=why):
        prepare(chosen)


def test_exercises_of_a_file_are_set_and_checked_and_their_answers_stay_in_the_room() -> None:
    text = write_set([OWN, replace(find_exercise(NUMBER), stem="word")])
    chosen = {"exercises": [LINE], "own": text, "end": END}
    room = play({**OPEN, "homework": prepare(chosen)}, join("ada"))
    room = play(hand_in("ada", SOLVED, OWN_STEM), room=room)
    assert room.homework is not None
    variant = variant_of(room, "ada")
    result = check_work(room.homework, WHO["ada"], OWN_STEM)
    assert result == {
        "handed": SOLVED,
        "result": judge(OWN_STEM, variant, SOLVED, write_exercise(OWN)),
    }
    exercises = view_room(room)["homework"]["exercises"]
    assert [each["title"] for each in exercises] == [
        *(find_exercise(LINE).title, OWN.title, find_exercise(NUMBER).title)
    ]
    for role in ("participant", "stage", "teacher"):
        assert OWN.shown not in json.dumps(view_room(room, role), ensure_ascii=False)
    desk = tell_desk(room.homework, WHO["ada"], OWN_STEM, 1)
    exercise = find_exercise(OWN_STEM, variant, write_exercise(OWN), SECRET_VARIANTS)
    assert desk == describe_task(exercise) | {"stem": OWN_STEM}
    with pytest.raises(InputError, match="no such exercise"):
        tell_desk(room.homework, WHO["ada"], "nothing", 1)


def test_students_see_the_solution_of_their_variant_when_homework_is_over() -> None:
    room = play(join("ada"), room=opened())
    assert room.homework is not None
    with pytest.raises(InputError, match="when the homework is over"):
        tell_ending(room.homework, WHO["ada"], GAMMA)
    room = play(by("server", "over"), room=room)
    assert room.homework is not None
    ending = tell_ending(room.homework, WHO["ada"], GAMMA)
    variant = find_exercise(GAMMA, variant_of(room, "ada"), "", SECRET_VARIANTS)
    assert ending == {"exercise": GAMMA, **describe_ending(variant)}
    with pytest.raises(InputError, match="no such exercise"):
        tell_ending(room.homework, WHO["ada"], "two_words")


# Servers


def open_homework(url: str, seconds: float = DAY, stems: list[str] = STEMS, own: str = "") -> str:
    homework = {"exercises": stems, "own": own, "end": time.time() + seconds}
    with Client(url, "new", role="teacher", key=key_of("teacher"), homework=homework) as client:
        answer = json.loads(client.socket.recv(20))
        assert "code" in answer, answer
        return str(answer["code"])


def student(url: str, code: str, who: str, **hello: Any) -> Client:
    return Client(url, code, role="participant", key=key_of(who), **hello)


def test_a_homework_is_done_checked_opened_and_deleted(tmp_path: Path) -> None:
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms"))) as url, ExitStack() as stack:
        code = open_homework(url)
        assert len(code) == HOMEWORK_LENGTH
        teacher = stack.enter_context(teacher_of(url, code))
        ada = stack.enter_context(student(url, code, "ada", name="Ada"))
        ada.until(lambda client: client.you)
        who = ada.you["id"]
        ada.do("hand_in", exercise=GAMMA, value=SOLVED)
        ada.until(lambda client: "reached" in client.you["work"].get(GAMMA, {}))
        assert ada.you["work"][GAMMA]["reached"] is True
        teacher.until(lambda client: client.room.get("homework", {}).get("work"))
        assert teacher.room["people"][who]["name"] == "Ada"
        teacher.do("work", who=who, exercise=GAMMA)
        ada.do("desk", exercise=GAMMA)
        assert teacher.work == {
            **{"who": who, "desk": ada.desk, "handed": SOLVED},
            "result": {"reached": True, "values": teacher.work["result"]["values"]},
        }
        assert "no such work" in teacher.refusal("work", who="0" * 16, exercise=GAMMA)
        assert "cannot send" in ada.refusal("work", who=who, exercise=GAMMA)
        refused = {"exercises": [GAMMA], "end": 5}
        with Client(url, "new", role="teacher", key=key_of("t"), homework=refused) as late:
            assert "in the future" in late.until_closed()["why"]
        wrong_ones: list[Message] = [{"name": "x" * 41}, {"resume": True}]
        for wrong in wrong_ones:
            with student(url, code, "bo", **wrong) as bo:
                assert bo.until_closed()["closed"] == 4403
        with student(url, code, "ada", resume=True) as elsewhere:
            elsewhere.until(lambda client: client.you)
            assert elsewhere.you["name"] == "Ada" and elsewhere.you["work"][GAMMA]["tries"] == 1
        teacher.do("end")
        assert ada.until_closed()["why"] == "The homework has been deleted."


def test_a_homework_ends_by_itself_and_shows_the_right_answers(tmp_path: Path) -> None:
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms"))) as url:
        code = open_homework(url, seconds=3, own=write_exercise(OWN))
        with student(url, code, "ada") as ada:
            ada.until(lambda client: client.you)
            assert "when the homework is over" in ada.refusal("ending", exercise=NUMBER)
            stem = ada.room["homework"]["exercises"][-1]["stem"]
            ada.do("desk", exercise=stem)
            assert ada.desk["title"] == OWN.title
            assert "no such exercise" in ada.refusal("desk", exercise="own_nothing")
            ada.do("hand_in", exercise=NUMBER, value={"number": 1.0})
            ada.until(lambda client: client.room["homework"]["over"])
            ada.until(lambda client: "reached" in client.you["work"][NUMBER])
            assert "is over" in ada.refusal("hand_in", exercise=NUMBER, value={"number": 2.0})
            for each in (NUMBER, stem):
                ada.do("ending", exercise=each)
                assert ada.ending["exercise"] == each and ada.ending["shown"]


def test_homework_and_lectures_do_not_take_each_others_places(tmp_path: Path) -> None:
    limits = RoomLimits(rooms=2, homeworks=2)
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms"), limits)) as url:
        teacher: Message = {"role": "teacher", "key": key_of("teacher")}
        homework = {"exercises": [GAMMA], "end": time.time() + DAY}
        for hello in (teacher, {**teacher, "homework": homework}):
            with Client(url, "new") as first:
                first.send(hello)
                first.until(lambda client: client.frames)
            with Client(url, "new") as second:
                second.send(hello)
                assert "Your address has 1 of 2" in second.until_closed()["why"]


def test_a_homework_and_a_room_with_an_own_exercise_survive_a_server_that_is_killed(
    tmp_path: Path,
) -> None:
    own = load_exercises()["larger_gamma"].variant(0)  # a variant of it is the same again
    with RoomServer({"BAYESLAB_DATA": str(tmp_path / "rooms")}) as server:
        code, room = open_homework(server.url), open_room(server.url)
        with student(server.url, code, "ada", name="Ada") as ada:
            ada.until(lambda client: client.you)
            ada.do("hand_in", exercise=GAMMA, value=SOLVED)
        with teacher_of(server.url, room) as teacher:
            teacher.do("start", key="exercise", settings={"own": write_exercise(own)})
            before = teacher.until_activity(number=1).room["activity"]["settings"]
        server.kill()
        server.start()
        with student(server.url, code, "ada", resume=True) as ada:
            ada.until(lambda client: "reached" in client.you.get("work", {}).get(GAMMA, {}))
            assert ada.you["name"] == "Ada" and ada.you["work"][GAMMA]["tries"] == 1
        with teacher_of(server.url, room) as teacher, student(server.url, room, "ada") as ada:
            assert ada.until_activity(number=1).room["activity"]["settings"] == before
            assert before["exercise"] == name_of(replace(own, stem="exercise"))
            ada.do("put", activity=1, value=right_answer(own))
            assert "option" in ada.refusal("put", activity=1, value={"option": 9})
            teacher.do("reveal", on=True)
            ada.until(lambda client: client.you.get("result") == {"reached": True})
            assert ada.room["activity"]["shown"]["ending"]["shown"] == describe_ending(own)["shown"]
