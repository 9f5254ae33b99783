"""Numbers as LaTeX: scalars, vectors, matrices and linear or quadratic expressions.

Numbers have three significant digits; whole numbers, such as counts, have all digits. In a vector
or matrix, entries that are only rounding noise beside the largest one are written as 0.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

DIGITS = 3
LONGEST = 6  # digits before a power of ten is written
NOISE = 1e-12  # relative to the largest of the numbers shown together


def number(value: float, digits: int = DIGITS) -> str:
    r"""Return a number with that many significant digits: ``-2.5``, or ``4\cdot 10^{12}``.

    A whole number of up to six digits has all of them.
    """
    short_value = value if float(value).is_integer() else float(f"{value:.{digits}g}")
    is_short = abs(short_value) < 10**LONGEST and float(short_value).is_integer()
    text = f"{short_value:.0f}" if is_short else f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    if exponent:
        return rf"{mantissa}\cdot 10^{{{int(exponent)}}}"
    return "0" if text == "-0" else text


def signed(value: float) -> str:
    """Return a number with its sign, to be added to a sum."""
    return ("-" if value < 0 else "+") + number(abs(value))


def matrix(values: ArrayLike) -> str:
    """Return a matrix, or a vector as a column, in round brackets."""
    entries = np.asarray(values, dtype=np.float64)
    rows = entries.reshape(len(entries), -1)
    largest = np.abs(rows).max(initial=0)
    clean = np.where(np.abs(rows) <= NOISE * largest, 0.0, rows)
    body = r"\\".join("&".join(map(number, row)) for row in clean)
    return rf"\begin{{pmatrix}}{body}\end{{pmatrix}}"


def polynomial(terms: Sequence[tuple[float, str]], digits: int = DIGITS) -> str:
    r"""Return a sum such as ``-1.5x_1^2+8x_2-29.5`` from (coefficient, symbols) pairs.

    The constant has the symbols "". A term without weight is left out, and so is a coefficient 1.
    """
    largest = max((abs(weight) for weight, _ in terms), default=0.0)
    visible = [(weight, symbols) for weight, symbols in terms if abs(weight) > NOISE * largest]
    text = "".join(_term(weight, symbols, digits) for weight, symbols in visible)
    return text.removeprefix("+") or "0"


def quadratic(W: ArrayLike, w: ArrayLike, w0: float, digits: int = DIGITS) -> str:
    """Return x'Wx + w'x + w0 in two features, multiplied out, W symmetric."""
    (a, b), (_, c) = np.asarray(W, dtype=np.float64).tolist()
    d, e = np.asarray(w, dtype=np.float64).tolist()
    terms = [(a, "x_1^2"), (2 * b, "x_1x_2"), (c, "x_2^2"), (d, "x_1"), (e, "x_2"), (w0, "")]
    return polynomial(terms, digits)


def _term(weight: float, symbols: str, digits: int) -> str:
    text = number(abs(weight), digits)
    sign = "-" if weight < 0 else "+"
    return sign + symbols if symbols and text == "1" else f"{sign}{text}{symbols}"
