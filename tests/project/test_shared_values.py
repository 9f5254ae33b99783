"""What Python and the browser share is written by a script."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bayeslab.figures.theme import PALETTE, REST
from core.outlines import OUTLINES
from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import conformance
import pytest
from shared_values import MODULE, TYPES, write_module, write_types


@pytest.mark.parametrize(
    ("file", "write"), [(MODULE, write_module), (TYPES, write_types)], ids=["values", "types"]
)
def test_what_the_script_has_written_is_still_so(file: Path, write: Callable[[], str]) -> None:
    written = file.read_text(encoding="utf-8")
    assert written == write(), "run: python scripts/shared_values.py --write"


def test_the_report_of_conformance_is_what_the_script_writes_from_tests_that_exist() -> None:
    written = conformance.PAGE.read_text(encoding="utf-8")
    assert written == conformance.render(), "run: python scripts/conformance.py"


def test_every_marker_of_the_palette_has_an_outline_of_its_own_around_its_middle() -> None:
    assert {*OUTLINES, "circle"} == {style.symbol for style in (*PALETTE, REST)}
    assert len(set(OUTLINES.values())) == len(OUTLINES)
    for corners in map(np.array, OUTLINES.values()):
        assert 0.9 < np.hypot(*corners.T).max() < 1.6
        assert abs(corners.mean(axis=0)).max() < 0.2
