"""The text of a drawing, in JavaScript and in Python: the same to the bit."""

import re
from typing import Any

import numpy as np
import pytest

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from canvas import make_drawing
from core.drawing import Drawing, decode_drawing, draw, encode_drawing, identify
from core.drawing_format import GRAIN, MAX_DRAWN
from core.input_error import InputError
from javascript import call


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
    x, y = drawing.X.T.tolist()
    return [list(drawing.box), {"x": x, "y": y, "labels": drawing.labels.tolist()}]


def as_drawing(told: dict[str, Any]) -> Drawing:
    """Return what JavaScript has read; it writes large numbers as whole ones."""
    points = told["points"]
    X = np.array([points["x"], points["y"]], dtype=np.float64).T.reshape(-1, 2)
    x1_min, x1_max, x2_min, x2_max = map(float, told["box"])
    return Drawing((x1_min, x1_max, x2_min, x2_max), X, np.array(points["labels"], np.uint8))


def test_texts_of_drawings_equal_python_to_the_bit() -> None:
    on_grid, exact = [*grid_drawings(60), make_drawing(2_000)], exact_drawings(200)
    samples = on_grid + exact
    texts = [encode_drawing(drawing) for drawing in samples]
    assert {text[0] for text in texts[: len(on_grid)]} == {"3"}
    assert {text[0] for text in texts[len(on_grid) :]} == {"2"}
    assert call("drawing_texts.mjs", [["write", *as_told(drawing)] for drawing in samples]) == texts
    found = call("drawing_texts.mjs", [["read", text] for text in texts])
    assert [as_told(as_drawing(each)) for each in found] == [as_told(each) for each in samples]
    numbers = call("drawing_texts.mjs", [["identify", text] for text in texts])
    assert numbers == [identify(text) for text in texts]


def test_sprayed_points_equal_python() -> None:
    rng = np.random.default_rng(2)
    X = np.cumsum(rng.normal(0, 0.05, (300, 2)), axis=0)
    sprayed = Drawing((-3.0, 3.0, -2.0, 2.0), X, rng.integers(0, 3, 300).astype(np.uint8))
    text = encode_drawing(sprayed.on_grid(GRAIN))
    assert call("drawing_texts.mjs", [["write", *as_told(decode_drawing(text))]]) == [text]
    (found,) = call("drawing_texts.mjs", [["read", text]])
    assert as_told(as_drawing(found)) == as_told(decode_drawing(text))


def test_new_points_come_to_multiples_of_the_grain_and_known_ones_stay() -> None:
    drawing = grid_drawings(8)[6]
    box, points = as_told(drawing)
    assert call("drawing_texts.mjs", [["place", box, points, points]]) == [points]
    (placed,) = call("drawing_texts.mjs", [["place", box, points, {"x": [], "y": []}]])
    assert placed == as_told(drawing.on_grid(GRAIN))[1]


def test_rounded_points_equal_python_to_the_bit() -> None:
    samples = exact_drawings(60)
    expected = [encode_drawing(drawing.on_grid()) for drawing in samples]
    assert (
        call("drawing_texts.mjs", [["writeRounded", *as_told(each)] for each in samples])
        == expected
    )


def test_the_points_that_a_link_rounds_are_counted() -> None:
    on_grid = make_drawing(5)
    X = on_grid.X.copy()
    X[3, 1] += 1e-9
    moved = Drawing(on_grid.box, X, on_grid.labels)
    assert call("drawing_texts.mjs", [["countChanges", *as_told(d)] for d in (on_grid, moved)]) == [
        0,
        1,
    ]


def test_a_link_holds_rounded_points_only_where_they_stay_near() -> None:
    near = draw([[0.0, 1.0], [1.0, 1.5]], [0, 1])
    tiny = draw([[0.0, 1.0], [1e-60, 1.5]], [0, 1])
    large = draw([[0.0, 1.0], [1e100, 1.5]], [0, 1])
    samples = (near, tiny, large, make_drawing(600), make_drawing(601))
    jobs = [["fitsOnGrid", *as_told(each)] for each in samples]
    assert call("drawing_texts.mjs", jobs) == [True, False, False, True, False]


def test_a_hand_places_points_on_a_decimal_grid_and_leaves_the_others_alone() -> None:
    values, before = [0.1 + 0.2, 1.23456789, -7.0, 2.5], [0.1 + 0.2, 2.5]
    jobs = [
        ["roundValues", values, before, 0, 3],
        ["roundValues", [1234.56, 9e9], [], 0, 1e6],  # not outside of what is shown
        ["roundValues", [1.5e-30], [], 0, 1e-29],  # too small for any
    ]
    assert call("drawing_texts.mjs", jobs) == [[0.1 + 0.2, 1.2346, 0, 2.5], [1235, 1e6], [1.5e-30]]


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


@pytest.mark.parametrize(
    "drawing",
    [grid_drawings(8)[5], draw([[0.1, 1 / 3], [2.5, 7.0], [0.7, 1e9]], [0, 1, 2])],
    ids=["grid", "exact"],
)
def test_every_broken_text_is_refused_in_one_sentence(drawing: Drawing) -> None:
    texts = broken_texts(encode_drawing(drawing))
    for text in texts:
        with pytest.raises(InputError, match="use "):
            decode_drawing(text)
    answers = call("drawing_texts.mjs", [["read", text] for text in texts])
    assert [a for a in answers if not re.fullmatch(r"The drawing[^.]*\.", str(a))] == []


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


def test_a_text_that_says_something_impossible_is_refused_in_one_sentence() -> None:
    texts = impossible_texts()
    for text in texts:
        with pytest.raises(InputError, match=r"use a link (with|whose) "):
            decode_drawing(text)
    answers = call("drawing_texts.mjs", [["read", text] for text in texts])
    assert [a for a in answers if not re.fullmatch(r"The drawing.*; use a link .*\.", str(a))] == []


def test_a_text_of_more_points_than_a_drawing_may_have_is_refused() -> None:
    for n in (MAX_DRAWN, MAX_DRAWN + 1):
        row = [0.1] * n
        points = {"x": row, "y": row, "labels": [k % 2 for k in range(n)]}
        jobs = [[name, [0, 1, 0, 1], points] for name in ("write", "writeRounded")]
        texts = call("drawing_texts.mjs", jobs)
        answers = call("drawing_texts.mjs", [["read", text] for text in texts])
        refused = [str(a).startswith("The drawing was cut off or changed") for a in answers]
        assert refused == 2 * [n > MAX_DRAWN]
