"""Tiles: a small picture shows the cells it was given, the boundary and the points."""

import base64
import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from bayeslab.figures import PALETTE, THEMES
from bayeslab.figures.theme import mix
from ui.thumbnails import SHAPES, draw_thumbnail, draw_thumbnail_points

X1, X2 = np.linspace(0, 4, 5), np.linspace(0, 3, 4)
SVG = "{http://www.w3.org/2000/svg}"


def half(n_classes: int = 2) -> np.ndarray:
    """Return labels (4, 5): the last class in the upper half, 0 below."""
    return np.repeat([0, 0, n_classes - 1, n_classes - 1], 5).reshape(4, 5)


def colours_of(svg: str) -> np.ndarray:
    """Return the colours of the cells, the top row first."""
    picture = ElementTree.fromstring(svg).find(f"{SVG}image")
    assert picture is not None
    content = base64.b64decode(picture.attrib["href"].partition(",")[2])
    return np.array(Image.open(io.BytesIO(content)).convert("RGB"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("n_classes", range(2, 11))
def test_each_cell_has_the_sure_colour_of_its_class_the_upper_ones_on_top(
    n_classes: int, theme: str
) -> None:
    svg = draw_thumbnail(X1, X2, half(n_classes), np.ones((4, 5)), n_classes, theme=theme)
    look = THEMES[theme]
    sure = [
        [*bytes.fromhex(mix(PALETTE[k].colour, look.background, look.sure)[1:])]
        for k in (n_classes - 1, 0)
    ]
    assert colours_of(svg).tolist() == [[colour] * 5 for colour in np.repeat(sure, 2, 0).tolist()]


def test_the_boundary_runs_between_the_classes() -> None:
    svg = draw_thumbnail(X1, X2, half(), np.ones((4, 5)), 2)
    (line,) = ElementTree.fromstring(svg).iter(f"{SVG}path")
    places = np.array([pair.split(",") for pair in re.split("[ML]", line.attrib["d"])[1:]], float)
    assert set(places[:, 1]) == {150.0}
    assert (places[:, 0].min(), places[:, 0].max()) == (0, 400)


def test_two_separate_lines_are_not_joined() -> None:
    label = np.repeat([0, 1, 1, 0], 5).reshape(4, 5)
    svg = draw_thumbnail(X1, X2, label, np.ones((4, 5)), 2)
    assert svg.count("M0.0") + svg.count("M400.0") == 2


def test_a_picture_of_one_class_has_no_boundary() -> None:
    assert 'd=""' in draw_thumbnail(X1, X2, np.zeros((4, 5), int), np.zeros((4, 5)), 2)


def test_points_stand_in_their_places_with_the_marker_of_their_class() -> None:
    X, y = np.array([[0.0, 0.0], [4.0, 3.0], [1.0, 3.0]]), np.array([0, 2, 2])
    root = ElementTree.fromstring(draw_thumbnail_points(X, y, (0, 4, 0, 3)))
    first, last = root.findall(f"{SVG}path")
    assert (first.attrib["d"], last.attrib["d"]) == ("M0.0,300.0", "M400.0,0.0L100.0,0.0")
    assert last.attrib["marker-mid"] == "url(#m2)"
    fills = [shape.attrib["fill"] for shape in root.iter(f"{SVG}polygon")]
    assert fills == [PALETTE[0].colour, PALETTE[2].colour]


def test_every_marker_of_the_palette_has_a_shape_of_its_own_within_its_circle() -> None:
    assert set(SHAPES) == {style.symbol for style in PALETTE}
    for corners in SHAPES.values():
        assert np.hypot(*corners.T).max() <= 1.2
        assert abs(corners.mean(axis=0)).max() < 0.2


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="theme"):
        draw_thumbnail(X1, X2, half(), np.ones((4, 5)), 2, theme="sepia")
