"""Text in a link: compressed, in URL-safe Base64, after the number of its version."""

import base64
import zlib

__all__ = ["pack_text", "unpack_text"]

COMPRESSED = "1"  # the version


def pack_text(text: str) -> str:
    """Return the text in characters that a link does not escape."""
    content = zlib.compress(text.encode(), level=9)
    return COMPRESSED + base64.urlsafe_b64encode(content).rstrip(b"=").decode("ascii")


def unpack_text(text: str, longest: int) -> str | None:
    """Return the text, of at most `longest` bytes; None if there is none or it was cut off."""
    reader = zlib.decompressobj()
    try:
        compressed = base64.b64decode(text[1:] + "=" * (-len(text[1:]) % 4), b"-_", validate=True)
        content = reader.decompress(compressed, longest).decode()
    except (ValueError, zlib.error):
        return None
    return content if text[:1] == COMPRESSED and content and reader.eof else None
