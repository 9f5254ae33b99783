"""What the app cannot run with is said in a sentence when it starts, and not to a visitor later."""

import json
import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from live.log import DATA, ELSEWHERE, REPLICAS, ROOMS
from room_client import SECONDS, Client, key_of, open_room
from server import AppServer

pytestmark = pytest.mark.soak  # each starts a server
REFUSED = 3  # the status with which systemd does not start it again


def refusal(folder: Path, *options: str, **environment: str) -> str:
    """Return what a server says that does not start."""
    with pytest.raises(RuntimeError) as problem:
        AppServer(folder / "log.txt", options=options, environment=environment).start()
    said = str(problem.value)
    assert f"(status {REFUSED})" in said
    assert "Traceback" not in said
    return said.partition("bayeslab cannot start: ")[2].partition("\n")[0]


def test_data_that_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "rooms"
    folder.mkdir()
    said = refusal(tmp_path, **{DATA: str(folder)})
    assert said.startswith(f"The classrooms cannot be stored in {folder}: ")
    assert said.endswith(f"Let {DATA} name a file that the app may write (docs/deploy.md).")


def test_replicas_without_redis(tmp_path: Path) -> None:
    said = refusal(tmp_path, **{REPLICAS: "2"})
    assert said.startswith(
        f"{REPLICAS} is 2, and replicas have to share the classrooms: set {ROOMS}"
    )


def test_a_base_path(tmp_path: Path) -> None:
    said = refusal(tmp_path, "--server.baseUrlPath=bayes")
    assert said.startswith("server.baseUrlPath is 'bayes', but it is a proxy that ")


def test_a_second_process_with_the_same_rooms_serves_all_but_rooms(tmp_path: Path) -> None:
    rooms = {DATA: str(tmp_path / "rooms.sqlite")}
    log = tmp_path / "second.txt"
    first = AppServer(tmp_path / "first.txt", environment=rooms)
    with first, AppServer(log, environment=rooms) as second:
        assert urlopen(f"{second.url}/lab").status == 200
        with pytest.raises(HTTPError, match="503") as refused:
            urlopen(f"{second.url}/room-store")
        assert json.load(refused.value) == {"why": ELSEWHERE}
        address = second.url.replace("http", "ws")
        with Client(address, "new", role="teacher", key=key_of("teacher")) as client:
            assert json.loads(client.socket.recv(SECONDS))["why"] == ELSEWHERE
        first.kill()
        open_room(address)
    _view, shown, line = [line.strip() for line in log.read_text().splitlines() if line.strip()]
    assert re.match(f"bayeslab: .* {re.escape(rooms[DATA])}.* {ROOMS}", line)
    assert shown == f"URL: http://localhost:{second.port}"
