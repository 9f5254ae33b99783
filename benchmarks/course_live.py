"""Time how soon a picture of the static course is live on a slow processor.

Run ``make site`` and then ``python benchmarks/course_live.py``; it takes a minute. Chromium runs
with its processor four times slower (``Emulation.setCPUThrottlingRate``), and each visitor comes
with an empty browser. The files come from this machine. The table has for each lesson medians: the
seconds from asking for the page until its picture is painted, without and with the slower
processor; their ratio; and the processor time of the browser's main thread until then without it,
which says more on a busy machine.
"""

import statistics
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Browser, sync_playwright

import machine  # noqa: F401 (finds what follows)
from browser import PATIENCE, launch_chromium
from course import SITE
from course.blocks import list_lessons

SLOWER, REPEATS = 4, 3
GOAL = 1.0  # seconds
# A canvas has another width than at first once it has been painted; the hunt has buttons.
WATCH = """
const isLive = () => [...document.querySelectorAll(".pictures *")].some((element) => (
  element.matches(".lines button") || (element.localName === "canvas" && element.width !== 300)));
const look = () => (isLive() ? (window.live_ = performance.now()) : requestAnimationFrame(look));
look();
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, format: str, *_: object) -> None:
        """Log nothing."""


class Server(ThreadingHTTPServer):
    """Says nothing of visitors who leave before a file has arrived."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing."""


def time_page(browser: Browser, address: str, slower: int) -> tuple[float, float]:
    """Return the seconds until a page's picture is painted, and those of the main thread."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.live_")
    metrics = client.send("Performance.getMetrics")["metrics"]
    busy = {each["name"]: each["value"] for each in metrics}["TaskDuration"]
    seconds: float = page.evaluate("window.live_") / 1000
    page.close()
    return seconds, busy


def main() -> None:
    """Print the table."""
    if not (SITE / "index.html").exists():
        sys.exit("The static course is not built; run: make site")
    handler = partial(Quiet, directory=str(SITE))
    with Server(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = launch_chromium(playwright)
        print(f"| lesson | as it is, s | {SLOWER} times slower, s | ratio | main thread, s |")
        print("|---|---:|---:|---:|---:|")
        slow = []
        for lesson in list_lessons():
            address = f"http://127.0.0.1:{server.server_port}/{lesson.stem}/index.html"
            time_page(browser, address, 1)  # the server's files are in the cache of the disk
            (fast, busy), (slow_page, _) = (
                map(
                    statistics.median,
                    zip(*(time_page(browser, address, rate) for _ in range(REPEATS)), strict=True),
                )
                for rate in (1, SLOWER)
            )
            slow.append(slow_page)
            row = f"{fast:.2f} | {slow_page:.2f} | {slow_page / fast:.1f} | {busy:.2f}"
            print(f"| {lesson.title} | {row} |")
        quick = sum(seconds <= GOAL for seconds in slow)
        print(f"\nWithin {GOAL} s on the slower processor: {quick} of {len(slow)} lessons.")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
