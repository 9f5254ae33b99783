"""Packed figures: the same picture, at half the weight."""

from base64 import b64decode
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray

from ui.figure_packing import pack

TYPES = {"f4": np.float32, "f8": np.float64, "u1": np.uint8, "i1": np.int8}


def unpack(array: dict[str, str]) -> NDArray[Any]:
    values = np.frombuffer(b64decode(array["bdata"]), TYPES[array["dtype"]])
    return values.reshape([int(side) for side in array.get("shape", f"{len(values)}").split(",")])


def sent(x: ArrayLike) -> NDArray[Any]:
    """Return the x of a trace as it travels."""
    packed = pack(go.Figure(go.Scatter(x=x)))
    return unpack(packed.to_dict()["data"][0]["x"])


def test_numbers_travel_in_four_bytes_and_gaps_stay() -> None:
    x = sent(np.array([0.1, np.nan, 0.3]))
    assert x.dtype == np.float32
    np.testing.assert_array_equal(x, np.array([0.1, np.nan, 0.3], dtype=np.float32))


@given(
    st.floats(-1e6, 1e6),
    st.floats(1e-6, 1e6),
    st.lists(st.floats(0, 1), min_size=1, max_size=9),
)
def test_nothing_moves_by_more_than_a_tenth_of_a_pixel(
    start: float, width: float, shares: list[float]
) -> None:
    x = start + width * np.array([0, *shares, 1])
    assert np.abs(sent(x) - x).max() <= width / 10_000


@pytest.mark.parametrize(
    "x", [[1e9, 1e9 + 1], [1e-40, 3e-40], [-1.7e308, 1.7e308], [2.0, 2.0], [None]]
)
def test_numbers_that_four_bytes_cannot_tell_apart_stay_as_they_are(x: list[float]) -> None:
    x_sent = sent(np.array(x, dtype=np.float64))
    assert x_sent.dtype == np.float64
    np.testing.assert_array_equal(x_sent, np.array(x, dtype=np.float64))


def test_bytes_tables_and_frames_keep_their_shape() -> None:
    cells = np.arange(6, dtype=np.uint8).reshape(2, 3)
    figure = go.Figure(
        go.Heatmap(z=cells), frames=[{"data": [{"type": "heatmap", "z": cells / 7}]}]
    )
    packed = pack(figure).to_dict()
    np.testing.assert_array_equal(unpack(packed["data"][0]["z"]), cells)
    np.testing.assert_allclose(unpack(packed["frames"][0]["data"][0]["z"]), cells / 7, rtol=1e-6)


def test_only_arrays_are_packed_and_the_figure_is_not_changed() -> None:
    figure = go.Figure(go.Scatter(x=np.array([0.1, 0.2]), name="a"), {"title": {"text": "b"}})
    before = figure.to_dict()
    packed = pack(figure)
    assert figure.to_dict() == before
    assert (packed.data[0].name, packed.layout) == ("a", figure.layout)
    packed.layout.height = 100  # as a page does
    assert packed.to_dict()["layout"]["height"] == 100
