"""Fuzz the reader of CSV: any bytes become a data set or are refused with a sentence.

Atheris guides the bytes by the branches they reach. It is not a dependency of the project::

    python -m pip install atheris
    python -m fuzz.fuzz_tables -max_total_time=30

A failure is written to a file ``crash-...``; give its name as argument to run it again. A folder
with a few small tables as argument is a better start than nothing.
"""

import sys

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

with atheris.instrument_imports(include=["bayeslab.tables"]):
    from bayeslab.tables import label_columns, numeric_columns, read_table, to_dataset, write_table


def check_bytes(content: bytes) -> None:
    """Read the bytes; fail on any error but a refusal, and on a data set that does not return."""
    try:
        table = read_table(content)
        numeric_columns(table)
        label_columns(table)
        dataset, notices = to_dataset(table, (0, 1), 2)
    except ValueError as refusal:
        assert str(refusal).endswith("."), refusal
        return
    assert all(notice.endswith(".") for notice in table.notices + notices)
    again, _ = to_dataset(read_table(write_table(dataset)), (0, 1), 2)
    assert again.X.tobytes() == dataset.X.tobytes()


if __name__ == "__main__":
    atheris.Setup(sys.argv, check_bytes)
    atheris.Fuzz()
