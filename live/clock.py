"""The time of a log of rooms, which does not follow changes of the computer's clock.

While a server runs, it follows a steady clock; while none runs, the wall clock. So setting a
computer's clock forward by a day deletes no room in use.
"""

import time


def read_steady() -> float:
    """Return seconds of a steady clock; on Linux it goes on while the computer sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class LogClock:
    """The time of a log, continued from its saved time.

    Parameters
    ----------
    wall : float
        Seconds since 1970, by a clock that may be set.
    last : pair of float, optional
        Wall clock and time of the log when they were last saved.
    """

    def __init__(self, wall: float, last: tuple[float, float] | None = None) -> None:
        last_wall, last_time = last or (wall, wall)
        self._began = last_time + max(0.0, wall - last_wall)
        self._steady = read_steady()

    def now(self) -> float:
        """Return the time of the log in seconds."""
        return self._began + read_steady() - self._steady
