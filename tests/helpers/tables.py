"""Tables of text as spreadsheets, R, Weka and archives write them; app and pocket lab read them."""

from core.columns import (
    describe_missing_columns,
    describe_unlikely,
    feature_columns,
    label_columns,
)
from core.csv_import import read_table, to_dataset
from core.input_error import InputError

__all__ = [
    "IN_TWO_CASES",
    "MEANT",
    "OF_A_TEACHER",
    "TEXTS",
    "WITHOUT_A_DECIMAL_SIGN",
    "WITH_ODD_CELLS",
    "WITH_ROW_NAMES",
    "guess",
    "rows",
]


def guess(
    content: bytes | str, *, fold_case: bool = False
) -> tuple[list[str], list[list[float]], list[str], list[str]]:
    """Return features, points, classes and all notices of the columns that are suggested."""
    table = read_table(content)
    labels = label_columns(table)
    features = feature_columns(table, labels[0])[:2] if labels else ()
    if len(features) < 2:
        raise InputError(describe_missing_columns(table))
    points, notices = to_dataset(table, features, labels[0], fold_case=fold_case)
    names = [points.class_names[k] for k in points.y]
    return (
        list(points.feature_names),
        points.X.tolist(),
        names,
        [*table.notices, *describe_unlikely(table, labels[0]), *notices],
    )


def rows(header: str, *lines: str) -> str:
    return "\n".join([header, *lines * 2, ""])


# Each with its first two points; the classes are a and b.
MEANT: list[tuple[str, list[list[float]]]] = [
    (rows("x,y,c", '"1,5","-0,25",a', '"2,5","3,75",b'), [[1.5, -0.25], [2.5, 3.75]]),
    (rows("x;y;c", "1.234,5;2;a", "999,5;3;b"), [[1234.5, 2], [999.5, 3]]),
    (rows("x\ty\tc", "1,234\t2.5\ta", "950\t3.5\tb"), [[1234, 2.5], [950, 3.5]]),
    (rows("x;y;c", "1 234,5;2;a", "12 345,5;3;b"), [[1234.5, 2], [12345.5, 3]]),
    (rows("x;y;c", "1'234.5;2;a", "12'345.5;3;b"), [[1234.5, 2], [12345.5, 3]]),
    (
        rows('"x","y","c"', '"12,34,567","2.5","a"', '"1,000","3.5","b"'),
        [[1234567, 2.5], [1000, 3.5]],
    ),
    (rows("x,y,c", "−1.5,2,a", "–2.5,3,b"), [[-1.5, 2], [-2.5, 3]]),
    (rows("x,y,c", "12 %,€ 5,a", "13 %,€ 6,b"), [[12, 5], [13, 6]]),
    (rows("x,y,c", "12 cm,$1.5,a", "13.5 cm,$2,b"), [[12, 1.5], [13.5, 2]]),
    (rows("x\ty\tc", "1,500 kg\t2\ta", "2,700 kg\t3\tb"), [[1500, 2], [2700, 3]]),
    (rows("sep=;\nx;y;c", "1,5;2;a", "2,5;3;b"), [[1.5, 2], [2.5, 3]]),
    (rows("# from a lab\n% 2024\nx,y,c", "1.5,2,a", "2.5,3,b"), [[1.5, 2], [2.5, 3]]),
    (rows("A title,,\nx,y,c", "1.5,2,a", "2.5,3,b"), [[1.5, 2], [2.5, 3]]),
    (rows("Course,Bayes,,\nx,y,z,c", "1.5,2,7,a", "2.5,3,8,b"), [[1.5, 2], [2.5, 3]]),
    (rows("Course;2024\nx;y;c", "1.5;2;a", "2.5;3;b"), [[1.5, 2], [2.5, 3]]),
    (rows("x|y|c", "1.5|2|a", "2.5|3|b"), [[1.5, 2], [2.5, 3]]),
    (rows("x;y;c", "1.234;2;a", "950;3;b"), [[1234, 2], [950, 3]]),
    (rows("x\ty\tc", "1.011\t2,5\ta", "950\t3,5\tb"), [[1011, 2.5], [950, 3.5]]),
    (rows("x\ty\tc", "1.011\t2\ta", "950\t3\tb"), [[1011, 2], [950, 3]]),
    (rows("x;y;c", "0.123;2,5;a", "950;3,5;b"), [[0.123, 2.5], [950, 3.5]]),
    (rows("x;y;c", "1,234,567;2;a", "1,234;3;b"), [[1234567, 2], [1234, 3]]),
    (rows("x;y;c", "1.234.567;2;a", "1.234;3;b"), [[1234567, 2], [1234, 3]]),
    (rows("x\ty\tc", "1.011\t2\ta", "9500\t3\tb"), [[1.011, 2], [9500, 3]]),
    (rows("x,y,c", "1.5,2,a,", "2.5,3,b,"), [[1.5, 2], [2.5, 3]]),
    (rows("place,2019,2020,c", "here,1.5,2,a", "there,2.5,3,b"), [[1.5, 2], [2.5, 3]]),
    (rows("x y c", "  1.5   2  a", "2.5 3   b"), [[1.5, 2], [2.5, 3]]),
    (rows("x\ty\tc", "1.5\t\t2\ta", "2.5\t3\t\tb"), [[1.5, 2], [2.5, 3]]),
    (rows("0,1,c", "1.5,2,a", "2.5,3,b"), [[1.5, 2], [2.5, 3]]),
    (rows("x,y,c", "1.5,2,'a'", "2.5,3,'b'"), [[1.5, 2], [2.5, 3]]),
    (
        "% c\n@relation t\n@attribute 'width 1' real\n@attribute z real\n@attribute c {a,b}\n"
        "@data % rows\n1.5,2,a\n% more\n2.5,3,'b'\n1.5,2, 'a'\n2.5,3,b\n",
        [[1.5, 2], [2.5, 3]],
    ),
    ('[{"x":1.5,"y":2,"c":"a"},{"x":2.5,"y":3,"c":"b"}]', [[1.5, 2], [2.5, 3]]),
    ('{"x":[1.5,2.5],"y":[2,3],"c":["a","b"]}', [[1.5, 2], [2.5, 3]]),
]  # fmt: skip

