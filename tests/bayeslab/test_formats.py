"""Numbers for a reader: digits, minus signs and percentages, equal in Python and the browser."""

import numpy as np
import pytest

from bayeslab.evaluation.formats import decimal, fixed, percent
from javascript import call


@pytest.mark.parametrize(
    ("share", "text"), [(0.964, "96.4 %"), (1, "100.0 %"), (-1e-9, "0.0 %"), (-0.031, "−3.1 %")]
)
def test_a_percentage_has_a_no_break_space(share: float, text: str) -> None:
    assert percent(share) == text.replace(" ", "\u00a0")


def test_a_number_has_three_digits_and_a_minus_sign() -> None:
    values = (-1234.5, -0.00123, 2.0, -0.0, -np.inf)
    assert [decimal(value) for value in values] == ["−1230", "−0.00123", "2", "0", "−∞"]
    assert decimal(-12.3456789, 6) == "−12.3457"


def test_a_signed_number_has_a_plus_or_a_minus() -> None:
    assert [fixed(value, 1, "+") for value in (0.94, -0.94, -0.01)] == ["+0.9", "−0.9", "+0.0"]


def test_the_browser_rounds_and_writes_as_python_does() -> None:
    counts = (7, 8, 40, 80, 400, 1000, 1600, 2000)
    shares = [side * right / n for n in counts for right in range(n + 1) for side in (1, -1)]
    assert call("words.js", [["percent", share] for share in shares]) == [*map(percent, shares)]
    ties = [(k / 8, places) for k in range(-20, 21) for places in (0, 1, 2)]
    texts = call("words.js", [["fixed", *tie, sign] for tie in ties for sign in ("", "+")])
    assert texts == [fixed(*tie, sign) for tie in ties for sign in ("", "+")]
    numbers = [0, 2, -1234.5, -0.00123, 0.1 + 0.2, 99.95, -123456]
    assert call("view.js", [["format", x] for x in numbers]) == [*map(decimal, numbers)]
