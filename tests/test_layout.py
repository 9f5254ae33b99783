"""Parts of all pages: how a share is written."""

import pytest

from ui.layout import percent


@pytest.mark.parametrize(
    ("share", "text"), [(0.964, "96.4 %"), (1, "100.0 %"), (-1e-9, "0.0 %"), (-0.031, "-3.1 %")]
)
def test_a_share_is_a_percentage_that_no_line_break_parts(share: float, text: str) -> None:
    assert percent(share) == text.replace(" ", "\u00a0")
