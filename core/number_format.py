"""How a column of a table writes numbers: its decimal sign, separators of thousands, and a unit.

A cell alone does not tell: "1,587" is one thing in an English sheet and another in a German one. So
the sign is decided by all cells of the table (:func:`guess_decimal`), and the unit by all cells of
a column (:func:`guess_unit`).
"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from core.cells import to_number, unescape

MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{FIGURE DASH}", "---")
SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE} "
APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"
CURRENCY = "€$£¥₹"
# A number with anything around it: a currency, a percent sign or a unit.
PARTS = re.compile(
    rf"(?P<before>[{CURRENCY}]|[A-Z]{{3}}(?=[\s\d]))?\s*"
    rf"(?P<number>[+-]?[\d.,][\d.,{APOSTROPHES}{SPACES}]*(?:[eE][+-]?\d+)?)\s*"
    rf"(?P<after>%|‰|[{CURRENCY}]|[A-Za-zµμ°²³/·]{{1,6}}\.?)?"
)


@dataclass(frozen=True)
class NumberFormat:
    """How a column writes numbers.

    Attributes
    ----------
    decimal : str
        "." or ",".
    unit : str
        What stands beside every number, such as "%" or "cm", and is removed.
    """

    decimal: str = "."
    unit: str = ""

    def number(self, cell: str) -> float:
        """Return the number in a cell; NaN or infinity if it is not a finite number."""
        text = unescape(cell).translate(MINUS)
        if self.unit:
            text = text.replace(self.unit, "").strip()
        if self.decimal == "." and not math.isnan(plain := to_number(text)):
            return plain
        thousands = ({".", ","} - {self.decimal}).pop()
        groups = rf"[+-]?[1-9]\d{{0,2}}(?:([{re.escape(thousands)}{APOSTROPHES}{SPACES}])\d{{3}})"
        whole = rf"{groups}(?:\1\d{{3}})*"
        indian = rf"[+-]?[1-9]\d?(?:{re.escape(thousands)}\d{{2}})+{re.escape(thousands)}\d{{3}}"
        for pattern in (whole, indian):
            if re.fullmatch(rf"(?:{pattern})(?:{re.escape(self.decimal)}\d*)?", text):
                head, sign, tail = text.partition(self.decimal)
                return to_number(re.sub(r"[^\d+-]", "", head) + ("." if sign else "") + tail)
        return to_number(text, self.decimal == ",") if self.decimal == "," else math.nan


def looks_like_number(text: str, *, with_unit: bool = False) -> bool:
    """Return whether a text without an apostrophe is a number in some format."""
    if text[:1] == "'":
        return False
    parts = PARTS.fullmatch(text.translate(MINUS)) if with_unit else None
    number = parts["number"].strip() if parts else text
    return any(math.isfinite(NumberFormat(sign).number(number)) for sign in ".,")


def guess_decimal(
    columns: Iterable[Iterable[str]], delimiter: str, *, has_points: bool = False
) -> tuple[str, str]:
    """Return the decimal sign of a table, and the sign that only a convention explains, or "".

    "0,5", "1.234,5" and "1,23" show a decimal comma; "0.5", "1,234.5" and "1,234,567" a decimal
    point. "1,234" and "1.234" show neither. Beside whole numbers of three digits, and none of four,
    they have separators of thousands. Elsewhere the comma separates thousands and the point is the
    decimal sign, unless semicolons separate the cells, which spreadsheets write where the comma is
    the decimal sign. `has_points` says that the format of the file has decimal points.
    """
    votes: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    thousands: set[str] = set()
    for cells in columns:
        numbers = [_number_in(cell) for cell in cells]
        found = Counter(filter(None, map(_doubtful_sign, numbers)))
        groups += found
        wholes = (number.lstrip("+-") for number in numbers)
        if max((len(whole) for whole in wholes if whole.isdecimal()), default=0) == 3:
            thousands |= found.keys()
        for number in numbers:
            for sign, other in ((",", "."), (".", ",")):
                head, is_found, tail = number.rpartition(sign)
                if not is_found or other in tail:
                    continue
                if sign not in head:
                    votes[sign] += _doubtful_sign(number) == ""
                elif re.fullmatch(rf"[+-]?\d{{1,3}}(?:[{sign}]\d{{2,3}})+[{sign}]\d{{3}}", number):
                    votes[other] += 1
    if has_points:
        votes["."] += groups.pop(".", 0)
    if votes[","] or votes["."]:
        return ("," if votes[","] > votes["."] else "."), ""
    if not groups:
        return ".", ""
    doubtful = "," if groups[","] else "."
    if doubtful in thousands:
        return ("." if doubtful == "," else ","), doubtful
    return ("," if delimiter == ";" else "."), doubtful


def _number_in(cell: str) -> str:
    """Return the part of a cell that may be a number in some format, or nothing."""
    parts = PARTS.fullmatch(unescape(cell).translate(MINUS))
    return parts["number"].strip() if parts else ""


def _doubtful_sign(number: str) -> str:
    """Return the sign in a number such as 1,234, which may separate decimals or thousands."""
    match = re.fullmatch(r"[+-]?[1-9]\d{0,2}([.,])\d{3}", number)
    return match[1] if match else ""


def guess_unit(cells: Iterable[str]) -> str:
    """Return what stands beside every number of a column, or nothing if that differs."""
    units: Counter[str] = Counter()
    for cell in cells:
        parts = PARTS.fullmatch(unescape(cell).translate(MINUS))
        if parts and not (parts["before"] and parts["after"]):
            units[parts["before"] or parts["after"] or ""] += 1
    unit, n = next(iter(units.most_common(1)), ("", 0))
    return unit if unit and n == units.total() else ""
