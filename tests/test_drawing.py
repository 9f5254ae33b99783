"""Drawn points survive their text to the bit, and no text but a drawing's own is taken for one."""

import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bayeslab.drawing import MAX_DRAWN, Drawing, decode_drawing, encode_drawing

sides = st.tuples(st.floats(-1e6, 1e6, width=32), st.floats(-1e6, 1e6, width=32)).filter(
    lambda pair: pair[0] < pair[1]
)


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    (a, b), (c, d) = draw(sides), draw(sides)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(0, 60))
    positions = rng.integers(0, 65_536, (n, 2)).astype(np.uint16)
    return Drawing((a, b, c, d), positions, rng.integers(0, 4, n).astype(np.uint8))


SQUARE = Drawing(
    (-1.0, 1.0, 0.0, 2.0),
    np.array([[0, 0], [65_535, 65_535], [32_768, 0]], dtype=np.uint16),
    np.array([0, 3, 1], dtype=np.uint8),
)


def test_a_drawing_worked_by_hand() -> None:
    assert SQUARE.X.tolist() == [[-1.0, 0.0], [1.0, 2.0], [2 * 32_768 / 65_535 - 1, 0.0]]
    text = encode_drawing(SQUARE)
    assert text[0] == "1"
    assert len(text) == 1 + -(-(18 + 12 + 1 + 4) * 4 // 3)


@given(drawings())
@settings(max_examples=100)
def test_every_drawing_survives_its_text_to_the_bit(drawing: Drawing) -> None:
    again = decode_drawing(encode_drawing(drawing))
    assert again.box == drawing.box
    assert (again.X == drawing.X).all()
    assert (again.labels == drawing.labels).all()


def test_the_largest_drawing_fits_into_a_link() -> None:
    n = MAX_DRAWN
    drawing = Drawing((0.0, 1.0, 0.0, 1.0), np.zeros((n, 2), np.uint16), np.zeros(n, np.uint8))
    assert len(encode_drawing(drawing)) < 4096
    larger = Drawing(drawing.box, np.zeros((n + 1, 2), np.uint16), np.zeros(n + 1, np.uint8))
    with pytest.raises(ValueError, match="701 points do not fit into a link"):
        encode_drawing(larger)


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
    with pytest.raises(ValueError, match=r"^use "):
        decode_drawing(text)


def test_a_cut_link_and_an_impossible_box_are_refused() -> None:
    text = encode_drawing(SQUARE)
    for length in range(len(text) - 1):
        with pytest.raises(ValueError, match=r"^use "):
            decode_drawing(text[:length])
    empty = Drawing((1.0, 1.0, 0.0, 2.0), SQUARE.positions, SQUARE.labels)
    with pytest.raises(ValueError, match="width and a height"):
        decode_drawing(encode_drawing(empty))


def test_the_checksum_is_the_one_of_zip_and_png() -> None:
    assert zlib.crc32(b"123456789") == 0xCBF43926
