"""How numbers are written for a reader: digits, the minus sign U+2212, the space before "%".

The functions of the same names in ``web/paint`` write the browser's numbers (``format``
is `decimal`). CSV files, exported code and LaTeX have formats of their own.
"""

PERCENT = "\u00a0%"  # with a no-break space


def decimal(value: float, digits: int = 3) -> str:
    """Return a number with that many significant digits at most: "−0.00123"."""
    return _write(f"{float(f'{value:.{digits}g}') + 0.0:.{digits + 3}g}")


def fixed(value: float, places: int, sign: str = "") -> str:
    """Return a number with that many decimal places, never "−0.0"; a `sign` "+" writes a plus."""
    return _write(f"{round(value, places) + 0.0:{sign}.{places}f}")


def percent(share: float | None) -> str:
    """Return 0.964 as "96.4 %", and None as a dash."""
    return "–" if share is None else fixed(100 * share, 1) + PERCENT


def _write(text: str) -> str:
    return text.replace("-", "\u2212").replace("inf", "∞")
