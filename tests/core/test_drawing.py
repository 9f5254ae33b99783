"""Drawn points survive their text to the bit, and no text but a drawing's own is taken for one."""

import base64

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from core.drawing import (
    LONGEST_IN_LINK,
    MAX_IN_LINK,
    Drawing,
    DrawnSpec,
    cached_drawing,
    decode_drawing,
    draw,
    encode_drawing,
    identify,
    text_for_link,
)
from core.drawing_format import GRAIN, MAX_CLASSES, MAX_DRAWN
from core.input_error import InputError
from core.share import LONGEST_IN_QR

sides = st.tuples(st.floats(-1e6, 1e6, width=32), st.floats(-1e6, 1e6, width=32)).filter(
    lambda pair: pair[0] < pair[1]
)


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    (a, b), (c, d) = draw(sides), draw(sides)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(0, 60))
    positions = rng.integers(0, 65_536, (n, 2))
    return Drawing.at((a, b, c, d), positions, rng.integers(0, MAX_CLASSES, n))


SQUARE = Drawing.at((-1.0, 1.0, 0.0, 2.0), [[0, 0], [65_535, 65_535], [32_768, 0]], [0, 3, 1])


def test_a_drawing_worked_by_hand() -> None:
    assert SQUARE.X.tolist() == [[-1.0, 0.0], [1.0, 2.0], [2 * 32_768 / 65_535 - 1, 0.0]]
    text = encode_drawing(SQUARE)
    assert text[0] == "3"
    # Grain and no blank box, the box, the number of points, steps of 16 bits and of 16 bits: not
    # all positions are multiples of 17. Classes 0, 3, 1: steps 0, 3, -2 are 0, 6, 3, in the code of
    # order 0 "1", "00111", "00100", with zeros to whole bytes.
    assert base64.urlsafe_b64decode(text[1:] + "==")[:2] == b"\1\0"
    assert base64.urlsafe_b64decode(text[1:] + "==")[-7:-4] == bytes([0, 0b10011100, 0b10000000])
    assert len(text) == 1 + -(-(2 + 16 + 2 + 2 * (2 + 6) + 3 + 4) * 4 // 3)


def test_new_points_take_few_characters() -> None:
    rng = np.random.default_rng(0)
    strokes = rng.uniform([-2.5, -1.6], [2.5, 1.6], (12, 2))
    X = np.repeat(strokes, 14, axis=0) + rng.uniform(-0.22, 0.22, (168, 2))
    drawing = Drawing((-3.0, 3.0, -2.0, 2.0), X, np.repeat([0, 1], 84).astype(np.uint8))
    text = encode_drawing(drawing.on_grid(GRAIN))
    again = decode_drawing(text)
    assert (abs(again.X - X) < [6 / 3855, 4 / 3855]).all()
    assert len(text) < 168 * 3.7
    assert LONGEST_IN_QR - len(text) > 350  # room for the address, names and settings


@given(drawings())
def test_every_drawing_survives_its_text_to_the_bit(drawing: Drawing) -> None:
    again = decode_drawing(encode_drawing(drawing))
    assert again.box == drawing.box
    assert (again.X == drawing.X).all()
    assert (again.labels == drawing.labels).all()


def make_drawing(n: int) -> Drawing:
    return Drawing.at((0.0, 1.0, 0.0, 1.0), np.zeros((n, 2)), np.zeros(n))


def test_a_drawing_is_read_once_and_nobody_can_change_it_for_others() -> None:
    text = encode_drawing(draw([[0.5, 1.0], [2.0, 0.0]], [0, 1]))
    drawing = cached_drawing(text)
    assert cached_drawing(text) is drawing
    for values in (drawing.X, drawing.labels):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 1


def test_as_many_points_as_a_picture_holds_can_be_written_and_no_more() -> None:
    assert len(decode_drawing(encode_drawing(make_drawing(MAX_DRAWN))).labels) == MAX_DRAWN
    with pytest.raises(InputError, match="5001 points are too many"):
        encode_drawing(make_drawing(MAX_DRAWN + 1))


@given(drawings(), st.data())
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
def test_other_text_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InputError, match=r"^use "):
        decode_drawing(text)


def test_a_cut_link_and_an_impossible_box_are_refused() -> None:
    text = encode_drawing(SQUARE)
    for length in range(len(text) - 1):
        with pytest.raises(InputError, match=r"^use "):
            decode_drawing(text[:length])
    empty = Drawing((1.0, 1.0, 0.0, 2.0), SQUARE.X, SQUARE.labels)
    with pytest.raises(InputError, match="width and a height"):
        decode_drawing(encode_drawing(empty))


def test_a_class_beyond_the_palette_is_refused() -> None:
    labels = np.array([0, MAX_CLASSES, 1], dtype=np.uint8)
    for X in (SQUARE.X, SQUARE.X + 1e-9):
        with pytest.raises(InputError, match="at most 10 classes"):
            decode_drawing(encode_drawing(Drawing(SQUARE.box, X, labels)))


