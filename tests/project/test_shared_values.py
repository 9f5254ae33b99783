"""What Python and the browser share is written by a script."""

import sys
from collections.abc import Callable
from pathlib import Path

from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import pytest
from shared_values import MODULE, TYPES, write_module, write_types


@pytest.mark.parametrize(
    ("file", "write"), [(MODULE, write_module), (TYPES, write_types)], ids=["values", "types"]
)
def test_what_the_script_has_written_is_still_so(file: Path, write: Callable[[], str]) -> None:
    written = file.read_text(encoding="utf-8")
    assert written == write(), "run: python scripts/shared_values.py --write"
