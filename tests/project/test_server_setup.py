"""The set-up of a server in docs/deploy.md, with the environment of the unit."""

import json
import re
from contextlib import ExitStack
from hashlib import md5
from pathlib import Path

import pytest
from websockets.sync.client import connect

from nginx import Nginx
from redis_server import RedisServer
from room_client import key_of, open_room
from server import AppServer
from source import ROOT

pytestmark = pytest.mark.soak
UNIT = (ROOT / "deploy" / "bayeslab@.service").read_text(encoding="utf-8")
DOCUMENT = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
PHONES = 30


def environment(folder: Path) -> dict[str, str]:
    """Return what the unit sets, with a folder of this test in the place of /var/lib."""
    lines = re.findall(r"^Environment=(.*)$", UNIT, re.MULTILINE)
    pairs = dict(pair.split("=", 1) for line in lines for pair in line.split())
    (folder / "bayeslab").mkdir(exist_ok=True)  # by StateDirectory
    return {name: text.replace("/var/lib", str(folder)) for name, text in pairs.items()}


def join(url: str, code: str, phone: int) -> bool:
    """Return whether a phone with a cookie of nginx's kind comes into a room."""
    cookie = f"bayeslab_replica={md5(str(phone).encode(), usedforsecurity=False).hexdigest()}"
    with connect(f"{url}/rooms/{code}", additional_headers={"Cookie": cookie}, proxy=None) as one:
        one.send(json.dumps({"role": "participant", "key": key_of(f"{phone}"), "seq": 0}))
        return bool(json.loads(one.recv(20)).get("whole"))


def all_join(servers: list[AppServer], folder: Path) -> bool:
    folder.mkdir()
    with Nginx(folder, servers) as nginx:
        url = nginx.url.replace("http", "ws")
        code = open_room(url)
        return all([join(url, code, phone) for phone in range(PHONES)])


def test_one_unit_holds_the_rooms(tmp_path: Path) -> None:
    shared = environment(tmp_path)
    with AppServer(tmp_path / "8501.txt", environment=shared) as first:
        assert all_join([first], tmp_path / "nginx")
    files = sorted(path.name for path in (tmp_path / "bayeslab").glob("rooms*"))
    assert files[0] == "rooms.sqlite"


def test_two_units_with_redis_share_the_rooms(tmp_path: Path) -> None:
    """Redis has the settings that the commands of the document make."""
    (setting,) = re.findall(r"^echo .(\w+)=redis:", DOCUMENT, re.MULTILINE)
    changes = re.findall(r"s/\^(\w+) (\w+)/\1 (\w+)/", DOCUMENT)
    assert changes == [("appendonly", "no", "yes"), ("appendfsync", "everysec", "always")]
    with RedisServer(tmp_path) as redis, ExitStack() as stack:
        shared = environment(tmp_path) | {setting: redis.url}
        servers = [
            stack.enter_context(AppServer(tmp_path / f"{port}.txt", environment=shared))
            for port in (8501, 8502)
        ]
        assert all_join(servers, tmp_path / "nginx")
