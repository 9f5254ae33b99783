"""Markdown and formulas as HTML; node renders all of them at once (``render.mjs``).

:class:`Prose` hands out a token for each text, to be put into a page; :meth:`Prose.fill` replaces
the tokens of a page with their HTML.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping

from offline.pocket.bundles import MODULES
from web import ROOT

SCRIPT = ROOT / "web" / "hosts" / "course" / "render.mjs"
FIELD = re.compile(r"\{(\w+)\}")
TOKEN = re.compile("\x02(\\d+)\x03")
DISPLAY = re.compile(r"\$\$\n(.*?)\n\$\$", re.DOTALL)  # a formula in a line of its own


class Prose:
    """The requested texts, and their HTML once they are rendered."""

    def __init__(self) -> None:
        self._requests: dict[tuple[str, str], int] = {}
        self._html: list[str] = []

    def text(self, markdown: str) -> str:
        """Return the tokens of paragraphs, and of formulas between them."""
        texts = DISPLAY.split(markdown)
        kinds = ("text", "formula")
        return "".join(self._ask(kinds[k % 2], text) for k, text in enumerate(texts) if text)

    def line(self, markdown: str) -> str:
        """Return the token of a line without a paragraph around it."""
        return self._ask("line", markdown)

    def formula(self, latex: str) -> str:
        """Return the token of a formula on lines of its own."""
        return self._ask("formula", latex)

    def render(self) -> None:
        """Render all requested texts; an invalid formula ends the build."""
        node = shutil.which("node") or shutil.which("nodejs")
        if node is None:
            sys.exit("node renders the texts of the course; install it (on Debian: nodejs)")
        process = subprocess.run(
            [node, str(SCRIPT), str(MODULES / "node_modules")],
            input=json.dumps(list(self._requests)),
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        if process.returncode:
            sys.exit(process.stderr)
        self._html = json.loads(process.stdout)

    def fill(self, page: str) -> str:
        """Return a page with the HTML of its texts."""
        return TOKEN.sub(lambda match: self._html[int(match[1])], page)

    def fill_all(self, parts: Mapping[str, str]) -> dict[str, str]:
        """Return parts of a page, each with the HTML of its texts."""
        return {name: self.fill(part) for name, part in parts.items()}

    def _ask(self, kind: str, text: str) -> str:
        place = self._requests.setdefault((kind, text), len(self._requests))
        return f"\x02{place}\x03"


def fill_fields(template: str, parts: Mapping[str, str]) -> str:
    """Return a template with the known ``{fields}`` replaced, once."""
    return FIELD.sub(lambda match: parts.get(match[1], match[0]), template)
