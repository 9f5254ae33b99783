"""Questions as GIFT, a text format that most learning platforms import.

GIFT has no files: a picture is in the text as a ``data:`` address. Texts are HTML. The control
characters of GIFT (``~ = # { } :`` and the backslash) are escaped.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from html import escape

from core.exercises.exercise import write_number
from core.question_item import NOT_NEAR, ItemPicture, QuestionItem
from core.rich_text import to_html

SPECIAL = re.compile(r"[~=#{}:\\]")


def write_gift(items: Iterable[QuestionItem]) -> str:
    """Return the file of these questions, each in its category."""
    parts, category = [], None
    for item in items:
        if item.category != category:
            category = item.category
            parts.append(f"$CATEGORY: {item.category_path}")
        parts.append(_write_question(item))
    return "\n\n".join(parts) + "\n"


def _write_question(item: QuestionItem) -> str:
    lines = [
        " ".join(["//", _mark("id", item.key), *(_mark("tag", tag) for tag in item.tags)]),
        f"::{_escape(item.name)}::[html]{_rich(item.text, item.before)}{{"
        + ("" if item.options else "#"),
    ]
    if item.options:
        for option in item.options:
            sign, reply = "=" if option.is_right else "~", to_html(option.reply)
            feedback = f"#{_escape(reply)}" if reply else ""
            lines.append(f"{sign}{_rich(option.text)}{feedback}")
    else:
        assert item.number is not None
        lines.append(f"={item.number:.9g}:{write_number(item.tolerance)}")
        lines.append(f"~#{_rich(NOT_NEAR)}")
    lines.append(f"####{_rich(item.why, item.after)}")
    lines.append("}")
    return "\n".join(lines)


def _mark(name: str, text: str) -> str:
    """Return an id or a tag, which the comment above a question may have."""
    return f"[{name}:{text.replace(']', chr(92) + ']')}]"


def _rich(markdown: str, picture: ItemPicture | None = None) -> str:
    """Return a text as escaped HTML, above its picture."""
    html = to_html(markdown)
    if picture is not None:
        data = b64encode(picture.svg.encode()).decode("ascii")
        alt = escape(picture.words)
        html += f'<p><img src="data:image/svg+xml;base64,{data}" alt="{alt}"></p>'
    return _escape(html)


def _escape(text: str) -> str:
    # A blank line would end the question.
    return SPECIAL.sub(r"\\\g<0>", " ".join(text.split("\n")))
