"""Pictures of Plotly figures for the documents: SVG in both themes, drawn by Chromium.

A page shows one of the two, as its theme is (classes ``only-light`` and ``only-dark`` of the theme
pydata). Nothing of Plotly is loaded by a reader.
"""

from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io
from playwright.sync_api import Page, sync_playwright
from plotly.offline import get_plotlyjs

from browser import launch_chromium

__all__ = ["PAIR", "scrape_figure", "take_pictures"]

SIZE = {"width": 720, "height": 480}
DRAW = """async ([figure, size]) => {
  const drawn = await Plotly.toImage(JSON.parse(figure), { format: "svg", ...size });
  return decodeURIComponent(drawn.slice(drawn.indexOf(",") + 1));
}"""
PAIR = """
.. image:: {address}-light.svg
   :alt: {alt}
   :class: only-light

.. image:: {address}-dark.svg
   :alt: {alt}
   :class: only-dark
"""


@cache
def _page() -> Page:
    """Return a page of Chromium with Plotly, which stays open while the documents are built."""
    page = launch_chromium(sync_playwright().start()).new_page()
    page.set_content("<!doctype html>")
    page.add_script_tag(content=get_plotlyjs())
    return page


def take_pictures(figures: dict[str, go.Figure], base: Path) -> None:
    """Write ``<base>-light.svg`` and ``<base>-dark.svg``.

    Parameters
    ----------
    figures : dict
        The figure of each theme.
    base : Path
        Where to, without the theme and the ending.
    """
    base.parent.mkdir(parents=True, exist_ok=True)
    for theme, figure in figures.items():
        picture = _page().evaluate(DRAW, [figure.to_json(), SIZE])
        base.with_name(f"{base.name}-{theme}.svg").write_text(picture, encoding="utf-8")


def scrape_figure(block: Any, block_vars: dict[str, Any], gallery_conf: dict[str, Any]) -> str:
    """Return the pictures of an example's ``figure`` in reStructuredText, for sphinx-gallery.

    The example is run once more for the dark theme: a figure is drawn in one theme.
    """
    figure = block_vars["example_globals"].pop("figure", None)
    if figure is None:
        return ""
    place = Path(next(block_vars["image_path_iterator"])).with_suffix("")
    text = Path(block_vars["src_file"]).read_text(encoding="utf-8")
    dark: dict[str, Any] = {}
    with redirect_stdout(None):
        exec(text.replace('theme="light"', 'theme="dark"'), dark)
    take_pictures({"light": figure, "dark": dark["figure"]}, place)
    place.with_suffix(".svg").write_text(  # of the thumbnail
        place.with_name(f"{place.name}-light.svg").read_text(encoding="utf-8"), encoding="utf-8"
    )
    address = f"/{place.relative_to(gallery_conf['src_dir']).as_posix()}"
    return PAIR.format(address=address, alt=text.splitlines()[1])


plotly.io.renderers.default = ""  # `figure.show()` at the end of an example opens no window
