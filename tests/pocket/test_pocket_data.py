"""The points of the pocket lab, in node: those of Python for the same settings and tables."""

from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest

from bayeslab.data.datasets import DATASETS, Dataset
from core.csv_import import read_table, to_dataset, write_table
from core.fit_spec import load_points
from core.input_error import InputError
from core.link import encode
from core.state import LabState
from javascript import call
from offline.pocket.start_data import TABLES, start_data
from tables import TEXTS, guess

START = start_data()
SETTINGS: list[dict[str, Any]] = [
    {},
    {"seed": 1, "n": 41},
    {"seed": 999_999, "n": 2000, "noise": 0.0},
    {"balance": 0.3, "n": 30, "standardise": True},
    {"noise": 0.7, "seed": 12},
]
GENERATED = [key for key, entry in DATASETS.items() if entry.kind == "generated"]


def sheets_of(states: list[LabState]) -> list[Any]:
    links = [urlencode(encode(state)) for state in states]
    (found,) = call("pocket_modules.mjs", [["loadLinks", START, links]])
    return list(found)


def check(sheet: dict[str, Any], points: Dataset, accuracy: float) -> None:
    loaded = sheet["data"]
    X = np.column_stack([loaded["x"], loaded["y"]])
    assert np.abs(X - points.X).max() <= accuracy
    assert loaded["labels"] == points.y.tolist()
    assert (sheet["features"], sheet["classes"]) == (
        list(points.feature_names),
        list(points.class_names),
    )
    assert sheet["title"] == points.title


def test_a_seed_generates_the_points_of_the_lab() -> None:
    states = [LabState(data=key, **more) for key in GENERATED for more in SETTINGS]
    for state, sheet in zip(states, sheets_of(states), strict=True):
        check(sheet, load_points(state.dataset_spec), 1e-13)


def test_columns_and_classes_of_real_data_are_those_of_the_lab_to_the_bit() -> None:
    chosen: list[dict[str, Any]] = [{}, {"features": (1, 0)}, {"classes": (0, 2)}]
    states = [LabState(data=key, **more) for key in TABLES for more in chosen]
    for state, sheet in zip(states, sheets_of(states), strict=True):
        check(sheet, load_points(state.dataset_spec), 0.0)


@pytest.mark.parametrize(
    "state", [LabState(n=20, balance=0.01), LabState(data="four_blobs", n=6)], ids=["balance", "n"]
)
def test_settings_that_leave_a_class_empty_are_refused_with_the_sentence_of_the_lab(
    state: LabState,
) -> None:
    with pytest.raises(ValueError) as refused:
        load_points(state.dataset_spec)
    assert sheets_of([state]) == [str(refused.value)]


# Tables

GOOD_TABLES = [
    write_table(load_points(LabState(data="iris").dataset_spec)),
    write_table(load_points(LabState(data="three_blobs", n=30).dataset_spec)),
    write_table(load_points(LabState(n=12).dataset_spec)),
    "\ufeffa;b;kind\n1,5;2;oak\n3;4,25;elm\n",
    "a\tb\tc\n1\t2\t10\n3\t4\t2\n5\t6\t2\n",
    "1,2,x\r\n3,4,y\r\n\r\n",
    'id,"first, in cm","sec""ond",class\nn1,1,2,"a\nb"\nn2,3,4,"c,d"\nn3,,4,e\n',
    "x,y,sign\n1,2,+\n3,4,-\n",
    "x,y,item\n1e-3,2,item 10\n-.5,4,item 2\n6,7,Item 1\n",
    "x,y,c\n1,2,'=1+1\n3,4,'na\n5,6,NA\n",
    "x,y,k\n1,2,a\n3,oops,b\n5,6,b\n7,8,\n",
    "x,y,k\n1,2,Müll\n3,4,é\n".encode("cp1252"),
]
BAD_TABLES = [
    *("", "x,y,label", "a,b\n1,2\n", "a,b,c\nx,y,z\n", "a,b,c\n1,2,z\n3,4,z\n"),
    *('a,b,c\n1,2,"z\n', 'a,b,c\n"1"2,2,z\n', "PK\x00\x01", "a\tb\n\n"),
    "a,b,c\n" + "".join(f"{i},{i},k{i}\n" for i in range(11)),
    "age,name,class\n1,2,A\n2,B,B\n",
    ",".join(map(str, range(201))),
    "x,y,c\n0,5,1,5,a\n1,5,2,5,b\n",
    "x,y,c\n1/7,1,a\n3,2,b\n5/7,1,a\n",
    "x,y,c\n1,2,None\n3,4,some\n",
]
OTHER_KINDS = {
    b"PK\x03\x04 points": "workbooks",
    b"\xd0\xcf\x11\xe0\xa1": "workbooks",
    b"% c\n\n@RELATION t": "ARFF",
    b' [{"a": 1}]\n': "JSON",
}
# What the pocket lab does not offer, it does not advise.
ADVICE = {"change the decimal sign if that": "load the table in the lab to change that if it"}


