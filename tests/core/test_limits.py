"""Limits: every value within them survives its text, and everything else is refused in words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.data.points import bounding_box
from core.drawing import DrawnSpec, decode_drawing, draw, encode_drawing, identify
from core.drawing_format import COMPACT, MAX_CLASSES, MAX_DRAWN, Box, compact_body, write_text
from core.input_error import InputError
from core.limits import (
    Choice,
    Flag,
    Indices,
    Limit,
    Moved,
    Names,
    Number,
    Points,
    Title,
    Words,
)
from core.link import decode
from core.state import LIMITS

EVERY_KIND = {type(limit) for limit in LIMITS.values()}
FIVE = ("a", "b", "c", "d", "e")


def refusal(limit: Limit, text: str) -> str:
    with pytest.raises(InputError) as error:
        limit.parse(text)
    return str(error.value)


def test_the_lab_uses_every_kind_of_limit() -> None:
    assert {Choice, Flag, Indices, Moved, Names, Number, Points, Title, Words} == EVERY_KIND


def test_a_refusal_is_a_value_error_of_one_sentence() -> None:
    assert issubclass(InputError, ValueError)
    for limit in LIMITS.values():
        sentence = refusal(limit, "\x00?")
        assert sentence.startswith("use ")
        assert "\n" not in sentence
        assert len(sentence) < 400


def test_a_choice_is_one_of_its_words_exactly() -> None:
    limit = Choice(("moons", "rings"))
    assert limit.parse("moons") == limit.write("moons") == "moons"
    for text in ("Moons", "moon", "moons ", ""):
        assert refusal(limit, text) == "use one of moons, rings"


def test_a_number_may_be_either_end_and_nothing_beyond() -> None:
    limit = Number(0.5, 2.0)
    assert [limit.parse(text) for text in ("0.5", "2", "1e0", " 1.5 ")] == [0.5, 2.0, 1.0, 1.5]
    for text in ("0.4999", "2.0001", "nan", "inf", "-inf", "", "one", "1,5", "0x1"):
        assert refusal(limit, text) == "use a number from 0.5 to 2"


def test_a_whole_number_has_no_point() -> None:
    limit = Number(4, 20, whole=True)
    value = limit.parse("4")
    assert (value, type(value)) == (4, int)
    assert limit.parse("20") == 20
    for text in ("3", "21", "4.0", "1e1", "²", "9" * 5000):
        assert refusal(limit, text) == "use a whole number from 4 to 20"


def test_a_number_may_have_to_be_one_of_a_few() -> None:
    limit = Number(2, 100, whole=True, among=(2, 10, 100))
    assert limit.parse("10") == 10
    assert refusal(limit, "11") == "use one of 2, 10, 100"
    assert refusal(limit, "101") == "use a whole number from 2 to 100"


def test_a_moved_threshold_has_a_picture_a_side_and_a_value() -> None:
    limit = Moved()
    for text in ("", "0_0_0.25", "1_12_-3", "0_0_1e-17~1_2_-1.5e+3"):
        assert limit.parse(text) == limit.write(text) == text
    three = "0_0_1~1_0_1~0_0_1"
    for text in ("0", "2_0_1", "0_0_1~", "~0_0_1", "0_0_nan", "0_0_.5", three, "0_0_1\n"):
        assert refusal(limit, text) == "use panel_side_value, such as 0_0_0.25"


@given(st.floats(-1e9, 1e9))
def test_a_number_is_written_as_short_as_it_can_be_read_back(value: float) -> None:
    limit = Number(-1e9, 1e9)
    assert limit.parse(limit.write(value)) == value
    assert limit.write(2.0) == "2"
    assert limit.write(20) == "20"
    assert limit.write(0.5) == "0.5"


def test_a_flag_is_yes_or_no() -> None:
    limit = Flag()
    assert (limit.parse("yes"), limit.parse("no")) == (True, False)
    assert (limit.write(True), limit.write(False)) == ("yes", "no")
    for text in ("Yes", "true", "1", ""):
        assert refusal(limit, text) == "use yes or no"


def test_indices_are_different_short_decimals_neither_too_few_nor_too_many() -> None:
    limit = Indices(2, 3)
    assert limit.parse("2-0") == (2, 0)
    assert limit.parse("0-1-999") == (0, 1, 999)
    assert limit.write((2, 0)) == "2-0"
    for text in ("1", "1-1", "0-1-2-3", "1-", "-1", "1--2", "1000-1", "a-b", "1-²", "1 -2", ""):
        assert refusal(limit, text) == "use 2 to 3 different numbers joined by '-'"


def test_words_come_out_in_their_own_order_and_may_be_none() -> None:
    limit = Words(FIVE)
    assert limit.parse("d-a") == ("a", "d")
    assert limit.parse("") == ()
    assert limit.parse("a-a") == ("a",)
    assert limit.parse("-".join(FIVE)) == FIVE
    assert limit.write(("a", "d")) == "a-d"
    for text in ("f", "a-f", "a,b", "-", "A"):
        assert refusal(limit, text) == "use some of a, b, c, d, e, joined by '-'"


def test_names_are_two_features_and_two_to_ten_classes() -> None:
    limit = Names()
    assert limit.parse("x~y~no~yes") == ("x", "y", "no", "yes")
    full = "~".join(["n" * 40] * (2 + MAX_CLASSES))
    assert limit.write(limit.parse(full)) == full
    assert len(full) <= limit.longest
    count = f"use two features and 2 to {MAX_CLASSES} classes, joined by '~'"
    assert refusal(limit, "x~y~no") == count
    assert refusal(limit, f"{full}~n") == count
    for name in ("", "n" * 41, "a\nb", "a\u202eb", "\x7f"):
        assert refusal(limit, f"x~y~no~{name}") == "use names of 1 to 40 printable characters"


@given(st.lists(st.text(max_size=60), min_size=4, max_size=2 + MAX_CLASSES))
def test_any_names_can_be_made_to_fit(names: list[str]) -> None:
    limit, fitted = Names(), Names.fit(*names)
    assert len(fitted) == len(names)
    assert limit.parse(limit.write(fitted)) == fitted


def test_names_are_made_to_fit_by_as_little_as_possible() -> None:
    assert Names.fit("a  b\n c", "x~y", " ", "n" * 50, "\u202e") == (
        *("a b c", "x-y", "?"),
        *("n" * 39 + "…", "?"),
    )
    assert Names.fit("n" * 40, "n" * 38 + " mm") == ("n" * 40, "n" * 38 + "…")


def test_a_title_is_short_and_printable_and_any_text_can_be_made_to_fit() -> None:
    limit = Title()
    for text in ("", "oaks", 'a "quoted" ~ title', "t" * 60):
        assert limit.parse(limit.write(text)) == text
    for text in ("t" * 61, "a\nb", "a\u202eb", "\x7f"):
        assert refusal(limit, text) == "use at most 60 printable characters"
    assert Title.fit(" two \n lines\x00\u202e ") == "two lines"
    assert Title.fit("t" * 59 + " t") == "t" * 59


def test_points_are_nothing_a_drawing_or_the_number_of_one() -> None:
    limit, drawing = Points(), encode_drawing(draw([[0.0, 1.0], [2.0, 3.0]], [0, 1]))
    for text in ("", drawing, "@0123abcd", drawing + "@0123abcd"):
        assert limit.parse(text) == text
    assert refusal(limit, "1AAAA") == "use a link made by this version"
    assert refusal(limit, "4" + drawing[1:]) == "use a link made by this version"
    assert refusal(limit, drawing[:-4]) == CHANGED
    assert refusal(limit, drawing + "@0123abc") == (
        "use the link as it was made: this one was changed"
    )
    for text in ("@0123abc", "@0123abcde", "@0123ABCD", "@"):
        assert refusal(limit, text) == "use a link made by this version"


def test_a_drawing_too_long_for_a_link_is_written_as_its_number() -> None:
    limit, rng = Points(), np.random.default_rng(0)
    longest = "1" * limit.longest
    too_long = encode_drawing(draw(rng.normal(size=(601, 2)), np.zeros(601)))
    assert limit.write(longest) == longest
    assert limit.write(too_long) == f"@{identify(too_long)}"
    assert limit.parse(limit.write(too_long)) == limit.write(too_long)


# What a link says of its values


def test_a_notice_quotes_a_short_value_whole_and_a_long_one_cut() -> None:
    for text, quote in (("y" * 20, "y" * 20), ("y" * 21, "y" * 20 + "…"), ("-", "-")):
        _, (notice,) = decode({"standardise": text})
        assert notice == f"The link's standardise “{quote}” was ignored: use yes or no."


def test_a_value_may_be_as_long_as_its_limit_allows_and_no_longer() -> None:
    _, (notice,) = decode({"standardise": "y" * 64})
    assert notice.endswith(": use yes or no.")
    _, (notice,) = decode({"standardise": "y" * 65})
    assert notice.endswith(": use at most 64 characters.")


# What a drawing's text says

CHANGED = "use the whole link as it was made: this one was cut off or changed"


def text_of(box: Box, n: int, label: int = 0) -> str:
    """Return the text of a drawing with any box, its n points all in one corner."""
    points = np.zeros((n, 2), np.uint16), np.full(n, label, np.uint8)
    return write_text(COMPACT, compact_body(box, *points))


def test_a_drawing_has_at_most_the_allowed_points() -> None:
    assert len(decode_drawing(text_of((0, 1, 0, 1), MAX_DRAWN)).labels) == MAX_DRAWN
    with pytest.raises(InputError, match=CHANGED):
        decode_drawing(text_of((0, 1, 0, 1), MAX_DRAWN + 1))


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_a_drawing_of_any_length_is_written_without_padding(n: int) -> None:
    text = text_of((0, 1, 0, 1), n)
    new_text = encode_drawing(decode_drawing(text))
    assert len(decode_drawing(new_text).labels) == n
    assert encode_drawing(decode_drawing(new_text)) == new_text
    assert "=" not in new_text


@pytest.mark.parametrize("box", [(0, 0, 0, 1), (0, 1, 1, 1), (1, 0, 0, 1), (0, 1, 1, 0)], ids=str)
def test_a_box_without_a_width_or_a_height_is_refused(box: Box) -> None:
    with pytest.raises(InputError, match=r"^use a link whose box has a width and a height$"):
        decode_drawing(text_of(box, 2))


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_an_infinite_box_is_refused(number: float) -> None:
    with pytest.raises(InputError, match=r"^use a link whose box has a width and a height$"):
        decode_drawing(text_of((0, number, 0, 1), 2))


def test_a_drawing_has_the_dtypes_it_declares() -> None:
    drawing = draw([[0, 1], [2, 3]], [0, 1])
    for each in (drawing, decode_drawing(encode_drawing(drawing))):
        assert each.X.dtype == np.float64
        assert each.labels.dtype == np.uint8
    points = DrawnSpec(encode_drawing(drawing)).load()
    assert points.X.dtype == np.float64
    assert points.y.dtype == np.int64
    assert points.title == "your points"


def test_a_box_with_a_width_is_taken_as_it_is() -> None:
    X = np.array([[0.0, 0.0], [1.0, 2.0]])
    assert draw(X, [0, 1]).box == bounding_box(X)


def test_points_in_one_place_lie_in_a_small_box_around_it() -> None:
    drawing = draw([[5.0, -7.0], [5.0, -7.0]], [0, 1])
    x1_min, x1_max, x2_min, x2_max = drawing.box
    assert x1_min < 5 < x1_max
    assert x2_min < -7 < x2_max
    assert drawing.X.tolist() == [[5.0, -7.0]] * 2
