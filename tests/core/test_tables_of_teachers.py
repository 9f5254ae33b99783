"""Tables as spreadsheets, R, Weka and archives write them: right numbers, or a sentence."""

import io
import zipfile
from collections.abc import Mapping

import pytest

from core.columns import describe_unlikely, feature_columns, label_columns
from core.csv_import import Layout, Table, differ_in_case, read_table, to_dataset
from core.input_error import InputError
from core.number_format import NumberFormat
from tables import (
    IN_TWO_CASES,
    MEANT,
    OF_A_TEACHER,
    WITH_ODD_CELLS,
    WITH_ROW_NAMES,
    WITHOUT_A_DECIMAL_SIGN,
    guess,
)


@pytest.mark.parametrize(("content", "points"), MEANT)
def test_the_numbers_are_those_that_were_meant(content: str, points: list[list[float]]) -> None:
    _, found, classes, _ = guess(content)
    assert found[:2] == points
    assert classes[:2] == ["a", "b"]


def test_names_of_rows_that_r_writes_are_no_feature() -> None:
    names, points, classes, notices = guess(WITH_ROW_NAMES)
    assert (names, points[0], classes[0]) == (["x", "y"], [0.5, 1.5], "a")
    assert "row names" in " ".join(notices)


def test_what_is_missing_is_counted_and_what_is_odd_is_quoted() -> None:
    _, points, _, notices = guess(WITH_ODD_CELLS)
    assert len(points) == 2
    assert "missing (#N/A, ., N.A.): 5, such as “about 7” in “x”." in " ".join(notices)


def test_a_refusal_names_the_column_that_was_not_read() -> None:
    with pytest.raises(InputError, match="“x” were not read as numbers, such as “1/7”"):
        guess("x,y,c\n1/7,1,a\n3,2,b\n5/7,1,a\n")
    with pytest.raises(InputError, match=r"“some” in the column “c” \(None: read as missing\)"):
        guess("x,y,c\n1,2,None\n3,4,some\n")


def test_points_are_decimal_signs_where_a_file_has_numbers() -> None:
    content = '[{"x":1.011,"y":2,"c":"a"},{"x":950,"y":3,"c":"b"}]'
    assert guess(content)[1] == [[1.011, 2], [950, 3]]
    assert read_table(content).notices == ()
    mixed = '[{"x":1.234,"y":"2,5","c":"a"},{"x":950,"y":"3,5","c":"b"}]'
    assert guess(mixed)[1] == [[1.234, 2.5], [950, 3.5]]
    arff = "@relation t\n@attribute x real\n@attribute y real\n@attribute c {a,b}\n@data\n"
    assert guess(arff + "1.011,2,a\n950,3,b\n")[1] == [[1.011, 2], [950, 3]]


def test_quotes_of_weka_hold_commas_and_quotes() -> None:
    head = "@relation t\n@attribute x real\n@attribute y real\n@attribute c {a,b}\n@data\n"
    text = head + "1,2,'it\\'s \"b, c\"'\n3,4,a\n"
    for content in (text, text.replace("\n", "\r\n")):
        assert guess(content)[2] == ['it\'s "b, c"', "a"]


def test_labels_in_two_cases_may_be_one_class() -> None:
    table = read_table(IN_TWO_CASES)
    assert differ_in_case(table, 2)
    names = to_dataset(table, (0, 1), 2, fold_case=True)[0].class_names
    assert names == ("Female", "Male")
    assert len(to_dataset(table, (0, 1), 2)[0].class_names) == 4


def test_axes_and_class_are_those_of_a_teacher() -> None:
    table = read_table(OF_A_TEACHER)
    label = label_columns(table)[0]
    assert table.names[label] == "Survived"
    assert [table.names[k] for k in feature_columns(table, label)[:2]] == ["Age", "Fare"]
    assert describe_unlikely(table, label) == (
        "“PassengerId” numbers the rows, so it is not suggested as a feature.",
        "“one” is the same in all rows, so it is not suggested as a feature.",
    )
    numbers = read_table("x,Klasse,y\n0.5,1,1.5\n1.5,2,2.5\n2.5,1,3.5\n0.5,2,1.5\n")
    assert numbers.names[label_columns(numbers)[0]] == "Klasse"


