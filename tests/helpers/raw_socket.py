"""A WebSocket without a library, for clients that break the rules."""

import json
import socket
import struct
from typing import Any, Self
from urllib.parse import urlsplit

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA


class RawSocket:
    """A connection to an address such as ws://127.0.0.1:8501/rooms/ABCDEF, on loopback."""

    def __init__(self, url: str) -> None:
        address = urlsplit(url)
        assert address.hostname == "127.0.0.1" and address.port is not None
        self.socket = socket.create_connection((address.hostname, address.port), timeout=20)
        self.socket.sendall(
            f"GET {address.path} HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self._read(1)
        assert b" 101 " in answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send_json(self, *messages: Any) -> None:
        """Send messages at once, as a browser does that has waited for the connection."""
        texts = [json.dumps(message).encode() for message in messages]
        self.socket.sendall(b"".join(frame_header(len(text)) + text for text in texts))

    def begin(self, length: int, sent: int, **header: Any) -> None:
        """Send so many bytes of a frame of this length, as far as the server takes them."""
        try:
            self.socket.sendall(frame_header(length, **header) + b"x" * sent)
        except (ConnectionError, TimeoutError):
            return

    def receive(self) -> tuple[int, bytes] | None:
        """Return kind and content of the next frame; None at the end of the connection."""
        start = self._read(2)
        if len(start) < 2:
            return None
        size = start[1]
        if size > 125:
            size = int.from_bytes(self._read(2 if size == 126 else 8), "big")
        return start[0] & 0xF, self._read(size)

    def until(self, kind: int) -> bytes:
        """Return the content of the next frame of a kind; there is one before the end."""
        while frame := self.receive():
            if frame[0] == kind:
                return frame[1]
        raise AssertionError("the connection has ended")

    def until_closed(self) -> bytes:
        """Return the code and the reason with which the server closes."""
        return self.until(CLOSE)

    def _read(self, size: int) -> bytes:
        data = b""
        try:
            while len(data) < size and (part := self.socket.recv(size - len(data))):
                data += part
        except ConnectionError:
            pass
        return data


def frame_header(length: int, kind: int = TEXT, is_last: bool = True) -> bytes:
    """Return the header of a frame that is masked with zeros."""
    first = (0x80 if is_last else 0) | kind
    if length < 126:
        return bytes([first, 0x80 | length]) + bytes(4)
    if length < 2**16:
        return struct.pack("!BBH", first, 0xFE, length) + bytes(4)
    return struct.pack("!BBQ", first, 0xFF, length) + bytes(4)
