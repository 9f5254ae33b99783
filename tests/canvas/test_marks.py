"""The kinds of marks that pictures are made of: what holds for the six functions of each."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from javascript import call
from source import ROOT

EDGE = 2  # pixels that a line may reach beyond its plot
BESIDE = 60  # pixels beside a plot, for its axes
SHARED = {"basics", "kinds", "list", "marks"}
# What has no sample in a legend, and what no pointer hits.
UNLISTED, UNTOUCHED = {"axes", "handle", "image", "text"}, {"text"}
SILENT = {"axes", "handle", "text"}


def inspect(reach: float, **options: Any) -> dict[str, Any]:
    (found,) = call("marks.mjs", [["inspect", reach, options]])
    return dict(found)


def test_each_kind_is_a_file_with_six_functions_and_a_line_of_the_registry() -> None:
    files = {path.stem for path in (ROOT / "web" / "marks").glob("*.js")} - SHARED
    found = inspect(1)
    assert set(found["kinds"]) == set(found["marks"]) == files


@given(reach=st.floats(0.3, 8))
def test_a_mark_is_painted_inside_its_box_and_leaves_the_context_as_it_was(reach: float) -> None:
    for kind, mark in inspect(reach)["marks"].items():
        beside = BESIDE if kind == "axes" else EDGE
        low, high = mark["painted"][:2], mark["painted"][2:]
        for (near, far), (left, right) in zip(
            zip(low, high, strict=True),
            zip(mark["plot"][:2], mark["plot"][2:], strict=True),
            strict=True,
        ):
            assert left - beside <= near <= far <= right + beside, kind
        assert not mark["isStacked"], kind


@given(reach=st.floats(0.3, 8))
def test_a_mark_says_and_lists_its_title_and_has_an_outline_unless_it_is_text(
    reach: float,
) -> None:
    found = inspect(reach)
    for kind, mark in found["marks"].items():
        title = f"one {kind}"
        assert mark["says"].lower().startswith(title) and mark["says"].endswith("."), kind
        assert "nan" not in mark["says"].lower() and "undefined" not in mark["says"]
        assert (mark["legend"] is None) == (kind in UNLISTED)
        assert mark["legend"] is None or mark["legend"]["text"] == title
        assert (mark["outline"] is None) == (kind in UNTOUCHED)
        assert kind in UNTOUCHED or mark["outline"][0] <= mark["outline"][2]
        assert (mark["moves"] is not None) == (kind == "handle")
    kinds = found["marks"].keys()
    assert set(found["parts"]) == kinds - UNTOUCHED
    assert set(found["legend"]) == {f"one {kind}" for kind in kinds - UNLISTED}
    assert found["words"] == [mark["says"] for mark in found["marks"].values()]


@given(reach=st.floats(1, 8))
def test_a_mark_is_heard_between_200_and_1600_hz_unless_it_says_that_it_is_silent(
    reach: float,
) -> None:
    found = inspect(reach)
    for kind, mark in found["marks"].items():
        assert mark["isSilent"] == (kind in SILENT)
        assert bool(mark["heard"]) != mark["isSilent"], kind
        for sound in mark["heard"]:
            assert 200 <= sound["pitch"] <= 1600
            assert -1 <= sound["side"] <= 1
            assert 0 <= sound["loudness"] <= 1
    # Rising to the right, as the curve does.
    _, left, right = found["marks"]["curve"]["heard"]
    assert left["side"] < 0 < right["side"]
    assert left["pitch"] < right["pitch"]
    assert len(found["sounds"]) > 0
    silenced = inspect(reach, isSilent=True)
    assert not silenced["sounds"] and not any(each["heard"] for each in silenced["marks"].values())


def test_a_mark_without_a_title_is_decoration() -> None:
    found = inspect(1, title="")
    assert not found["words"] and not found["legend"]
