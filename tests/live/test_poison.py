"""Messages that nobody foresaw: each is refused with a sentence, and the room goes on."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import live.events
from core.input_error import InputError
from live import hub, results, views
from live.activities import ACTIVITIES
from live.activities.draw import DRAW
from live.activity import ActivityState
from live.hub import Hub
from live.limits import RoomLimits
from live.log import RoomLogError
from live.refusing import FAILED
from live.socket import Rooms
from live.sqlite_log import SqliteLog
from room_client import BrokenLog, Client, open_room, participant, served, teacher_of
from room_events import JOINED, by, play
from running_rooms import STARTS, check_participant, check_plan, check_student, check_teacher

LIMITS = RoomLimits(batch_ms=20, messages_per_second=100, burst=100)


class FailingLog(BrokenLog):
    """A log that fails as no log should, or never answers."""

    problem: Exception | None = None
    is_frozen = is_asked = False

    async def append(self, *arguments: Any) -> list[int]:
        if self.is_frozen:
            self.is_asked = True
            await asyncio.Event().wait()
        if self.problem is not None:
            raise self.problem
        return await self._log.append(*arguments)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> FailingLog:
    return FailingLog(SqliteLog(tmp_path_factory.mktemp("rooms") / "rooms.sqlite"))


@pytest.fixture(scope="module")
def url(log: FailingLog) -> Iterator[str]:
    with served(lambda: Rooms(log, LIMITS)) as url:  # pyrefly: ignore[bad-argument-type]
        yield url


@pytest.fixture(scope="module")
def room(url: str) -> Iterator[tuple[Client, Client]]:
    """The teacher and a participant of one room, which gets all the poison."""
    code = open_room(url)
    with teacher_of(url, code) as teacher, participant(url, code, "ada") as ada:
        yield teacher, ada.until(lambda client: client.you)


def check_that_it_goes_on(room: tuple[Client, Client]) -> None:
    """The teacher starts an activity, and a participant contributes."""
    teacher, ada = room
    teacher.do("start", key="draw", settings={"budget": 3})
    number = teacher.until(lambda c: c.seq >= c.answers[c.number]["at"]).room["activity"]["number"]
    ada.until_activity(number=number)
    ada.do("put", activity=number, value={"points": {"0": [0.5, 0.25, 1]}})
    teacher.until_activity(number=number, answered=1)


def table(cells: str) -> str:
    return "x,y,kind\n" + "".join(f"{cells},{'ab'[k % 2]}\n" for k in range(12))


def start(key: str, settings: str) -> str:
    return f'{{"n":1,"do":"start","key":"{key}","settings":{settings}}}'


def plan(key: str = '"draw"', title: str = '""', settings: str = "{}") -> str:
    item = f'{{"title":{title},"note":"","key":{key},"settings":{settings}}}'
    return f'{{"n":1,"do":"plan","items":[{item}]}}'


VOTE = '{{"question":{},"options":["a",{}]}}'
TEACHERS = {
    "1e999 in a plan": plan(settings='{"gamma":1e999}'),
    "NaN in a plan": plan(settings='{"gamma":NaN}'),
    "a whole number that overflows": plan(settings='{"gamma":1' + "0" * 400 + "}"),
    "a list for a key": plan(key="[]"),
    "an object for a key": plan(key="{}"),
    "half a character in a title": plan(title='"\\ud800"'),
    "half a character in a name": plan(settings='{"\\udfff":1}'),
    "half a character in a question": start("vote", VOTE.format('"\\ud800"', '"b"')),
    "half a character in an option": start("vote", VOTE.format('"Q"', '"\\udc00"')),
    "half a character in a table": start("challenge", '{"table":"\\ud800"}'),
    "identical points": start("cut", json.dumps({"table": table("1,1")})),
    "identical points in the plane": start(
        "cut", json.dumps({"table": table("1,1"), "ask": "point"})
    ),
    "huge numbers": start("challenge", json.dumps({"table": table("1e308,-1e308")})),
    "huge numbers to cut": start("cut", json.dumps({"table": table("-1e308,2")})),
    "an object for a number": start("draw", '{"gamma":{"a":1}}'),
    "a list of classes": start("cut", '{"data":["moons"]}'),
    "a place that is infinite": '{"n":1,"do":"start","key":"draw","settings":{},"item":1e999}',
    "who is half a character": '{"n":1,"do":"discard","who":"\\ud800"}',
}
PARTICIPANTS = {
    "1e999": '{"n":1,"do":"put","activity":1,"value":{"points":{"0":[1e999,0,0]}}}',
    "half a character": '{"n":1,"do":"put","activity":1,"value":{"points":{"\\ud800":null}}}',
    "a list of points": '{"n":1,"do":"put","activity":1,"value":{"points":[[0,0,0]]}}',
    "a number for the verb": '{"n":1,"do":1}',
}


@pytest.mark.parametrize(
    ("place", "text"),
    [*((0, text) for text in TEACHERS.values()), *((1, text) for text in PARTICIPANTS.values())],
    ids=[*TEACHERS, *PARTICIPANTS],
)
def test_poison_is_refused_with_a_sentence_and_the_room_continues(
    room: tuple[Client, Client], place: int, text: str
) -> None:
    client = room[place]
    client.answers.clear()
    client.socket.send(text)
    client.until(lambda c: c.answers)
    ((number, answer),) = client.answers.items()
    client.answers.clear()
    assert number == 1  # with another one the browser would say it again and again
    assert answer["why"].endswith(".") and answer["why"] != FAILED
    check_that_it_goes_on(room)


def test_a_table_of_huge_numbers_within_reach_is_taken_or_refused_never_infinite() -> None:
    for spread in ("1e150", "1e-320", "1e-200"):
        text = "x,y,k\n" + "".join(f"{k}{spread[1:]},{k},{k % 2}\n" for k in range(1, 9))
        for key in ("cut", "challenge"):
            try:
                prepared = ACTIVITIES[key].prepare({"table": text})
            except InputError as refusal:
                assert str(refusal).endswith(".")
            else:
                json.dumps([prepared.settings, prepared.secret], allow_nan=False)


class Unforeseen(Exception):  # noqa: N818 (in the log by this name)
    """An error that no code expects."""


def fail(*_: object) -> Any:
    raise Unforeseen


def fail_on_a_budget_of_two(state: ActivityState, names: Any) -> Any:
    return fail() if state.settings["budget"] == 2 else DRAW.show(state, names)


@pytest.mark.parametrize("part", ["prepare", "read", "show"])
def test_any_exception_becomes_a_refusal_and_is_logged_with_its_type(
    room: tuple[Client, Client],
    part: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    teacher, ada = room
    check_that_it_goes_on(room)
    changes: Any = {part: fail_on_a_budget_of_two if part == "show" else fail}
    broken = {**ACTIVITIES, "draw": replace(ACTIVITIES["draw"], **changes)}
    with monkeypatch.context() as patched:
        for module in (hub, live.events, results, views):
            patched.setattr(module, "ACTIVITIES", broken)
        if part == "read":
            number = teacher.room["activity"]["number"]
            assert ada.refusal("put", activity=number, value={"points": {}}) == FAILED
        else:
            assert teacher.refusal("start", key="draw", settings={"budget": 2}) == FAILED
    assert "because of a Unforeseen" in caplog.text
    check_that_it_goes_on(room)


def test_the_board_shows_that_the_evaluation_of_an_entry_failed(
    room: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, ada = room
    broken = {**ACTIVITIES, "challenge": replace(ACTIVITIES["challenge"], evaluate=fail)}
    monkeypatch.setattr(results, "ACTIVITIES", broken)
    teacher.do("start", key="challenge", settings={"data": "moons", "n": 40})
    number = teacher.until_activity(key="challenge").room["activity"]["number"]
    ada.until_activity(number=number).do("put", activity=number, value={"model": "I"})
    teacher.do("reveal", on=True)
    teacher.until(lambda client: client.room["activity"]["shown"].get("board"))
    (row,) = teacher.room["activity"]["shown"]["board"]
    assert row["problem"] == FAILED


@pytest.mark.parametrize(
    "problem", [RoomLogError("disk is full"), ValueError("inf"), Unforeseen(), RecursionError()]
)
def test_any_exception_of_the_log_becomes_a_refusal_and_the_room_continues(
    room: tuple[Client, Client], log: FailingLog, problem: Exception
) -> None:
    log.problem = problem
    try:
        assert "could not store" in room[0].refusal("start", key="draw", settings={})
        assert "could not store" in room[1].refusal("leave")
    finally:
        log.problem = None
    check_that_it_goes_on(room)


def test_the_writer_and_the_reader_of_a_room_begin_anew_after_an_error(
    room: tuple[Client, Client], log: FailingLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RETRY", 0.01)
    for method in ("_store", "_fold"):
        original = getattr(Hub, method)
        calls: list[int] = []

        def fail_once(*arguments: Any, original: Any = original, calls: Any = calls) -> Any:
            calls.append(1)
            return fail() if len(calls) == 1 else original(*arguments)

        with monkeypatch.context() as patched:
            patched.setattr(Hub, method, fail_once)
            patched.setattr(hub, "PATIENCE", 0.2)
            room[0].say("lock", on=False)
            check_that_it_goes_on(room)
        assert len(calls) > 1


def test_an_event_in_the_log_that_cannot_be_applied_is_left_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A log of another version may hold one; a room with it opens all the same."""
    poison = [by("ada", "dance"), {"do": "put"}, by("teacher", "plan", items=[[]])]
    room = play(*JOINED, *poison)
    assert room.seq == len(JOINED) + 3 and room.count == 4 and "KeyError" in caplog.text


