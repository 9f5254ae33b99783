"""Take the screenshots of docs/classroom.md: the projector, and a phone beside it.

Run ``.venv/bin/python scripts/classroom_pictures.py``. It starts the app, plays a session in
Chromium and writes ``docs/classroom-draw.webp`` and so on, each at most 100 kB.
"""

import os
import sys
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from browser import launch_chromium, open_page  # noqa: E402
from room_session import play_session  # noqa: E402
from server import AppServer  # noqa: E402

# State of the session -> name of the picture.
STATES = {
    "1 room": "join",
    "2 draw open": "draw",
    "3 vote revealed": "vote",
    "4 cut revealed": "cut",
    "5 challenge open": "tune",
    "5 challenge revealed": "challenge",
    "6 exercise open": "solve",
    "6 exercise revealed": "exercise",
}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 800},
    "is_mobile": True,
    "has_touch": True,
}
GAP, WIDTH = 24, 1100  # pixels
MOST_BYTES = 100_000


def join(projector: bytes, phone: bytes) -> Image.Image:
    """Return two screenshots of one height side by side."""
    left, right = (Image.open(BytesIO(png)).convert("RGB") for png in (projector, phone))
    sheet = Image.new("RGB", (left.width + GAP + right.width, left.height), "#8a8896")
    sheet.paste(left, (0, 0))
    sheet.paste(right, (left.width + GAP, 0))
    return sheet.resize((WIDTH, round(sheet.height * WIDTH / sheet.width)))


def shoot(page: Page) -> bytes:
    """Return a screenshot once the last frame is painted, from the top of the page."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))")
    return page.screenshot()


def main() -> None:
    """Play a session and save its pictures."""
    os.chdir(ROOT)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        server = stack.enter_context(AppServer(folder / "log.txt"))
        browser = launch_chromium(stack.enter_context(sync_playwright()))
        teacher, projector, phone = (
            stack.enter_context(open_page(browser, color_scheme="light", **options))
            for options in (PROJECTOR, PROJECTOR, PHONE)
        )
        for state in play_session(server.url, teacher, projector, phone):
            if state in STATES:
                path = ROOT / "docs" / f"classroom-{STATES[state]}.webp"
                join(shoot(projector), shoot(phone)).save(path, quality=80, method=6)
                size = path.stat().st_size
                print(f"{path.name}: {size / 1000:.0f} kB")
                if size > MOST_BYTES:
                    raise SystemExit(f"{path.name} is too large.")


if __name__ == "__main__":
    main()
