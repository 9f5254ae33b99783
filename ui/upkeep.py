"""Free unused memory, even on an idle server.

Caches drop expired results only when a new one is added. Once a minute this removes abandoned
uploads and expired results.
"""

import asyncio
from time import monotonic

from ui import caching
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
