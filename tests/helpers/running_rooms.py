"""Any messages in a running room: after each, the teacher can start an activity and all go on.

The room is the app's own, from the WebSocket to the log, without the network; on Linux its log is
in memory.
"""

import asyncio
import json
import threading
import time
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.websockets import WebSocket

import lessons.exercises  # noqa: F401 (the exercises of rooms)
from core.input_error import InputError
from core.plain_json import read_json
from live.limits import RoomLimits
from live.refusing import FAILED
from live.room import identify
from live.socket import Rooms
from live.sqlite_log import SqliteLog

__all__ = ["STARTS", "check_participant", "check_plan", "check_student", "check_teacher"]

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # no disk to wait for
SECONDS = 20  # for one input; a room that does not answer is a finding
MOST_MESSAGES = 4  # of a plan
LONGEST_SENTENCE = 400  # characters
LIMITS = RoomLimits(batch_ms=1, messages_per_second=1e6, burst=10**6)
TEACHER = {"role": "teacher", "key": "0" * 32}
PARTICIPANT = {"role": "participant", "key": "1" * 32}
POINT = {"points": {"0": [0.5, 0.25, 1]}}
MOONS = {"data": "moons", "n": 40}
STARTS = (
    {"key": "draw", "settings": {"budget": 3}},
    {"key": "vote", "settings": {"question": "Which one?", "options": ["this", "that"]}},
    {"key": "cut", "settings": {**MOONS, "model": "I"}},
    {"key": "cut", "settings": {**MOONS, "model": "I", "ask": "point"}},
    {"key": "challenge", "settings": MOONS},
    {"key": "exercise", "settings": {"exercise": "draw_where_lda_fails"}},
    {"key": "exercise", "settings": {"exercise": "line_of_lda"}},
    {"key": "exercise", "settings": {"exercise": "one_word"}},
    {"key": "exercise", "settings": {"exercise": "two_cuts"}},
)
HOMEWORK = ["one_word", "draw_where_lda_fails", "two_cuts", "line_of_lda"]
Message = dict[str, Any]


def check_teacher(texts: Sequence[str]) -> None:
    """Say messages of the teacher, while an activity is open."""
    _run(_play(TEACHER, texts))


def check_participant(texts: Sequence[str], start: Message) -> None:
    """Say messages of a participant, while an activity is open."""
    _run(_play(PARTICIPANT, texts, start))


def check_plan(items: str) -> None:
    """Say a plan with these items, as JSON; then start what it has."""
    texts = [f'{{"n":1,"do":"plan","items":{items}}}']
    with suppress(InputError, TypeError, KeyError):
        for place, item in enumerate(read_json(items), start=1):
            item_start = {"key": item["key"], "settings": item["settings"], "item": place}
            texts.append(json.dumps({"n": 1, "do": "start", **item_start}))
    _run(_play(TEACHER, texts[:MOST_MESSAGES]))


def check_student(name: str, texts: Sequence[str]) -> None:
    """Say messages of a student with this name."""
    _run(_study(name, texts))


@asynccontextmanager
async def _running() -> AsyncGenerator[Rooms]:
    with TemporaryDirectory(dir=MEMORY) as folder:
        rooms = Rooms(SqliteLog(Path(folder) / "rooms"), LIMITS)
        async with rooms.running(), asyncio.timeout(SECONDS):
            yield rooms


async def _study(name: str, texts: Sequence[str]) -> None:
    """Join a homework with a name, say messages, then hand in."""
    end = time.time() + 10 * SECONDS
    async with _running() as rooms:
        hello = {**TEACHER, "homework": {"exercises": HOMEWORK, "end": end}}
        code = str((await Browser(rooms, "new", hello).answer())["code"])
        student = Browser(rooms, code, {**PARTICIPANT, "name": name})
        for text in texts:
            answer = await student.say(text)
            _check_sentence(answer)
            if "closed" in answer:  # a name that is none, or a message that is too long
                student = Browser(rooms, code, PARTICIPANT)
        await student.leave()
        student = Browser(rooms, code, PARTICIPANT)
        last = {"n": 1, "do": "hand_in", "exercise": HOMEWORK[0], "value": {"number": 60}}
        answer_to_last = await student.say(json.dumps(last))
        assert "done" in answer_to_last, answer_to_last
        await student.leave()


async def _play(hello: Message, texts: Sequence[str], start: Message = STARTS[0]) -> None:
    """Say messages in a new room."""
    async with _running() as rooms:
        code = str((await Browser(rooms, "new", TEACHER).answer())["code"])
        browsers = {hello["role"]: Browser(rooms, code, hello) for hello in (TEACHER, PARTICIPANT)}
        await _goes_on(rooms, code, browsers, start)
        for text in texts:
            answer = await browsers[hello["role"]].say(text)
            _check_sentence(answer)
            if "closed" in answer:
                browsers[hello["role"]] = Browser(rooms, code, hello)
        await _goes_on(rooms, code, browsers, STARTS[0], POINT)
        for browser in browsers.values():
            await browser.leave()


async def _goes_on(
    rooms: Rooms,
    code: str,
    browsers: dict[str, "Browser"],
    start: Message,
    value: Message | None = None,
) -> None:
    """Let the teacher start an activity and the participant contribute, unless the room is over.

    A participant who has left reloads the page.
    """
    answer = await browsers["teacher"].say(json.dumps({"n": 1, "do": "start", **start}))
    (hub,) = (hub for hub in rooms if hub.code == code)
    if hub.room.has_ended:
        return
    assert "done" in answer, answer
    if value is not None:
        if hub.room.participants[identify(PARTICIPANT["key"])].status == "left":
            await browsers["participant"].leave()
            browsers["participant"] = Browser(rooms, code, PARTICIPANT)
        put = {"n": 1, "do": "put", "activity": hub.room.number, "value": value}
        reply = await browsers["participant"].say(json.dumps(put))
        assert "done" in reply, reply


def _check_sentence(answer: Message) -> None:
    if "why" in answer:
        assert answer["why"] != FAILED, "an error that nobody foresaw: see the log"
        assert len(answer["why"]) < LONGEST_SENTENCE and answer["why"].endswith("."), answer


class Browser:
    """One end of a WebSocket of a room, without a network."""

    def __init__(self, rooms: Rooms, code: str, hello: Message) -> None:
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._answers: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._hear(json.dumps(hello))
        scope = {"type": "websocket", "path": "/", "path_params": {"code": code}, "headers": []}
        socket = WebSocket(scope, self._incoming.get, self._take)
        self._served = asyncio.create_task(rooms.serve(socket))

    async def say(self, text: str) -> Message:
        """Send a text, and return the answer."""
        self._hear(text)
        return await self.answer()

    async def answer(self) -> Message:
        """Return what is answered next; what ends the server's part is raised."""
        answer = asyncio.create_task(self._answers.get())
        await asyncio.wait((answer, self._served), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            self._served.result()
        return await answer

    async def leave(self) -> None:
        """Close the connection."""
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._served

    def _hear(self, text: str) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def _take(self, event: Any) -> None:
        """Take what the server sends; a browser has to be able to read it."""
        text = event.get("text")
        if text is not None:
            text.encode()
            message = read_json(text)
            if {"code", "done", "refused", "closed"} & set(message):
                self._answers.put_nowait(message)


def _run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run_coroutine_threadsafe(work, _loop()).result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return a loop in a thread of its own: a test may have another loop in its thread."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop
