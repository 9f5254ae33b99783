"""What reads from outside, as functions of bytes: whatever the bytes are, they hold or raise.

Each check returns whether the bytes were accepted. What is refused is refused by a InputError, or
by being left out with a sentence; every other error, and a value that does not survive its own
text, is a finding. Seeds are accepted as they stand, so that a fuzzer begins behind the first
refusal.
"""

import base64
import json
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from urllib.parse import parse_qsl

import numpy as np

from core.columns import label_columns, numeric_columns
from core.csv_import import read_table, to_dataset, write_table
from core.drawing import EXACT, EXACT_HEADER, GRID, DrawnSpec, decode_drawing, encode_drawing
from core.input_error import InputError
from core.link import decode, encode
from core.packing import pack_column
from core.scenes import READY, Scene, SceneSet, read_link, read_scenes, write_link, write_scenes
from core.state import DRAWN, LabState
from ui.canvas import read_commit

__all__ = ["READERS", "Reader"]

LONGEST_SENTENCE = 400  # characters


@dataclass(frozen=True)
class Reader:
    """A check, and bytes that it accepts."""

    check: Callable[[bytes], bool]
    seeds: tuple[bytes, ...]


def check_link(content: bytes) -> bool:
    """Read the query of a link: it becomes a state that survives its own link."""
    parameters = dict(parse_qsl(content.decode("utf-8", "replace"), keep_blank_values=True))
    state, notices = decode(parameters)
    assert decode(encode(state)) == (state, ())
    _check_sentences(*notices)
    return not notices


def check_drawing(content: bytes) -> bool:
    """Read what the text of a drawing on the grid says, with a checksum that is right."""
    return _check_drawing(GRID, content)


def check_exact_drawing(content: bytes) -> bool:
    """Read what the text of a drawing of exact values says, with a checksum that is right."""
    return _check_drawing(EXACT, content)


def _check_drawing(version: str, content: bytes) -> bool:
    body = content + struct.pack("<I", zlib.crc32(content))
    text = version + base64.urlsafe_b64encode(body).rstrip(b"=").decode("ascii")
    try:
        drawing = decode_drawing(text)
    except InputError as refusal:
        _check_sentences(f"{refusal}.")
        return False
    again = decode_drawing(encode_drawing(drawing))
    assert again.box == drawing.box
    assert (again.X == drawing.X).all()
    assert (again.labels == drawing.labels).all()
    points = DrawnSpec(text).load()
    assert np.isfinite(points.X).all()
    assert (points.y == drawing.labels).all()
    return True


def check_message(content: bytes) -> bool:
    """Read a message of the drawing area: it is ignored, or its values may stand in a link."""
    try:
        message = json.loads(content)
    except (ValueError, RecursionError):  # Streamlit's business
        return False
    commit = read_commit(message)
    if commit is None:
        return False
    json.dumps([commit.seq, commit.revision])
    start = commit.setting or LabState(data=DRAWN)
    state = replace(start, **commit.changes).fitting_its_data()
    assert decode(encode(state))[1] == ()
    return True


def check_table(content: bytes) -> bool:
    """Read a file of CSV: it becomes a data set that survives its own table."""
    try:
        table = read_table(content)
        numeric_columns(table)
        label_columns(table)
        dataset, notices = to_dataset(table, (0, 1), 2)
    except InputError as refusal:
        _check_sentences(str(refusal))
        return False
    _check_sentences(*table.notices, *notices)
    again, _ = to_dataset(read_table(write_table(dataset)), (0, 1), 2)
    assert again.X.tobytes() == dataset.X.tobytes()
    assert (again.y == dataset.y).all()
    assert again.feature_names == dataset.feature_names
    assert again.class_names == dataset.class_names
    return True


def check_scenes(content: bytes) -> bool:
    """Read a file of scenes: it becomes a set that survives its own file."""
    return _check_scenes(read_scenes, content.decode("utf-8", "replace"))


def check_scenes_link(content: bytes) -> bool:
    """Read what a link has of scenes: it becomes a set that survives its own file."""
    return _check_scenes(read_link, content.decode("utf-8", "replace"))


def _check_scenes(read: Callable[[str], SceneSet], text: str) -> bool:
    try:
        chosen = read(text)
    except InputError as refusal:
        _check_sentences(str(refusal))
        return False
    assert read_scenes(write_scenes(chosen)) == chosen
    return True


