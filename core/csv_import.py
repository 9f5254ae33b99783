"""CSV import and export: a table of text becomes a data set, and back.

External data is read in two steps. :func:`read_table` turns bytes into a :class:`Table`,
all text, and :func:`to_dataset` takes two columns of numbers and one of labels from it. Each step
succeeds, succeeds with a notice (a sentence about what was cut, changed or left out), or raises an
InputError whose sentence says what to do; nothing is changed silently.

The reader decides what a table does not say, and :class:`Layout` can decide instead. The encoding:
UTF-16 if a byte-order mark says so, else UTF-8, else Windows-1252 (which is Latin-1 with printable
characters for its second block of control characters); text has no control characters. The
delimiter: what makes most numbers of the first lines, or what a line "sep=;" says. The decimal sign
and the units: :mod:`core.number_format`. The header: a first row without a number, or with the
numbers 0, 1, 2, ... or years in order; comments and titles above it are skipped. Spreadsheets
(Excel, OpenDocument) are read by calamine, ARFF and JSON here.
"""

import csv
import io
import math
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, islice

import numpy as np

from bayeslab.data.datasets import MAX_POINTS, Dataset
from core.cells import escape, is_number, missing_marks, natural_order, unescape
from core.drawing_format import MAX_CLASSES
from core.input_error import InputError
from core.number_format import NumberFormat, guess_decimal, guess_unit, looks_like_number
from core.other_tables import (
    is_json,
    is_spreadsheet,
    json_to_csv,
    read_spreadsheet,
    split_arff,
)

MAX_BYTES = 5_000_000
MAX_ROWS = MAX_POINTS  # 20,000
MIN_COLUMNS = 3  # two features and a label
MAX_COLUMNS = 200
MAX_CELLS = 400_000  # a wide table has fewer rows
MAX_LINES = 100_000  # blank ones too: spreadsheets save as many as a million
LONGEST_NAME = 100  # characters of a column name or a label

SAMPLE = 10_000  # characters that the delimiter is guessed from
DELIMITERS = "\t;,|"
HEAD_ROWS = 30  # that are looked at for titles
SAMPLE_ROWS = 300  # of each column, which decide on the decimal sign
LONGEST_QUOTE = 30
BLANK = DELIMITERS + " \r\n"
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
HEADLESS = "The first row contains numbers: it was read as data, and the columns were numbered."
QUOTED = re.compile(r'"[^"]*"')


@dataclass(frozen=True)
class Layout:
    """How a table is laid out; None where the reader decides.

    Attributes
    ----------
    delimiter : str or None
        A tab, semicolon, comma, bar, or a space for any run of spaces.
    decimal : str or None
        "." or ",".
    header : bool or None
        Whether the first row has the names of the columns.
    """

    delimiter: str | None = None
    decimal: str | None = None
    header: bool | None = None


@dataclass(frozen=True)
class Table:
    """A table of text as it was read.

    Attributes
    ----------
    names : d column names
        All different, none empty.
    columns : d tuples of n cells
        As in the file, without surrounding space; a missing cell is empty.
    formats : d number formats
        How each column writes numbers.
    notices : tuple of str
        One sentence for each kind of thing that was cut, changed or ignored.
    layout : Layout
        What was decided.
    """

    names: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    notices: tuple[str, ...] = ()
    formats: tuple[NumberFormat, ...] = field(default=(), compare=False)
    layout: Layout = field(default=Layout(), compare=False)

    def numbers(self, position: int) -> list[float]:
        """Return the numbers of a column; NaN or infinity where a cell is none."""
        form = self.format_of(position)
        return [form.number(cell) for cell in self.columns[position]]

    def format_of(self, position: int) -> NumberFormat:
        """Return how a column writes numbers."""
        return self.formats[position] if self.formats else NumberFormat()


