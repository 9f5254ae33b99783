"""All numeric columns of a visitor's table, for the rows that the lab shows in two of them.

The lab draws two columns of a table. Compare can compute its accuracies on all of them: they stay
in the session, and in no link.
"""

from dataclasses import dataclass, replace
from hashlib import sha256
from weakref import ref

import numpy as np

from bayeslab.data.datasets import Dataset
from bayeslab.data.points import thinned
from core.columns import feature_columns, numbers_rows
from core.csv_import import Table, to_dataset
from core.drawing import UNTITLED
from core.drawing_format import MAX_DRAWN
from core.limits import Title
from core.table_spec import TableSpec


@dataclass(frozen=True, eq=False)
class AllColumns:
    """The numeric columns of a table, without its label.

    Attributes
    ----------
    points : Dataset
        In the units of the table.
    standardise : bool
        Whether each feature is given mean 0 and variance 1.
    notices : tuple of str
        One sentence for each kind of column or row that is left out.
    """

    points: Dataset
    standardise: bool
    notices: tuple[str, ...] = ()

    @property
    def spec(self) -> TableSpec:
        """Which points these are."""
        names = repr((self.points.feature_names, self.points.class_names, self.points.title))
        digest = sha256(names.encode())
        for array in self.points.X, self.points.y:
            digest.update(array.tobytes())
        return TableSpec(digest.hexdigest(), self.standardise, ref(self.points))


def find_all_columns(
    table: Table, features: tuple[int, int], label: int, title: str, *, standardise: bool
) -> AllColumns | None:
    """Return the numeric columns of a table for the rows that the lab shows.

    Columns that number the rows or are constant are left out, and rows in which a value is missing.

    Parameters
    ----------
    table : Table
    features : pair of int
        The columns that the lab shows.
    label : int
    title : str
        That of the file, or nothing for "your points".
    standardise : bool

    Returns
    -------
    AllColumns or None
        None if no more than two columns are left.

    Raises
    ------
    InputError
        If the lab cannot show the two columns, see :func:`core.csv_import.to_dataset`.
    """
    numeric = feature_columns(table, label)
    more = [place for place in numeric if place not in features and not numbers_rows(table, place)]
    points, _ = to_dataset(table, features, label, Title.fit(title) or UNTITLED, more)
    rows = thinned(points, MAX_DRAWN)  # the rows that are drawn at random depend on y alone
    whole = np.flatnonzero(np.isfinite(rows.X).all(axis=1))
    X = rows.X[whole]
    varies = (X[:1] != X).any(axis=0)
    order = [k for k in np.argsort([*features, *more]) if varies[k]]  # as in the table
    if len(order) < 3:
        return None
    dataset = replace(
        rows,
        X=X[:, order],
        y=rows.y[whole],
        feature_names=tuple(rows.feature_names[k] for k in order),
    )
    notices = []
    if counting := [table.names[k] for k in numeric if k not in (*features, *more)]:
        notices.append(f"Not used, because it numbers the rows: {', '.join(counting)}.")
    if constant := [rows.feature_names[k] for k in np.flatnonzero(~varies)]:
        notices.append(f"Not used, because it is constant: {', '.join(constant)}.")
    if left_out := len(rows.X) - len(whole):
        notices.append(
            f"Rows left out because a value is missing in another column: {left_out:,} of "
            f"{len(rows.X):,}."
        )
    return AllColumns(dataset, standardise, tuple(notices))
