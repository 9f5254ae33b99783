"""Frees memory that nobody needs any longer, also while nobody asks the server for anything.

Caches drop what has expired when something new comes in: without a visitor nothing would go. Once a
minute this removes abandoned uploads, and results that are too old to be used.
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