# Tables keep their values


def survives(drawing: Drawing) -> bool:
    again = decode_drawing(encode_drawing(drawing))
    return (
        again.box == drawing.box
        and again.X.tobytes() == drawing.X.tobytes()
        and (again.labels == drawing.labels).all()
    )


@pytest.mark.parametrize("name", DATASETS)
def test_every_data_set_keeps_its_values_and_on_the_grid_moves_by_half_a_step(name: str) -> None:
    points = load(DatasetSpec(name))
    drawing = draw(points.X, points.y)
    assert (drawing.X == points.X).all()
    assert survives(drawing)
    assert survives(drawing.on_grid())
    low, high = np.array(drawing.box[::2]), np.array(drawing.box[1::2])
    assert (abs(drawing.on_grid().X - points.X) <= 0.5001 * (high - low) / 65_535).all()


decimals = st.decimals(-(10**9), 10**9, places=3).map(float)
numbers = st.floats(-1e150, 1e150)


@given(
    st.lists(st.tuples(decimals, decimals | numbers), max_size=30)
    | st.lists(st.tuples(numbers, numbers), max_size=9)
)
def test_any_finite_points_survive_the_text_to_the_bit(points: list[tuple[float, float]]) -> None:
    drawing = draw(np.array(points).reshape(-1, 2), np.arange(len(points)) % MAX_CLASSES)
    assert survives(drawing)


def test_neighbouring_floats_stay_different() -> None:
    X = np.array([[0.0, 1.0], [1e-15, 1 + 1e-15], [2e-15, 1 - 1e-15]])
    assert (decode_drawing(encode_drawing(draw(X, [0, 1, 1]))).X == X).all()


@pytest.mark.parametrize("value", [1.1e150, -1e308])
def test_a_value_too_large_to_compute_with_is_refused_in_a_sentence(value: float) -> None:
    with pytest.raises(InputError, match=r"^A value is beyond 1e\+150, .*: use larger units\.$"):
        draw([[0.0, 1.0], [value, 2.0]], [0, 1])


# What a link holds of them


def test_a_link_holds_a_table_whole_if_it_fits() -> None:
    iris = load(DatasetSpec("iris"))
    text = encode_drawing(draw(iris.X, iris.y))
    assert text_for_link(text) == text


def test_a_link_without_room_for_all_digits_holds_rounded_points_and_the_number() -> None:
    rng = np.random.default_rng(0)
    drawing = draw(rng.normal(size=(MAX_IN_LINK, 2)), np.arange(MAX_IN_LINK) % 10)
    exact = encode_drawing(drawing)
    short = text_for_link(exact)
    assert len(short) <= LONGEST_IN_LINK < len(exact)
    assert short == f"{encode_drawing(drawing.on_grid())}@{identify(exact)}"
    assert text_for_link(short) == short
    points = DrawnSpec(short).load()
    assert (points.X == drawing.on_grid().X).all()
    assert points.title == "your points, rounded for the link"


def test_a_link_holds_only_as_many_points_as_fit_without_rounding() -> None:
    rng = np.random.default_rng(0)
    many, far, near = rng.normal(size=(3, MAX_IN_LINK + 1, 2))
    for X in (many, 1e100 * far[:400], 1e-100 * near[:400]):
        text = encode_drawing(draw(X, np.zeros(len(X))))
        assert text_for_link(text) == f"@{identify(text)}"


# As a data set


def test_drawn_points_are_a_data_set_with_the_names_it_was_given() -> None:
    spec = DrawnSpec(encode_drawing(SQUARE), ("width", "height", "small", "large"))
    points = spec.load()
    assert points.feature_names == ("width", "height")
    assert points.class_names == ("small", "large", "class 3", "class 4")
    assert points.y.tolist() == [0, 3, 1]
    assert (points.X == SQUARE.X).all()


def test_a_skipped_class_keeps_its_number_and_there_are_no_more_names_than_classes() -> None:
    one = Drawing.at(SQUARE.box, [[0, 0]], [5])
    points = DrawnSpec(encode_drawing(one)).load()
    assert points.class_names == ("C−", "C+", "class 3", "class 4", "class 5", "class 6")


def test_no_points_are_drawn_on_a_blank_sheet() -> None:
    assert draw(np.zeros((0, 2)), []).box == DrawnSpec().drawing.box


def test_a_blank_sheet_has_two_classes_and_no_points() -> None:
    points = DrawnSpec().load()
    assert points.X.shape == (0, 2)
    assert points.class_names == ("C−", "C+")


def test_a_drawing_has_the_number_that_the_browser_computes() -> None:
    assert identify("123456789") == "cbf43926"
