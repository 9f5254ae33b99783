"""Checks of everything that reads from outside, as functions of any bytes.

A check returns whether the bytes were accepted. A reader refuses them by an InputError, or leaves
them out with a sentence; any other error, and a value that does not survive its own text, is a
finding. Seeds are examples of what is accepted.
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
from core.drawing import DrawnSpec, decode_drawing, encode_drawing
from core.drawing_format import COMPACT, EXACT
from core.exercises.exercise import Exercise
from core.exercises.file import read_exercise, write_exercise
from core.exercises.sets import read_drafts, read_set, write_set
from core.exercises.sets import read_link as read_exercise_link
from core.input_error import InputError
from core.link import decode, encode
from core.scenes import SceneSet, read_link, read_scenes, write_scenes
from core.state import DRAWN, LabState
from lessons import LESSONS
from lessons.exercises import PAGES
from reader_seeds import SEEDS
from running_rooms import (
    check_participant,
    check_plan,
    check_room_scenes,
    check_student,
    check_teacher,
)
from saved_names import check_export, check_spreadsheet
from ui.session.commit import read_commit
from ui.uploads import LARGEST, Uploads

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


def check_file(content: bytes) -> bool:
    """Take the compressed content of a file: it is there whole, or refused in a sentence."""
    store, text = Uploads(), base64.b64encode(content).decode()
    message = {"file": "1", "name": "a.csv", "size": 1, "parts": 1, "part": 0, "text": text}
    store.take("session", "key", message)
    upload = store.find("session", "key")
    assert upload is not None
    assert upload.is_whole != bool(upload.problem)
    assert not upload.is_whole or len(upload.content) <= LARGEST
    _check_sentences(*filter(None, [upload.problem]))
    return not upload.problem


def check_lesson_link(content: bytes) -> bool:
    """Read the query of a link to a lesson, each lesson in turn: it becomes a state as well."""
    parameters = dict(parse_qsl(content[1:].decode("utf-8", "replace"), keep_blank_values=True))
    kind = LESSONS[content[0] % len(LESSONS) if content else 0].state
    state, notices = decode(parameters, kind)
    assert decode(encode(state), kind) == (state, ())
    _check_sentences(*notices)
    return not notices


def check_compact_drawing(content: bytes) -> bool:
    """Read what the text of a drawing in few bytes says, with a checksum that is right."""
    return _check_drawing(COMPACT, content)


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
    state = replace(start, **commit.changes).consistent()
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
    text = write_table(dataset)
    check_spreadsheet(text)
    again, _ = to_dataset(read_table(text), (0, 1), 2)
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
        scenes = read(text)
    except InputError as refusal:
        _check_sentences(str(refusal))
        return False
    assert read_scenes(write_scenes(scenes)) == scenes
    return True


def check_exercise(content: bytes) -> bool:
    """Read the file of an exercise: it survives its own file, and so do its variants."""
    try:
        exercise = read_exercise(content.decode("utf-8", "replace"), "fuzzed", PAGES)
    except InputError as refusal:
        _check_sentences(f"{str(refusal).removesuffix('.')}.")
        return False
    assert read_exercise(write_exercise(exercise), "fuzzed", PAGES) == exercise
    for number in (0, 1, 7):
        variant = exercise.variant(number)
        assert variant.solution == variant.solution.consistent()
        if exercise.kind == "reach":
            assert variant.keep_to(variant.solution) == variant.solution
    return True


def check_exercise_set(content: bytes) -> bool:
    """Read a file of several exercises: they survive their own file, also as drafts."""
    return _check_exercises(lambda text: read_set(text, "fuzzed", PAGES), content)


def check_exercise_link(content: bytes) -> bool:
    """Read what a link has of exercises: they survive their own file."""
    return _check_exercises(lambda text: read_exercise_link(text, PAGES), content)


def check_exercise_draft(content: bytes) -> bool:
    """Read exercises that a browser keeps: they survive their own file."""
    return _check_exercises(lambda text: read_drafts(text, PAGES), content, are_drafts=True)


def _check_exercises(
    read: Callable[[str], tuple[Exercise, ...]], content: bytes, *, are_drafts: bool = False
) -> bool:
    try:
        exercises = read(content.decode("utf-8", "replace"))
    except InputError as refusal:
        _check_sentences(f"{str(refusal).removesuffix('.')}.")
        return False
    assert read_drafts(write_set(exercises), PAGES) == exercises
    assert are_drafts or read_set(write_set(exercises), "", PAGES) == exercises
    return True


def _check_sentences(*sentences: str) -> None:
    for sentence in sentences:
        assert sentence.endswith("."), sentence
        assert len(sentence) < LONGEST_SENTENCE, sentence


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        name: Reader(check, SEEDS[name])
        for name, check in (
            ("link", check_link),
            ("lesson link", check_lesson_link),
            ("compact drawing", check_compact_drawing),
            ("exact drawing", check_exact_drawing),
            ("message", check_message),
            ("scenes", check_scenes),
            ("exercise", check_exercise),
            ("exercise set", check_exercise_set),
            ("exercise link", check_exercise_link),
            ("exercise draft", check_exercise_draft),
            ("scenes link", check_scenes_link),
            ("teacher", check_teacher),
            ("participant", check_participant),
            ("student", check_student),
            ("export", check_export),
            ("file", check_file),
            ("plan", check_plan),
            ("scenes in a room", check_room_scenes),
            ("table", check_table),
        )
    }
)
