"""What strangers can take of a server and a room, and how a teacher gets the room back."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import lessons.exercises  # noqa: F401 (the exercises of rooms)
from live.admission import WINDOWS, _network
from live.buckets import Bucket, Buckets
from live.events import REMEMBERED, step
from live.limits import RoomLimits
from live.socket import CLOSED, Rooms
from live.sqlite_log import SqliteLog
from live.turns import Turns
from room_client import (
    Client,
    Message,
    joined,
    key_of,
    open_room,
    participant,
    projector_of,
    served,
    teacher_of,
)
from room_events import JOINED, NAMES, WHO, activity_of, by, play, put, start

GAMMA, NUMBER = "narrow_but_not_too_narrow", "one_word"
ELSEWHERE = "203.0.113.1"  # another address, told by a proxy on this machine
PER_HOUR, SCHOOL = RoomLimits().rooms_per_hour, 30
LIMITS = RoomLimits(participants=2, wrong_codes=3, joins=6, joins_per_second=0.001, batch_ms=20)
TEACHER: Message = {"role": "teacher", "key": key_of("teacher")}


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms.sqlite"), LIMITS)) as url:
        yield url


def answer(url: str, **hello: object) -> Message:
    """Ask for a room, and return the answer."""
    with Client(url, "new", **{**TEACHER, **hello}) as client:  # pyrefly: ignore
        return dict(json.loads(client.until(lambda c: c.frames).frames[0]))


def test_a_school_opens_thirty_rooms_in_an_hour_and_one_address_not_all(tmp_path: Path) -> None:
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms.sqlite"), RoomLimits())) as url:
        for _ in range(SCHOOL):
            assert "code" in answer(url)
        answers = [answer(url) for _ in range(PER_HOUR)]
        refused = [told for told in answers if "code" not in told]
        assert len(answers) - len(refused) <= PER_HOUR - SCHOOL + 1
        assert all("Too many rooms from this address: try again" in told["why"] for told in refused)
        assert "code" in answer(url, address=ELSEWHERE)


def test_rooms_can_only_be_opened_with_the_teacher_key_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAYESLAB_TEACHER_KEY", "a key für teachers")
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms.sqlite"), LIMITS)) as url:
        assert "Enter the teacher key" in answer(url)["why"]
        refusals = [answer(url, teacher_key="a guess") for _ in range(2 * LIMITS.wrong_codes)]
        assert refusals[0]["why"] == "This is not the server's teacher key."
        assert refusals[-1]["closed"] == CLOSED["busy"]
        code = answer(url, teacher_key=" a key für teachers ")["code"]
        with participant(url, code, "ada") as ada:  # to join takes no key
            ada.until(lambda client: client.you)


def test_three_hundred_join_in_twenty_seconds_behind_one_address() -> None:
    seconds, limits = 0.0, RoomLimits()
    buckets = Buckets(limits.joins_per_second, limits.joins, clock=lambda: seconds)
    waits = []
    for place in range(300):
        seconds = 20 * place / 300
        waits.append(buckets["school"].take())
    assert waits == [0] * 300
    bots = [buckets["bots"].take() for _ in range(499)]
    assert sum(wait == 0 for wait in bots) == limits.joins


async def test_who_waits_longer_joins_first() -> None:
    bucket, order = Bucket(1000, 1), list[int]()

    async def join(place: int) -> None:
        await bucket.take_turn()
        order.append(place)

    await asyncio.gather(*map(join, range(8)))
    assert order == list(range(8))


def test_bots_of_one_address_wait_and_others_join(url: str) -> None:
    code = open_room(url)
    with teacher_of(url, code) as teacher:
        for place in range(LIMITS.joins):
            with participant(url, code, f"bot {place}") as bot:
                bot.until(lambda client: client.you or client.closed)
        with participant(url, code, "one more") as bot:
            bot.until(lambda client: client.waiting)
            assert not bot.you and "by yourself" in bot.waiting
        for who in teacher.until(lambda t: t.room.get("count") == 2).room["people"]:
            teacher.do("remove", who=who, on=True)
        hello: Message = {"role": "participant", "key": key_of("ada")}
        with Client(url, code, address=ELSEWHERE, **hello) as ada:
            ada.until(lambda client: client.you)  # in a place that was freed
            teacher.until(lambda t: t.room.get("count") == 1)


def join_for_ever(url: str, code: str, bot: int, end: Event) -> None:
    """Join with one new key after the other, and hang up, until the event is set."""
    for number in count():
        if end.is_set():
            return
        with participant(url, code, f"bot {bot} {number}") as client:
            client.until(lambda one: one.you or one.closed)


@pytest.mark.parametrize("is_homework", [False, True])
def test_a_class_gets_in_beside_a_bot_at_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_homework: bool
) -> None:
    """The bot takes all places; they go to newcomers, but never the place of who is there."""
    monkeypatch.setattr("live.hub.AWAY", 0.0)
    limits, bots, end = (
        RoomLimits(participants=9, joins=2, joins_per_second=40),
        3,
        Event(),
    )
    homework = {"exercises": ["one_word"], "end": time.time() + 3600} if is_homework else None
    with ExitStack() as stack:
        url = stack.enter_context(served(lambda: Rooms(SqliteLog(tmp_path / "rooms"), limits)))
        code = answer(url, **({"homework": homework} if homework else {}))["code"]
        teacher = stack.enter_context(teacher_of(url, code))
        pool = stack.enter_context(ThreadPoolExecutor(bots))
        stack.callback(end.set)
        attacks = [pool.submit(join_for_ever, url, code, bot, end) for bot in range(bots)]
        teacher.until(lambda t: t.room.get("count") == limits.participants)
        pupils = [stack.enter_context(participant(url, code, f"pupil {k}")) for k in range(5)]
        for pupil in pupils:
            pupil.until(lambda client: client.you)
        if homework:  # who has handed in keeps the place without being there
            pupils[0].do("hand_in", exercise="one_word", value={"number": 1})
            pupils[0].socket.close()
        seen = len(teacher.room["people"])
        teacher.until(lambda t: len(t.room["people"]) > seen + limits.participants)
        people = teacher.room["people"]
        assert {people[pupil.you["id"]]["status"] for pupil in pupils} == {"present"}
        assert teacher.room["count"] == limits.participants
        end.set()
        for attack in attacks:
            attack.result()


def test_places_of_strangers_are_free_after_a_new_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("live.hub.AWAY", 0.0)

    def rooms() -> Rooms:
        return Rooms(SqliteLog(tmp_path / "rooms"), LIMITS)

    with served(rooms) as url, ExitStack() as stack:
        code = open_room(url)
        for k in range(LIMITS.participants):
            stack.enter_context(joined(url, code, f"bot {k}"))
    with served(rooms) as url, participant(url, code, "ada") as ada:
        ada.until(lambda client: client.you)


def test_who_lost_the_place_while_asleep_comes_back_by_itself() -> None:
    opened = {"do": "open", "by": "server", "at": 0, "secret": "", "places": 1}
    ada, bo = by("ada", "join"), by("bo", "join")
    room = play(opened, ada, {**bo, "instead": ada["by"]})
    assert [person.status for person in room.participants.values()] == ["away", "present"]
    with pytest.raises(ValueError, match="is full"):
        step(room, ada)
    with pytest.raises(ValueError, match="is full"):  # a place is taken once
        step(room, {**by("cy", "join"), "instead": ada["by"]})
    assert play({**ada, "instead": bo["by"]}, room=room).is_present(ada["by"])


def test_many_are_removed_at_once_count_nowhere_and_stay_out() -> None:
    votes = [put(name, {"option": 0}) for name in NAMES]
    room = play(*JOINED, start("vote"), *votes, by("teacher", "again"), *votes)
    removed = [WHO["ada"], WHO["bo"]]
    room = play(by("teacher", "remove_many", who=removed, on=True), room=room)
    view = activity_of(play(by("teacher", "reveal", on=True), room=room))
    assert room.count == 2 and view["answered"] == 2 and view["gone"] == 0
    assert [sum(votes) for votes in view["shown"]["votes"]] == [2, 2]
    with pytest.raises(ValueError, match="has removed you"):
        step(room, by("ada", "join"))
    for nobody in ([], ["0" * 16], [1, []]):
        with pytest.raises(ValueError, match="no such participant"):
            step(room, by("teacher", "remove_many", who=nobody, on=True))
    room = play(by("teacher", "remove_many", who=removed, on=False), by("ada", "join"), room=room)
    assert room.is_present(WHO["ada"]) and not room.is_present(WHO["bo"])


def test_the_passcode_puts_strangers_out_and_lets_the_class_in(url: str) -> None:
    code = open_room(url)
    with ExitStack() as stack:
        teacher = stack.enter_context(teacher_of(url, code))
        stage = stack.enter_context(projector_of(url, code))
        bots = [stack.enter_context(joined(url, code, f"bot {k}")) for k in range(2)]
        with participant(url, code, "ada") as ada:
            assert "is full" in ada.until_closed()["why"]
        teacher.do("passcode", on=True)
        for bot in bots:
            assert bot.until_closed()["closed"] == CLOSED["passcode"]
        passcode = teacher.until(lambda t: t.room["asks_passcode"]).room["passcode"]
        hello: Message = {"role": "participant", "key": key_of("ada")}
        for wrong in ("", *["234567"] * (2 * LIMITS.wrong_codes)):
            with Client(url, code, passcode=wrong, **hello) as ada:
                last = ada.until_closed()["closed"]
        assert last == CLOSED["busy"]
        with Client(url, code, passcode=f" {passcode.lower()}", **hello) as ada:
            ada.until(lambda client: client.you)
            teacher.until(lambda t: t.room.get("count") == 1)
            stage.until(lambda client: client.room.get("count") == 1)
        with participant(url, code, "ada") as again:  # who is in comes back without
            again.until(lambda client: client.you)
        text = "".join([*stage.frames, *ada.frames])
        assert passcode not in text
        teacher.do("passcode", on=False)
        with joined(url, code, "bo") as bo:
            assert not bo.room["asks_passcode"]


def test_one_participant_has_few_connections(url: str) -> None:
    code = open_room(url)
    with ExitStack() as stack:
        for _ in range(WINDOWS):
            stack.enter_context(joined(url, code, "ada"))
        with participant(url, code, "ada") as more:
            assert more.until_closed()["closed"] == CLOSED["busy"]


def test_participants_who_left_are_forgotten_and_those_present_are_not() -> None:
    places = 4
    opened = {"do": "open", "by": "server", "at": 0, "secret": "", "places": places}
    room = play(opened, by("ada", "join"))
    for place in range(10 * places):
        who = f"{place:016x}"
        room = play(*({"do": do, "by": who, "at": 0} for do in ("join", "leave")), room=room)
        assert room.participants[by("ada", "join")["by"]].status == "present"
        assert len(room.participants) <= REMEMBERED * places
    assert f"{0:016x}" not in room.participants and f"{place:016x}" in room.participants


def test_without_the_passcode_or_after_leaving_nobody_can_contribute() -> None:
    opened = {"do": "open", "by": "server", "at": 0, "secret": "", "places": 4}
    ask = by("teacher", "passcode", on=True, passcode="7QK2MP")
    room = play(opened, by("ada", "join"), ask)
    assert room.count == 0
    with pytest.raises(ValueError, match="You have left the room"):
        step(room, by("ada", "put", activity=1, value={}))
    with pytest.raises(ValueError, match="passcode is wrong"):
        step(room, by("ada", "join", passcode="222222"))
    assert play(by("ada", "join", passcode="7QK2MP"), room=room).count == 1


def test_the_windows_of_a_teacher_and_the_log_have_bounds_with_a_sentence(tmp_path: Path) -> None:
    limits = RoomLimits(teacher_windows=3, log_megabytes=1, burst=100)
    settings = {"text": "x" * 60_000}
    note = {"title": "", "note": "", "key": "draw", "settings": settings}
    later: Message = {"do": "put", "activity": 1, "value": {"points": {"0": [0, 0, 1]}}}

    def rooms() -> Rooms:
        return Rooms(SqliteLog(tmp_path / "rooms"), limits)

    with served(rooms) as url, ExitStack() as stack:
        code = open_room(url)
        windows = [stack.enter_context(teacher_of(url, code)) for _ in range(3)]
        for window in windows:
            window.until(lambda one: one.room)
        with teacher_of(url, code) as more:
            refusal = more.until_closed()
        assert refusal["closed"] == CLOSED["busy"]
        assert "is open in 3 windows of its teacher: close one" in refusal["why"]
        ada = stack.enter_context(participant(url, code, "ada"))
        windows[0].do("start", key="draw", settings={})
        refused = ""
        while not refused:
            refused = ada.say(**later).get("why", "")
            assert "done" in windows[0].say("plan", items=[note]) or refused
        assert refused.startswith("The log of this room is full (1 MB)")
    size = (tmp_path / "rooms").stat().st_size
    assert size < 1_200_000
    with served(rooms) as url, teacher_of(url, code) as teacher:  # also after a new start
        assert teacher.refusal("plan", items=[note]).startswith("The log of this room is full")
        teacher.do("end")


def test_addresses_of_one_network_count_as_one() -> None:
    assert _network("2001:db8::1") == _network("2001:db8::ffff:1") != _network("2001:db8:0:1::1")
    assert _network("::ffff:192.0.2.1") == _network("192.0.2.1") == "192.0.2.1"
    assert _network("unix") == "unix"


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Let the exercises with this stem take until the test ends wherever this function has them."""
    over = Event()

    def hold(module: str, name: str, stem: str) -> None:
        work = getattr(import_module(module), name)

        def wait(exercise: Any, *rest: Any) -> Any:
            if stem in (exercise, getattr(exercise, "stem", "")):
                over.wait(60)
            return work(exercise, *rest)

        monkeypatch.setattr(f"{module}.{name}", wait)

    yield hold
    over.set()


