"""All numeric columns of a table: which columns and rows are used, and how long they are held."""

import gc

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler

from core.all_columns import AllColumns, find_all_columns
from core.csv_import import read_table
from core.drawing_format import MAX_DRAWN
from core.fit_spec import load_points
from core.input_error import InputError

TABLE = """\
id,width,site,height,depth,kind,note
1,1.0,5,10,7,oak,a
2,2.0,5,20,4,oak,b
3,4.0,5,,9,elm,c
4,3.0,5,40,2,elm,d
5,,5,50,1,elm,e
6,6.0,5,60,3,,f
7,8.0,5,80,8,ash,g
"""
WIDTH, HEIGHT, DEPTH, KIND = 1, 3, 4, 5


def find(
    text: str, features: tuple[int, int], label: int, *, standardise: bool = False
) -> AllColumns:
    columns = find_all_columns(read_table(text), features, label, "trees", standardise=standardise)
    assert columns is not None
    return columns


def test_constant_columns_and_incomplete_rows_are_left_out() -> None:
    columns = find(TABLE, (WIDTH, DEPTH), KIND)
    assert columns.points.feature_names == ("width", "height", "depth")
    assert columns.points.X.tolist() == [[1, 10, 7], [2, 20, 4], [3, 40, 2], [8, 80, 8]]
    assert [columns.points.class_names[k] for k in columns.points.y] == ["oak", "oak", "elm", "ash"]
    assert columns.notices == (
        "Not used, because it numbers the rows: id.",
        "Not used, because it is constant: site.",
        "Rows left out because a value is missing in another column: 1 of 5.",
    )


def test_a_column_that_numbers_the_rows_is_used_if_it_is_chosen() -> None:
    assert find(TABLE, (0, DEPTH), KIND).points.feature_names[0] == "id"


def test_two_columns_that_vary_are_no_more_than_the_lab_shows() -> None:
    text = "a,b,c,kind\n1,2,7,x\n3,1,7,y\n2,5,7,y\n"
    assert find_all_columns(read_table(text), (0, 1), 3, "", standardise=False) is None


def test_another_pair_of_columns_gives_the_same_points() -> None:
    text = TABLE.replace(",,", ",5,")
    specs = {find(text, pair, KIND).spec for pair in ((1, 3), (4, 1), (3, 4))}
    assert len(specs) == 1
    assert find(text.replace("8.0", "8.5"), (1, 3), KIND).spec not in specs
    assert find(text, (1, 3), KIND, standardise=True).spec not in specs


def test_the_points_are_standardised_as_scikit_learn_does_it() -> None:
    columns = find(TABLE, (WIDTH, DEPTH), KIND, standardise=True)
    expected = StandardScaler().fit_transform(columns.points.X)
    np.testing.assert_array_equal(load_points(columns.spec).X, expected)


def test_of_many_rows_those_that_the_lab_draws_are_used() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(MAX_DRAWN + 500, 3)).round(3).tolist()
    lines = [f"{a},{b},{c if k % 7 else '?'},{'xy'[k % 3 > 0]}" for k, (a, b, c) in enumerate(rows)]
    text = "\n".join(["a,b,c,kind", *lines])
    points = find(text, (0, 1), 3).points
    without_gaps = find(text.replace("?", "99"), (0, 1), 3).points
    assert len(without_gaps.y) == MAX_DRAWN
    is_complete = without_gaps.X[:, 2] != 99
    np.testing.assert_array_equal(points.X, without_gaps.X[is_complete])


def test_a_spec_does_not_keep_the_points_in_memory() -> None:
    columns = find(TABLE, (WIDTH, DEPTH), KIND)
    spec = columns.spec
    assert load_points(spec) is columns.points
    del columns
    gc.collect()
    with pytest.raises(InputError, match="load it again"):
        load_points(spec)
