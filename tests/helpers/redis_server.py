"""A Redis of its own for a test, on a free port and in a folder, which survives kill -9."""

import subprocess
import time
from pathlib import Path
from typing import Self

from redis import Redis
from redis.exceptions import RedisError

from programs import find_program
from server import find_free_port


class RedisServer:
    """redis-server with an append-only file, on a port that it keeps over restarts."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, find_free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def start(self) -> None:
        program = find_program("redis-server", "valkey-server")
        address = ["--port", str(self.port), "--bind", "127.0.0.1"]
        storage = ["--dir", str(self.folder), "--save", ""]
        storage += ["--appendonly", "yes", "--appendfsync", "always"]
        self._process = subprocess.Popen(
            [program, *address, *storage], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 20
        with Redis.from_url(self.url, socket_timeout=5) as client:
            while not _answers(client):
                assert self._process.poll() is None and time.monotonic() < deadline
                time.sleep(0.05)

    def kill(self) -> None:
        """End the process at once (kill -9)."""
        self._process.kill()
        self._process.wait()


def _answers(client: Redis) -> bool:
    try:
        return client.ping()
    except (RedisError, OSError):
        return False
