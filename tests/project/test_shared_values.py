"""What Python and the browser share is written by a script."""

import sys

import numpy as np

from bayeslab.figures import PALETTE, REST
from core.outlines import OUTLINES
from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from shared_values import MODULE, write_module


def test_the_shared_values_in_javascript_are_those_of_python() -> None:
    written = MODULE.read_text(encoding="utf-8")
    assert written == write_module(), "run: python scripts/shared_values.py --write"


def test_every_marker_of_the_palette_has_an_outline_of_its_own_around_its_middle() -> None:
    assert {*OUTLINES, "circle"} == {style.symbol for style in (*PALETTE, REST)}
    assert len(set(OUTLINES.values())) == len(OUTLINES)
    for corners in map(np.array, OUTLINES.values()):
        assert 0.9 < np.hypot(*corners.T).max() < 1.6
        assert abs(corners.mean(axis=0)).max() < 0.2
