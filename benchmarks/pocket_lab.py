"""Print the size of the pocket lab and the time until a browser shows its first picture.

Run ``python benchmarks/pocket_lab.py`` from the root of the project, after ``make pocket``.
"""

import gzip
import statistics
import time

from playwright.sync_api import Browser, sync_playwright

import machine  # noqa: F401 (finds what follows)
from browser import launch_chromium
from pocket import FILE

REPEATS = 5


def time_first_picture(browser: Browser) -> float:
    """Return the seconds until a fresh page shows the points counted under the picture."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    start = time.perf_counter()
    page.goto(FILE.as_uri())
    page.get_by_role("status").filter(has_text="200 points").wait_for()
    seconds = time.perf_counter() - start
    page.close()
    return seconds


def main() -> None:
    """Print the sizes and the median."""
    content = FILE.read_bytes()
    print(f"size        {len(content) / 1000:5.0f} kB")
    print(f"compressed  {len(gzip.compress(content)) / 1000:5.0f} kB")
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        seconds = statistics.median(time_first_picture(browser) for _ in range(REPEATS))
        print(f"picture     {seconds:5.2f} s (median of {REPEATS})")
        browser.close()


if __name__ == "__main__":
    main()
