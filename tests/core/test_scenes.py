"""Scenes: a set survives its file and its link, and the notes of the ready sets are true."""

import json
import re
from dataclasses import asdict, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import MODELS
from core import compute, evaluations
from core.input_error import InputError
from core.link import decode
from core.scenes import (
    LONGEST_NOTE,
    LONGEST_TITLE,
    MAX_SCENES,
    READY,
    Scene,
    SceneSet,
    load_ready,
    read_link,
    read_scenes,
    without_controls,
    write_link,
    write_scenes,
)
from core.state import NOTHING, LabState
from lessons import LESSONS

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
SCENE = st.builds(
    Scene,
    title=WORDS,
    note=WORDS,
    page=st.sampled_from(["", "lab", "compare", LESSONS[0].stem]),
    query=st.sampled_from(["", "gamma=5", "data=drawn&points=1Aa-_&names=a~b~c~d"]),
)
SETS = st.builds(SceneSet, title=WORDS, scenes=st.lists(SCENE, max_size=6).map(tuple))
THREE = SceneSet("Three", tuple(Scene(name) for name in "abc"))
READY_SCENES = [(name, k) for name in READY for k in range(len(load_ready(name).scenes))]


@given(SETS)
def test_every_set_survives_its_file_and_its_link(scene_set: SceneSet) -> None:
    assert read_scenes(write_scenes(scene_set)) == scene_set
    assert read_link(write_link(scene_set)) == scene_set


def test_scenes_are_added_moved_and_removed() -> None:
    def titles(scene_set: SceneSet) -> str:
        return "".join(scene.title for scene in scene_set.scenes)

    assert titles(THREE.add(Scene("d"))) == "abcd"
    assert titles(THREE.move(2, 1)) == "acb"
    assert titles(THREE.move(0, 2)) == "bca"
    assert titles(THREE.remove(1)) == "ac"
    assert titles(THREE.edit(0, Scene("x"))) == "xbc"
    full = replace(THREE, scenes=(Scene("a"),) * MAX_SCENES)
    with pytest.raises(InputError, match="at most 60 scenes"):
        full.add(Scene("b"))


def test_a_scene_does_not_say_how_it_is_shown() -> None:
    query = "gamma=5&present=1&scene=3&notes=1&embed=true&set=svm&names=a~b~C%E2%88%92~d"
    assert without_controls(query) == "gamma=5&names=a~b~C%E2%88%92~d"


def with_scene(**changes: Any) -> str:
    scene = asdict(THREE.scenes[0]) | changes
    return json.dumps({"format": "bayeslab scenes", "version": 1, "title": "T", "scenes": [scene]})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a file of scenes"),
        ("[" * 100_000, "not a file of scenes"),
        ("[1, 2]", "not a file of scenes"),
        (write_scenes(THREE).replace('"version": 1', '"version": 2'), "another version"),
        (write_scenes(THREE).replace('"scenes": [', '"scenes": 5, "x": ['), "a list of at most 60"),
        (write_scenes(replace(THREE, scenes=(Scene("a"),) * 61)), "a list of at most 60"),
        (write_scenes(replace(THREE, title="x" * 81)), "the set a title of at most 80 characters"),
        (with_scene(title=5), "scene 1 a title of at most 80"),
        (with_scene(title="x" * (LONGEST_TITLE + 1)), "scene 1 a title of at most 80"),
        (with_scene(note="x" * (LONGEST_NOTE + 1)), "scene 1 a note of at most 1000"),
        (with_scene(note="\ud800"), "scene 1 a note"),
        (with_scene(query="x=" + "y" * 3999), "scene 1 a query of at most 4000"),
        (with_scene(query="x=" + 1000 * "é"), "scene 1 a query of at most 4000"),
        (with_scene(page="https://elsewhere"), "page of scene 1 is unknown"),
        (with_scene(page="../x"), "page of scene 1 is unknown"),
        ('{"format": "bayeslab scenes", "version": 1, "scenes": [3]}', "Give scene 1 a title"),
        *(
            (with_scene(page="room", query=urlencode({"settings": text})), "settings of scene 1")
            for text in ('{"gamma":1e999}', '{"gamma":NaN}', r'{"why":"\ud800"}', "[]", "no JSON")
        ),
    ],
)
def test_bad_files_are_refused_with_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as refusal:
        read_scenes(text)
    assert str(refusal.value).endswith(".")


