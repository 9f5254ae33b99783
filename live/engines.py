"""The choice of the engine that stores the logs of the rooms."""

import os
from collections.abc import Mapping
from pathlib import Path

from live.log import DATA, EPHEMERAL, REPLICAS, ROOMS, RoomLog
from live.redis_log import RedisLog
from live.sqlite_log import SqliteLog

DEFAULT_DATA = Path(".cache") / "bayeslab" / "rooms.sqlite"  # in the home folder


def is_ephemeral() -> bool:
    """Return whether the disk is lost when the process ends, and the log with it."""
    return os.environ.get(EPHEMERAL) == "yes"


def open_log(environment: Mapping[str, str] = os.environ) -> RoomLog:
    """Return the log that the environment names: Redis by ``BAYESLAB_ROOMS``, else SQLite.

    Raises
    ------
    ValueError
        If ``BAYESLAB_ROOMS`` is not an address of Redis, or is missing although
        ``BAYESLAB_REPLICAS`` names more than one.
    """
    address, replicas = environment.get(ROOMS), environment.get(REPLICAS) or "1"
    if not address:
        if replicas != "1":
            raise ValueError(
                f"{REPLICAS} is {replicas}, and replicas have to share the classrooms: set "
                f"{ROOMS} to the address of a Redis, as in redis://localhost:6379/0 "
                "(docs/deploy.md)."
            )
        return SqliteLog(Path(environment.get(DATA) or Path.home() / DEFAULT_DATA))
    if not address.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError(f"{ROOMS} is {address!r}; use an address as in redis://localhost:6379/0")
    return RedisLog(address)
