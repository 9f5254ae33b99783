"""The columns of a visitor's table, by what identifies them.

What is computed from the columns is stored for all visitors for up to an hour. It is stored under a
value that does not keep them in memory: many visitors could fill that with large tables.
"""

from dataclasses import dataclass, field
from weakref import ref

from bayeslab.data.datasets import Dataset, standardised
from core.input_error import InputError


@dataclass(frozen=True)
class TableSpec:
    """Which columns of a table: the counterpart of :class:`bayeslab.DatasetSpec`.

    Attributes
    ----------
    digest : str
        Identifies the points.
    standardise : bool
    source : weak reference to a Dataset
        The points in the units of the table; the session has them.
    """

    digest: str
    standardise: bool
    source: ref[Dataset] = field(compare=False, repr=False)

    def original(self) -> Dataset:
        """Return the points in the units of the table.

        Raises
        ------
        InputError
            If no session has them any longer.
        """
        points = self.source()
        if points is None:
            raise InputError("The server no longer has this table: load it again.")
        return points

    def load(self) -> Dataset:
        """Return the points.

        Raises
        ------
        ValueError
            If no session has them any longer, or they are too large to standardise.
        """
        return standardised(self.original()) if self.standardise else self.original()
