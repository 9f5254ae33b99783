"""A set of scenes as a PowerPoint file: a slide per scene, with its picture, note and link.

Needs the extra ``slides`` (python-pptx, and resvg, which turns the pictures into PNG).
"""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any

from core.scenes import SceneSet

if TYPE_CHECKING:
    from pptx.slide import Slide

MISSING = (
    "These scenes can also become PowerPoint slides if the server has two more packages: "
    "`pip install python-pptx resvg-py`."
)
WIDTH, HEIGHT = 13.333, 7.5  # inches, 16 : 9
TITLE_ONLY, TITLE_SLIDE = 5, 0  # layouts of python-pptx's own template
EDGE, TOP, FOOT = 0.6, 1.35, 0.75  # inches: margins, of the picture from the top and the bottom
PIXELS = 1400  # width of a picture
OPEN = "Open it live"


def can_write_slides() -> bool:
    """Return whether the extra ``slides`` is installed."""
    return all(find_spec(name) is not None for name in ("pptx", "resvg_py"))


def write_slides(
    scene_set: SceneSet, links: Sequence[str], pictures: Sequence[tuple[str, str] | None]
) -> bytes:
    """Return the file: a slide with the title of the set, and one for each scene.

    Parameters
    ----------
    scene_set : SceneSet
    links : sequence of str
        To each scene.
    pictures : sequence
        Of each scene an SVG and what it shows, or None if it has none.
    """
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    deck.slide_width, deck.slide_height = Inches(WIDTH), Inches(HEIGHT)
    first = deck.slides.add_slide(deck.slide_layouts[TITLE_SLIDE])
    first.shapes.title.text = scene_set.title
    subtitle = first.placeholders[1]
    subtitle.text = f"{len(scene_set.scenes)} scenes of bayeslab"
    _place(first.shapes.title, EDGE, 2.3, WIDTH - 2 * EDGE, 1.5)
    _place(subtitle, EDGE, 4.0, WIDTH - 2 * EDGE, 1.0)
    for scene, link, picture in zip(scene_set.scenes, links, pictures, strict=True):
        slide = deck.slides.add_slide(deck.slide_layouts[TITLE_ONLY])
        slide.shapes.title.text = scene.title
        _place(slide.shapes.title, EDGE, 0.3, WIDTH - 2 * EDGE, 0.9)
        if picture is not None:
            _add_picture(slide, *picture, link)
        _add_link(slide, link)
        slide.notes_slide.notes_text_frame.text = scene.note
    file = BytesIO()
    deck.save(file)
    return file.getvalue()


def _add_picture(slide: "Slide", svg: str, words: str, link: str) -> None:
    """Add a picture as large as fits, in the middle; a click opens the scene."""
    import resvg_py
    from pptx.util import Inches

    png = resvg_py.svg_to_bytes(svg_string=svg, width=PIXELS)
    shape = slide.shapes.add_picture(BytesIO(png), 0, 0, height=Inches(HEIGHT - TOP - FOOT))
    largest = Inches(WIDTH - 2 * EDGE)
    if shape.width > largest:
        shape.height, shape.width = round(shape.height * largest / shape.width), largest
    shape.left, shape.top = (Inches(WIDTH) - shape.width) // 2, Inches(TOP)
    shape.element.nvPicPr.cNvPr.set("descr", words)  # what a screen reader says
    shape.click_action.hyperlink.address = link


def _add_link(slide: "Slide", link: str) -> None:
    from pptx.util import Inches, Pt

    box = slide.shapes.add_textbox(*map(Inches, (EDGE, HEIGHT - 0.6, WIDTH - 2 * EDGE, 0.4)))
    run = box.text_frame.paragraphs[0].add_run()
    run.text, run.font.size = OPEN, Pt(16)
    run.hyperlink.address = link


def _place(shape: Any, left: float, top: float, width: float, height: float) -> None:
    from pptx.util import Inches

    shape.left, shape.top, shape.width, shape.height = map(Inches, (left, top, width, height))
