"""Codes of rooms, and passcodes: random, and without characters that look like others."""

import secrets

__all__ = ["ALPHABET", "CODE_LENGTH", "NAMES", "is_code", "make_code"]

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0, 1, I, L, O
CODE_LENGTH = 6
NAMES = "?" * CODE_LENGTH  # of the logs of rooms


def make_code() -> str:
    """Return a random code, one of 31 to the power of 6."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Return whether a text could be a code."""
    return len(text) == CODE_LENGTH and set(text) <= set(ALPHABET)
