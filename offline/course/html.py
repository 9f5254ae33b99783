"""Pieces of the HTML of the static course."""

import json
from html import escape
from typing import Any

from offline.course.parts import Still, Table
from ui.figure_svg import to_address

__all__ = ["PICTURE", "button_of", "show_still", "show_table", "to_json"]

# The place of a block's controls and pictures, which lesson.js fills.
PICTURE = (
    '<div class="picture"><form class="controls"></form><div class="pictures">'
    '<p class="room">Loading the picture …</p></div>'
    '<details class="exact" hidden><summary>Exact values</summary><form class="values"></form>'
    "</details></div>"
)


def show_still(still: Still, width: int = 0, height: int = 0) -> str:
    """Return a picture that Python has drawn, in the theme of the page."""
    size = f' width="{width}" height="{height}"' if width else ""
    return (
        '<picture class="still"><source media="(prefers-color-scheme: dark) and (not print)" '
        f'srcset="{to_address(still.svg["dark"])}"><img loading="lazy" alt="{escape(still.alt)}"'
        f'{size} src="{to_address(still.svg["light"])}"></picture>'
    )


def show_table(table: Table) -> str:
    """Return a table that scrolls by itself where it is too wide."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in table.heads)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows
    )
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{escape(table.alt)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def button_of(section: str, place: int, label: str) -> str:
    """Return the button of a thing to try, and the one that takes it back."""
    return (
        f'<button type="button" data-section="{section}" data-try="{place}">'
        f"{escape(label)}</button>"
        '<button type="button" class="undo" hidden>Undo</button>'
    )


def to_json(values: Any) -> str:
    """Return plain values as JSON that can stand in HTML."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
