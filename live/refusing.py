"""A guard around work for a room: an unforeseen error is logged, and refuses that work alone."""

import logging
from collections.abc import Generator
from contextlib import contextmanager

from core.input_error import InputError
from live.log import RoomLogError

logger = logging.getLogger(__name__)

FAILED = "The server cannot take this; try something else."


@contextmanager
def refusing(what: str) -> Generator[None]:
    """Turn an unforeseen error into an InputError and log it, so that it does not end a room."""
    try:
        yield
    except (InputError, RoomLogError):
        raise
    except Exception as problem:
        logger.exception("%s was refused because of a %s", what, type(problem).__name__)
        raise InputError(FAILED) from problem
