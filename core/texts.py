"""Prose with sections and with fields for computed numbers."""

import re
from collections.abc import Mapping

__all__ = ["fill", "split_sections"]


def split_sections(text: str) -> dict[str, str]:
    """Return the sections of a text by their headings, lines such as ``# Idea``."""
    _, *parts = re.split(r"^# (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], map(str.strip, parts[1::2]), strict=True))


def fill(text: str, numbers: Mapping[str, str]) -> str:
    """Return the text with each ``{field}`` replaced by its number; other braces are LaTeX's."""
    for field, number in numbers.items():
        text = text.replace("{" + field + "}", number)
    return text
