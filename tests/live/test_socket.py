"""The WebSocket of the classroom, through a real server and real connections."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from coroutines import run
from live.codes import ALPHABET, CODE_LENGTH
from live.limits import RoomLimits
from live.log import RoomLogError
from live.socket import CLOSED, Rooms
from live.sqlite_log import SqliteLog
from room_client import (
    BrokenLog,
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

LIMITS = RoomLimits(batch_ms=20, hello_seconds=2, heartbeat_seconds=0.5, wrong_codes=200)
VOTE: Message = {
    "question": "Which one?",
    "options": ["this", "that"],
    "answer": 1,
    "why": "It is so.",
    "page": "kernel_width",
}


class OnFullDisk(BrokenLog):
    async def append(self, *arguments: Any) -> list[int]:
        if self.is_full:
            raise RoomLogError("database or disk is full")
        return await self._log.append(*arguments)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> OnFullDisk:
    return OnFullDisk(SqliteLog(tmp_path_factory.mktemp("rooms") / "rooms.sqlite"))


@pytest.fixture(scope="module")
def url(log: OnFullDisk) -> Iterator[str]:
    with served(lambda: Rooms(log, LIMITS)) as url:  # pyrefly: ignore[bad-argument-type]
        yield url


@pytest.fixture
def code(url: str) -> str:
    return open_room(url)


@pytest.fixture
def teacher(url: str, code: str) -> Iterator[Client]:
    with teacher_of(url, code) as client:
        yield client


def test_a_room_has_a_code_without_look_alikes(code: str) -> None:
    assert len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)
    assert not set("01ILO") & set(ALPHABET)


def test_a_drawing_reaches_everybody_and_survives_a_reload(
    url: str, code: str, teacher: Client
) -> None:
    teacher.do("start", key="draw", settings={"budget": 3, "gamma": 2})
    with participant(url, code, "ada") as ada, projector_of(url, code.lower()) as stage:
        ada.until_activity(number=1).do("put", activity=1, value={"points": {"0": [1, 0.5, 1]}})
        ada.do("put", activity=1, value={"points": {"1": [-1, 0, 0]}})
        for client in (ada, stage, teacher):
            client.until_activity(answered=1).until(_has_points(2))
        assert ada.you["value"] == {"points": {"0": [1, 0.5, 1], "1": [-1, 0, 0]}}
        seq, name = ada.seq, ada.you["name"]
    with participant(url, code, "ada") as again:
        again.until(_has_points(2))
        assert again.you["name"] == name and again.room["count"] == 1
    with participant(url, code, "ada", seq=seq) as current:
        current.receive()
        assert json.loads(current.frames[0]) == {"seq": seq}


def _has_points(count: int) -> Any:
    def is_so(client: Client) -> bool:
        points = client.room.get("activity", {}).get("shown", {}).get("points", {})
        return sum(map(len, points.values())) == count

    return is_so


def test_no_frame_of_a_participant_holds_a_secret(
    url: str, code: str, teacher: Client, log: OnFullDisk
) -> None:
    """Hidden points, the answer and others' votes while they are open, and the teacher's secret."""
    with participant(url, code, "ada") as ada, participant(url, code, "bo") as bo:
        ada.until(lambda client: client.you)
        teacher.do("start", key="vote", settings=VOTE)
        bo.until_activity(number=1).do("put", activity=1, value={"option": 0})
        ada.until_activity(answered=1)
        bo_id = next(iter(teacher.until(lambda t: len(t.room["people"]) == 2).room["people"]))
        open_frames = "".join(ada.frames)
        assert VOTE["why"] not in open_frames and VOTE["page"] not in open_frames
        assert "votes" not in open_frames
        assert '"option":' not in open_frames and '"answer":' not in open_frames
        teacher.do("reveal", on=True)
        ada.until_activity(revealed=True)
        assert ada.room["activity"]["shown"]["votes"] == [[1, 0]]

        teacher.do("start", key="challenge", settings={"data": "moons", "n": 80})
        ada.until_activity(number=2).do("put", activity=2, value={"model": "I"})
        ada.until_activity(number=2, answered=1)
        frames = "".join(ada.frames)
        assert len(ada.room["activity"]["settings"]["points"]) == 40
        hidden = _hidden_points(log, code)
        assert len(hidden) == 40
        for x, y, _ in hidden:
            assert f"{x},{y}" not in frames
        teacher.until_activity(number=2, answered=1).do("reveal", on=True)
        ada.until(lambda client: client.room["activity"]["shown"].get("board"))
        assert ada.room["activity"]["shown"]["hidden"] == hidden
        (row,) = ada.room["activity"]["shown"]["board"]
        assert row["name"] == ada.you["name"] and 0.5 < row["hidden"] <= 1
        table = "\n".join(f"{10 + k},{1000 * k},{'ab'[k % 2]}" for k in range(40))
        teacher.do("start", key="challenge", settings={"table": f"u,v,kind\n{table}"})
        ada.until_activity(number=3).do("put", activity=3, value={"model": "pooled"})
        ada.until_activity(number=3, answered=1)
        told = ada.room["activity"]["settings"]
        assert told["classes"] == ["a", "b"] and told["hidden"] == 20
        hidden = _hidden_points(log, code)
        frames = "".join(ada.frames)
        assert len(hidden) == 20 and "kind" not in frames
        for x, y, _ in hidden:
            assert f"{x},{y}" not in frames
        for secret in (key_of("teacher"), key_of("bo"), bo_id and "seed", '"secret"'):
            assert secret not in frames


def _hidden_points(log: OnFullDisk, code: str) -> list[list[float]]:
    """Return the hidden points of the present challenge, which only the server knows."""
    events = [entry.event for entry in run(log.read(code))]
    *_, started = (event for event in events if event["do"] == "start")
    return list(started["secret"]["hidden"])


@pytest.mark.parametrize(
    ("role", "name", "reason", "sentence"),
    [
        ("teacher", "not the teacher", "forbidden", "This is not the teacher's link"),
        ("stage", "", "unknown", "There is no room with this code"),
    ],
)
def test_a_forged_secret_and_a_wrong_code_are_refused(
    url: str, code: str, role: str, name: str, reason: str, sentence: str
) -> None:
    wanted = code if role == "teacher" else "222222"
    with Client(url, wanted, role=role, key=key_of(name)) as client:
        refusal = client.until_closed()
        assert refusal["closed"] == CLOSED[reason] and sentence in refusal["why"]


@pytest.mark.parametrize(
    "hello",
    [
        *("", "no JSON", "[]", "{}", "[" * 4000, '{"role":"stage"', '{"role":"queen"}'),
        *('{"role":"participant"}', '{"role":"participant","key":"short"}', '{"role":["stage"]}'),
        *(
            '{"role":"stage","seq":-1}',
            '{"role":"stage","seq":1e300}',
            '{"role":"stage","seq":NaN}',
        ),
        '{"role":"stage","x":"' + "x" * 5000 + '"}',
        b'{"role":"stage"}',
    ],
    ids=lambda hello: str(hello)[:40],
)
def test_an_unidentified_browser_gets_a_sentence(url: str, code: str, hello: Any) -> None:
    with Client(url, code) as client:
        client.socket.send(hello)
        assert client.until_closed()["closed"] == CLOSED["refused"]


def test_a_silent_browser_is_disconnected(url: str, code: str) -> None:
    with Client(url, code) as client:
        assert client.until_closed()["why"] == "The first message is missing."


BAD: dict[str, Any] = {
    "no JSON": "point",
    "no object": [1],
    "no number": {"do": "leave"},
    "no verb": {"n": 1},
    "an unknown verb": {"n": 1, "do": "dance"},
    "a verb that is no text": {"n": 1, "do": ["put"]},
    "the teacher's": {"n": 1, "do": "reveal", "on": True},
    "the server's": {"n": 1, "do": "judged", "who": "x", "activity": 1, "entry": {}},
    "a secret": {"n": 1, "do": "open", "secret": "mine"},
    "for another": {"n": 1, "do": "put", "activity": 1, "value": {"option": 0}, "by": "bo"},
    "of another activity": {"n": 1, "do": "put", "activity": 7, "value": {"option": 0}},
    "of another kind": {"n": 1, "do": "put", "activity": 1, "value": {"points": {}}},
    "an option that is not there": {"n": 1, "do": "put", "activity": 1, "value": {"option": 2}},
    "a truth value": {"n": 1, "do": "put", "activity": 1, "value": {"option": True}},
    "without a value": {"n": 1, "do": "put", "activity": 1},
    "not a number": '{"n":1,"do":"put","activity":1,"value":{"option":NaN}}',
    "deep": '{"n":1,"do":"put","activity":1,"value":' + '{"a":' * 400 + "1" + "}" * 401,
}


@pytest.fixture(scope="module")
def voting(url: str) -> Iterator[Client]:
    code = open_room(url)
    with teacher_of(url, code) as teacher:
        teacher.do("start", key="vote", settings=VOTE)
        with participant(url, code, "ada") as client:
            yield client.until_activity(number=1)


@pytest.mark.parametrize("name", BAD)
def test_bad_messages_are_refused_and_the_connection_stays(voting: Client, name: str) -> None:
    message = BAD[name]
    voting.answers.clear()
    voting.socket.send(message if isinstance(message, str) else json.dumps(message))
    voting.until(lambda client: client.answers)
    ((number, answer),) = voting.answers.items()
    assert number in (1, -1) and answer["why"].endswith(".")
    assert "value" not in voting.you


def test_a_message_that_is_too_large_ends_the_connection_and_not_the_room(
    url: str, code: str, teacher: Client
) -> None:
    with participant(url, code, "ada") as ada:
        ada.send({"n": 1, "do": "put", "value": "x" * 5000})
        assert "at most 4096 bytes" in ada.until_closed()["why"]
    teacher.do("start", key="draw", settings={})


def test_too_many_messages_are_refused_until_a_pause(url: str, code: str, teacher: Client) -> None:
    teacher.do("start", key="vote", settings=VOTE)
    with participant(url, code, "ada") as ada:
        ada.until_activity(number=1)
        for number in range(1, 61):
            ada.send({"n": number, "do": "put", "activity": 1, "value": {"option": 0}})
        ada.until(lambda client: len(client.answers) == 60)
        refused = [answer for answer in ada.answers.values() if "refused" in answer]
        assert 0 < len(refused) < 60
        assert all("Too many messages: try again in" in answer["why"] for answer in refused)
        assert "done" in ada.answers[1]


def test_a_join_that_was_not_stored_can_be_tried_again(
    url: str, code: str, log: OnFullDisk
) -> None:
    log.is_full = True
    try:
        with participant(url, code, "ada") as ada:
            refusal = ada.until_closed()
            assert refusal["closed"] == CLOSED["failed"] and "try again" in refusal["why"]
    finally:
        log.is_full = False
    with participant(url, code, "ada") as ada:
        assert ada.until(lambda client: client.you).room["count"] == 1


def test_the_first_state_that_a_browser_gets_has_its_user(tmp_path: Path) -> None:
    slow = replace(LIMITS, batch_ms=300)  # until an event is published
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms.sqlite"), slow)) as url:
        code = open_room(url)
        with joined(url, code, "ada"), participant(url, code, "ben") as ben:
            ben.receive()
            assert ben.you["id"]


def test_an_idle_server_sends_heartbeats(voting: Client) -> None:
    seq = voting.until(lambda client: client.you).seq  # after its own joining nothing happens
    voting.frames.clear()
    voting.until(lambda client: client.frames and client.frames[-1] == f'{{"seq":{seq}}}')


def test_a_killed_connection_leaves_no_task_behind_that_fails(url: str, code: str) -> None:
    client = participant(url, code, "ada")
    client.socket.socket.shutdown(SHUT_RDWR)
    with pytest.raises(ConnectionClosed):
        client.receive()
    with participant(url, code, "ada") as again:
        again.until(lambda c: c.you)


def test_a_countdown_closes_the_activity_and_an_ended_rooms_leaves_no_traceback(
    url: str, code: str, teacher: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Everybody is told the server's time."""
    with (
        teacher_of(url, open_room(url, "other"), "other") as ended,
        joined(url, code, "ada") as ada,
    ):
        for each in (ended, teacher):
            each.do("start", key="vote", settings=VOTE)
            each.do("countdown", seconds=1)
        ended.do("end")
        ada.until(lambda client: client.room.get("activity", {}).get("closes"))
        told = json.loads(ada.frames[-1])
        assert 0 < ada.room["activity"]["closes"] - told["now"] <= 1
        ada.until_activity(open=False, closes=0)
    assert not caplog.text
