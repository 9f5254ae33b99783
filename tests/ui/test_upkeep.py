"""The server returns to the system what it no longer uses."""

import subprocess
import sys

import pytest

from source import ROOT

BLOCK, BLOCKS = 100_000, 400  # bytes; too small for glibc to map each one separately
# Prints how many bytes more are resident after a thread has used 40 MB and has ended. What is
# freed first lets glibc raise its own limit to twice as much.
USE = f"""
import asyncio, os
from pathlib import Path
from threading import Thread
from ui.upkeep import free_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def use():
    b"x" * {BLOCK * BLOCKS * 3 // 4}
    blocks = [b""] * {BLOCKS}
    for place in range({BLOCKS}):
        blocks[place] = b"x" * {BLOCK}

async def main():
    upkeep = asyncio.create_task(free_memory())
    await asyncio.sleep(0)
    before = resident()
    thread = Thread(target=use)
    thread.start()
    thread.join()
    print(resident() - before)
    upkeep.cancel()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what is resident in /proc")
def test_a_thread_returns_the_memory_that_it_used() -> None:
    grown = subprocess.check_output([sys.executable, "-c", USE], cwd=ROOT, timeout=60)
    assert int(grown) < BLOCK * BLOCKS / 4