async def test_whoever_has_used_least_time_has_the_next_turn() -> None:
    turns, order = Turns(1, "turns", count().__next__), list[str]()
    works = [turns.run(owner, partial(order.append, owner)) for owner in "aaabbc"]
    waiting = asyncio.gather(*works)
    gone = asyncio.create_task(turns.run("c", partial(order.append, "gone")))
    await asyncio.sleep(0)
    gone.cancel()
    await waiting
    turns.shutdown()
    assert "".join(order) == "abcaba"


def test_a_room_does_not_wait_for_hand_ins_of_another(url: str, hold: Any) -> None:
    hold("live.activities.exercise", "judge", NUMBER)
    with ExitStack() as stack:
        for stem in (NUMBER, GAMMA):
            code = open_room(url)
            teacher = stack.enter_context(teacher_of(url, code))
            teacher.do("start", key="exercise", settings={"exercise": stem})
            value: Message = {"number": 60} if stem == NUMBER else {"state": {"gamma": 3.0}}
            for k in range(2):
                pupil = stack.enter_context(participant(url, code, f"{k}"))
                pupil.until_activity(number=1).do("put", activity=1, value=value)
        teacher.until_activity(number=1)
        teacher.until(lambda t: len(t.room["activity"]["shown"].get("values", [])) == 2)


def test_a_room_does_not_wait_for_homework_that_is_prepared(url: str, hold: Any) -> None:
    hold("live.socket", "describe_entry", NUMBER)
    homework = {"exercises": [NUMBER], "end": time.time() + 3600}
    hello: Message = {"role": "teacher", "key": key_of("x"), "homework": homework}
    with ExitStack() as stack:
        code = open_room(url)
        for _ in range(8):
            stack.enter_context(Client(url, "new", **hello))
        with teacher_of(url, code) as teacher:
            teacher.do("start", key="exercise", settings={"exercise": GAMMA})
