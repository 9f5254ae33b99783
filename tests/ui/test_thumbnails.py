"""Tiles: a small picture shows the cells it was given, the boundary and the points."""

import base64
import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from bayeslab.figures.regions import shade_ends
from bayeslab.figures.theme import PALETTE, REST, THEMES, mix
from core import compute
from core.outlines import OUTLINES
from core.state import LabState
from javascript import call
from ui import pictures
from ui.thumbnails import REACH, draw_thumbnail, draw_thumbnail_points

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


def test_points_are_at_their_places_with_the_marker_of_their_class() -> None:
    X, y = np.array([[0.0, 0.0], [4.0, 3.0], [1.0, 3.0]]), np.array([0, 2, 2])
    root = ElementTree.fromstring(draw_thumbnail_points(X, y, (0, 4, 0, 3)))
    first, last = root.findall(f"{SVG}path")
    assert (first.attrib["d"], last.attrib["d"]) == ("M0.0,300.0", "M400.0,0.0L100.0,0.0")
    assert last.attrib["marker-mid"] == "url(#m2)"
    (circle,), (polygon,) = root.iter(f"{SVG}circle"), root.iter(f"{SVG}polygon")
    fills = [shape.attrib["fill"] for shape in (circle, polygon)]
    assert fills == [PALETTE[0].colour, PALETTE[2].colour]


def test_every_marker_of_the_palette_has_an_outline_of_its_own_that_fits_its_picture() -> None:
    assert {*OUTLINES, "circle"} == {style.symbol for style in (*PALETTE, REST)}
    assert len(set(OUTLINES.values())) == len(OUTLINES)
    for corners in map(np.array, OUTLINES.values()):
        assert 0.9 < np.hypot(*corners.T).max() < REACH - 0.2
        assert abs(corners.mean(axis=0)).max() < 0.2


def test_a_thumbnail_has_the_outlines_of_the_canvas() -> None:
    palette = [style for style in PALETTE if style.symbol != "circle"]
    X, y = np.ones((len(PALETTE), 2)), np.arange(len(PALETTE))
    root = ElementTree.fromstring(draw_thumbnail_points(X, y, (0, 4, 0, 3)))
    drawn = [
        [
            [float(number) for number in corner.split(",")]
            for corner in each.attrib["points"].split()
        ]
        for each in root.iter(f"{SVG}polygon")
    ]
    traced = call("drawn.mjs", [["trace", style.symbol] for style in palette])
    for corners, expected in zip(drawn, traced, strict=True):
        np.testing.assert_allclose(corners, expected, atol=0.005)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="theme"):
        draw_thumbnail(X1, X2, half(), np.ones((4, 5)), 2, theme="sepia")


def test_each_point_of_a_thumbnail_lies_in_the_class_that_is_predicted_there() -> None:
    state = LabState(data="random_labels", gamma=1000.0)
    fit = state.fit_spec()
    points, (low, high, bottom, top) = compute.dataset(fit.data), pictures.thumbnail_box(fit.data)
    svg = pictures.thumbnail_with_points(fit, "light")
    root, cells = ElementTree.fromstring(svg), colours_of(svg)
    discs = {
        (each.attrib["cx"], each.attrib["cy"]): each.attrib["fill"]
        for each in root.findall(f"{SVG}circle")
    }
    assert len(cells) > 300
    for (x, y), label in zip(points.X.tolist(), points.y.tolist(), strict=True):
        across, down = (x - low) / (high - low), (top - y) / (top - bottom)
        place = f"{400 * across:.1f}", f"{300 * down:.1f}"
        row, column = round(down * (len(cells) - 1)), round(across * (len(cells) - 1))
        red, _, blue = cells[row, column].tolist()
        assert (red > blue) == (label == 1) or discs.get(place) == shade_ends(
            label, THEMES["light"]
        )[1]
    sizes = {float(each.attrib["markerWidth"]) for each in root.iter(f"{SVG}marker")}
    assert sizes == {round(REACH * 4, 1)}
