"""nginx with the configuration of deploy/, in front of replicas of the app on this machine."""

import os
import re
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, Self

from programs import find_program
from server import find_free_port, is_listening
from source import ROOT

CONFIGURATION = ROOT / "deploy" / "nginx.conf"
REPLICA = "X-Replica"  # the header in which the tests see who answered
# What nginx would else write outside of the test's folder. Its workers, if it starts as root, would
# not be allowed to enter that.
OWN = """
daemon off;
pid {folder}/nginx.pid;
{user}
error_log {folder}/error.log;
"""
TEMPORARY = "".join(
    f"{name}_temp_path {{folder}}/{name};\n"
    for name in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi")
)


class Replica(Protocol):
    """A server that nginx leads to."""

    port: int


class Nginx:
    """nginx on a free port, in a folder of its own.

    The configuration is that of deploy/, with the addresses of this machine, and with the replica
    that answered in a header.
    """

    def __init__(self, folder: Path, replicas: Sequence[Replica]) -> None:
        self.folder = folder
        self.port = find_free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        servers = "".join(
            f"server 127.0.0.1:{replica.port}\\g<parameters>; " for replica in replicas
        )
        text = CONFIGURATION.read_text(encoding="utf-8")
        self._write(
            text,
            {
                r"server app:8501(?P<parameters>[^;]*);": servers,
                r"listen 8080\b": f"listen 127.0.0.1:{self.port}",
                r"server_tokens off;": f"add_header {REPLICA} $upstream_addr always;",
            },
        )

    def _write(self, text: str, changes: dict[str, str]) -> None:
        """Write the configuration with changes, and with all files in the folder."""
        user = "user root;" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
        own = OWN.format(folder=self.folder, user=user)
        changes = {
            r"user www-data;": own,
            r"error_log /var/log/nginx/error.log;\n": "",
            r"include mime.types;": f"include mime.types;\n{TEMPORARY.format(folder=self.folder)}",
            **changes,
        }
        for pattern, replacement in changes.items():
            text, count = re.subn(pattern, replacement, text, flags=re.DOTALL)
            assert count == 1, pattern
        (self.folder / "nginx.conf").write_text(text, encoding="utf-8")
        (self.folder / "mime.types").write_text("types {}", encoding="utf-8")

    def __enter__(self) -> Self:
        command = [
            find_program("nginx"),
            "-p",
            str(self.folder),
            "-c",
            str(self.folder / "nginx.conf"),
        ]
        log = self.folder / "error.log"
        log.touch()
        with log.open("ab") as errors:
            self._process = subprocess.Popen(command, stderr=errors)
        deadline = time.monotonic() + 20
        while not is_listening(self.port):
            assert self._process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


class SecureNginx(Nginx):
    """nginx with the changes that docs/deploy.md asks for on Debian, and no replica behind it.

    The ports and the certificate are those of this test, and nothing listens to IPv6.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.secure_port = find_free_port(), find_free_port()
        _make_certificate(folder)
        document = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
        (block,) = re.findall(r"^```nginx\n(.*?)^```", document, re.MULTILINE | re.DOTALL)
        text = CONFIGURATION.read_text(encoding="utf-8")
        begin, end = (
            r" +upstream bayeslab \{",
            r" listen 8080 default_server;\n +server_tokens off;\n",
        )
        self._write(
            text,
            {
                rf"{begin}.*{end}": block,
                r"listen \[::\]:80 default_server;": "",
                r"listen \[::\]:443 ssl default_server;": "",
                r"listen 80\b": f"listen 127.0.0.1:{self.port}",
                r"listen 443\b": f"listen 127.0.0.1:{self.secure_port}",
                r"/etc/ssl/bayeslab.pem": f"{folder}/certificate.pem",
                r"/etc/ssl/bayeslab.key": f"{folder}/key.pem",
            },
        )


def _make_certificate(folder: Path) -> None:
    request = "openssl req -x509 -nodes -days 1 -subj /CN=bayeslab.example.edu"
    key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256"
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    command = [*request.split(), *key.split(), *files]
    subprocess.run(command, check=True, capture_output=True)
