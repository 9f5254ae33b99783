"""What Python and the browser share is written by a script."""

import sys

from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from shared_values import MODULE, write_module


def test_the_shared_values_in_javascript_are_those_of_python() -> None:
    written = MODULE.read_text(encoding="utf-8")
    assert written == write_module(), "run: python scripts/shared_values.py --write"