def test_a_server_ends_although_a_newcomer_waits_for_a_log_that_never_answers(
    tmp_path: Path,
) -> None:
    frozen = FailingLog(SqliteLog(tmp_path / "rooms.sqlite"))
    with served(lambda: Rooms(frozen, LIMITS)) as url:  # pyrefly: ignore[bad-argument-type]
        code = open_room(url)
        with teacher_of(url, code) as teacher:
            teacher.until(lambda client: client.room)
            frozen.is_frozen = True
            newcomer = participant(url, code, "ada")
            teacher.send({"n": 1, "do": "lock", "on": True})
            while not frozen.is_asked:
                teacher.receive()
    newcomer.socket.close()


LEAVES = st.sampled_from(
    [
        *("NaN", "1e999", "-1e308", "1e308", "0", "1", "-0.0", "1" + "0" * 400, "true", "null"),
        *('""', '"draw"', '"vote"', '"cut"', '"challenge"', '"moons"', '"drawn"', '"I"', '"loo"'),
        *('"one_word"', '"draw_where_lda_fails"', '"two_cuts"', '"line_of_lda"'),
        *(r'"\ud800"', r'"\u0000"', '"x,y,k\\n1,1,a\\n1,1,b\\n1,1,a\\n1,1,b"', "[]", "{}"),
    ]
)
NAMES = st.sampled_from(
    [
        *("activity", "value", "on", "who", "settings", "key", "points", "option", "items", "item"),
        *("title", "note", "question", "options", "table", "data", "n", "gamma", "ask", r"\ud800"),
        *("exercise", "number", "place", "option", "state", "text"),
    ]
)


