"""The rooms in a process of their own, for tests that kill it.

A process that has imported the rooms is copied at each start; the app would first import all that
its pages need.
"""

import multiprocessing
import time
from collections.abc import Mapping
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Self

import uvicorn

import lessons.exercises  # noqa: F401 (the exercises of rooms)
from live.engines import open_log
from live.limits import read_limits
from live.socket import Rooms
from room_client import configured
from server import SECONDS_TO_START, find_free_port, is_listening

IMPORTED = ["live.socket", "live.sqlite_log", "live.redis_log"]


class RoomServer:
    """The rooms, set up by variables as in the environment, on a port kept over restarts."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)
        self.port = find_free_port()
        self.url = f"ws://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        processes = multiprocessing.get_context("forkserver")  # Windows has none to import
        processes.set_forkserver_preload(IMPORTED)
        self._process: BaseProcess = processes.Process(
            target=serve, args=(self.environment, self.port), daemon=True
        )
        self._process.start()
        deadline = time.monotonic() + SECONDS_TO_START
        while not is_listening(self.port):
            assert self._process.is_alive() and time.monotonic() < deadline
            time.sleep(0.02)

    def kill(self) -> None:
        """End the process at once (kill -9), as a crash would."""
        self._process.kill()
        self._process.join()


def serve(environment: Mapping[str, str], port: int) -> None:
    rooms = partial(Rooms, open_log(environment), read_limits(environment))
    uvicorn.Server(configured(rooms, port)).run()
