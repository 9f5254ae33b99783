"""A short lecture: nothing that was acknowledged is lost, and no honest participant is refused."""

from pathlib import Path

import pytest

from coroutines import run
from lecture import hold_lecture, write_table

SECONDS = 40.0


@pytest.mark.soak
def test_a_lecture_with_all_activities_beside_attacks_a_slow_disk_and_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = run(hold_lecture(tmp_path, SECONDS))
    with capsys.disabled():
        print(f"\n{write_table(figures)}")
    assert figures["acknowledged"] > figures["participants"] == 300
    assert (figures["lost"], figures["refused honest"], figures["kills"]) == (0, 0, 2)
    assert figures["codes found"] == 0
    attacks = ("codes guessed", "messages of bots", "frames too large", "requests without end")
    assert all(figures[name] > 0 for name in attacks)
