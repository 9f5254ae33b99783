"""Many who join at once, one who guesses codes, and a server that is killed."""

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from live.limits import PREFIX, RoomLimits
from live.log import DATA
from live.socket import CLOSED, Rooms
from live.sqlite_log import SqliteLog
from room_client import Client, Message, key_of, open_room, participant, served, teacher_of
from room_server import RoomServer

pytestmark = pytest.mark.soak
MANY, GUESSES, ALLOWED = 500, 1000, 60


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    limits = RoomLimits(wrong_codes=ALLOWED, joins=MANY + 1)
    with served(lambda: Rooms(SqliteLog(tmp_path / "rooms.sqlite"), limits)) as url:
        yield url


def put_ten_points(client: Client) -> None:
    """Put them one after the other, and wait until all are back from the server."""
    for place in range(10):
        client.do("put", activity=1, value={"points": {str(place): [0, 0, 0]}})
        time.sleep(0.2)  # below the limit of messages a second
    client.until(lambda c: len(c.you["value"]["points"]) == 10)


@contextmanager
def other_room(url: str) -> Generator[None]:
    """Another room, in which everything is stored and told before, meanwhile and after."""
    code = open_room(url, "other teacher")
    with teacher_of(url, code, "other teacher") as teacher, participant(url, code, "eve") as eve:
        teacher.do("start", key="draw", settings={})

        with ThreadPoolExecutor(1) as meanwhile:
            working = meanwhile.submit(put_ten_points, eve)
            yield
            working.result()
        assert teacher.until_activity(answered=1).room["count"] == 1


def test_five_hundred_join_in_three_seconds_and_one_more_reads_that_the_room_is_full(
    url: str,
) -> None:
    code = open_room(url)
    full, late = threading.Event(), threading.Event()
    with other_room(url), ThreadPoolExecutor(1) as crowd:
        joining = crowd.submit(lambda: asyncio.run(join_all(f"{url}/rooms/{code}", full, late)))
        while not full.wait(0.1):
            assert not joining.done(), joining.result()
        with participant(url, code, "one more") as client:
            assert client.until_closed()["why"] == f"The room is full: it has {MANY} places."
        late.set()
        assert len(set(joining.result())) == MANY


async def join_all(address: str, full: threading.Event, late: threading.Event) -> list[str]:
    """Let many join, and return their names; stay until someone was late."""
    everybody = asyncio.Barrier(MANY + 1)

    async def join(place: int) -> str:
        await asyncio.sleep(3 * place / MANY)
        # With room for all that is not read, as in room_client.
        async with connect(address, proxy=None, ping_interval=None, max_queue=None) as socket:
            await socket.send(json.dumps({"role": "participant", "key": key_of(f"{place}")}))
            you: Message = {}
            while not you:
                you = json.loads(await socket.recv()).get("you", {})
            await everybody.wait()
            await everybody.wait()
            return str(you["name"])

    tasks = [asyncio.create_task(join(place)) for place in range(MANY)]
    await everybody.wait()
    full.set()
    await asyncio.to_thread(late.wait)
    await everybody.wait()
    return await asyncio.gather(*tasks)


def test_an_address_that_guesses_codes_must_wait_while_others_join(url: str) -> None:
    code = open_room(url)
    with participant(url, code, "ada") as ada, other_room(url):
        ada.until(lambda client: client.you)

        def guess(_: int) -> int:
            with Client(url, "234567", role="stage") as client:
                refusal = client.until_closed()
                waits = "try again in" in refusal["why"]
                assert waits == (refusal["closed"] == CLOSED["busy"])
                return int(refusal["closed"])

        started = time.monotonic()
        with ThreadPoolExecutor(10) as guessers:
            refusals = Counter(guessers.map(guess, range(GUESSES)))
        answered = refusals[CLOSED["unknown"]]
        assert ALLOWED - 5 <= answered <= ALLOWED + time.monotonic() - started + 1
        assert answered + refusals[CLOSED["busy"]] == GUESSES
        with participant(url, code, "ada") as again:  # who is in the room comes back
            assert again.until(lambda client: client.you).room["count"] == 1


def test_acknowledged_events_survive_kill_9_at_any_moment(tmp_path: Path) -> None:
    limits = {PREFIX + "BURST": "100", PREFIX + "MESSAGES_PER_SECOND": "100"}
    with RoomServer({DATA: str(tmp_path / "rooms.sqlite"), **limits}) as server:
        url = server.url
        code = open_room(url)
        with teacher_of(url, code) as teacher:
            teacher.do("start", key="draw", settings={"budget": 50})
        acknowledged: dict[str, float] = {}
        for turn, moment in enumerate((1, 20)):  # so many are acknowledged before the kill
            with participant(url, code, "ada") as ada:
                ada.until_activity(number=1)
                for number in range(50):
                    point = {str(number): [turn, 0, 0]}
                    value = {"points": point}
                    ada.send({"n": number, "do": "put", "activity": 1, "value": value})
                ada.until(lambda client, moment=moment: len(client.answers) >= moment)
                server.kill()
                with pytest.raises(ConnectionClosed):
                    ada.until(lambda _client: False)
                done = [number for number, answer in ada.answers.items() if "done" in answer]
                acknowledged |= {str(number): turn for number in done}
            server.start()
            with participant(url, code, "ada") as ada:
                points = ada.until(lambda client: client.you).you["value"]["points"]
                assert len(done) >= moment
                assert all(points[number][0] >= x for number, x in acknowledged.items())