def read(tables: list[bytes]) -> list[Any]:
    (found,) = call("pocket_modules.mjs", [["readTables", START, list(map(list, tables))]])
    return list(found)


def test_tables_are_read_as_the_lab_reads_them_and_written_so_that_it_can() -> None:
    texts = [*GOOD_TABLES, *TEXTS]
    found = read([text.encode() if isinstance(text, str) else text for text in texts])
    for text, ours in zip(texts, found, strict=True):
        if isinstance(text, str) and text.lstrip("% c\n")[0] in "[{@":  # JSON and ARFF
            assert ours.startswith("The pocket lab does not read"), text
            continue
        features, points, classes, notices = guess(text, fold_case=True)
        labels = [ours["names"][2 + k] for k in ours["points"]["labels"]]
        assert list(zip(ours["points"]["x"], ours["points"]["y"], labels, strict=True)) == [
            (*point[:2], " ".join(name.split()))
            for point, name in zip(points, classes, strict=True)
        ], text
        assert ours["names"][:2] == features[:2]
        for advice, other in ADVICE.items():
            notices = [notice.replace(advice, other) for notice in notices]
        assert ours["notices"] == notices
        again, _ = to_dataset(read_table(ours["written"]), (0, 1), 2)
        assert again.X.tolist() == [point[:2] for point in points]
        assert [again.class_names[k] for k in again.y] == labels
        assert again.class_names == tuple(ours["names"][2:])


def test_an_invalid_table_is_refused_with_the_sentence_of_the_lab() -> None:
    for text, found in zip(BAD_TABLES, read([text.encode() for text in BAD_TABLES]), strict=True):
        with pytest.raises(InputError) as refused:
            guess(text)
        assert found == str(refused.value)


def test_what_is_no_table_of_text_is_refused_by_its_name() -> None:
    for kind, found in zip(OTHER_KINDS.values(), read(list(OTHER_KINDS)), strict=True):
        assert found.startswith(f"The pocket lab does not read {kind}: save the table as CSV")


def test_one_class_or_too_large_values_are_refused_and_many_rows_are_sampled() -> None:
    many = "x,y,k\n" + "".join(f"{i},{-i},{i // 5000}\n" for i in range(10_000))
    tables = ["x,y,c\n1,2,a\n4,5,a\n3,,b\n", "x,y,c\n1,1e151,a\n2,2,b\n", many]
    one, huge, sampled = read([text.encode() for text in tables])
    assert one.startswith("All rows have the label “a”")
    assert huge.startswith("A value is beyond 1e+150")
    notice = "The table has 10,000 points; 5,000 of them are shown, at equal steps."
    assert sampled["notices"] == [notice]
    assert np.bincount(sampled["points"]["labels"]).tolist() == [2500, 2500]
