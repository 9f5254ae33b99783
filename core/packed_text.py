"""Bytes in a link, as URL-safe Base64, and compressed text, after the number of its version."""

import base64
import zlib

from core.input_error import InputError

COMPRESSED = "1"  # the version
LONGEST_LINK = 3500  # characters: with them a link is below the 4 kB that every server lets by


def encode_bytes(content: bytes) -> str:
    """Return bytes in characters that a link does not escape."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode("ascii")


def decode_bytes(text: str) -> bytes:
    """Return the bytes of :func:`encode_bytes`.

    Raises
    ------
    ValueError
        If the text has other characters, or a wrong number of them.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def pack_text(text: str, instead: str) -> str:
    """Return a text in characters that a link does not escape.

    Raises
    ------
    InputError
        If it is too long for a link; the sentence ends with what to do `instead`.
    """
    packed = COMPRESSED + encode_bytes(zlib.compress(text.encode(), level=9))
    if len(packed) > LONGEST_LINK:
        raise InputError(
            f"This does not fit into a link, which has room for {LONGEST_LINK} characters, and "
            f"{len(packed)} are needed: {instead}."
        )
    return packed


def unpack_text(text: str, longest: int, what: str) -> str:
    """Return the text, of at most `longest` bytes; `what` says what it describes.

    Raises
    ------
    InputError
        If there is none, or it was cut off.
    """
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(decode_bytes(text[1:]), longest).decode()
    except (ValueError, zlib.error):
        content = ""
    if text[:1] != COMPRESSED or not content or not reader.eof:
        raise InputError(f"The link to {what} was cut off or changed: use the whole link.")
    return content