def test_links_that_are_cut_off_or_changed_are_refused() -> None:
    link = write_link(THREE)
    for text in (link[:-4], link[:9] + "A" + link[10:], "2" + link[1:], "1", "", "€", "none"):
        with pytest.raises(InputError, match="cut off or changed"):
            read_link(text)


def test_a_set_too_long_for_a_link_goes_into_a_file() -> None:
    noise = np.random.default_rng(0).integers(0x4E00, 0x9FFF, (MAX_SCENES, 60))
    scenes = tuple(Scene("".join(map(chr, row))) for row in noise)
    with pytest.raises(InputError, match="save the scenes as a file"):
        write_link(SceneSet("Long", scenes))


@given(st.text(max_size=200).filter(lambda text: text not in READY))
def test_no_text_breaks_the_readers(text: str) -> None:
    for read in (read_scenes, read_link):
        with pytest.raises(InputError):
            read(text)


@pytest.mark.parametrize("name", READY)
def test_a_ready_set_fits_into_a_link_and_has_pages_of_the_app(name: str) -> None:
    scene_set = load_ready(name)
    assert read_link(name) == scene_set == read_link(write_link(scene_set))
    assert len(scene_set.scenes) >= 5
    assert {scene.page for scene in scene_set.scenes} <= {
        "lab",
        *(lesson.stem for lesson in LESSONS),
    }
    assert all(scene.note for scene in scene_set.scenes)


@pytest.mark.parametrize(("name", "place"), READY_SCENES)
def test_the_numbers_in_the_notes_are_those_of_the_picture(name: str, place: int) -> None:
    scene = load_ready(name).scenes[place]
    if scene.page != "lab":
        assert not re.search(r"\d\.\d", scene.note)
        return
    state, notices = decode(dict(parse_qsl(scene.query)))
    assert not notices
    for key in {state.model, state.beside} - {NOTHING}:
        assert accuracies(state, key) in scene.note
    for count, of, name in re.findall(r"(\d+) of the (\d+) points of (C[+−])", scene.note):
        assert (int(count), int(of)) == correct_points(state, name)
    for count in re.findall(r"(\d+) support vectors", scene.note):
        assert int(count) == len(compute.fitted_model(state.fit_spec("svc-rbf")).support_)


def accuracies(state: LabState, key: str) -> str:
    """Return what the picture says of a classifier, as a sentence."""
    fit, points = state.fit_spec(key), compute.dataset(state.dataset_spec)
    row, model = evaluations.row(fit, state.evaluation_spec), compute.fitted_model(fit)
    assert row.held_out is not None
    other = f"5-fold {percent(row.held_out.mean)}"
    if isinstance(model, KernelBayes):
        search = KernelBayes(**model.get_params() | {"threshold": "loo"}).fit(points.X, points.y)
        left_out = search.threshold_search_.scores + model.offset_ > 0
        right = left_out == (search.threshold_search_.labels > 0)
        other = f"leave-one-out {percent(float(right.mean()))}"
    return f"{MODELS[key].title}: training accuracy {percent(row.training)}, {other}."


def correct_points(state: LabState, name: str) -> tuple[int, int]:
    points = compute.dataset(state.dataset_spec)
    of_class = points.y == points.class_names.index(name)
    right = compute.fitted_model(state.fit_spec()).predict(points.X) == points.y
    return int((right & of_class).sum()), int(of_class.sum())
