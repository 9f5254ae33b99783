"""The app in a process of its own, for tests that talk to it over HTTP."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from source import ROOT

SECONDS_TO_START = 60


class AppServer:
    """`streamlit run app.py` on a port of its own, which it keeps over restarts."""

    def __init__(
        self,
        log: Path,
        script: str = "app.py",
        options: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        descriptors: tuple[int, int] | None = None,
    ) -> None:
        self.log = log
        self.script = script
        self.options = options
        self.environment = environment or {}
        self.descriptors = descriptors  # soft and hard limit of the process
        self.port = find_free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def is_running(self) -> bool:
        """Whether it was started and not killed since."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", self.script, "--server.headless=true"]
        address = [f"--server.port={self.port}", "--server.address=127.0.0.1"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *address, *self.options],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), **self._data(), **self.environment},
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=self._limit if self.descriptors else None,
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self._is_healthy():
            status = self._process.poll()
            if status is not None or time.monotonic() > deadline:
                self.kill()
                said = self.log.read_text()
                raise RuntimeError(f"The app did not start (status {status}). It said:\n{said}")
            time.sleep(0.1)

    def _data(self) -> dict[str, str]:
        """Return where classrooms are stored: not where the user of this machine has them.

        All tests open their rooms from one address.
        """
        data = str(self.log.with_suffix(".sqlite"))
        return {"BAYESLAB_DATA": data, "BAYESLAB_ROOM_ROOMS_PER_HOUR": "1000"}

    def _limit(self) -> None:
        import resource  # Windows has none

        assert self.descriptors is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, self.descriptors)

    def kill(self) -> None:
        """End the process at once (kill -9), as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _is_healthy(self) -> bool:
        try:
            with urlopen(f"{self.url}/_stcore/health", timeout=5) as response:
                return bool(response.status == 200)
        except (URLError, OSError):
            return False


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
