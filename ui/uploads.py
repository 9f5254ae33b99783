"""Files of visitors, sent by the browser in messages, and limits on a process's memory for them.

The browser compresses a file (gzip) and sends it in parts, each a message on the WebSocket that a
page has anyway: this needs no cookie, so it works in a frame of another site as well
(:mod:`ui.file_picker`).

A session holds one file. It goes when its window is closed, when the session has lost its
connection, and after :data:`HELD_FOR` in any case.
"""

import zlib
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

HELD_FOR = 1800.0  # seconds, for a file that nothing else removes
LARGEST = 5 * 2**20  # bytes of a file
FILES_PER_PROCESS = 16  # of the largest size
OVERHEAD = 2**12  # bytes that count for a file besides its content
SLACK = 2**16  # bytes by which compression may lengthen a file
LONGEST_PART = 800_000  # characters of a message
MOST_PARTS = 100
LONGEST_ID, LONGEST_NAME = 40, 200  # characters
GZIP = 31  # zlib's name of the format
TOO_LARGE = f"The file is larger than {LARGEST // 2**20} MB: use a part of it."
BROKEN = "The upload was incomplete: choose the file again."
NO_ROOM = "The server cannot hold more files at the moment: try again in half an hour."


@dataclass
class Upload:
    """A file of a session, as far as it has arrived.

    Attributes
    ----------
    key : str
        Of the widget that asked for it.
    file : str
        The browser's own name for this choice of a file.
    name : str
        Of the file.
    size : int
        Bytes of the file as announced, which reserve nothing.
    parts : int
        In which it arrives.
    pieces : list of bytes
        The parts that have arrived, compressed.
    is_whole : bool
        Whether all have arrived, and are a file.
    problem : str
        Why it is refused.
    since : float or None
        When :meth:`Uploads.sweep` first saw it, in seconds.
    """

    key: str
    file: str
    name: str
    size: int
    parts: int
    pieces: list[bytes] = field(default_factory=list)
    is_whole: bool = False
    problem: str = ""
    since: float | None = None

    @property
    def weight(self) -> int:
        """Bytes that count for the process: of what has arrived, as long as it is held."""
        return OVERHEAD + sum(map(len, self.pieces))

    @property
    def content(self) -> bytes:
        """The file, all of which has arrived; it is unpacked each time."""
        return zlib.decompress(b"".join(self.pieces), GZIP)

    def add(self, part: bytes) -> None:
        """Add the next part, and check the file after the last one; note why it is refused."""
        self.pieces.append(part)
        if sum(map(len, self.pieces)) > LARGEST + SLACK:
            self.refuse(TOO_LARGE)
        elif len(self.pieces) == self.parts:
            self._check()

    def refuse(self, problem: str) -> None:
        """Note a problem, and drop the content."""
        self.problem, self.pieces = problem, []

    def _check(self) -> None:
        reader = zlib.decompressobj(GZIP)
        try:
            content = reader.decompress(b"".join(self.pieces), LARGEST + 1)
        except zlib.error:
            self.refuse(BROKEN)
            return
        if len(content) > LARGEST:
            self.refuse(TOO_LARGE)
        elif not reader.eof or reader.unused_data:
            self.refuse(BROKEN)
        else:
            self.is_whole = True


class Uploads:
    """The files of all sessions of a process."""

    def __init__(self) -> None:
        self._files: dict[str, Upload] = {}  # by session
        self._lock = Lock()

    def take(self, session: str, key: str, message: Any) -> None:
        """Take a message of the browser: the next part of a file, or the first one of another.

        An invalid or out-of-order message changes nothing: the browser is told which parts have
        arrived, and sends the missing one.
        """
        message_parts = _read(key, message)
        if message_parts is None:
            return
        upload, part, place = message_parts
        with self._lock:
            current = self._files.get(session)
            if current is None or (current.key, current.file) != (upload.key, upload.file):
                if place:
                    return
                current = self._begin(session, upload)
            if current.problem or current.is_whole or place != len(current.pieces):
                return
            if self._weigh() + len(part) > FILES_PER_PROCESS * LARGEST:
                current.refuse(NO_ROOM)
            else:
                current.add(part)

    def _weigh(self) -> int:
        return sum(each.weight for each in self._files.values())

    def _begin(self, session: str, upload: Upload) -> Upload:
        """Replace the session's file by another one."""
        self._files.pop(session, None)
        if upload.size > LARGEST:
            upload.refuse(TOO_LARGE)
        elif self._weigh() + upload.weight > FILES_PER_PROCESS * LARGEST:
            upload.refuse(NO_ROOM)
        self._files[session] = upload
        return upload

    def find(self, session: str, key: str) -> Upload | None:
        """Return the file of a session that this widget has asked for."""
        file = self._files.get(session)
        return file if file is not None and file.key == key else None

    def release(self, session: str) -> None:
        """Remove the file of a session."""
        with self._lock:
            self._files.pop(session, None)

    def sweep(self, now: float, is_active: Callable[[str], bool]) -> None:
        """Remove abandoned files.

        Parameters
        ----------
        now : float
            In seconds, of any clock that only moves forward.
        is_active : callable
            Whether a browser is connected to a session.
        """
        for session, file in list(self._files.items()):
            file.since = now if file.since is None else file.since
            if now - file.since >= HELD_FOR or not is_active(session):
                self.release(session)


UPLOADS = Uploads()


def _read(key: str, message: Any) -> tuple[Upload, bytes, int] | None:
    """Return the file, the part and its place of a message, or None if it is invalid.

    A browser can be made to send anything.
    """
    match message:
        case {
            "file": str(file),
            "name": str(name),
            "size": int(size),
            "parts": int(parts),
            "part": int(place),
            "text": str(text),
        }:
            pass
        case _:
            return None
    is_short = len(file) <= LONGEST_ID and len(text) <= LONGEST_PART
    if not (is_short and size >= 0 and 0 <= place < parts <= MOST_PARTS):
        return None
    try:
        part = b64decode(text, validate=True)
    except ValueError:
        return None
    return Upload(key, file, name[:LONGEST_NAME], size, parts), part, place
