"""Links of the first release open the same state as they did, to the bit of every point."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from core.drawing import DrawnSpec
from core.link import decode
from core.state import LabState

LINKS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("first_release_links.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("example", LINKS, ids=range(len(LINKS)))
def test_a_link_of_the_first_release_opens_the_same_state(example: dict[str, Any]) -> None:
    state, notices = decode(dict(parse_qsl(example["link"], keep_blank_values=True)))
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in example["state"].items()
    }
    assert notices == ()
    assert state == LabState(**fields)
    if "X" in example:
        spec = state.dataset_spec
        assert isinstance(spec, DrawnSpec)
        points = spec.load()
        assert "".join(map(str, points.y)) == example["labels"]
        assert points.X[:5].tolist() == example["X"]
        assert points.X.sum(axis=0).tolist() == example["sum"]
