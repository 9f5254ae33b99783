"""Run the benchmarks and write their output into the documents.

``python scripts/performance.py`` runs all of them in less than half an hour on two
cores without other load; ``--only load latency`` runs some, and ``--render`` none. The results
are in ``benchmarks/results.json``: for each benchmark its command, when it ran, the load before
and after, and its output. A document has a place for each, most of them ``docs/performance.md``;
no number there is written by hand.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
RESULTS = ROOT / "benchmarks" / "results.json"
MOST_SECONDS, LEAST_SECONDS = 1500, 15  # for all benchmarks: the least that each needs
# By name: the arguments after "python", and the seconds after which a benchmark is given up.
BENCHMARKS = {
    "kernel sums": (["benchmarks/kernel_sums.py"], 150),
    "frames": (["benchmarks/frames.py"], 150),
    "rerun": (["benchmarks/rerun.py"], 120),
    "load": (["benchmarks/load.py", "--seconds", "40"], 120),
    "load of 300": (["benchmarks/load.py", "--sessions", "300", "--seconds", "30"], 120),
    "load of arrivals": (["benchmarks/load.py", "--opening", "3", "--seconds", "0"], 60),
    "latency": (["benchmarks/latency.py", "--quick"], 240),
    "first pictures": (["benchmarks/first_pictures.py", "--quick"], 200),
    "room": (["benchmarks/room.py"], 150),
    "room of 1000": (["benchmarks/room.py", "1000", "5"], 200),
    "room and lab": (["benchmarks/room.py", "--lab"], 200),
    "hooks": (["benchmarks/hooks.py"], 600),
}


def run(name: str, patience: int) -> dict[str, Any]:
    """Run a benchmark for at most `patience` seconds, and return its result."""
    arguments, _ = BENCHMARKS[name]
    before, start = os.getloadavg()[0], time.monotonic()
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    problem = None
    try:
        output, errors = process.communicate(timeout=patience)
        if process.returncode:
            problem = (errors.strip() or "It failed without a word.").splitlines()[-1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with the servers and browsers that it started
        output, _ = process.communicate()
        problem = f"It was given up after {patience} seconds."
    return {
        "command": " ".join(["python", *arguments]),
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start, 1),
        "load": [round(before, 2), round(os.getloadavg()[0], 2)],
        "output": output.strip(),
        "problem": problem,
    }


def render(result: dict[str, Any]) -> str:
    """Return a result as Markdown."""
    before, after = result["load"]
    heading = f"`{result['command']}`, {result['when'][:10]}, load before {before}, after {after}:"
    problem = f"\n\n{result['problem']}" if result["problem"] else ""
    return f"{heading}\n\n{result['output']}{problem}"


def fill(page: str, results: dict[str, dict[str, Any]]) -> str:
    """Return a page with each result that it has a place for."""
    place = re.compile(r"(<!-- begin ([\w ]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)

    def replace(match: re.Match[str]) -> str:
        begin, name, end = match.groups()
        return f"{begin}{render(results[name])}\n{end}" if name in results else match[0]

    return place.sub(replace, page)


def main() -> None:
    """Run the selected benchmarks, store the results, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=BENCHMARKS, default=BENCHMARKS)
    parser.add_argument("--render", action="store_true", help="write the pages, run nothing")
    options = parser.parse_args()
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    end = time.monotonic() + MOST_SECONDS
    for name in [] if options.render else options.only:
        patience = min(BENCHMARKS[name][1], round(end - time.monotonic()))
        if patience < LEAST_SECONDS:
            print(f"{name}: no time left")
            continue
        results[name] = run(name, patience)
        print(f"{name}: {results[name]['seconds']} s {results[name]['problem'] or ''}", flush=True)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    for page in PAGES:
        page.write_text(fill(page.read_text(encoding="utf-8"), results), encoding="utf-8")


if __name__ == "__main__":
    main()
