"""CSV from strangers: it works, or a sentence says what was cut or refused, and nothing is lost."""

import csv
import gzip
import io
import math
import re
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bayeslab.data.datasets import Dataset
from bayeslab.figures.theme import PALETTE
from core.columns import feature_columns, label_columns, numeric_columns
from core.csv_import import (
    MAX_BYTES,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_LINES,
    MAX_ROWS,
    Table,
    read_table,
    to_dataset,
    write_table,
)
from core.drawing_format import MAX_CLASSES
from core.input_error import InputError

PLAIN = "width,height,kind\n1.5,-2,cat\n3,0.25,dog\n"
SEMICOLONS = "width;height;kind\n1,5;-2;cat\n3;0,25;dog\n"
PLAIN_COLUMNS = (("1.5", "3"), ("-2", "0.25"), ("cat", "dog"))


def read_points(content: bytes | str) -> tuple[list[list[float]], list[str]]:
    """Read a table's first three columns as points and the names of their classes."""
    dataset, _ = to_dataset(read_table(content), (0, 1), 2)
    return dataset.X.tolist(), names_of_points(dataset)


def names_of_points(dataset: Dataset) -> list[str]:
    return [dataset.class_names[label] for label in dataset.y]


def csv_of_labels(*labels: str) -> str:
    output = io.StringIO()
    csv.writer(output).writerows([("x", "y", "label"), *((1, 2, label) for label in labels)])
    return output.getvalue()


def refusal(attempt: Callable[[], object]) -> str:
    """Return the sentence of a refusal."""
    with pytest.raises(InputError) as error:
        attempt()
    assert_sentence(str(error.value))
    return str(error.value)


def assert_sentence(text: str) -> None:
    assert text[0].isupper()
    assert text.endswith(".")
    assert len(text) < 400


# What is read


def test_a_table_worked_by_hand() -> None:
    table = read_table(PLAIN)
    assert table == Table(("width", "height", "kind"), PLAIN_COLUMNS)
    dataset, notices = to_dataset(table, ("width", "height"), "kind", title="Pets")
    assert dataset.X.tolist() == [[1.5, -2.0], [3.0, 0.25]]
    assert dataset.y.tolist() == [0, 1]
    assert dataset.feature_names == ("width", "height")
    assert dataset.class_names == ("cat", "dog")
    assert dataset.title == "Pets"
    assert notices == ()


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le-bom", "utf-16-be-bom"]
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_make_no_difference(encoding: str, line_end: str) -> None:
    text = PLAIN.replace("cat", "Kätzchen 猫").replace("\n", line_end)
    if encoding.endswith("-bom"):
        content = ("\ufeff" + text).encode(encoding.removesuffix("-bom"))
    else:
        content = text.encode(encoding)
    expected = Table(("width", "height", "kind"), (*PLAIN_COLUMNS[:2], ("Kätzchen 猫", "dog")))
    assert read_table(content) == expected
    assert read_table("\ufeff" + text) == expected


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_what_is_not_utf8_is_read_as_latin1_with_a_notice(encoding: str) -> None:
    table = read_table(PLAIN.replace("cat", "Kätzchen").encode(encoding))
    assert table.columns[2] == ("Kätzchen", "dog")
    assert len(table.notices) == 1
    assert "Latin-1" in table.notices[0]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_beside_semicolons_and_tabs_a_comma_is_a_decimal_point(delimiter: str) -> None:
    content = SEMICOLONS.replace(";", delimiter)
    assert read_points(content) == read_points(PLAIN)
    assert to_dataset(read_table(content), (0, 1), 2)[1] == (
        "Commas in numbers were read as decimal points.",
    )
    with_points = content.replace(",", ".")
    assert read_points(with_points) == read_points(PLAIN)
    assert to_dataset(read_table(with_points), (0, 1), 2)[1] == ()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "header", ["x{0}y{0}label", "x{0}y{0}", '"x, cm"{0}"y; cm"{0}"label"', "x (a.b){0}y{0}z"]
)
def test_the_delimiter_is_found_whatever_the_names_and_labels(delimiter: str, header: str) -> None:
    row = delimiter.join(["1", "2", '"a,;\tb,;\t9,9;9;9\t9\t9"'])
    table = read_table(f"{header.format(delimiter)}\n{row}\n")
    assert [column[0] for column in table.columns] == ["1", "2", "a,;\tb,;\t9,9;9;9\t9\t9"]


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("1,5;2,5;7\n3,5;4,5;8\n", ([[1.5, 2.5], [3.5, 4.5]], ["7", "8"])),
        ("1,5;2,5;7,5\n3,5;4,5;8,5\n", ([[1.5, 2.5], [3.5, 4.5]], ["7,5", "8,5"])),
        ("1,2,a;b;c;d\n3,4,e;f;g;h\n", ([[1, 2], [3, 4]], ["a;b;c;d", "e;f;g;h"])),
        ('1,2,"a;5;6;7;8;a"\n3,4,b\n', ([[1, 2], [3, 4]], ["a;5;6;7;8;a", "b"])),
    ],
)
def test_the_delimiter_is_the_one_that_makes_most_numbers(
    rows: str, points: tuple[list[list[float]], list[str]]
) -> None:
    assert read_points(rows) == points
    assert read_points("x,y,label\n".replace(",", ";" if ",5;" in rows else ",") + rows) == points


