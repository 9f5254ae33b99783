"""Numbers in formulas: short, without noise, and nothing that LaTeX cannot show."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.latex import matrix, number, polynomial, quadratic


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (3.0, "3"),
        (-16.000000000000004, "-16"),
        (np.log(4), "1.39"),
        (56.1875, "56.2"),
        (1797.0, "1797"),
        (1797.4, "1800"),
        (1234567.0, r"1.23\cdot 10^{6}"),
        (-2.5e-7, r"-2.5\cdot 10^{-7}"),
    ],
)
def test_a_number_has_three_digits_and_a_count_all_of_them(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(-1e300, 1e300))
def test_a_number_reads_back_to_within_its_digits(value: float) -> None:
    mantissa, _, power = number(value).partition(r"\cdot 10^{")
    assert float(f"{mantissa}e{power.rstrip('}') or 0}") == pytest.approx(
        value, rel=5e-3, abs=1e-320
    )


def test_a_matrix_is_written_row_by_row_and_a_vector_as_a_column() -> None:
    assert matrix(np.array([[0.5, 1e-17], [0, 2]])) == r"\begin{pmatrix}0.5&0\\0&2\end{pmatrix}"
    assert matrix([3, -2]) == r"\begin{pmatrix}3\\-2\end{pmatrix}"


def test_a_discriminant_is_multiplied_out_without_ones_zeros_and_noise() -> None:
    W = [[-1.5, 0], [0, 1e-17]]
    assert quadratic(W, [9, 8], -29.5) == "-1.5x_1^2+9x_1+8x_2-29.5"
    assert quadratic([[1, 0.5], [0.5, -1]], [0, -1], 1) == "x_1^2+x_1x_2-x_2^2-x_2+1"
    assert quadratic(np.zeros((2, 2)), [0, 0], 0) == "0"


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=4))
def test_a_sum_never_has_two_signs_in_a_row(weights: list[float]) -> None:
    text = polynomial([(weight, "x") for weight in weights])
    assert re.search(r"[+-]{2}|^\+|[+-]$", text) is None
