"""Codes of rooms, and passcodes: random, and without characters that look like others."""

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0, 1, I, L, O
CODE_LENGTH = 6
NAMES = "?" * CODE_LENGTH  # of the logs of rooms
HOMEWORK_LENGTH = 7  # another length, so that rooms and homework are counted separately
HOMEWORK_NAMES = "?" * HOMEWORK_LENGTH


def make_code(length: int = CODE_LENGTH) -> str:
    """Return a random code, one of 31 to the power of its length."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_code(text: str) -> bool:
    """Return whether a text could be a code."""
    return len(text) in (CODE_LENGTH, HOMEWORK_LENGTH) and set(text) <= set(ALPHABET)
