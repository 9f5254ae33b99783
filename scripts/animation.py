"""Record the animation at the top of README: a hand on the start page drags a point and γ.

Run ``.venv/bin/python scripts/animation.py``. It starts the app, drives Chromium and
writes ``docs/animation-light.webp`` and ``docs/animation-dark.webp``, together at most 2 MB.
"""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from browser import launch_chromium, visit  # noqa: E402
from server import AppServer  # noqa: E402

Place = tuple[float, float]
Scheme = Literal["light", "dark"]

SIZE: Any = {"width": 1100, "height": 640}
WIDTH = 880  # pixels of the animation
MILLISECONDS = 70  # of a frame
LAST = 1400  # milliseconds of the last frame
MOST_BYTES = 1_000_000  # of each animation
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# The screenshot has no pointer: a ring shows its place.
POINTER = """
const ring = document.createElement("div");
ring.style.cssText = `position: fixed; z-index: 9999999; width: 26px; height: 26px; margin: -13px;
  border: 3px solid #5b3fa6; border-radius: 50%; background: #ffffffa0; pointer-events: none`;
addEventListener("pointermove", ({ clientX, clientY }) => {
  Object.assign(ring.style, { left: `${clientX}px`, top: `${clientY}px` });
  document.body.append(ring);
}, true);
"""
# The start and the end of the drag of a point, in shares of the picture.
POINT, GOAL = (0.681, 0.555), (0.45, 0.55)


def places(
    area: Locator, start: tuple[float, float], end: tuple[float, float], n: int
) -> Iterator[Any]:
    """Yield n pixels on the way between two places of an element, slowly at both ends."""
    box = area.bounding_box()
    assert box is not None
    corner, size = np.array([box["x"], box["y"]]), np.array([box["width"], box["height"]])
    for share in (1 - np.cos(np.linspace(0, np.pi, n))) / 2:
        yield tuple(corner + size * (np.array(start) + share * np.subtract(end, start)))


def drag(page: Page, area: Locator, start: Place, end: Place, n: int) -> Iterator[bytes]:
    """Yield the screenshots of a drag of n steps."""
    way = list(places(area, start, end, n))
    page.mouse.move(*way[0])
    yield page.screenshot()
    page.mouse.down()
    for place in way:
        page.mouse.move(*place)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        yield page.screenshot()
    page.mouse.up()


def record(browser: Browser, url: str, scheme: Scheme) -> list[Image.Image]:
    """Return the frames: a point is dragged across the boundary, then γ to its largest value."""
    page = browser.new_page(viewport=SIZE, color_scheme=scheme)
    page.add_init_script(POINTER)
    visit(page, url)
    area = page.get_by_role("application", name="Drawing area")
    slider = page.get_by_role("slider", name="gamma", exact=True)
    shots = list(drag(page, area, POINT, GOAL, 22))
    link = page.get_by_role("link", name="Open this in the lab")
    try:
        expect(link).to_have_attribute("href", re.compile("data=drawn"))
    except AssertionError:
        sys.exit("The hand caught no point: correct POINT.")
    shots += drag(page, slider, (0.54, 0.5), (0.97, 0.5), 36)
    page.close()
    return [shrink(shot) for shot in shots]


def shrink(shot: bytes) -> Image.Image:
    """Return the screenshot in the width of the animation."""
    image = Image.open(BytesIO(shot)).convert("RGB")
    return image.resize(
        (WIDTH, round(WIDTH * image.height / image.width)), Image.Resampling.LANCZOS
    )


def write(frames: list[Image.Image], scheme: Scheme) -> None:
    """Write the animation, unless it is too large."""
    file, (first, *rest) = ROOT / "docs" / f"animation-{scheme}.webp", frames
    durations = [MILLISECONDS] * len(rest) + [LAST]
    options: dict[str, Any] = {
        "save_all": True,
        "duration": durations,
        "loop": 0,
        "quality": 70,
        "method": 4,
    }
    first.save(file, append_images=rest, **options)
    size = file.stat().st_size
    if size > MOST_BYTES:
        sys.exit(f"{file} has {size} bytes, more than {MOST_BYTES}: use fewer frames.")
    print(f"{file.relative_to(ROOT)}: {len(frames)} frames, {size / 1e6:.2f} MB")


def main() -> None:
    """Record and write the animations."""
    with (
        TemporaryDirectory() as folder,
        AppServer(Path(folder) / "log.txt") as server,
        sync_playwright() as playwright,
    ):
        browser = launch_chromium(playwright)
        for scheme in SCHEMES:
            write(record(browser, server.url, scheme), scheme)


if __name__ == "__main__":
    main()
