"""Which pictures have equal scales: a rule, a choice, and what the browser makes of both."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from bayeslab.data.datasets import DATASETS, DatasetSpec, load
from core.compute import wide_box
from core.drawing import DrawnSpec
from core.limits import Names
from core.link import decode, encode
from core.messages import describe_switches
from core.state import SWITCHES, LabState, share_a_scale
from javascript import call, vectors

COORDINATES, LENGTHS = ["x₁", "x₂"], ["length (cm)", "width (cm)"]
CHOICES: list[list[str]] = [[], ["equal"], ["fill"], ["equal", "fill"], ["axes", "fill"]]


def names_of(spec: DatasetSpec) -> tuple[str, ...]:
    """Return the names of the features, and of all of them if they were measured."""
    entry = DATASETS[spec.name]
    if entry.kind == "real":
        features = tuple(range(len(entry.feature_names)))
        spec = DatasetSpec(spec.name, features=features, standardise=spec.standardise)
    return load(spec).feature_names


@pytest.mark.parametrize("key", DATASETS)
def test_features_share_a_scale_unless_they_have_units_of_their_own(key: str) -> None:
    plain, standard = (names_of(DatasetSpec(key, standardise=each)) for each in (False, True))
    assert share_a_scale(plain) == (DATASETS[key].kind == "generated")
    assert share_a_scale(standard)
    # A hand that edits the points keeps the scale, though a link shortens their names.
    for names in plain, standard:
        assert share_a_scale(Names.fit(*names)) == share_a_scale(names)


def test_points_on_a_blank_sheet_share_a_scale_and_one_unit_is_enough_to_part_them() -> None:
    assert share_a_scale(DrawnSpec.names[:2])
    assert not share_a_scale(("x₁", "width (cm)"))


@pytest.mark.parametrize("words", CHOICES, ids="-".join)
def test_a_choice_goes_into_the_link_and_holds_for_all_data(words: list[str]) -> None:
    text = {"switches": "-".join(words)} if words else {}
    state, notices = decode(text)
    assert (encode(state), notices) == (text, ())
    values = {state.has_equal_scales(usual) for usual in (False, True)}
    assert values == ({False, True} if words == [] else {"fill" not in words})


@vectors("wire/data.js", "readSwitches")
def test_the_browser_reads_words_as_python_does() -> Iterator[Any]:
    specs = [*map(DatasetSpec, DATASETS), DatasetSpec("wine", standardise=True)]
    for words, features, equal in product(CHOICES, map(names_of, specs), (None, False, True)):
        usual = share_a_scale(features) if equal is None else equal
        is_equal = LabState(switches=tuple(words)).has_equal_scales(usual)
        others = {name: each.on != (name in words) for name, each in SWITCHES.items()}
        told = {"offered": describe_switches(equal), "features": features}
        yield [words, told], others | {"equal": is_equal}


@pytest.mark.parametrize(
    ("words", "is_on", "features", "after"),
    [
        ([], False, COORDINATES, ["fill"]),
        (["fill"], True, COORDINATES, []),
        ([], True, LENGTHS, ["equal"]),
        (["equal"], False, LENGTHS, []),
        # chosen with one data set, changed with another
        (["equal"], False, COORDINATES, ["fill"]),
        (["fill"], True, LENGTHS, ["equal"]),
        (["disagreement", "axes"], True, LENGTHS, ["axes", "equal", "disagreement"]),
    ],
)
def test_a_switched_scale_needs_a_word_unless_it_is_the_usual_one(
    words: list[str], is_on: bool, features: list[str], after: list[str]
) -> None:
    data = {"offered": describe_switches(), "features": features}
    assert call("wire/data.js", [["changeSwitch", words, "equal", is_on, data]]) == [after]


def test_the_pocket_lab_shortens_names_as_python_does() -> None:
    names = [*names_of(DatasetSpec("wine", standardise=True)), "a~b", "n" * 50, ", standardised"]
    fitted = Names.fit(*names)
    assert call("table.js", [["fitName", name] for name in names]) == list(fitted)
    assert fitted[-2] == "n" * 39 + "…"


BOXES = [(-3.0, 3.0, -2.0, 2.0), (0.0, 1.0, -40.0, 60.0), (-1e4, 1e4, 0.0, 1.0)]
PLOTS = [(900, 560), (420, 280), (360, 420), (700, 200)]


@pytest.mark.parametrize("axes", [False, True])
@pytest.mark.parametrize("size", PLOTS)
@pytest.mark.parametrize("box", BOXES)
def test_equal_scales_fill_the_canvas_and_leave_the_points_where_they_are(
    box: tuple[float, ...], size: tuple[int, int], axes: bool
) -> None:
    jobs: list[Any] = [[make, box, size, True, axes] for make in ("fill", "fit")]
    filled, fitted = call("drawn.mjs", jobs)
    (a, b, c, d), (left, _, width, height) = filled["box"], filled["plot"]
    assert (b - a) / width == pytest.approx((d - c) / height)
    tolerance = 1e-9 * max(b - a, d - c)
    assert a <= box[0] + tolerance and b >= box[1] - tolerance
    assert c <= box[2] + tolerance and d >= box[3] - tolerance
    assert min((b - a) / (box[1] - box[0]), (d - c) / (box[3] - box[2])) == pytest.approx(1)
    assert width == size[0] - left - (12 if axes else 1)
    # A drawing that a hand has made as large as the view is shown in the same view.
    (again,) = call("drawn.mjs", [["fill", filled["box"], size, True, axes]])
    assert (again["plot"], again["box"]) == (filled["plot"], pytest.approx(filled["box"]))
    if not axes:  # their numbers need more room beside a larger box
        assert filled["pixel"] == pytest.approx(fitted["pixel"])


def test_a_thumbnail_shows_the_box_in_its_middle() -> None:
    for box in BOXES:
        a, b, c, d = wide_box(box, 4 / 3)
        assert (b - a) / (d - c) == pytest.approx(4 / 3)
        spread = min((b - a) / (box[1] - box[0]), (d - c) / (box[3] - box[2]))
        assert spread == pytest.approx(1)
        assert np.allclose([a + b, c + d], [box[0] + box[1], box[2] + box[3]])
