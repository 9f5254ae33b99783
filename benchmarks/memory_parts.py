"""Show what holds the memory of a server that visitors have used and left, part by part.

Run ``python benchmarks/memory_parts.py`` from the root of the project; it takes a minute. The app
runs in this process, which can look into itself; the visitors of ``faults.py`` are another one.
"""

import asyncio
import os
import random
import re
import sys
import time
from ctypes import CDLL, Structure, c_size_t
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import uvicorn

import machine
from core import caching
from faults import REPLAYERS, wander
from server import find_free_port
from ui import upkeep
from visitor import Visitor

ACTIONS, MOST_SECONDS = 320, 90
UPKEEP = 8.0  # seconds between two looks of the server for what can be freed
USED = "bytes in allocated blocks"
NUMBER = re.compile(r"^#? ?(.*?) += +([\d,]+)$", re.MULTILINE)


class Heaps(Structure):
    """What glibc's mallinfo2 returns: bytes, but for some numbers that nothing is done with."""

    _fields_ = tuple(
        (name, c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def allocated_bytes() -> int:
    """Return what malloc has handed out, in its heaps and by a mapping each."""
    libc = CDLL(None)
    libc.mallinfo2.restype = Heaps
    heaps = libc.mallinfo2()
    return int(heaps.uordblks + heaps.hblkhd)


def small_objects() -> tuple[int, int]:
    """Return the bytes of Python's objects of at most 512 bytes, and what is free between them."""
    with TemporaryFile() as file:
        errors = os.dup(2)
        os.dup2(file.fileno(), 2)  # Python writes there only
        sys._debugmallocstats()
        os.dup2(errors, 2)
        os.close(errors)
        file.seek(0)
        statistics = dict(NUMBER.findall(file.read().decode())[::-1])  # the first "Total" of two
    used, total = (int(statistics[key].replace(",", "")) for key in (USED, "Total"))
    return used, total - used


def resident() -> dict[str, int]:
    """Return the resident bytes of this process by kind."""
    rollup = Path("/proc/self/smaps_rollup").read_text()
    return {kind: 1024 * int(kb) for kind, kb in re.findall(r"^(\w+): +(\d+) kB$", rollup, re.M)}


def parts() -> dict[str, int]:
    """Return the bytes of each part."""
    memory, (used, free), allocated = resident(), small_objects(), allocated_bytes()
    results = caching.count_bytes([list(outcome.cache.values()) for outcome in caching._outcomes])
    return {
        "files of Python and of libraries": memory["Rss"] - memory["Anonymous"],
        "objects of at most 512 bytes": used,
        "free between these": free,
        "larger objects, memory of libraries": allocated,
        "free between these, stacks of threads": memory["Anonymous"] - used - free - allocated,
        "all": memory["Rss"],
        "of this the shared results": results,
    }


async def wander_together(port: int) -> int:
    """Let visitors do random things on all pages, and return how many."""
    end, most = time.monotonic() + MOST_SECONDS, ACTIONS // REPLAYERS
    chances = [random.Random(seed) for seed in range(REPLAYERS)]
    return sum(await asyncio.gather(*(wander(port, chance, end, most) for chance in chances)))


async def measure(port: int) -> dict[str, dict[str, int]]:
    """Return the parts at each time."""
    async with Visitor(port) as first:
        await first.run()
    start = parts()
    visitors = await asyncio.create_subprocess_exec(
        sys.executable, __file__, str(port), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await visitors.communicate()
    after = parts()
    await asyncio.sleep(2 * UPKEEP)
    columns = "at the start", f"after {output.decode().strip()} actions", "when all have gone"
    return dict(zip(columns, (start, after, parts()), strict=True))


async def serve_and_measure() -> dict[str, dict[str, int]]:
    """Start the app in this process, and measure."""
    upkeep.INTERVAL = UPKEEP
    port = find_free_port()
    server = uvicorn.Server(uvicorn.Config("app:app", port=port, log_level="warning"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.1)
    try:
        return await measure(port)
    finally:
        server.should_exit = True
        await serving


def main() -> None:
    """Print the table; with the port of a server, be its visitors."""
    if len(sys.argv) > 1:
        print(asyncio.run(wander_together(int(sys.argv[1]))))
        return
    print(machine.describe("streamlit", "numpy"))
    with TemporaryDirectory() as folder:
        os.environ["BAYESLAB_DATA"] = str(Path(folder) / "rooms.sqlite")
        columns = asyncio.run(serve_and_measure())
    print("| part, MB |", " | ".join(columns), "|")
    print("|---" * (1 + len(columns)) + "|")
    for part in next(iter(columns.values())):
        sizes = (f"{column[part] / 1e6:.0f}" for column in columns.values())
        print(f"| {part} |", " | ".join(sizes), "|")


if __name__ == "__main__":
    main()
