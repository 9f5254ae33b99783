"""What the app cannot run with is said in a sentence when it starts, and not to a visitor later."""

from pathlib import Path

import pytest

from live.log import DATA, REPLICAS, ROOMS
from server import AppServer

REFUSED = 3  # the status with which systemd does not start it again


def refusal(folder: Path, **environment: str) -> str:
    """Return what a server says that does not start."""
    with pytest.raises(RuntimeError) as problem:
        AppServer(folder / "log.txt", environment=environment).start()
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


def test_an_address_that_is_none_of_redis(tmp_path: Path) -> None:
    said = refusal(tmp_path, **{ROOMS: "localhost"})
    assert said == f"{ROOMS} is 'localhost'; use an address as in redis://localhost:6379/0"


@pytest.mark.soak
def test_a_second_process_with_the_same_rooms(tmp_path: Path) -> None:
    rooms = {DATA: str(tmp_path / "rooms.sqlite")}
    with AppServer(tmp_path / "first.txt", environment=rooms):
        said = refusal(tmp_path, **rooms)
    assert said.startswith(f"Another server process has the classrooms in {rooms[DATA]}.")
    assert ROOMS in said
    with AppServer(tmp_path / "third.txt", environment=rooms):  # once the first is gone
        pass
