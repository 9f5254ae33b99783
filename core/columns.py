"""Columns of a table that can be features or labels, the most likely first."""

import math
import re
from collections import Counter

import numpy as np

from core.cells import missing_marks, unescape
from core.csv_import import LONGEST_QUOTE, Table
from core.drawing_format import MAX_CLASSES

TYPICAL_ROWS = 300  # about this many rows of the table decide whether a column is numeric
# Words in the name of a column that suggest the class, the most likely first.
CLASS_WORDS = (
    *("class", "species", "label", "target", "diagnosis", "outcome", "survived", "category"),
    *("variety", "kind", "type", "group", "party", "classes", "labels"),
)
ROW_NAMES = ("id", "index", "rowid", "row")
FEW_VALUES = 5  # a column with fewer is rather a category


def numeric_columns(table: Table) -> tuple[int, ...]:
    """Return the positions of the columns in which most cells are numbers."""
    return tuple(position for position in range(len(table.names)) if _is_numeric(table, position))


def label_columns(table: Table) -> tuple[int, ...]:
    """Return the positions of the columns that can be labels, the most likely first.

    They have 2 to `MAX_CLASSES` different labels. Columns with a typical name (species, class,
    label, target, diagnosis, …) come first, then text before whole numbers before others, and
    right before left.
    """
    fit = (
        position
        for position, column in enumerate(table.columns)
        if 2 <= len(_few_labels(column)) <= MAX_CLASSES
    )

    def likeliest_first(position: int) -> tuple[int, bool, bool, int]:
        is_numeric = _is_numeric(table, position)
        numbers = filter(math.isfinite, table.numbers(position) if is_numeric else [])
        has_decimals = any(number % 1 for number in numbers)
        return _class_rank(table.names, position), is_numeric, has_decimals, -position

    return tuple(sorted(fit, key=likeliest_first))


def describe_missing_columns(table: Table) -> str:
    """Return why a table lacks two features and a class, and what to do.

    A column of text, or one with the name of a class, is taken as the class if nothing else is
    wrong.
    """
    numeric = set(numeric_columns(table))
    places = sorted(range(len(table.names)), key=lambda k: (_class_rank(table.names, k), -k))
    candidates = [
        k for k in places if k not in numeric or _class_rank(table.names, k) < len(CLASS_WORDS)
    ]
    if candidates and len(numeric - {candidates[0]}) >= 2:
        name, labels = table.names[candidates[0]], _few_labels(table.columns[candidates[0]])
        if len(labels) == 1:
            marks = sorted(missing_marks(table.columns[candidates[0]]) - {""})
            missing = f" ({', '.join(marks)}: read as missing)" if marks else ""
            return (
                f"All rows have the label “{next(iter(labels))}” in the column “{name}”{missing}: "
                "add rows of another class."
            )
        if len(labels) > MAX_CLASSES:
            return (
                f"The column “{name}” has more than {MAX_CLASSES} different labels: leave out the "
                "rows of some classes, or add a column with fewer."
            )
    needs = (
        "The table needs two columns of numbers for the features and one column with 2 to "
        f"{MAX_CLASSES} different labels for the class"
    )
    for k in range(len(table.names)):
        odd = _odd_number(table, k)
        if k not in numeric and k not in candidates[:1] and odd:
            return (
                f"{needs}. Many cells of “{table.names[k]}” were not read as numbers, such as "
                f"“{odd[:LONGEST_QUOTE]}”: write them as plain numbers, or add other columns."
            )
    return f"{needs}: add the missing columns."


def feature_columns(table: Table, label: int) -> tuple[int, ...]:
    """Return the positions of the numeric columns other than the label, the most likely first.

    Columns that are constant or only number the rows come last, before them those with few values.
    """
    fit = (position for position in numeric_columns(table) if position != label)

    def least_likely_last(position: int) -> tuple[bool, bool, bool]:
        values = _typical_values(table, position)
        return len(values) < 2, numbers_rows(table, position), len(values) < FEW_VALUES

    return tuple(sorted(fit, key=least_likely_last))


def describe_unlikely(table: Table, label: int) -> tuple[str, ...]:
    """Return why some numeric columns are not among the two features that are suggested."""
    sentences = []
    for position in sorted(feature_columns(table, label)[2:]):
        is_constant = len(_typical_values(table, position)) < 2
        if is_constant or numbers_rows(table, position):
            reason = "is the same in all rows" if is_constant else "numbers the rows"
            name = table.names[position]
            sentences.append(f"“{name}” {reason}, so it is not suggested as a feature.")
    return tuple(sentences)


def _typical_values(table: Table, position: int) -> set[float]:
    numbers = map(table.format_of(position).number, table.columns[position][:TYPICAL_ROWS])
    return set(filter(math.isfinite, numbers))


def _odd_number(table: Table, position: int) -> str:
    """Return the first cell with digits that is no number, if most cells have digits."""
    column, form = table.columns[position], table.format_of(position)
    with_digits = [cell for cell in column if any(map(str.isdecimal, cell))]
    odd = (cell for cell in with_digits if not math.isfinite(form.number(cell)))
    return next(odd, "") if 2 * len(with_digits) > len(column) else ""


def _is_numeric(table: Table, position: int) -> bool:
    column, form = table.columns[position], table.format_of(position)
    cells = Counter(column[:: 1 + len(column) // TYPICAL_ROWS])
    numbers = sum(n for cell, n in cells.items() if math.isfinite(form.number(cell)))
    return 2 * numbers > cells.total()


def numbers_rows(table: Table, position: int) -> bool:
    """Return whether a column seems to number the rows, by its name or counting up by one."""
    name = table.names[position]
    if name.lower() in ROW_NAMES or re.search(r"(?:[a-z]I[dD]|[_ ]id)$", name):
        return True
    cells = table.columns[position][:TYPICAL_ROWS]
    steps = np.diff([table.format_of(position).number(cell) for cell in cells])
    start = table.format_of(position).number(cells[0])
    has_unit = bool(table.format_of(position).unit)
    return len(cells) > 2 and start in (0, 1) and not has_unit and bool((steps == 1).all())


def _class_rank(names: tuple[str, ...], position: int) -> int:
    """Return the rank of a column as the class by its name; the lowest is the most likely."""
    words = re.findall("[a-z]+", names[position].lower())
    ranks = [CLASS_WORDS.index(word) for word in words if word in CLASS_WORDS]
    # Next to a column x, a column y is the other feature.
    if words == ["y"] and "x" not in map(str.lower, names):
        ranks.append(len(CLASS_WORDS))
    return min(ranks, default=len(CLASS_WORDS) + 1)


def _few_labels(column: tuple[str, ...]) -> set[str]:
    """Return the labels of a column; stop at one more than `MAX_CLASSES`."""
    cells = set(column)
    present = iter(cells - missing_marks(cells))
    labels: set[str] = set()
    while len(labels) <= MAX_CLASSES and (cell := next(present, None)) is not None:
        labels.add(unescape(cell))
    return labels
