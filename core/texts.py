"""Texts: prose with sections and fields for computed numbers, and whether a text is whole."""

import re
from collections.abc import Mapping


def split_sections(text: str, level: int = 1) -> dict[str, str]:
    """Return the sections of a text by their headings of a level, lines such as ``# Idea``."""
    _, *parts = re.split(rf"^#{{{level}}} (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], map(str.strip, parts[1::2]), strict=True))


def fill(text: str, numbers: Mapping[str, str]) -> str:
    """Return the text with each ``{field}`` replaced by its number; other braces are LaTeX's."""
    for field, number in numbers.items():
        text = text.replace("{" + field + "}", number)
    return text


def is_whole(text: str) -> bool:
    """Return whether the text has no half character, which no other program can read."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)