def test_what_was_decided_is_said_and_can_be_changed() -> None:
    content = WITHOUT_A_DECIMAL_SIGN
    table = read_table(content)
    assert table.numbers(0) == [1587, 2751]
    assert "change the decimal sign" in " ".join(table.notices)
    assert read_table(content, Layout(decimal=",")).numbers(0) == [1.587, 2.751]
    headless = read_table(content, Layout(header=False))
    assert headless.columns[0] == ("x", "1,587", "2,751")
    assert read_table("x y,z w,c\n1 2,3 4,5\n", Layout(delimiter=" ")).names[0] == "x"


CELLS = [["x", "y", "c"], [1.5, 2, "a"], [2.5, 3, "b"]]
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def relation(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def excel() -> dict[str, str]:
    """Return the parts of the smallest workbook."""
    body = "".join(f"<row>{''.join(map(excel_cell, row))}</row>" for row in CELLS)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    return {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}"/></Types>',
        "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="Points" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData>'
        "</worksheet>",
    }


def excel_cell(cell: object) -> str:
    if isinstance(cell, str):
        return f'<c t="inlineStr"><is><t>{cell}</t></is></c>'
    return f"<c><v>{cell}</v></c>"


def open_document() -> dict[str, str]:
    """Return the parts of the smallest spreadsheet."""
    spaces = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{name}="{spaces}:{name}:1.0"' for name in ("office", "table", "text"))
    body = "".join(
        f"<table:table-row>{''.join(map(open_cell, row))}</table:table-row>" for row in CELLS
    )
    return {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<m:manifest xmlns:m="{spaces}:manifest:1.0"/>',
        "content.xml": f"<office:document-content {names}><office:body><office:spreadsheet>"
        f'<table:table table:name="Points">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>",
    }


def open_cell(cell: object) -> str:
    if isinstance(cell, str):
        return (
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p>'
            "</table:table-cell>"
        )
    return f'<table:table-cell office:value-type="float" office:value="{cell}"/>'


def pack(parts: Mapping[str, str]) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return output.getvalue()


@pytest.mark.parametrize("parts", [excel(), open_document()], ids=["excel", "open document"])
def test_a_workbook_is_read(parts: dict[str, str]) -> None:
    names, points, classes, _ = guess(pack(parts))
    assert (names, points, classes) == (["x", "y"], [[1.5, 2], [2.5, 3]], ["a", "b"])


def test_a_workbook_that_unpacks_to_too_much_is_refused() -> None:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * 50_000_000)
    with pytest.raises(InputError, match="too large when unpacked"):
        read_table(output.getvalue())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"a": 1}', "This JSON is not a table"),
        ("[1, 2, 3]", "This JSON is not a table"),
        ('[{"x": 1, "y": 2, "c": ["a"]}]', "This JSON is not a table"),
        ('{"x": [1, 2], "y": [1, 2], "c": ["a"]}', "its columns have different lengths"),
        ("x,y,c\n0,5,1,5,a\n1,5,2,5,b\n", "more cells than the 3 column names"),
        ("x,y,c\n1,75,40,a\n1,80,41,b\n", "more cells than the 3 column names"),
        ("@relation t\n@attribute x real\n@data\n{0 1, 2 b}\n", "This ARFF file is sparse"),
        ("@relation t\n@attribute x real\n", "has no line @DATA"),
        (b"PK\x03\x04 nothing", "nor a workbook"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_name(content: str | bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_table(content)


@pytest.mark.parametrize(
    "text", ["1,2,3", "0,123", "1.2.3", "12,34", "1 2", "--1", "1e", "", "1,2345"]
)
def test_what_is_no_number_stays_none(text: str) -> None:
    assert NumberFormat().number(text) != NumberFormat().number(text)  # NaN


def test_a_table_made_by_hand_has_plain_numbers() -> None:
    table = Table(("x", "y", "c"), (("1", "2"), ("3", "4"), ("a", "b")))
    assert to_dataset(table, (0, 1), 2)[0].X.tolist() == [[1, 3], [2, 4]]
