"""The text of a drawing, in JavaScript and in Python: the same to the bit."""

import re

import numpy as np
import pytest

from canvas import make_drawing
from core.drawing import Drawing, decode_drawing, encode_drawing, identify
from core.input_error import InputError
from javascript import call


def drawings(count: int) -> list[Drawing]:
    rng = np.random.default_rng(0)
    boxes = np.asarray(
        rng.normal(0, 10.0 ** rng.integers(-3, 6, count)[:, None], (count, 4)), np.float32
    )
    sizes = [0, 1, 2, 3, 4, 5, 700, *rng.integers(0, 60, count)][:count]
    return [
        Drawing(
            (*sorted(box[:2].tolist()), *sorted(box[2:].tolist())),
            rng.integers(0, 65_536, (n, 2)).astype(np.uint16),
            rng.integers(0, 10, n).astype(np.uint8),
        )
        for box, n in zip(boxes, sizes, strict=True)
    ]


def test_texts_of_drawings_equal_python_to_the_bit() -> None:
    samples = [*drawings(60), make_drawing(2_000)]
    texts = [encode_drawing(drawing) for drawing in samples]
    columns = [(*d.X.T.tolist(), d.labels.tolist()) for d in samples]
    points = [dict(zip(("x", "y", "labels"), column, strict=True)) for column in columns]
    jobs = [["write", list(d.box), p] for d, p in zip(samples, points, strict=True)]
    assert call("drawing_texts.mjs", jobs) == texts
    found = call("drawing_texts.mjs", [["read", text] for text in texts])
    assert found == [
        {"box": list(d.box), "points": p} for d, p in zip(samples, points, strict=True)
    ]
    numbers = call("drawing_texts.mjs", [["identify", text] for text in texts])
    assert numbers == [identify(text) for text in texts]


def broken_texts() -> list[str]:
    text = encode_drawing(drawings(8)[5])
    cut = [text[:length] for length in range(len(text) - 1)]
    changed = [
        text[:k] + ("A" if text[k] != "A" else "B") + text[k + 1 :] for k in range(len(text))
    ]
    nobody = np.zeros((0, 2), np.uint16), np.zeros(0, np.uint8)
    flat = [
        encode_drawing(Drawing(box, *nobody))
        for box in [
            (1.0, 1.0, 0.0, 1.0),
            (0.0, 1.0, 2.0, 1.0),
            (float("nan"), 1.0, 0.0, 1.0),
            (0.0, float("inf"), 0.0, 1.0),
        ]
    ]
    eleventh = Drawing(
        (0.0, 1.0, 0.0, 1.0), np.zeros((2, 2), np.uint16), np.array([3, 10], np.uint8)
    )
    return [
        "",
        "1",
        "2" + text[1:],
        text + "A",
        text + "AAAA",
        " " + text,
        text[:9] + "=" + text[10:],
        "1" + "é" * 40,
        "1" + "_" * 4000,
        encode_drawing(eleventh),
        *cut,
        *changed,
        *flat,
    ]


def test_every_broken_text_is_refused_in_one_sentence() -> None:
    texts = broken_texts()
    for text in texts:
        with pytest.raises(InputError, match="use "):
            decode_drawing(text)
    answers = call("drawing_texts.mjs", [["read", text] for text in texts])
    assert [a for a in answers if not re.fullmatch(r"The drawing[^.]*\.", str(a))] == []