WITH_ROW_NAMES = '"x","y","c"\n"1",0.5,1.5,"a"\n"2",2.5,3.5,"b"\n"3",0.5,1.5,"a"\n'
WITH_ODD_CELLS = "x,y,c\n1,2,m\n2,3,f\n3,4,#N/A\n4,5,.\n5,6,N.A.\n6,7,\nabout 7,8,m\n"
IN_TWO_CASES = "x,y,sex\n1,2,Male\n2,3,male \n3,4,Female\n4,5,Male\n5,6,female\n"
WITHOUT_A_DECIMAL_SIGN = "x\ty\tc\n1,587\t2\ta\n2,751\t3\tb\n"
OF_A_TEACHER = "PassengerId,Survived,Pclass,Age,Fare,one,Embarked\n" + "".join(
    f"{k},{k % 2},{k % 3},{20 + k * 3 % 17},{7.5 * k % 11},5,{'SCQ'[k % 3]}\n" for k in range(1, 25)
)

TEXTS = [
    *(content for content, _ in MEANT),
    *(WITH_ROW_NAMES, WITH_ODD_CELLS, IN_TWO_CASES, WITHOUT_A_DECIMAL_SIGN, OF_A_TEACHER),
    "x\ty\tc\n1,500 kg\t2\ta\n1,7 kg\t3\tb\n",
    "x;y;c\n1,234;2;a\n2,345;3;b\n",
    "height,shoe,k,k\n5,nan,1,u\n5,40,2,v\nNA,41,3,u\n5,42,4,v\n",
    '"a ""b""\nc", y,y\r\n 1 ,"2", \'3\r\n4,5,\'=x\r\n\r\n,,\r\n7,8\r\n',
    "0,1,target\n1.5,2,1\n2.5,3,0\n3.5,oops,0\n",
    "x,Klasse,y\n0.5,1,1.5\n1.5,2,2.5\n2.5,1,3.5\n0.5,2,1.5\n",
    "class,id,a b,size id\n1,1,2,9\n2,2,3,8\n10,3,2.5,7\n",
]
