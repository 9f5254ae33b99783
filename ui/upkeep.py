"""Free unused memory, even on an idle server.

Caches drop expired results only when a new one is added. Once a minute this removes abandoned
files and expired results. While nobody is connected, it keeps only the latest results, collects
the garbage of the sessions and returns the memory to the system.
"""

import asyncio
import ctypes
import gc
import sys
from time import monotonic

from core import caching
from ui.streamlit_internals import has_visitors, is_active_session
from ui.uploads import UPLOADS

INTERVAL = 60.0  # seconds
M_TRIM_THRESHOLD = -1  # of malloc.h
MOST_FREE = 2**20  # bytes at the end of a heap that glibc keeps for later


async def free_memory() -> None:
    """Free memory once per interval, until cancelled."""
    # Each run of a page is a thread, and glibc has a heap for each of the threads that run at the
    # same time. It would let up to 64 MB at the end of every heap stay free, and malloc_trim
    # returns this for the first heap only.
    _call_libc("mallopt", M_TRIM_THRESHOLD, MOST_FREE)
    while True:
        await asyncio.sleep(INTERVAL)
        UPLOADS.sweep(monotonic(), is_active_session)
        caching.drop_expired()
        if not has_visitors():
            caching.shrink()
            _return_memory()


def _return_memory() -> None:
    gc.collect()
    _call_libc("malloc_trim", 0)  # glibc keeps free memory for later


def _call_libc(name: str, *arguments: int) -> None:
    """Call a function that glibc has and other C libraries lack."""
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function is not None:
        function(*arguments)
