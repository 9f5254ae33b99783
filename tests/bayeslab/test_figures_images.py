"""Pictures of images: each value has its colour, each class its place."""

import numpy as np
import plotly.graph_objects as go
import pytest

from bayeslab.figures import draw_confusion, draw_images
from bayeslab.figures.theme import THEMES

every_theme = pytest.mark.parametrize("theme", THEMES)
THREE = np.array([[0, -2], [1, 2]])


def rgb(colour: str) -> list[int]:
    return [*bytes.fromhex(colour[1:])]


def pixels(figure: go.Figure) -> np.ndarray:
    return np.asarray(figure.data[0].z)


@every_theme
def test_unsigned_values_run_from_the_background_to_the_ink(theme: str) -> None:
    z = pixels(draw_images([[[0, 5], [10, 10]]], ["a"], theme=theme))
    look = THEMES[theme]
    assert z[-2, 0].tolist() == rgb(look.background)
    assert z[-1, 0].tolist() == z[-1, 1].tolist() == rgb(look.ink)


@every_theme
def test_signed_values_are_blue_below_zero_and_vermillion_above(theme: str) -> None:
    z = pixels(draw_images([THREE], ["a"], signed=True, theme=theme))
    assert z[-2, 0].tolist() == rgb(THEMES[theme].background)
    assert z[-2, 1].tolist() == rgb("#0072B2")
    assert z[-1, 1].tolist() == rgb("#D55E00")


def test_colours_are_shown_as_they_are() -> None:
    image = np.zeros((1, 2, 2, 3))
    image[0, 0, 1] = [10, 20, 40]
    z = pixels(draw_images(image, ["a"]))
    assert z[-2, 1].tolist() == [64, 128, 255]


def test_names_are_above_their_images_row_by_row() -> None:
    figure = draw_images(np.arange(7 * 6).reshape(7, 3, 2), list("abcdefg"), columns=3)
    words = figure.data[1]
    assert list(words.text) == list("abcdefg")
    assert len(set(words.y[:3])) == 1
    assert words.y[3] > words.y[0]
    assert list(words.x[:3]) == sorted(words.x[:3])
    assert words.x[3] == words.x[0]


@pytest.mark.parametrize(
    "values", [np.zeros((2, 3, 3)), np.full((2, 3, 3), 7), -np.ones((2, 2, 2))]
)
@pytest.mark.parametrize("signed", [False, True])
def test_images_without_contrast_are_drawn_too(values: np.ndarray, signed: bool) -> None:
    assert pixels(draw_images(values, ["a", "b"], signed=signed)).dtype == np.uint8


def test_the_depth_of_a_cell_is_its_share_of_its_row() -> None:
    right, wrong = draw_confusion([[97, 3], [0, 8]], ["a", "b"]).data
    assert np.diagonal(right.z).tolist() == [0.97, 1.0]
    assert np.isnan(np.diagonal(wrong.z)).all()
    assert wrong.z[0][1] == 0.03
    assert (right.zmin, right.zmax) == (wrong.zmin, wrong.zmax) == (0, 1)
    assert (wrong.text[0][1], wrong.text[1][0]) == ("3", "")
    assert wrong.customdata[0][1] == "3, 3.0\u00a0%"


def test_a_class_without_points_has_a_row_of_zeros() -> None:
    right, wrong = draw_confusion([[5, 0], [0, 0]], ["a", "b"]).data
    assert (right.z[1][1], wrong.z[1][0]) == (0, 0)


def test_many_classes_have_no_numbers_in_their_cells() -> None:
    names = [str(k) for k in range(30)]
    assert draw_confusion(np.eye(30), names).data[0].text is None


def test_long_names_beside_a_confusion_matrix_are_in_short_lines() -> None:
    names = ["Common bream <Abramis brama>", "pike"]
    for axis in (layout := draw_confusion(np.eye(2), names).layout).xaxis, layout.yaxis:
        assert axis.ticktext == ("Common bream<br>&lt;Abramis<br>brama&gt;", "pike")
    assert draw_confusion(np.eye(2), ["C−", "C+"]).layout.xaxis.ticktext is None


@every_theme
def test_names_are_not_read_as_markup(theme: str) -> None:
    assert draw_images(np.eye(2)[None], ["<b>"], theme=theme).data[1].text[0] == "&lt;b&gt;"
    assert draw_confusion([[1]], ["<b>"], theme=theme).data[0].x[0] == "&lt;b&gt;"


@pytest.mark.parametrize(
    "draw",
    [
        lambda: draw_images(np.zeros((2, 3)), ["a", "b"]),
        lambda: draw_images(np.zeros((2, 3, 3)), ["a"]),
        lambda: draw_images(np.full((1, 3, 3), np.nan), ["a"]),
        lambda: draw_images(np.zeros((0, 3, 3)), []),
        lambda: draw_images(np.zeros((1, 3, 3, 4)), ["a"]),
        lambda: draw_images(np.zeros((1, 3, 3)), ["a"], theme="blue"),
        lambda: draw_confusion(np.zeros((2, 3)), ["a", "b"]),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw: object) -> None:
    assert callable(draw)
    with pytest.raises(ValueError, match=r"\."):
        draw()
