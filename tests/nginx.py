"""nginx with the configuration of deploy/, in front of replicas of the app on this machine."""

import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Self
from urllib.request import urlopen

from server import AppServer, find_free_port
from source import ROOT

CONFIGURATION = ROOT / "deploy" / "nginx.conf"
REPLICA = "X-Replica"  # the header in which the tests see who answered
PATHS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")  # not on everyone's PATH
AROUND = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    include {folder}/mime.types;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/bayeslab.conf;
}}
"""


def find_nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path=":".join(PATHS))


class Nginx:
    """nginx on a free port, in a folder of its own.

    The configuration is that of deploy/, with the addresses of this machine, and with the replica
    that answered in a header.
    """

    def __init__(self, folder: Path, replicas: list[AppServer]) -> None:
        self.folder = folder
        self.port = find_free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        servers = "".join(
            f"server 127.0.0.1:{replica.port}\\g<parameters>; " for replica in replicas
        )
        text = CONFIGURATION.read_text(encoding="utf-8")
        for pattern, replacement in {
            r"server app:8501(?P<parameters>[^;]*);": servers,
            r"listen 8080\b": f"listen 127.0.0.1:{self.port}",
            r"server_tokens off;": f"add_header {REPLICA} $upstream_addr always;",
        }.items():
            text, count = re.subn(pattern, replacement, text)
            assert count == 1, pattern
        (folder / "bayeslab.conf").write_text(text, encoding="utf-8")
        (folder / "mime.types").write_text("types {}", encoding="utf-8")
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder), encoding="utf-8")

    def __enter__(self) -> Self:
        nginx = find_nginx()
        assert nginx is not None, "install nginx (on Debian: apt-get install nginx-light)"
        command = [nginx, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        log = self.folder / "error.log"
        log.touch()
        with log.open("ab") as errors:
            self._process = subprocess.Popen(command, stderr=errors)
        deadline = time.monotonic() + 20
        while not self._answers():
            assert self._process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/_stcore/health", timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False