def test_quoted_cells_may_hold_delimiters_quotes_and_line_ends() -> None:
    table = read_table('x,y,label\n1,2,"a,""b""\nc"\n3, 4, "d"\n')
    assert table.columns == (("1", "3"), ("2", "4"), ('a,"b"\nc', "d"))


def test_without_a_header_the_columns_are_numbered() -> None:
    table = read_table("1.5,-2,cat\n3,0.25,dog\n")
    assert table.names == ("column 1", "column 2", "column 3")
    assert table.columns == PLAIN_COLUMNS
    assert table.notices == (
        "The first row contains numbers: it was read as data, and the columns were numbered.",
    )


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("x,x,x", ("x", "x (2)", "x (3)")),
        ("x (2),x,x", ("x (2)", "x", "x (3)")),
        ("x,,", ("x", "column 2", "column 3")),
        (",column 1,y", ("column 1", "column 1 (2)", "y")),
        (f"x,y,{'z' * 5000}", ("x", "y", "z" * 100)),
        ('"x\n(cm)",y,z', ("x (cm)", "y", "z")),
    ],
)
def test_column_names_are_filled_in_cut_and_told_apart(header: str, names: tuple[str, ...]) -> None:
    table = read_table(f"{header}\n1,2,3\n")
    assert table.names == names
    assert table.notices == ("Column names that were empty, repeated or too long were changed.",)


def test_ragged_rows_are_filled_and_cut_with_a_count() -> None:
    table = read_table("x,y,label\n1,2\n3,4,a,5,6\n7,8,b\n")
    assert table.columns == (("1", "3", "7"), ("2", "4", "8"), ("", "a", "b"))
    assert len(table.notices) == 1
    assert table.notices[0].endswith("ignored): 2.")


def test_rows_without_text_are_skipped() -> None:
    assert read_table("\n \n,,,\n" + PLAIN.replace("\n", "\n\n  \n,,\n")) == read_table(PLAIN)


# Limits


@pytest.mark.parametrize("rows", [MAX_ROWS, MAX_ROWS + 1])
def test_rows_are_cut_at_the_limit_with_a_notice(rows: int) -> None:
    table = read_table("x,y,label\n" + "1,2,a\n" * rows)
    assert len(table.columns[0]) == MAX_ROWS
    assert table.notices == ("Only the first 20,000 rows were read.",) * (rows > MAX_ROWS)


