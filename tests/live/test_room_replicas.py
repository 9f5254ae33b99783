"""Two replicas with Redis behind nginx: a room goes on when a replica or Redis is killed."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from live.log import ROOMS
from nginx import Nginx
from redis_server import RedisServer
from room_client import Client, open_room, participant, teacher_of
from room_server import RoomServer

pytestmark = pytest.mark.soak
COUNT = 8


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path) as redis:
        yield redis


@pytest.fixture
def replicas(redis: RedisServer) -> Iterator[list[RoomServer]]:
    with ExitStack() as stack:
        yield [stack.enter_context(RoomServer({ROOMS: redis.url})) for _ in range(2)]


def shown(client: Client) -> int:
    """Return how many points this client knows."""
    points = client.room.get("activity", {}).get("shown", {}).get("points", {})
    return sum(map(len, points.values()))


def put(client: Client, number: int) -> Callable[[], None]:
    def put_once() -> None:
        point = {"points": {str(number): [0.5, number / 10, number % 2]}}
        client.do("put", activity=1, value=point)

    return put_once


def test_all_see_everything_whichever_replica_they_use(
    replicas: list[RoomServer], redis: RedisServer, tmp_path: Path
) -> None:
    folder = tmp_path / "nginx"
    folder.mkdir()
    with Nginx(folder, replicas) as nginx, ExitStack() as stack:
        url = nginx.url.replace("http", "ws")
        direct = [replica.url for replica in replicas]
        code = open_room(url)
        teacher = stack.enter_context(teacher_of(url, code))
        teacher.do("start", key="draw", settings={"budget": 5})
        clients = [
            stack.enter_context(participant(direct[place % 2], code, f"pupil {place}"))
            for place in range(COUNT)
        ]
        for client in clients:
            client.until_activity(number=1)
            put(client, 0)()
        for client in (teacher, *clients):
            client.until(lambda client: shown(client) == COUNT)

        redis.kill()
        redis.start()
        for client in clients:
            while "refused" in client.say("put", activity=1, value={"points": {"1": [0, 0, 0]}}):
                pass
        for client in clients:
            client.until(lambda client: shown(client) == 2 * COUNT)

        replicas[0].kill()
        for place in range(0, COUNT, 2):
            with pytest.raises(ConnectionClosed):
                clients[place].until(lambda client: False)
            clients[place] = stack.enter_context(participant(url, code, f"pupil {place}"))
            clients[place].until_activity(number=1)
            put(clients[place], 2)()
        for client in clients:
            client.until(lambda client: shown(client) == 2 * COUNT + COUNT // 2)
            assert client.room["count"] == COUNT
