"""The text of a drawing, in JavaScript and in Python: the same to the bit."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from canvas import make_drawing
from core.drawing import Drawing, decode_drawing, draw, encode_drawing, identify
from core.drawing_format import GRAIN, MAX_DRAWN
from core.input_error import InputError
from javascript import call, points_of, vectors


def grid_drawings(count: int) -> list[Drawing]:
    rng = np.random.default_rng(0)
    boxes = np.asarray(
        rng.normal(0, 10.0 ** rng.integers(-3, 6, count)[:, None], (count, 4)), np.float32
    )
    sizes = [0, 1, 2, 3, 4, 5, 600, *rng.integers(0, 60, count)][:count]
    return [
        Drawing.at(
            (*sorted(box[:2].tolist()), *sorted(box[2:].tolist())),
            rng.integers(0, 65_536, (n, 2)),
            rng.integers(0, 10, n),
        )
        for box, n in zip(boxes, sizes, strict=True)
    ]


def exact_drawings(count: int) -> list[Drawing]:
    """Return tables of decimals and of any other numbers, of all sizes, and the data sets."""
    rng = np.random.default_rng(1)

    def column(n: int) -> Any:
        if rng.random() < 0.7:
            scale, decimals = 10.0 ** rng.integers(-8, 12), int(rng.integers(0, 15))
            return np.round(rng.normal(0, scale, n), decimals)
        return rng.normal(size=n) * 10.0 ** rng.integers(-140, 140)

    sizes = [1, 2, 3, 600, *rng.integers(1, 40, count)][:count]
    tables = [
        draw(np.column_stack([column(n), column(n)]), rng.integers(0, rng.integers(1, 11), n))
        for n in sizes
    ]
    sets = [load(DatasetSpec(name)) for name in DATASETS]
    return [*tables, *(draw(each.X, each.y) for each in sets)]


def as_told(drawing: Drawing) -> list[Any]:
    return [list(drawing.box), points_of(drawing.X, drawing.labels)]


def as_read(drawing: Drawing) -> dict[str, Any]:
    points = points_of(drawing.X, drawing.labels)
    return {"box": drawing.box, "points": {name: points[name] for name in ("x", "y", "labels")}}


def sprayed() -> Drawing:
    rng = np.random.default_rng(2)
    X = np.cumsum(rng.normal(0, 0.05, (300, 2)), axis=0)
    drawing = Drawing((-3.0, 3.0, -2.0, 2.0), X, rng.integers(0, 3, 300).astype(np.uint8))
    return decode_drawing(encode_drawing(drawing.on_grid(GRAIN)))


ON_GRID, EXACT = [*grid_drawings(60), make_drawing(2_000), sprayed()], exact_drawings(200)


@vectors("codec.js", "encodeDrawing")
def test_drawings_are_written_to_the_bit() -> Iterator[Any]:
    for drawings, version in ((ON_GRID, "3"), (EXACT, "2")):
        for drawing in drawings:
            text = encode_drawing(drawing)
            assert text[0] == version
            yield as_told(drawing), text


@vectors("codec.js", "decodeDrawing")
def test_texts_of_drawings_are_read_to_the_bit() -> Iterator[Any]:
    for drawing in ON_GRID + EXACT:
        yield [encode_drawing(drawing)], as_read(drawing)


@vectors("storage.js", "identify")
def test_the_numbers_of_texts() -> Iterator[Any]:
    for text in map(encode_drawing, ON_GRID + EXACT):
        yield [text], identify(text)


@vectors("codec.js", "snap")
def test_new_points_come_to_multiples_of_the_grain_and_known_ones_stay() -> Iterator[Any]:
    drawing = grid_drawings(8)[6]
    box, points = as_told(drawing)
    yield [points, box, points], as_read(drawing)["points"]
    yield [points, box, points_of([])], as_read(drawing.on_grid(GRAIN))["points"]
    for each in exact_drawings(60):
        rounded = each.on_grid()
        yield [points_of(each.X, each.labels), rounded.box], as_read(rounded)["points"]


@vectors("codec.js", "roundBox")
def test_the_box_of_rounded_points() -> Iterator[Any]:
    for each in exact_drawings(60):
        yield [each.box], each.on_grid().box


@vectors("codec.js", "countChanges")
def test_the_points_that_a_link_rounds_are_counted() -> Iterator[Any]:
    on_grid = make_drawing(5)
    yield as_told(on_grid), 0
    X = on_grid.X.copy()
    X[3, 1] += 1e-9
    yield as_told(Drawing(on_grid.box, X, on_grid.labels)), 1


@vectors("codec.js", "fitsOnGrid")
def test_a_link_holds_rounded_points_only_where_they_stay_near() -> Iterator[Any]:
    for end, fits in ((1.0, True), (1e-60, False), (1e100, False)):  # near, tiny, large
        yield as_told(draw([[0.0, 1.0], [end, 1.5]], [0, 1])), fits
    yield as_told(make_drawing(600)), True
    yield as_told(make_drawing(601)), False


@vectors("packing.js", "roundValues")
def test_a_hand_places_points_on_a_decimal_grid_and_leaves_the_others_alone() -> Iterator[Any]:
    values, before = [0.1 + 0.2, 1.23456789, -7.0, 2.5], [0.1 + 0.2, 2.5]
    yield [values, before, 0, 3], [0.1 + 0.2, 1.2346, 0, 2.5]
    yield [[1234.56, 9e9], [], 0, 1e6], [1235, 1e6]  # not outside of what is shown
    yield [[1.5e-30], [], 0, 1e-29], [1.5e-30]  # too small for any


def broken_texts(text: str) -> list[str]:
    cut = [text[:length] for length in range(len(text) - 1)]
    changed = [
        text[:k] + ("A" if text[k] != "A" else "B") + text[k + 1 :] for k in range(len(text))
    ]
    return [
        *("", "1", "2", "3", "4" + text[1:], " " + text),
        *(text + "A", text + "AAAA", text[:9] + "=" + text[10:]),
        *(text[0] + "é" * 40, text[0] + "_" * 4000, "2" + "A" * 58),
        *cut,
        *changed,
    ]


def impossible_texts() -> list[str]:
    nobody = np.zeros((0, 2)), np.zeros(0, np.uint8)
    flat = [(1.0, 1.0, 0.0, 1.0), (0.0, 1.0, 2.0, 1.0), (0.0, 1e200, 0.0, 1.0)]
    X = np.array([[0.1, 0.2], [0.3, 0.7]])
    box = (0.0, 1.0, 0.0, 1.0)
    return [
        *(encode_drawing(Drawing(each, *nobody)) for each in flat),
        encode_drawing(Drawing(box, X, np.array([3, 10], np.uint8))),
        encode_drawing(Drawing.at(box, np.zeros((2, 2)), np.array([3, 10]))),
        encode_drawing(Drawing(box, np.array([[0.1, 1e200], [0.3, 0.7]]), X[0].astype(np.uint8))),
    ]


@vectors("codec.js", "decodeDrawing")
def test_every_broken_or_impossible_text_is_refused_in_one_sentence() -> Iterator[Any]:
    whole = [grid_drawings(8)[5], draw([[0.1, 1 / 3], [2.5, 7.0], [0.7, 1e9]], [0, 1, 2])]
    broken = [text for drawing in whole for text in broken_texts(encode_drawing(drawing))]
    for texts, advice, sentence in (
        (broken, "use ", r"The drawing[^.]*\."),
        (impossible_texts(), r"use a link (with|whose) ", r"The drawing.*; use a link .*\."),
    ):
        for text in texts:
            with pytest.raises(InputError, match=advice):
                decode_drawing(text)
            yield [text], {"problem": says(sentence)}


def says(sentence: str) -> Callable[[str], None]:
    def check(ours: str) -> None:
        assert re.fullmatch(sentence, ours)

    return check


@vectors("codec.js", "decodeDrawing")
def test_a_text_of_more_points_than_a_drawing_may_have_is_refused() -> Iterator[Any]:
    X = np.full((MAX_DRAWN + 1, 2), 0.1)
    many = Drawing((0.0, 1.0, 0.0, 1.0), X, np.arange(len(X)).astype(np.uint8) % 2)
    written = [["encodeDrawing", *as_told(each)] for each in (many, many.on_grid())]
    for text in call("codec.js", written):
        yield [text], {"problem": says("The drawing was cut off or changed.*")}
    most = Drawing(many.box, many.X[1:], many.labels[1:])
    for drawing in (most, most.on_grid()):
        yield [encode_drawing(drawing)], as_read(drawing)
