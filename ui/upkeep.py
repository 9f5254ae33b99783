"""Free unused memory, even on an idle server.

Caches drop expired results only when a new one is added. Once a minute this removes abandoned
uploads and expired results. When the last visitor has gone, it collects what the sessions left and
returns the memory to the system.
"""

import asyncio
import ctypes
import gc
import sys
from time import monotonic

from ui import caching
from ui.streamlit_internals import has_visitors
from ui.uploads import UploadSweep

__all__ = ["INTERVAL", "free_memory"]

INTERVAL = 60.0  # seconds


async def free_memory() -> None:
    """Free memory once per interval, until cancelled."""
    uploads, had_visitors = UploadSweep(), False
    while True:
        await asyncio.sleep(INTERVAL)
        uploads.run(monotonic())
        caching.drop_expired()
        if had_visitors and not has_visitors():
            _return_memory()
        had_visitors = has_visitors()


def _return_memory() -> None:
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:  # glibc keeps what is free for later
        trim(0)
