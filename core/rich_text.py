r"""Markdown with formulas as HTML for learning platforms: ``$x^2$`` becomes ``\(x^2\)``.

Platforms typeset LaTeX between ``\(`` and ``\)``, as MathJax does, so no formula is rendered here.
"""

from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    dollarmath_plugin(reader, allow_space=False, allow_digits=True, double_inline=False)
    reader.add_render_rule("math_inline", _write_formula)
    return reader


def _write_formula(_: Any, tokens: Any, place: int, *__: Any) -> str:
    return rf"\({escape(tokens[place].content, quote=False)}\)"


def to_html(text: str) -> str:
    """Return Markdown as HTML without line breaks at its ends."""
    html: str = _reader().render(text)
    return html.strip()