def read_table(content: bytes | str, layout: Layout = Layout()) -> Table:
    """Read a table: a file's bytes, or text that was pasted; `layout` decides what is not guessed.

    Rows without any text are skipped. The columns are those of the first row, and are counted
    before the next one is read. At most `MAX_LINES` lines are read, `MAX_ROWS` rows and
    `MAX_CELLS` cells; a notice says if there are more.

    Raises
    ------
    InputError
        If the content is not text, has no rows, is larger than `MAX_BYTES`, has fewer than three
        or more than `MAX_COLUMNS` columns, or has a quote that is left open.
    """
    notices: list[str] = []
    raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if len(raw) <= MAX_BYTES and is_spreadsheet(raw):
        rows, delimiter = read_spreadsheet(raw, MAX_LINES, notices), ""
        lines, names = io.StringIO(), []
    else:
        text = _decode(raw, notices)
        if is_json(text):
            text = json_to_csv(text)
        names, text = split_arff(text, notices)
        text, named = _skip_comments(text, notices)
        delimiter = layout.delimiter or named or ("," if names else _guess_delimiter(text))
        lines = io.StringIO(text, newline="")
        rows = chain([names] if names else [], _read_rows(lines, delimiter))
    top = next(rows, [])
    if len(top) > MAX_COLUMNS:
        _check_width(top, lines)
    rows = chain([top] if top else [], rows)
    rows = _skip_titles(_join_tabs(rows, delimiter, notices), notices)
    first = [cell.strip() for cell in _check_width(next(rows, []), lines)]
    is_headless = (
        any(is_number(cell, decimal_comma=delimiter != ",") for cell in first)
        and not _counts(first)
        if layout.header is None
        else not layout.header
    )
    head = list(islice(rows, HEAD_ROWS))
    rows = chain(head, rows)
    if not is_headless and not names and _has_row_names(head, len(first)):
        first = ["row", *first]
        notices.append("The first row is one cell shorter: the first column was read as row names.")
    header = [""] * len(first) if is_headless else [unescape(_unquote(cell)) for cell in first]
    columns_named = _name_columns(header)
    if is_headless:
        rows = chain([first], rows)
        if layout.header is None:
            notices.append(HEADLESS)
    elif list(columns_named) != header:
        notices.append("Column names that were empty, repeated or too long were changed.")
    if not is_headless and layout.header is None and _counts(first):
        notices.append("The numbers in the first row were read as column names.")
    columns = _read_columns(rows, len(columns_named), lines, notices)
    samples = [column[:: 1 + len(column) // SAMPLE_ROWS] for column in columns]
    decimal, doubtful = guess_decimal(samples, delimiter, has_points=bool(names))
    if layout.decimal is None and doubtful:
        meaning = "decimal signs" if doubtful == decimal else "separators of thousands"
        signs = "Commas" if doubtful == "," else "Points"
        notices.append(
            f"{signs} in numbers were read as {meaning}: change the decimal sign if that is wrong."
        )
    decimal = layout.decimal or decimal
    formats = tuple(NumberFormat(decimal, guess_unit(column)) for column in samples)
    decided = Layout(delimiter, decimal, not is_headless)
    return Table(columns_named, columns, tuple(notices), formats, decided)


def to_dataset(
    table: Table,
    features: Sequence[str | int],
    label: str | int,
    title: str = "Your data",
    more: Sequence[str | int] = (),
    fold_case: bool = False,
) -> tuple[Dataset, tuple[str, ...]]:
    """Return the data set of some features, usually two, and the labels of a table.

    Rows are left out where a feature is not a finite number, or where the label is empty or one of
    the marks NA, N/A, NaN, null, None, ? and - in any case. A - is a label where + is one.

    Parameters
    ----------
    table : Table
    features : sequence of str or int
        The columns x₁, x₂, ..., by name or position.
    label : str or int
        The column of the classes, which are numbered in natural order: numbers by value, then
        text, in which 2 comes before 10 and minus before plus. Labels keep their text.
    title : str
    fold_case : bool
        Whether labels that differ only in upper and lower case are one class, with the spelling
        that is most frequent.
    more : sequence of str or int
        Further features, after the others, for which no row is left out: they may be NaN or
        infinite.

    Returns
    -------
    dataset : Dataset
        With 2 to `MAX_CLASSES` classes.
    notices : tuple of str
        Notices of this step; the table has its own.

    Raises
    ------
    InputError
        If a column does not exist or is chosen twice, no complete row is left, a label is longer
        than 100 characters, or there are fewer than two or more than `MAX_CLASSES` classes.
    """
    *positions, place = (_find_column(table, column) for column in (*features, *more, label))
    if len({*positions, place}) < 1 + len(positions):
        raise InputError("Choose three different columns: two for the features, one for the label.")
    columns, labels = [table.columns[position] for position in positions], table.columns[place]
    X = np.array([table.numbers(position) for position in positions]).T
    missing = missing_marks(labels)
    finite = np.all(np.isfinite(X[:, : len(features)]), axis=1)
    complete = finite & [cell not in missing for cell in labels]
    classes = [unescape(cell) for cell, keep in zip(labels, complete, strict=True) if keep]
    if fold_case:
        spelling = _usual_spellings(classes)
        classes = [spelling[cell.casefold()] for cell in classes]
    _check_labels(set(classes), table.names[place])
    class_names = sorted(set(classes), key=natural_order)
    number_of = {name: number for number, name in enumerate(class_names)}
    dataset = Dataset(
        X=X[complete],
        y=np.array([number_of[cell] for cell in classes]),
        feature_names=tuple(table.names[position] for position in positions),
        class_names=tuple(class_names),
        title=title,
    )
    notices = []
    if len(classes) < len(labels):
        marks = f" ({', '.join(sorted(missing - {''}))})" if missing - {""} else ""
        odd = _find_odd(table, positions[: len(features)])
        notices.append(
            "Rows ignored because a feature is not a finite number or the label is "
            f"missing{marks}: {len(labels) - len(classes):,}{odd}."
        )
    used = [positions[k] for k in range(len(features))]
    for position in used:
        notices += _describe_column(table, position)
    if table.layout.decimal == "," and any("," in cell for cell in chain(*columns)):
        notices.append("Commas in numbers were read as decimal points.")
    return dataset, tuple(notices)


def differ_in_case(table: Table, label: int) -> bool:
    """Return whether some labels of a column differ only in upper and lower case."""
    labels = set(table.columns[label])
    return len(labels) > len({cell.casefold() for cell in labels})


def _usual_spellings(labels: Iterable[str]) -> dict[str, str]:
    """Return the most frequent spelling of each label, by the label in lower case."""
    return {label.casefold(): label for label, _ in reversed(Counter(labels).most_common())}


def write_table(dataset: Dataset) -> str:
    """Write a data set as CSV: its features and, last, the name of each point's class.

    Numbers are written in full precision. Text that a spreadsheet would read as a formula, or a
    reader as a missing label, is prefixed with an apostrophe, which :func:`to_dataset` removes.
    """
    names = _name_columns([*dataset.feature_names, "class"])
    classes = [name if is_number(name) else escape(name) for name in dataset.class_names]
    rows = zip(dataset.X.tolist(), dataset.y.tolist(), strict=True)
    output = io.StringIO()
    # Text is quoted, so that a delimiter in it is not read as one.
    writer = csv.writer(output, quoting=csv.QUOTE_NONNUMERIC)
    # With a name that is a number the header would be read as data.
    writer.writerow([f"'{name}" if is_number(name) else escape(name) for name in names])
    writer.writerows([*point, classes[label]] for point, label in rows)
    return output.getvalue()


def _decode(raw: bytes, notices: list[str]) -> str:
    if len(raw) > MAX_BYTES:
        raise InputError(
            f"The table has {len(raw) / 1e6:.2f} MB: leave out rows or columns until it has "
            f"at most {MAX_BYTES / 1e6:g} MB."
        )
    utf16 = raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    for encoding in ["utf-16"] if utf16 else ["utf-8-sig", "cp1252"]:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if CONTROL.search(text):
            break
        if encoding == "cp1252":
            notices.append(
                "The table is not in UTF-8 and was read as Windows-1252 (Latin-1): check the "
                "letters with accents."
            )
        return text
    raise InputError(
        "This file is not plain text; it may be a spreadsheet, an archive or an image: "
        "save the table as CSV in UTF-8 and load the CSV file."
    )


def _find_odd(table: Table, positions: Sequence[int]) -> str:
    """Return an example of a cell that has text and no number."""
    for position in positions:
        cells = table.columns[position]
        missing = missing_marks(cells)
        for cell, number in zip(cells, table.numbers(position), strict=True):
            if not math.isfinite(number) and cell not in missing:
                return f", such as “{cell[:LONGEST_QUOTE]}” in “{table.names[position]}”"
    return ""


def _describe_column(table: Table, position: int) -> Iterator[str]:
    """Yield what was removed from the numbers of a column."""
    name, form = table.names[position], table.format_of(position)
    if form.unit == "%":
        yield f"The numbers in “{name}” are in percent."
    elif form.unit:
        yield f"The numbers in “{name}” were read without “{form.unit}”."


def _skip_comments(text: str, notices: list[str]) -> tuple[str, str | None]:
    """Return the text without comments above the table, and the delimiter that a line names."""
    named, skipped = None, 0
    while True:
        line, _, rest = text.partition("\n")
        if match := re.fullmatch(r'"?sep=([^"\r])"?\s*', line):
            named = match[1]
        elif re.match(r"[#%](?!N/A)", line.strip()) and rest.strip():
            skipped += 1
        else:
            break
        text = rest
    if skipped:
        notices.append(f"Lines of comments above the table were skipped: {skipped}.")
    return text, named


def _skip_titles(rows: Iterator[list[str]], notices: list[str]) -> Iterator[list[str]]:
    """Return the rows without those at the top that have one cell or two where others have more.

    Two cells, of which the first is text, are a title if two are missing or the row ends there.
    """
    head = list(islice(rows, HEAD_ROWS))
    filled = [[cell for cell in row if cell.strip()] for row in head]
    widths = list(map(len, filled))
    usual = max(widths, key=widths.count, default=0)

    def is_title(k: int) -> bool:
        is_short = usual > MIN_COLUMNS or len(head[k]) == 2
        is_pair = widths[k] == 2 and is_short and not looks_like_number(filled[k][0].strip())
        return widths[k] == 1 or is_pair

    titles = next((k for k in range(len(head)) if not is_title(k)), 0)
    if usual < MIN_COLUMNS or not titles:
        return chain(head, rows)
    notices.append(f"Rows with one cell or two above the column names were skipped: {titles}.")
    return chain(head[titles:], rows)


def _join_tabs(
    rows: Iterator[list[str]], delimiter: str, notices: list[str]
) -> Iterator[list[str]]:
    """Return the rows, with several tabs as one where only that gives them one width."""
    if delimiter != "\t":
        return rows
    head = list(islice(rows, MAX_ROWS))
    joined = [[cell for cell in row if cell.strip()] for row in head]
    if len(set(map(len, head))) > 1 and len(set(map(len, joined))) == 1:
        notices.append("Several tabs in a row were read as one.")
        head = joined
    return chain(head, rows)


def _has_row_names(head: list[list[str]], width: int) -> bool:
    """Return whether the rows begin with a name of their own, for which the header has no cell.

    Names of rows are all different, and a delimiter at the end of each row adds no cell.
    """
    longer = [row for row in head if len(row) == width + 1]
    different = {row[0].strip() for row in longer}
    is_full = any(row[-1].strip() for row in longer)
    return head[:1] == longer[:1] and is_full and len(different) == len(longer)


def _counts(first: list[str]) -> bool:
    """Return whether the numbers in a row are years, or count from 0 or 1 at their places."""
    places = [(k, cell) for k, cell in enumerate(first) if looks_like_number(cell)]
    years = [cell for _, cell in places if re.fullmatch(r"(?:19|20)\d\d", cell)]
    if len(places) >= 2 and years == sorted({cell for _, cell in places}):
        return True
    starts = {int(cell) - k if cell.isdecimal() and len(cell) < 4 else -1 for k, cell in places}
    return (starts == {0} and len(places) >= 2) or (starts == {1} and len(places) >= 3)


def _unquote(cell: str) -> str:
    """Return a cell without the single quotes around it, as Weka writes them."""
    return cell[1:-1] if len(cell) > 2 and cell[0] == cell[-1] == "'" else cell


def _guess_delimiter(text: str) -> str:
    """Return the delimiter that gives the most numbers in the first lines, then the most cells.

    Spaces are delimiters only where nothing else gives three columns.
    """
    # A quoted cell counts if it is a number.
    plain = QUOTED.sub(
        lambda match: "0"[: looks_like_number(match[0][1:-1], with_unit=True)], text[:SAMPLE]
    )
    lines = plain.splitlines()

    def count_gains(delimiter: str) -> tuple[int, int]:
        cells = [cell for line in lines for cell in line.split(delimiter)]
        return sum(looks_like_number(cell.strip(), with_unit=True) for cell in cells), len(cells)

    best = max(DELIMITERS, key=count_gains)
    widths = [len(line.split(best)) for line in lines if line.strip()]
    spaced = [len(line.split()) for line in lines if line.strip()]
    is_narrow = max(widths, default=0) < MIN_COLUMNS
    return " " if is_narrow and min(spaced, default=0) >= MIN_COLUMNS else best


def _read_rows(lines: io.StringIO, delimiter: str) -> Iterator[list[str]]:
    """Yield the rows that have any text, as far as `MAX_LINES` lines go."""
    # A cell may have csv.field_size_limit() characters; an unclosed quote soon exceeds that.
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    line = 1
    try:
        for row in reader:
            if any(map(str.strip, row)):
                yield row
            line = reader.line_num + 1
            if line > MAX_LINES:
                return
    except csv.Error:
        raise InputError(
            f'The row that begins in line {line:,} has a quote (") that is not closed or a cell '
            "that is too long: close the quote or shorten the cell."
        ) from None


def _has_more(lines: io.StringIO) -> bool:
    """Return whether there is any text after the lines that were read."""
    return bool(lines.read().strip(BLANK))


def _check_width(first: list[str], lines: io.StringIO) -> list[str]:
    """Return the first row if it has as many columns as a table may have."""
    width = len(first)
    if width == 0 and _has_more(lines):
        raise InputError(f"The first {MAX_LINES:,} lines of the table are blank: delete them.")
    if width == 0:
        raise InputError(
            "The table is empty: add a row of column names and one row for each point."
        )
    if not MIN_COLUMNS <= width <= MAX_COLUMNS:
        raise InputError(
            f"The table has {width:,} column{'s'[: width > 1]}, separated by commas, semicolons, "
            f"tabs, bars or spaces: use {MIN_COLUMNS} to {MAX_COLUMNS}, two for features and one "
            "for the label."
        )
    return first


def _name_columns(header: Iterable[str]) -> tuple[str, ...]:
    """Return valid names: on one line, shortened, filled in where empty, and all different."""
    names: list[str] = []
    for number, name in enumerate(header, start=1):
        base = " ".join(name.split())[:LONGEST_NAME].strip() or f"column {number}"
        copies = (f"{base} ({copy})" for copy in count(2))
        names.append(next(free for free in chain([base], copies) if free not in names))
    return tuple(names)


def _read_columns(
    rows: Iterable[list[str]], width: int, lines: io.StringIO, notices: list[str]
) -> tuple[tuple[str, ...], ...]:
    body = list(islice(rows, min(MAX_ROWS, MAX_CELLS // width)))
    is_cut = _has_more(lines)
    if not body and is_cut:
        raise InputError(
            f"The first {MAX_LINES:,} lines of the table have column names but no rows: delete the "
            "blank lines."
        )
    if not body:
        raise InputError("The table has column names but no rows: add one row for each point.")
    if is_cut:
        notices.append(f"Only the first {len(body):,} rows were read.")
    if all(any(map(str.strip, row[width:])) for row in body):
        raise InputError(
            f"Every row has more cells than the {width} column names: add the missing "
            "names or, if commas are decimal signs, separate the cells by semicolons."
        )
    ragged = sum(len(row) != width for row in body)
    if ragged:
        notices.append(
            "Rows that are shorter or longer than the first one (missing cells are read as empty, "
            f"surplus cells are ignored): {ragged:,}."
        )
    padded = ([*map(str.strip, row[:width]), *[""] * (width - len(row))] for row in body)
    return tuple(map(_without_quotes, zip(*padded, strict=True)))


def _without_quotes(column: tuple[str, ...]) -> tuple[str, ...]:
    """Return a column without single quotes, if they are around every cell."""
    first = next(filter(None, column), "")
    if _unquote(first) == first:
        return column
    unquoted = tuple(map(_unquote, column))
    is_quoted = all(len(b) < len(a) for a, b in zip(column, unquoted, strict=True) if a)
    return unquoted if is_quoted else column


def _find_column(table: Table, column: str | int) -> int:
    if isinstance(column, str) and column in table.names:
        return table.names.index(column)
    if isinstance(column, int) and 0 <= column < len(table.names):
        return column
    raise InputError(
        f"The table has no column {column!r}: use a name, or a position from 0 to "
        f"{len(table.names) - 1}."
    )


def _check_labels(labels: set[str], column: str) -> None:
    if not labels:
        raise InputError(
            "No row has a finite number in both features and a label: choose other columns, or "
            "fill in the missing cells."
        )
    if max(map(len, labels)) > LONGEST_NAME:
        raise InputError(
            f"A label in the column “{column}” has more than {LONGEST_NAME} characters: shorten "
            "it or choose another column."
        )
    if len(labels) == 1:
        raise InputError(
            f"All rows have the label “{next(iter(labels))}”: choose a column with 2 to "
            f"{MAX_CLASSES} different labels."
        )
    if len(labels) > MAX_CLASSES:
        raise InputError(
            f"The column “{column}” has {len(labels):,} different labels: choose one with 2 to "
            f"{MAX_CLASSES}, or leave out the rows of the other classes."
        )
