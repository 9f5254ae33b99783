"""The points of the pocket lab, in node: those of Python for the same settings and tables."""

import csv
import io
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest

from bayeslab.data.datasets import DATASETS, Dataset
from core.columns import feature_columns, label_columns
from core.csv_import import read_table, to_dataset, write_table
from core.fit_spec import load_points
from core.link import encode
from core.state import LabState
from javascript import call
from pocket.start_data import TABLES, start_data

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
]
BAD_TABLES = {
    "": "The table has no rows",
    "x,y,label": "The table has no rows",
    "a,b\n1,2\n": "needs two columns of numbers",
    "a,b,c\nx,y,z\n": "needs two columns of numbers",
    "a,b,c\n1,2,z\n3,4,z\n": "All rows have the label “z”",
    'a,b,c\n1,2,"z\n': "is not closed",
    "PK\x00\x01": "not plain text",
    "a,b,c\n" + "".join(f"{i},{i},k{i}\n" for i in range(11)): "11 different labels",
}
MOST = {"points": 2000, "classes": 10}


def read(tables: list[bytes]) -> list[Any]:
    (found,) = call("pocket_modules.mjs", [["readTables", MOST, list(map(list, tables))]])
    return list(found)


def test_tables_are_read_as_the_lab_reads_them_and_written_so_that_it_can() -> None:
    found = read([table.encode() for table in GOOD_TABLES])
    for text, ours in zip(GOOD_TABLES, found, strict=True):
        table = read_table(text.encode())
        label = label_columns(table)[0]
        first, second, *_ = feature_columns(table, label)
        points, _ = to_dataset(table, (first, second), label)
        assert ours["points"]["labels"] == points.y.tolist(), text
        assert ours["points"]["x"] == points.X[:, 0].tolist()
        assert ours["points"]["y"] == points.X[:, 1].tolist()
        assert ours["names"][2:] == [" ".join(name.split()) for name in points.class_names]
        again, _ = to_dataset(read_table(ours["written"]), (0, 1), 2)
        assert (again.X == points.X).all() and (again.y == points.y).all()
        assert again.class_names == tuple(ours["names"][2:])


@pytest.mark.parametrize("text", BAD_TABLES, ids=BAD_TABLES.values())
def test_an_invalid_table_is_refused_with_one_sentence(text: str) -> None:
    (found,) = read([text.encode()])
    assert isinstance(found, str)
    assert BAD_TABLES[text] in found


def test_a_notice_tells_what_is_left_out_of_a_table() -> None:
    out = io.StringIO()
    csv.writer(out).writerows([["x", "y", "k"], *([i, -i, i // 2500] for i in range(5000))])
    long, gaps = read([out.getvalue().encode(), b"x,y,k\n1,2,a\n3,oops,b\n5,6,b\n7,8,\n"])
    assert long["notices"] == ["The table has 5000 points; 2000 of them are shown, at equal steps."]
    assert np.bincount(long["points"]["labels"]).tolist() == [1000, 1000]
    (notice,) = gaps["notices"]
    assert notice.endswith("the label is missing: 2.")


def test_a_table_in_windows_letters_is_read() -> None:
    (found,) = read(["x,y,k\n1,2,Müll\n3,4,é\n".encode("cp1252")])
    assert found["names"] == ["x", "y", "Müll", "é"]
