"""Drawn points survive their text to the bit, and no text but a drawing's own is taken for one."""

import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from core.drawing import (
    MAX_CLASSES,
    MAX_DRAWN,
    MAX_IN_LINK,
    Drawing,
    DrawnSpec,
    decode_drawing,
    draw,
    encode_drawing,
    identify,
)
from core.input_error import InputError

sides = st.tuples(st.floats(-1e6, 1e6, width=32), st.floats(-1e6, 1e6, width=32)).filter(
    lambda pair: pair[0] < pair[1]
)


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    (a, b), (c, d) = draw(sides), draw(sides)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(0, 60))
    positions = rng.integers(0, 65_536, (n, 2)).astype(np.uint16)
    return Drawing((a, b, c, d), positions, rng.integers(0, MAX_CLASSES, n).astype(np.uint8))


SQUARE = Drawing(
    (-1.0, 1.0, 0.0, 2.0),
    np.array([[0, 0], [65_535, 65_535], [32_768, 0]], dtype=np.uint16),
    np.array([0, 3, 1], dtype=np.uint8),
)


def test_a_drawing_worked_by_hand() -> None:
    assert SQUARE.X.tolist() == [[-1.0, 0.0], [1.0, 2.0], [2 * 32_768 / 65_535 - 1, 0.0]]
    text = encode_drawing(SQUARE)
    assert text[0] == "1"
    assert len(text) == 1 + -(-(18 + 12 + 2 + 4) * 4 // 3)


@given(drawings())
@settings(max_examples=100)
def test_every_drawing_survives_its_text_to_the_bit(drawing: Drawing) -> None:
    again = decode_drawing(encode_drawing(drawing))
    assert again.box == drawing.box
    assert (again.X == drawing.X).all()
    assert (again.labels == drawing.labels).all()


def make_drawing(n: int) -> Drawing:
    return Drawing((0.0, 1.0, 0.0, 1.0), np.zeros((n, 2), np.uint16), np.zeros(n, np.uint8))


def test_a_drawing_for_a_link_leaves_room_for_the_rest_of_it() -> None:
    assert len(encode_drawing(make_drawing(MAX_IN_LINK))) < 3700


def test_as_many_points_as_a_picture_holds_can_be_written_and_no_more() -> None:
    assert len(decode_drawing(encode_drawing(make_drawing(MAX_DRAWN))).labels) == MAX_DRAWN
    with pytest.raises(InputError, match="2001 points are too many"):
        encode_drawing(make_drawing(MAX_DRAWN + 1))


@given(drawings(), st.data())
@settings(max_examples=100)
def test_a_changed_character_never_gives_other_points(
    drawing: Drawing, data: st.DataObject
) -> None:
    text = encode_drawing(drawing)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("019AZaz-_%= ").filter(lambda c: c != text[place]))
    try:
        again = decode_drawing(text[:place] + letter + text[place + 1 :])
    except ValueError:
        return
    assert (again.X == drawing.X).all()  # the last character has bits that count for nothing
    assert (again.labels == drawing.labels).all()


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_other_text_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InputError, match=r"^use "):
        decode_drawing(text)


def test_a_cut_link_and_an_impossible_box_are_refused() -> None:
    text = encode_drawing(SQUARE)
    for length in range(len(text) - 1):
        with pytest.raises(InputError, match=r"^use "):
            decode_drawing(text[:length])
    empty = Drawing((1.0, 1.0, 0.0, 2.0), SQUARE.positions, SQUARE.labels)
    with pytest.raises(InputError, match="width and a height"):
        decode_drawing(encode_drawing(empty))


def test_the_checksum_is_the_one_of_zip_and_png() -> None:
    assert zlib.crc32(b"123456789") == 0xCBF43926


def test_a_class_beyond_the_palette_is_refused() -> None:
    other = Drawing(SQUARE.box, SQUARE.positions, np.array([0, MAX_CLASSES, 1], dtype=np.uint8))
    with pytest.raises(InputError, match="at most 10 classes"):
        decode_drawing(encode_drawing(other))


@pytest.mark.parametrize("name", DATASETS)
def test_every_data_set_can_be_drawn_and_moves_by_half_a_step_at_most(name: str) -> None:
    points = load(DatasetSpec(name))
    drawing = draw(points.X, points.y)
    steps = np.array([drawing.box[1] - drawing.box[0], drawing.box[3] - drawing.box[2]]) / 65_535
    assert (np.abs(drawing.X - points.X) <= 0.5001 * steps).all()
    assert (drawing.labels == points.y).all()


@given(st.lists(st.tuples(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300)), max_size=9))
@settings(max_examples=100)
def test_any_finite_points_can_be_drawn_and_survive_the_text(points: list[tuple[float]]) -> None:
    X = np.array(points, dtype=np.float64).reshape(-1, 2)
    drawing = draw(X, np.zeros(len(X)))
    assert (decode_drawing(encode_drawing(drawing)).X == drawing.X).all()
    assert np.isfinite(drawing.X).all()


def test_drawn_points_are_a_data_set_with_the_names_it_was_given() -> None:
    spec = DrawnSpec(encode_drawing(SQUARE), ("width", "height", "small", "large"))
    points = spec.load()
    assert points.feature_names == ("width", "height")
    assert points.class_names == ("small", "large", "class 3", "class 4")
    assert points.y.tolist() == [0, 3, 1]
    assert (points.X == SQUARE.X).all()


def test_a_skipped_class_keeps_its_number_and_there_are_no_more_names_than_classes() -> None:
    one = Drawing(SQUARE.box, SQUARE.positions[:1], np.array([5], dtype=np.uint8))
    points = DrawnSpec(encode_drawing(one)).load()
    assert points.class_names == ("C-", "C+", "class 3", "class 4", "class 5", "class 6")


def test_no_points_are_drawn_on_a_blank_sheet() -> None:
    assert draw(np.zeros((0, 2)), []).box == DrawnSpec().drawing.box


def test_points_may_be_whole_numbers_of_any_size() -> None:
    drawing = draw([[0, 0], [10**20, 10**30]], [0, 1])
    assert pytest.approx(np.array([[0, 0], [1e20, 1e30]]), rel=1e-4, abs=1e26) == drawing.X


def test_points_too_near_for_a_link_to_tell_apart_lie_in_a_tiny_box() -> None:
    x1_min, x1_max, x2_min, x2_max = draw([[0.0, 5.0], [1e-60, 5.0000001]], [0, 1]).box
    assert (x1_min, x1_max) == pytest.approx((-1e-6, 1e-6))
    assert (x2_min, x2_max) == pytest.approx((5 - 5e-6, 5 + 5e-6), abs=1e-6)


def test_a_blank_sheet_has_two_classes_and_no_points() -> None:
    points = DrawnSpec().load()
    assert points.X.shape == (0, 2)
    assert points.class_names == ("C-", "C+")


def test_a_drawing_has_the_name_that_the_browser_gives_it() -> None:
    assert identify("123456789") == "cbf43926"
