"""A saved picture has no gaps where the page has its controls."""

from javascript import call

ROWS = [{"top": 200, "bottom": 220}, {"top": 10, "bottom": 90}, {"top": 0, "bottom": 30}]
RIGHT = {"top": 80, "bottom": 190}


def test_what_is_left_out_is_between_rows_and_below_all_that_begins_above() -> None:
    gaps, none, first = call(
        "save.js", [["findGaps", ROWS], ["findGaps", [*ROWS, RIGHT]], ["findGaps", ROWS[:1]]]
    )
    assert gaps == [{"end": 200, "height": 86}]
    assert none == []
    assert first == []