def _check_sentences(*sentences: str) -> None:
    for sentence in sentences:
        assert sentence.endswith("."), sentence
        assert len(sentence) < LONGEST_SENTENCE, sentence


NO_COLUMN = pack_column(np.zeros(0))
SQUARE = struct.pack("<4fH", -1, 1, 0, 2, 3) + bytes(range(12)) + b"\x10\x02"
SQUARE_TEXT = GRID + base64.urlsafe_b64encode(
    SQUARE + struct.pack("<I", zlib.crc32(SQUARE))
).rstrip(b"=").decode("ascii")

SCENES = SceneSet(
    "Two", (Scene("Moons", "Ask first.", query="gamma=5&names=a~b~%C3%A4~d"), Scene("", page=""))
)

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "link": Reader(
            check_link,
            (
                b"",
                b"data=iris&features=2-3&classes=0-1-2&standardise=yes&embed=true",
                b"data=rings&n=60&noise=0.25&balance=0.3&seed=7&scheme=leave-one-out&folds=5",
                b"model=II&beside=svc-rbf&kernel=polynomial&gamma=1e1&degree=3&coef0=0.5",
                b"threshold=loo&metric=pooled&determinants=yes&switches=errors-axes",
                b"svc_C=100&svc_gamma=own&svc_gamma_value=0.01&svc_standardise=no",
                f"data=drawn&points={SQUARE_TEXT}&names=%C3%A4~x%20y~no~yes".encode(),
                b"data=drawn&points=@0123abcd",
            ),
        ),
        "drawing": Reader(
            check_drawing,
            (
                SQUARE,
                struct.pack("<4fH", 0, 1e-3, 5, 3e38, 0),
                struct.pack("<4fH", 0, 1, 0, 1, 1) + b"\xff\xff\x00\x00\x09",
            ),
        ),
        "exact drawing": Reader(
            check_exact_drawing,
            (
                EXACT_HEADER.pack(0, 3, -1, 1, 0) + 2 * NO_COLUMN + b"\x00",
                EXACT_HEADER.pack(0, 3, -1, 1, 1) + 2 * pack_column(np.array([1e8])) + b"\x04\x90",
                EXACT_HEADER.pack(0, 3, -1, 1, 2)
                + pack_column(np.array([0.1, 2.5]))
                + pack_column(np.array([np.pi / 4, -1e-9 / 3]))
                + b"\x01\x40",
            ),
        ),
        "message": Reader(
            check_message,
            (
                b'{"drawing": {"seq": 1, "revision": 2}}',
                b'{"drawing": {"seq": 3, "revision": 1, "points": null, "gamma": 0.5}}',
                b'{"drawing": {"seq": 3.0, "revision": "1", "gamma": 1e2, "switches": []}}',
                json.dumps(
                    {
                        "drawing": {
                            "seq": 9,
                            "revision": 1,
                            "points": SQUARE_TEXT,
                            "gamma": 12.5,
                            "switches": ["far", "equal"],
                        }
                    }
                ).encode(),
            ),
        ),
        "scenes": Reader(
            check_scenes,
            (
                write_scenes(SCENES).encode(),
                write_scenes(SceneSet()).encode(),
                b'{"format": "bayeslab scenes", "version": 1, "title": "", "scenes": [{}]}',
            ),
        ),
        "scenes link": Reader(
            check_scenes_link,
            (READY[0].encode(), write_link(SCENES).encode(), write_link(SceneSet()).encode()),
        ),
        "table": Reader(
            check_table,
            (
                b"width,height,kind\n1.5,-2,cat\n3,0.25,dog\n",
                b"width;height;kind\r\n1,5;-2;cat\r\n3;0,25;dog\r\n",
                b"a\tb\tc\n1\t2\tx\n1e3\t.5\ty\nnan\t1\ty\n",
                b'a,"b\nc",b,b\n1,2,"x, ""y""",5\n3,4,,\n5,6,\'=z\n',
                b"1,2,1\n3,4,2\n5,6,10\n",
                b"\xef\xbb\xbfa,b,c\n1,2,\xc3\xa4\n3,4,y\n",
                "a,b,c\n1,2,\u732b\n3,4,y\n".encode("utf-16"),
                b"a,b,c\n1,2,\xe4\n3,4,y\n",
            ),
        ),
    }
)
