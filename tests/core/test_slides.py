"""A set of scenes as PowerPoint slides: what is in the file, and that LibreOffice shows it."""

import importlib.util
import io
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from pptx import Presentation

from app_pages import open_page
from bayeslab.figures.theme import PALETTE
from core import slides
from core.drawing import draw, encode_drawing
from core.scenes import Scene, SceneSet, write_link
from core.slides import MISSING, can_write_slides, write_slides
from lessons.thumbnails import THUMBNAILS
from programs import find_program
from ui.present.slides import link_to
from ui.scene_pictures import large_picture_of

ADDRESS = "https://example.org/course/scenes"
SCENES = SceneSet(
    "Four & more",
    (
        Scene("Two <moons>", "Ask first.\nThen γ.", query="gamma=7"),
        Scene("A lesson", page="kernel_width", query="data=random_labels"),
        Scene("The start", page=""),
        Scene("A page without a picture", "Say it.", page="room"),
    ),
)


def write(scene_set: SceneSet) -> tuple[bytes, list[str], list[tuple[str, str] | None]]:
    links = [link_to(scene, ADDRESS) for scene in scene_set.scenes]
    pictures = [large_picture_of(each, THUMBNAILS) for each in scene_set.scenes]
    return write_slides(scene_set, links, pictures), links, pictures


def check_slide(slide: Any, scene: Scene, link: str, picture: tuple[str, str] | None) -> None:
    assert slide.shapes.title.text == scene.title
    assert slide.notes_slide.notes_text_frame.text == scene.note
    pictures = [shape for shape in slide.shapes if shape.shape_type == 13]  # a picture
    assert len(pictures) == (picture is not None)
    for shape in pictures:
        assert picture is not None
        assert shape._element.nvPicPr.cNvPr.get("descr") == picture[1]
        assert shape.click_action.hyperlink.address == link
    texts = [shape for shape in slide.shapes if shape.has_text_frame]
    runs = [run for shape in texts for part in shape.text_frame.paragraphs for run in part.runs]
    assert link in [run.hyperlink.address for run in runs]


def test_each_scene_is_a_slide_with_title_picture_note_and_link() -> None:
    file, links, pictures = write(SCENES)
    first, *others = Presentation(io.BytesIO(file)).slides
    assert first.shapes.title.text == SCENES.title
    assert len(others) == len(SCENES.scenes)
    for slide, scene, link, picture in zip(others, SCENES.scenes, links, pictures, strict=True):
        check_slide(slide, scene, link, picture)


def test_nothing_reaches_over_the_edge_of_a_slide() -> None:
    deck = Presentation(io.BytesIO(write(SCENES)[0]))
    for slide in deck.slides:
        for shape in slide.shapes:
            assert min(shape.left, shape.top) >= 0
            assert shape.left + shape.width <= deck.slide_width
            assert shape.top + shape.height <= deck.slide_height


def test_a_link_opens_the_page_of_its_scene_below_any_path() -> None:
    links = [urlsplit(link_to(scene, ADDRESS)) for scene in SCENES.scenes]
    pages = ["/course/lab", "/course/kernel_width", "/course/", "/course/room"]
    assert [link.path for link in links] == pages
    assert parse_qs(links[0].query) == {"gamma": ["7"]}


@pytest.mark.parametrize("classes", range(2, 11))
def test_a_scene_of_any_number_of_classes_has_its_picture(classes: int) -> None:
    rng = np.random.default_rng(classes)
    labels = np.arange(20 * classes) % classes
    X = rng.normal(size=(len(labels), 2)) + 3 * np.column_stack([labels, labels % 3])
    X = X.round(1)  # short enough for a link
    names = "~".join(["x", "y", *(f"kind {k}" for k in range(classes))])
    query = {"data": "drawn", "points": encode_drawing(draw(X, labels)), "names": names}
    for model in ("full", "I"):
        scene = Scene("Many", query=urlencode(query | {"model": model}))
        picture = large_picture_of(scene, THUMBNAILS)
        assert picture is not None
        assert all(f"kind {k}" in picture[0] for k in range(classes))


def test_what_goes_wrong_while_drawing_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("drawing")

    monkeypatch.setattr("ui.scene_pictures.draw_lab", fail)
    with pytest.raises(ValueError, match="drawing"):
        large_picture_of(SCENES.scenes[0], THUMBNAILS)


@pytest.mark.soak
def test_libreoffice_shows_the_picture_on_its_page(tmp_path: Path) -> None:
    program = find_program("soffice", application="LibreOffice")
    file = tmp_path / "slides.pptx"
    file.write_bytes(write(SCENES)[0])
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    convert = [program, profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path)]
    subprocess.run([*convert, str(file)], check=True, capture_output=True)
    subprocess.run(
        [
            find_program("pdftoppm"),
            "-r",
            "50",
            "-png",
            str(file.with_suffix(".pdf")),
            str(tmp_path / "page"),
        ],
        check=True,
    )
    pages = sorted(tmp_path.glob("page-*.png"))
    shares = [coloured(np.asarray(Image.open(page).convert("RGB")).astype(int)) for page in pages]
    assert len(shares) == 1 + len(SCENES.scenes)
    assert shares[1] > 0.2  # the regions of two moons
    assert shares[2] > 0.1
    assert shares[3] > 0.2
    assert max(shares[0], shares[4]) < 0.01


def coloured(page: NDArray[np.int_]) -> float:
    """Return the share of a page that has a hue between white and a colour of the first classes."""
    hues = [np.array([int(each.colour[k : k + 2], 16) for k in (1, 3, 5)]) for each in PALETTE[:2]]
    ink = 255 - page
    length = np.linalg.norm(ink, axis=2)
    is_near = np.zeros(length.shape, bool)
    for hue in hues:
        direction = (255 - hue) / np.linalg.norm(255 - hue)
        is_near |= (ink @ direction > 0.97 * length) & (length > 20)
    return float(is_near.mean())


def test_the_page_scenes_saves_slides_or_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = open_page("scenes.py", set=write_link(SCENES))
    assert can_write_slides()
    assert "Save as PowerPoint" in [each.proto.label for each in app.get("download_button")]
    find = importlib.util.find_spec
    monkeypatch.setattr(slides, "find_spec", lambda name: None if name == "pptx" else find(name))
    app = open_page("scenes.py", set=write_link(SCENES))
    assert "Save as PowerPoint" not in [each.proto.label for each in app.get("download_button")]
    assert MISSING in [each.value for each in app.caption]
    assert "pip install python-pptx" in MISSING