def write_list(items: list[str]) -> str:
    return f"[{','.join(items)}]"


def write_object(pairs: dict[str, str]) -> str:
    return "{" + ",".join(f'"{name}":{value}' for name, value in pairs.items()) + "}"


TEXTS = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3).map(write_list)
        | st.dictionaries(NAMES, inner, max_size=4).map(write_object)
    ),
    max_leaves=8,
)
VERBS = st.sampled_from([f'"{do}"' for do in live.events.EVENTS] + ["[]"])
MESSAGES = st.builds(
    lambda do, fields: write_object({"n": "1", "do": do, **fields}),
    VERBS,
    st.dictionaries(NAMES.filter(lambda name: name != "n"), TEXTS, max_size=4),
)


@given(st.lists(MESSAGES, min_size=1, max_size=3))
def test_after_any_messages_of_a_teacher_a_room_continues(texts: list[str]) -> None:
    check_teacher(texts)


@given(st.text(max_size=9), st.lists(MESSAGES, min_size=1, max_size=3))
def test_after_any_messages_of_a_student_a_homework_continues(name: str, texts: list[str]) -> None:
    check_student(name, texts)


@given(st.sampled_from(STARTS), st.lists(MESSAGES, min_size=1, max_size=3))
def test_after_any_messages_of_a_participant_an_activity_continues(
    start: Any, texts: list[str]
) -> None:
    check_participant(texts, start)


@given(st.lists(TEXTS, max_size=2).map(write_list))
def test_after_any_plan_a_room_continues(items: str) -> None:
    check_plan(items)
