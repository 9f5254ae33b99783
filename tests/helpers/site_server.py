"""A folder served by a web server; its hosts localhost and 127.0.0.1 are two sites."""

from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and logs nothing; a name without an ending is a page."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        "": "text/html",
    }

    def log_message(self, format: str, *_: object) -> None:
        pass


@contextmanager
def serve(folder: Path) -> Generator[int]:
    """Serve a folder, and yield the port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield site.server_port
        site.shutdown()
