"""An editable table of messages with their classes, or of days with what a cyclist did."""

import pandas as pd
import streamlit as st

from lessons.discrete_bayes.rows import (
    COLUMNS,
    LONGEST_MESSAGE,
    is_complete,
    parse_rows,
    write_rows,
)

HEIGHT = 300  # pixels


def edit_rows(kind: str, text: str, key: str) -> tuple[str, str]:
    """Show the rows of a text in a table; return the text before and after editing."""
    rows, columns = parse_rows(kind, text), COLUMNS[kind]
    table = st.data_editor(
        pd.DataFrame(rows, columns=list(columns), dtype="str"),  # also without a row
        column_config={
            name: st.column_config.SelectboxColumn(options=options)
            if options
            else st.column_config.TextColumn(max_chars=LONGEST_MESSAGE, width="medium")
            for name, options in columns.items()
        },
        num_rows="dynamic",
        key=key,
        height=HEIGHT,
        alt="The training points, with the class of each. The cells can be edited.",
    )
    table_rows = list(zip(*(table[name] for name in columns), strict=True))
    complete = [row for row in table_rows if is_complete(kind, row)]
    if len(complete) < len(table_rows):
        st.caption(f"Rows left out because a cell is empty: {len(table_rows) - len(complete)}.")
    return write_rows(rows), write_rows(complete)
