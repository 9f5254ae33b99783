"""What is handed on: links, QR codes that a camera can read, frames, and fewer points."""

import io
from base64 import b64decode

import numpy as np
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from core.drawing import decode_drawing, draw, encode_drawing, identify
from core.drawing_format import GRAIN
from core.input_error import InputError
from core.share import (
    FRAME_ANCESTORS,
    LONGEST_IN_QR,
    describe,
    describe_frames,
    describe_reach,
    embed_code,
    keep_fewer,
    qr_code,
    write_link,
)
from core.state import DRAWN, LabState
from states import LABELS, POINTS

ADDRESS = "https://bayeslab.example.edu/lab"


def read_code(picture: str) -> str:
    """Return the text of a QR code, given as a ``data:`` address."""
    content = b64decode(picture.removeprefix("data:image/png;base64,"))
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(content)).convert("L"))
    return code.text


def test_a_link_has_the_parameters_of_the_page() -> None:
    assert write_link(ADDRESS, {}) == ADDRESS
    query = {"data": "drawn", "names": "x₁~x₂~C−~C+", "classifiers": ["I", "II"]}
    expected = (
        "?data=drawn&names=x%E2%82%81~x%E2%82%82~C%E2%88%92~C%2B&classifiers=I&classifiers=II"
    )
    assert write_link(ADDRESS, query) == ADDRESS + expected


@pytest.mark.parametrize("length", [len(ADDRESS), 300, LONGEST_IN_QR])
def test_a_qr_code_holds_the_link(length: int) -> None:
    link = ADDRESS.ljust(length, "7")
    assert read_code(qr_code(link)) == link


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("localhost:8501", "localhost is this computer itself"),
        ("127.0.0.1", "127.0.0.1 is this computer itself"),
        ("[::1]:8501", "::1 is this computer itself"),
        ("lab.localhost", "is this computer itself"),
        ("192.168.1.20:8501", "in the same network"),
        ("10.0.0.7", "in the same network"),
        ("teacher.local", "in the same network"),
        ("teacher", "in the same network"),
        ("bayeslab.example.edu", ""),
        ("8.8.8.8", ""),
    ],
)
def test_an_address_that_phones_cannot_open_has_a_warning(host: str, words: str) -> None:
    warning = describe_reach(f"http://{host}/room")
    assert (words in warning) if words else warning == ""


def test_a_link_too_long_for_a_phone_has_no_qr_code() -> None:
    with pytest.raises(InputError, match=r"1004 characters.*holds 1003.*fewer points"):
        qr_code("x" * (LONGEST_IN_QR + 1))


def test_the_frame_shows_the_embedded_page_and_its_text_is_escaped() -> None:
    code = embed_code(ADDRESS, {"gamma": "20"}, 'A "title" & more')
    assert f'src="{ADDRESS}?gamma=20&amp;embed=true"' in code
    assert 'title="A &quot;title&quot; &amp; more"' in code


@pytest.mark.parametrize(
    ("ancestors", "sites"),
    [
        ("'self'", "its own pages."),
        ("'none'", "none."),
        ("'self' https://a.example *.b.example", "its own pages, https://a.example, *.b.example."),
    ],
)
def test_the_sites_that_may_show_the_server_are_named(ancestors: str, sites: str) -> None:
    sentence = describe_frames(ancestors)
    assert sentence.startswith(f"Who may show this server in a frame: {sites}")
    assert sentence.endswith(f"adds sites in its setting {FRAME_ANCESTORS}.")


@pytest.mark.parametrize(
    ("state", "description"),
    [
        (LabState(), "Moons, Kernel Bayes I, γ = 5"),
        (LabState(model="full"), "Moons, Gaussian, full"),
        (LabState(beside="svc-rbf", gamma=0.125), "Moons, Kernel Bayes I and SVC, RBF, γ = 0.125"),
        (LabState(kernel="polynomial"), "Moons, Kernel Bayes I"),
        (LabState(data=DRAWN), "Drawn points, Kernel Bayes I, γ = 5"),
        (LabState(data=DRAWN, title="cells.csv"), "cells.csv, Kernel Bayes I, γ = 5"),
    ],
)
def test_a_description_names_points_classifiers_and_gamma(
    state: LabState, description: str
) -> None:
    assert describe(state) == description


@given(n=st.integers(2, 600), room=st.integers(0, 1000))
def test_a_reduced_drawing_fits_and_is_a_subset(n: int, room: int) -> None:
    drawing = draw(POINTS[:n], LABELS[:n]).on_grid()
    fewer = keep_fewer(encode_drawing(drawing), room)
    if fewer is None:
        assert room < 120  # eight points fit into more
        return
    text, count = fewer
    subset = decode_drawing(text)
    assert len(text) <= room
    assert len(subset.labels) == count
    assert set(subset.labels) == set(drawing.labels)
    steps = subset.positions.astype(int)[:, None] - drawing.positions.astype(int)
    assert abs(steps).max(axis=2).min(axis=1).max() <= GRAIN / 2  # each is one of them


def test_a_reduced_drawing_keeps_the_shares_and_every_class() -> None:
    labels = np.repeat([0, 1, 2], [400, 199, 1])
    fewer = keep_fewer(encode_drawing(draw(POINTS[:600], labels).on_grid()), 900)
    assert fewer is not None
    counts = np.bincount(decode_drawing(fewer[0]).labels)
    assert counts[2] == 1
    assert counts[0] == pytest.approx(2 * counts[1], abs=2)
    assert fewer[1] > 130  # six characters a point


@pytest.mark.parametrize("text", ["", "@" + identify("in a browser only"), "3invalid"])
def test_a_drawing_without_points_is_not_reduced(text: str) -> None:
    assert keep_fewer(text, 900) is None
