"""Free unused memory, even on an idle server.

Caches drop expired results only when a new one is added. Once a minute this removes abandoned
uploads, expired results and the sessions of visitors who will not come back. While nobody is there
it keeps only the latest results, collects what the sessions left and returns the memory to the
system.
"""

import asyncio
import ctypes
import gc
import sys
from time import monotonic

from ui import caching
from ui.streamlit_internals import forget_left_sessions, has_visitors
from ui.uploads import UploadSweep

__all__ = ["INTERVAL", "free_memory"]

INTERVAL = 60.0  # seconds


async def free_memory() -> None:
    """Free memory once per interval, until cancelled."""
    uploads = UploadSweep()
    while True:
        await asyncio.sleep(INTERVAL)
        uploads.run(monotonic())
        caching.drop_expired()
        forget_left_sessions()
        if not has_visitors():
            caching.shrink()
            _return_memory()


def _return_memory() -> None:
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:  # glibc keeps what is free for later
        trim(0)