def test_a_table_of_the_largest_size_is_read_and_one_byte_more_refused() -> None:
    header = "x,y,label,remark\n"
    content = header + "1,2,a,\n" * ((MAX_BYTES - len(header)) // 7)
    content += " " * (MAX_BYTES - len(content))
    assert len(read_table(content).columns[0]) == MAX_ROWS
    assert "at most 5 MB" in refusal(lambda: read_table(content + " "))
    assert "at most 5 MB" in refusal(lambda: read_table(content.encode() + b" "))


def test_size_is_counted_in_bytes() -> None:
    assert "6.00 MB" in refusal(lambda: read_table("猫" * 2_000_000))


@pytest.mark.parametrize("columns", [3, MAX_COLUMNS])
def test_as_many_columns_as_allowed_are_read(columns: int) -> None:
    assert len(read_table(",".join(["x"] * columns) + "\n1,2,a\n").names) == columns


@pytest.mark.parametrize("columns", [1, 2, MAX_COLUMNS + 1, 100_000])
def test_too_few_or_too_many_columns_are_refused(columns: int) -> None:
    sentence = refusal(lambda: read_table(",".join(["x"] * columns) + "\n1,2,a\n"))
    assert sentence.startswith(f"The table has {columns:,} column")


def test_columns_are_counted_before_other_rows_are_read() -> None:
    sentence = refusal(lambda: read_table("x," * MAX_COLUMNS + 'x\n1,2,"left open'))
    assert "201 columns" in sentence


@pytest.mark.parametrize("classes", [2, MAX_CLASSES])
def test_as_many_classes_as_a_figure_has_colours_are_read(classes: int) -> None:
    assert len(PALETTE) == MAX_CLASSES
    dataset, _ = to_dataset(read_table(csv_of_labels(*map(str, range(classes)))), (0, 1), 2)
    assert len(dataset.class_names) == classes


@pytest.mark.parametrize("classes", [MAX_CLASSES + 1, 21, 5000])
def test_more_classes_are_refused(classes: int) -> None:
    table = read_table(csv_of_labels(*map(str, range(classes))))
    sentence = refusal(lambda: to_dataset(table, (0, 1), 2))
    assert f"“label” has {classes:,} different labels" in sentence


def test_wide_tables_have_fewer_rows() -> None:
    table = read_table(",".join(["x"] * 200) + "\n" + ("1," * 199 + "a\n") * 2600)
    assert len(table.columns[0]) == MAX_CELLS // 200 == 2000
    assert table.notices[-1] == "Only the first 2,000 rows were read."


@pytest.mark.parametrize("blank", ["\n", "\r\n", " \n", ",,\n", "\r"])
def test_of_blank_lines_only_so_many_are_read(blank: str) -> None:
    many = blank * MAX_LINES
    assert read_table(PLAIN + many).notices == ()
    assert read_table(PLAIN + many + "5,6,cat\n").notices == ("Only the first 2 rows were read.",)
    assert "first 100,000 lines of the table are blank" in refusal(lambda: read_table(many + PLAIN))
    header, *rows = PLAIN.splitlines(keepends=True)
    sentence = refusal(lambda: read_table(header + many + "".join(rows)))
    assert "column names but no rows" in sentence
    assert "delete the blank lines" in sentence


# What is refused


def zipped() -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        archive.writestr("points.csv", PLAIN)
    return output.getvalue()


NOT_TEXT: list[bytes | str] = [
    *(zipped(), gzip.compress(PLAIN.encode(), mtime=0), b"\x89PNG\r\n\x1a\n,,,\n1,2,3\n"),
    *(
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01",
        b"GIF89a\x01\x00\x01\x00\x80\x00",
        bytes(range(256)),
    ),
    *(PLAIN.encode() + b"\x00", PLAIN.replace("cat", "c\x00t"), PLAIN.encode("utf-32")),
    *(PLAIN.encode("utf-16-le"), PLAIN.encode("utf-16")[:-1]),  # no byte-order mark, half a letter
    b"\xff\xfe\x00\xd8",  # half a surrogate pair
    b"x,y,label\n1,2,\x81\n",  # neither UTF-8 nor Windows-1252
]
EMPTY: list[bytes | str] = ["", " \n\t\r\n", ",,,\n,,\n", "\ufeff", b"", b"\xff\xfe"]
OPEN = {  # a quote that is not closed, or an endless cell, and its line
    'x,y,label\n1,2,a\n3,4,"b\n5,6,c\n': 3,
    'x,y,label\n1,2,"a\nb"\n3,4,"5"" disc"\n5,6,"c"d"\n': 5,
    '"x,y,label\n1,2,a\n': 1,
    'x,y,label\n1,2,"' + "a,b\n" * 100_000: 2,
    "x,y,label\n1,2," + "a" * 200_000: 2,
}
UNREADABLE = [
    *((content, "^This file is not plain text") for content in NOT_TEXT),
    *((content, "^The table is empty") for content in EMPTY),
    *((content, "no rows") for content in ("x,y,label", "x,y,label\n\n,,\n")),
    *((content, f"begins in line {line} ") for content, line in OPEN.items()),
]


@pytest.mark.parametrize(("content", "words"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_refused(content: bytes | str, words: str) -> None:
    assert re.search(words, refusal(lambda: read_table(content)))


@pytest.mark.parametrize(
    "content",
    [
        b"," * MAX_BYTES,
        b"\t" * MAX_BYTES,
        b"x,y,label\n" + b"," * (MAX_BYTES - 10),
        b'"' * MAX_BYTES,
        b'"' * (MAX_BYTES - 1),
        b"\xef\xbb\xbf" + b'""",' * 1_000_000,
        b"1" * MAX_BYTES,
        b"1e" * (MAX_BYTES // 2),
        b"x,y,label\n" + (b"1" * 100_000 + b",1,") * 40,
        b"x" * 100_000 + b"," + b"x" * 100_000,
    ],
    ids=lambda content: f"{content[:12]!r}...",
)
def test_huge_senseless_content_is_refused(content: bytes) -> None:
    def read_to_the_end() -> None:
        to_dataset(read_table(content), (0, 1), 2)

    assert refusal(read_to_the_end)


# From the table to the data set


@pytest.mark.parametrize(
    "bad",
    ["", "NaN", "nan", "inf", "-Infinity", "1e400", "-1e400", "n/a", "1.2.3", "1 2", "1_000", "٣"],
)
@pytest.mark.parametrize("position", [0, 1])
def test_rows_without_two_finite_numbers_are_left_out_and_counted(bad: str, position: int) -> None:
    row = ["7", "8", "cat"]
    row[position] = bad
    dataset, notices = to_dataset(read_table(PLAIN + (",".join(row) + "\n") * 3), (0, 1), 2)
    assert dataset.X.tolist() == [[1.5, -2.0], [3.0, 0.25]]
    assert len(notices) == 1
    odd = f", such as “{bad}” in “{('width', 'height')[position]}”"
    is_marked = bad.lower() in ("", "nan", "n/a")
    assert notices[0].endswith(f"missing: 3{'' if is_marked else odd}.")


@pytest.mark.parametrize("mark", ["", "NA", "n/a", "nan", "NaN", "null", "NULL", "None", "?", "-"])
def test_rows_without_a_label_are_left_out_and_counted(mark: str) -> None:
    dataset, notices = to_dataset(read_table(f"{PLAIN}7,8, {mark} \n"), (0, 1), 2)
    assert dataset.class_names == ("cat", "dog")
    assert len(dataset.X) == 2
    assert notices[0].endswith(f"missing ({mark}): 1." if mark else "missing: 1.")


def test_beside_a_plus_a_minus_is_a_label() -> None:
    dataset, notices = to_dataset(read_table("x,y,sign\n1,2,+\n3,4,-\n5,6,NA\n"), (0, 1), 2)
    assert dataset.class_names == ("-", "+")
    assert dataset.y.tolist() == [1, 0]
    assert notices[0].endswith("missing (NA): 1.")


@pytest.mark.parametrize("number", ["1e3", "+.5", "5.", "-0", "1E-400", "'7"])
def test_the_spellings_of_a_number_are_understood(number: str) -> None:
    X, _ = read_points(PLAIN + f"{number},1,cat\n")
    assert X[2][0] == float(number.removeprefix("'"))


def test_rows_are_numbers_only_in_the_columns_that_were_chosen() -> None:
    table = read_table("x,remark,y,label\n1,,2,a\n3,?,4,b\n")
    dataset, notices = to_dataset(table, ("y", 0), "label")
    assert dataset.X.tolist() == [[2, 1], [4, 3]]
    assert dataset.feature_names == ("y", "x")
    assert notices == ()


BAD_CHOICES: list[Any] = [((0, 0), 2), ((0, 1), 1), (("width", 0), "kind")]
BAD_CHOICES += [((0, 3), 2), ((-1, 1), 2), ((0, 1), "")]
UNUSABLE: list[tuple[str, Any, Any, str]] = [
    *((f"x,y,l\n?,2,a\n{rows}", (0, 1), 2, "^No row has") for rows in ("", "x,2,a\n1,,b\n1,2,\n")),
    *(
        (f"x,y,l\n1,2,a\n{rows}", (0, 1), 2, "the label “a”")
        for rows in ("", "3,4,a\n", "3,4,a\n?,6,b\n")
    ),
    *(
        (csv_of_labels(label, "b"), (0, 1), 2, "more than 100 characters")
        for label in ("a" * 101, "1" * 5000)
    ),
    *((PLAIN, *choice, "column") for choice in BAD_CHOICES),
]


@pytest.mark.parametrize(("content", "features", "label", "words"), UNUSABLE)
def test_what_gives_no_data_set_is_refused(
    content: str, features: Any, label: Any, words: str
) -> None:
    table = read_table(content)
    assert re.search(words, refusal(lambda: to_dataset(table, features, label)))


@pytest.mark.parametrize(
    "ordered",
    [
        ("-1", "0", "0.5", "1"),
        ("2", "10", "1e2"),
        ("class 1", "class 2", "class 10"),
        ("C-", "C+"),
        ("no", "yes"),
        ("apple", "Banana", "cherry"),
        ("7", "seven"),
        ("<b>bold</b>", "<script>alert(1)</script>"),
        ("3 a", "a 3"),
    ],
)
def test_labels_keep_their_text_and_come_in_natural_order(ordered: tuple[str, ...]) -> None:
    for labels in ordered, ordered[::-1]:
        dataset, _ = to_dataset(read_table(csv_of_labels(*labels)), (0, 1), 2)
        assert dataset.class_names == ordered
        assert names_of_points(dataset) == list(labels)


def test_columns_are_suggested_for_features_and_labels() -> None:
    table = read_table(
        "group,id,grade,mostly,partly,kind,once\n"
        "a,1,1,0.1,?,x,\n"
        "a,2,2,0.2,?,x,\n"
        "b,3,1,0.3,?,y,z\n"
        "b,4,1,?,0.1,y,z\n"
        "c,5,1,?,0.2,x,nan\n"
    )
    by_name = [table.names[position] for position in numeric_columns(table)]
    assert by_name == ["id", "grade", "mostly"]
    by_name = [table.names[position] for position in label_columns(table)]
    assert by_name == ["kind", "group", "partly", "grade", "id", "mostly"]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ("species,island,sex", "species"),
        ("remark,Diagnosis,other", "Diagnosis"),
        ("type of bill,class label,colour", "class label"),
        ("Outcome,colour,size", "Outcome"),
        ("Y,colour,size", "Y"),
        ("y,x,colour", "colour"),
        ("one,two,three", "three"),
    ],
)
def test_the_class_is_guessed_by_its_name_then_from_the_right(names: str, wanted: str) -> None:
    table = read_table(f"{names}\na,b,c\nd,e,f\n")
    assert table.names[label_columns(table)[0]] == wanted


@pytest.mark.parametrize("first", ["", "id", "rowid", "nr"])
def test_columns_that_number_the_rows_are_the_last_choice_for_features(first: str) -> None:
    rows = "".join(f"{i},{i * i},{i % 3},{'ab'[i % 2]}\n" for i in range(1, 9))
    table = read_table(f"{first},width,height,kind\n{rows}")
    assert feature_columns(table, label=3) == (1, 2, 0)
    assert feature_columns(table, label=1) == (2, 0)


def test_a_column_of_many_values_is_not_suggested_for_labels() -> None:
    content = "x,y,label\n" + "".join(f"{i},{i},{i % 2}\n" for i in range(MAX_CLASSES + 1))
    assert label_columns(read_table(content)) == (2,)


def test_suggestions_see_decimal_commas() -> None:
    assert numeric_columns(read_table(SEMICOLONS)) == (0, 1)
    assert label_columns(read_table(SEMICOLONS))[0] == 2


# Back to CSV


@pytest.mark.parametrize("first", [*"=+-@\t\r", "'=", *"\uff1d\uff0b\uff0d\uff20"])
def test_text_that_looks_like_a_formula_is_escaped_and_read_back(first: str) -> None:
    text = first + 'cmd|"/c calc"!A1'
    dataset = Dataset(np.eye(2), np.array([0, 1]), (text, "y"), (text, "z"), "")
    cells = list(csv.reader(io.StringIO(write_table(dataset), newline="")))
    assert cells[1][2] == "'" + text
    assert cells[0][0].startswith(("'", "cmd"))
    assert all(not cell.startswith(first) for row in cells for cell in row)
    table = read_table(write_table(dataset))
    assert table.names[0] == text.strip()
    again, _ = to_dataset(table, (0, 1), 2)
    assert again.class_names[again.y[0]] == text


@pytest.mark.parametrize("number", ["-1", "+1", "-0.5e3"])
def test_labels_that_are_numbers_are_not_escaped(number: str) -> None:
    dataset = Dataset(np.eye(2), np.array([0, 1]), ("x", "y"), (number, "z"), "")
    assert f'"{number}"' in write_table(dataset)


numbers = st.floats(allow_nan=False, allow_infinity=False)
# Line ends, quotes, delimiters and formulas are likely; control characters are not text.
characters = st.sampled_from("\n\t\r,;\"'=+-@ 019.eaä猫") | st.characters(
    codec="utf-8", exclude_categories=["C"]
)
texts = st.text(characters, min_size=1, max_size=8)
names = texts.map(lambda text: " ".join(text.split())).filter(bool)
labels = texts.map(str.strip).filter(bool)


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    class_names = draw(st.lists(labels, min_size=2, max_size=MAX_CLASSES, unique=True))
    rows = draw(st.lists(st.tuples(numbers, numbers), min_size=len(class_names), max_size=20))
    y = [i % len(class_names) for i in range(len(rows))]
    feature_names = draw(st.lists(names, min_size=2, max_size=2, unique=True))
    return Dataset(np.array(rows), np.array(y), tuple(feature_names), tuple(class_names), "")


MARKS = ["NA", "n/a", "nan", "None", "?", "-", "'NA", "''?"]
QUOTED = ["'\t6", "'\r6", "' 6", "'6", "''6"]


@pytest.mark.parametrize("label", [*MARKS, *QUOTED])
def test_a_label_like_a_missing_one_or_with_an_apostrophe_is_read_back(label: str) -> None:
    names = (label if label in MARKS else "x", "y")
    dataset = Dataset(np.eye(2), np.array([0, 1]), names, (label, "z"), "")
    again, notices = to_dataset(read_table(write_table(dataset)), (0, 1), 2)
    assert again.class_names == dataset.class_names
    assert again.feature_names == dataset.feature_names
    assert notices == ()


@given(datasets())
def test_every_data_set_is_restored_to_the_bit(dataset: Dataset) -> None:
    content = write_table(dataset)
    for form in content, content.encode(), content.encode("utf-16"), content.encode("utf-8-sig"):
        table = read_table(form)
        again, notices = to_dataset(table, (0, 1), 2)
        assert again.X.tobytes() == dataset.X.tobytes()
        assert names_of_points(again) == names_of_points(dataset)
        assert again.feature_names == dataset.feature_names
        assert (table.notices, notices) == ((), ())


@given(datasets())
def test_another_csv_reader_finds_the_same_numbers(dataset: Dataset) -> None:
    rows = list(csv.reader(io.StringIO(write_table(dataset), newline="")))[1:]
    assert np.array([row[:2] for row in rows], dtype=float).tobytes() == dataset.X.tobytes()


@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=20), st.sampled_from(";\t"))
def test_decimal_commas_come_back_to_the_bit(
    rows: list[tuple[float, float]], delimiter: str
) -> None:
    cells = [[*map(repr, row), "ab"[i % 2]] for i, row in enumerate(rows)]
    lines = [delimiter.join(row).replace(".", ",") for row in cells]
    X, _ = read_points("\n".join([delimiter.join(["x", "y", "label"]), *lines]))
    assert np.array(X).tobytes() == np.array(rows).tobytes()


