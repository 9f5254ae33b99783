r"""JSON from outside that every other program can read again.

Python's reader also accepts what JSON, JavaScript or UTF-8 cannot write: NaN and infinity, a number
such as 1e999 that becomes infinity, and half characters such as "\ud800". Here they are refused.
"""

import json
import math
from typing import Any

from core.input_error import InputError


def read_json(text: str) -> Any:
    """Return the value of a JSON text whose numbers are finite and whose characters are whole.

    Raises
    ------
    InputError
        If it is invalid.
    """
    try:
        value = _DECODER.decode(text)
        json.dumps(value, ensure_ascii=False).encode()  # raises for half a character
    except (ValueError, RecursionError):
        raise InputError(
            "Use JSON with finite numbers and valid characters, nested less deeply."
        ) from None
    return value


def _read_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _read_int(text: str) -> int:
    _read_float(text)  # JavaScript reads it as one
    return int(text)


_DECODER = json.JSONDecoder(
    parse_float=_read_float, parse_int=_read_int, parse_constant=_read_float
)
