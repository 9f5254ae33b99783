"""Tables that are not delimited text: spreadsheets, ARFF and JSON."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import date

from python_calamine import CalamineError, CalamineWorkbook

from core.input_error import InputError

ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ARFF_QUOTED = re.compile(r"""(?<![^,])\s*'((?:[^'\\]|\\.)*)'\s*(?=,|$)""")
LONGEST_COMMENT = 100_000  # characters above the first line of ARFF
MOST_UNPACKED = 40_000_000  # bytes of a spreadsheet's parts
UNREADABLE = (
    "This file is not plain text, nor a workbook that can be read: save the table as CSV in UTF-8, "
    "as .xlsx or as .ods, and load that file."
)


def is_spreadsheet(raw: bytes) -> bool:
    """Return whether the bytes are those of a workbook."""
    return raw.startswith((ZIP, OLD_EXCEL))


def read_spreadsheet(raw: bytes, most: int, notices: list[str]) -> Iterator[list[str]]:
    """Return the rows of the first sheet that has any, at most `most`.

    Raises
    ------
    InputError
        If this is no workbook, or would take too much memory.
    """
    try:
        if raw.startswith(ZIP):
            with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                    raise InputError(
                        "The spreadsheet is too large when unpacked: leave out rows or columns, or "
                        "save its table as CSV."
                    )
        book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
        sheets = ((name, book.get_sheet_by_name(name).to_python()) for name in book.sheet_names)
        name, rows = next(((name, rows) for name, rows in sheets if rows), ("", []))
    except (CalamineError, zipfile.BadZipFile) as problem:
        raise InputError(UNREADABLE) from problem
    if len(book.sheet_names) > 1 and rows:
        notices.append(f"The workbook has {len(book.sheet_names)} sheets: “{name}” was read.")
    texts = ([_write_cell(cell) for cell in row] for row in rows[:most])
    return (row for row in texts if any(map(str.strip, row)))


def _write_cell(cell: object) -> str:
    """Return the text of a cell; a number with three decimal places gets a fourth.

    In a table whose texts have decimal commas 1.234 would be taken for 1,234.
    """
    if isinstance(cell, float):
        text = repr(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
        return f"{text}0" if re.fullmatch(r"-?\d+\.\d{3}", text) else text
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def is_json(text: str) -> bool:
    """Return whether a text is meant as JSON."""
    return text.lstrip()[:1] in ("[", "{") and text.rstrip()[-1:] in ("]", "}")


def json_to_csv(text: str) -> str:
    """Return a list of records, or an object of columns, as CSV.

    Raises
    ------
    InputError
        If it is neither.
    """
    problem = (
        "This JSON is not a table: use a list of objects with the same keys, one for each point, "
        "or save the table as CSV."
    )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(problem) from None
    if isinstance(data, dict) and data and all(isinstance(each, list) for each in data.values()):
        n = max(map(len, data.values()))
        if any(len(each) != n for each in data.values()):
            raise InputError("This JSON is not a table: its columns have different lengths.")
        records = [
            dict(zip(data, values, strict=True)) for values in zip(*data.values(), strict=True)
        ]
    else:
        records = data if isinstance(data, list) else []
    if not records or not all(map(_is_flat, records)):
        raise InputError(problem)
    output = io.StringIO()
    names = list(dict.fromkeys(name for record in records for name in record))
    writer = csv.writer(output)
    writer.writerow(names)
    for record in records:
        cells = (record.get(name) for name in names)
        writer.writerow(["" if cell is None else _write_cell(cell) for cell in cells])
    return output.getvalue()


def _is_flat(data: object) -> bool:
    return isinstance(data, dict) and not any(
        isinstance(each, (dict, list)) for each in data.values()
    )


def split_arff(text: str, notices: list[str]) -> tuple[list[str], str]:
    """Return the names of the attributes of ARFF, and its data as CSV; other text as it is.

    Raises
    ------
    InputError
        If the data is sparse.
    """
    first = re.search(r"(?m)^[ \t]*([^%\s].*)$", text[:LONGEST_COMMENT])
    if first is None or not first[1].lower().startswith("@relation"):
        return [], text
    head, *body = re.split(r"(?im)^\s*@data[ \t]*(?:%.*)?\r?$", text, maxsplit=1)
    if not body:
        raise InputError("This ARFF file has no line @DATA: add it and the rows of the table.")
    pattern = r"""(?im)^\s*@attribute\s+('[^']*'|"[^"]*"|\S+)"""
    names = [name.strip("'\"") for name in re.findall(pattern, head)]
    lines = [line for line in body[0].splitlines() if not line.lstrip().startswith("%")]
    if any(line.lstrip().startswith("{") for line in lines):
        raise InputError("This ARFF file is sparse: save it with all values, or as CSV.")
    notices.append("The file was read as ARFF; its attributes name the columns.")
    return names, "\n".join(ARFF_QUOTED.sub(_quote, line) for line in lines)


def _quote(match: re.Match[str]) -> str:
    """Return a value in single quotes, with their escapes, in the quotes of CSV."""
    text = re.sub(r"\\(.)", r"\1", match[1]).replace('"', '""')
    return f'"{text}"'
