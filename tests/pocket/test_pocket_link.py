"""Links of the pocket lab and of the lab are the same, read by either and written by either."""

import json
from dataclasses import asdict
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import compute
from core.drawing import Drawing, draw, encode_drawing
from core.link import decode, encode
from core.state import LabState
from javascript import call
from offline.pocket.start_data import start_data
from states import states

START = start_data()
# By hand on the grid, at any values, and one of a table with names.
DRAWN = [
    {"points": encode_drawing(Drawing.at((-1.0, 1.0, 0.0, 2.0), [[0, 0], [65_535, 9]], [0, 3]))},
    {"points": encode_drawing(draw([[0.1, 1e-7], [2.5, -3.0], [7.0, 1e9]], [0, 1, 1]))},
    {
        "points": encode_drawing(draw([[170, 61.5], [182, 80]], [1, 0])),
        "names": "height~weight~no~yes",
        "title": "people",
    },
]
INVALID = [
    *("gamma=nan", "gamma=0", "gamma=-5", "gamma=1e400", "gamma=five", "gamma=", "n=-20", "n=2.5"),
    *("seed=0x10", "noise=inf", "data=%3Cscript%3E", "data=", "model=IV", "classes=1"),
    *("data=iris&classes=1-1", "data=iris&classes=1-%C2%B2", "data=iris&features=0-9"),
    *("data=iris&classes=0-7", "features=0-1", "noise=9&data=rings", "standardise=true"),
    *("switches=errors-lights", "switches=errors", "folds=1", "folds=21", "coef0=1e3"),
    *("names=x~y~only", "names=x~y~a%E2%80%AEb~c", "names=x~y~~c", "title=" + "t" * 61),
    *("gamma=" + "1" * 70, "data=drawn&noise=0.2", "points=1PNG&data=moons&model=full"),
    *("data=drawn&names=a~b~c~d&title=My%20points", "embed=true&unknown=1", "%ff=%fe&gamma=%ff"),
]
OF_ANOTHER_VERSION = ["points=9AAAA", "points=2AAAA", "points=@12", "points=1PNG", "points=%00"]


def plain(state: LabState) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(json.dumps(asdict(state)))
    return values


def read(links: list[str]) -> list[dict[str, Any]]:
    (found,) = call("pocket_modules.mjs", [["readLinks", START, links]])
    return list(found)


def in_python(link: str) -> tuple[LabState, tuple[str, ...]]:
    return decode(dict(parse_qsl(link, keep_blank_values=True)))


@given(st.lists(states, min_size=30, max_size=30))
@settings(max_examples=8)  # of 30 states: the start data goes to node with each
def test_every_state_survives_the_link_between_lab_and_pocket_lab(chosen: list[LabState]) -> None:
    links = [urlencode(encode(state)) for state in chosen]
    jobs = [["readLinks", START, links], ["writeLinks", START, list(map(plain, chosen))]]
    states_read, written = call("pocket_modules.mjs", jobs)
    for state, link, found in zip(chosen, links, states_read, strict=True):
        kept, _ = in_python(link)  # a drawing that is too long for a link has a number there
        assert found["notices"] == []
        assert found["state"] == plain(kept)
        assert in_python(found["link"]) == (kept, ())
        assert kept.points == encode(state).get("points", "")
    assert [in_python(link)[0] for link in written] == [in_python(link)[0] for link in links]


def test_links_open_the_same_points_to_the_bit() -> None:
    links = [urlencode({"data": "drawn", **parameters}) for parameters in DRAWN]
    (sheets,) = call("pocket_modules.mjs", [["loadLinks", START, links]])
    for link, found, sheet in zip(links, read(links), sheets, strict=True):
        state, notices = in_python(link)
        assert found["state"] == plain(state)
        assert notices == ()
        points = compute.dataset(state.dataset_spec)
        assert sheet["data"]["x"] == points.X[:, 0].tolist()
        assert sheet["data"]["y"] == points.X[:, 1].tolist()
        assert sheet["data"]["labels"] == points.y.tolist()
        assert (sheet["features"], sheet["classes"]) == (
            list(points.feature_names),
            list(points.class_names),
        )
        assert sheet["title"] == points.title


@pytest.fixture(scope="module")
def found_in() -> dict[str, dict[str, Any]]:
    """What the pocket lab finds in each invalid link, by one process."""
    return dict(zip(INVALID, read(INVALID), strict=True))


@pytest.mark.parametrize("link", INVALID)
def test_an_invalid_value_is_left_out_with_the_sentence_of_the_lab(
    link: str, found_in: dict[str, dict[str, Any]]
) -> None:
    found = found_in[link]
    state, notices = in_python(link)
    assert found["state"] == plain(state)
    if "points=" not in link:
        assert found["notices"] == list(notices)


def test_points_that_cannot_be_read_are_left_out_with_one_sentence() -> None:
    for link, found in zip(OF_ANOTHER_VERSION, read(OF_ANOTHER_VERSION), strict=True):
        assert found["state"] == plain(LabState()), link
        (notice,) = found["notices"]
        assert notice.startswith("The link's points ")
        assert notice.endswith(".") and not notice.endswith("..")