# Anything at all

noise = st.text(st.sampled_from("\n\r\t,;\"'=-.e019 aé\x00"), max_size=200)


def assert_it_works_or_says_why(content: bytes | str) -> None:
    try:
        table = read_table(content)
        assert len({len(column) for column in table.columns}) == 1
        assert len(set(table.names)) == len(table.names) == len(table.columns)
        assert set(numeric_columns(table)) | set(label_columns(table)) <= set(
            range(len(table.names))
        )
        for notice in table.notices:
            assert_sentence(notice)
        dataset, notices = to_dataset(table, (0, 1), 2)
    except ValueError as error:
        assert_sentence(str(error))
    else:
        assert math.isfinite(abs(dataset.X).max())
        assert 2 <= len(set(dataset.y.tolist())) == len(dataset.class_names) <= MAX_CLASSES
        for notice in notices:
            assert_sentence(notice)


@given(
    st.binary(max_size=300) | noise.map(str.encode) | noise.map(lambda text: text.encode("utf-16"))
)
@example(b"x,y,label\n1,2,\xed\xa0\x80\n3,4,b")
def test_any_bytes_work_or_are_refused_with_a_sentence(content: bytes) -> None:
    assert_it_works_or_says_why(content)


@given(st.text(max_size=100) | noise | noise.map(lambda text: f"x,y,label\n1,2,a\n3,4,{text}"))
@example("x,y,label\n1,2,\ud800\n3,4,b")
def test_any_text_works_or_is_refused_with_a_sentence(content: str) -> None:
    assert_it_works_or_says_why(content)
