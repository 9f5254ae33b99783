"""The recipes of docs/recipes.md as edits, and copies of the project in which they are followed."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from source import ROOT

__all__ = ["Edit", "copy_project", "read_recipes"]

RECIPE = re.compile(r"^## (?P<title>.+?)\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
DIFF = re.compile(r"^```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^(?P<kind>---|\+\+\+) (?P<path>\S+)$")
NOT_COPIED = (".git", ".venv", "build", "dist", "node_modules", "__pycache__", ".*_cache")


@dataclass(frozen=True)
class Edit:
    """A hunk of a recipe: in a file, the lines `before` become the lines `after`.

    A new file has no `before`.
    """

    path: str
    before: str
    after: str

    def make(self, tree: Path) -> None:
        """Make this edit in a copy of the project."""
        path = tree / self.path
        if not self.before:
            assert not path.exists(), f"There is a file {self.path} already."
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.after, encoding="utf-8")
            return
        text = path.read_text(encoding="utf-8")
        found = text.count(self.before)
        assert found == 1, f"{self.path} has these lines {found} times:\n{self.before}"
        path.write_text(text.replace(self.before, self.after), encoding="utf-8")


def read_recipes() -> dict[str, list[Edit]]:
    """Return the edits of each recipe of docs/recipes.md by its title."""
    recipes = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    return {
        found["title"]: [edit for diff in DIFF.findall(found["text"]) for edit in read_diff(diff)]
        for found in RECIPE.finditer(recipes)
    }


def read_diff(diff: str) -> Iterator[Edit]:
    """Yield the hunks of a diff without line numbers."""
    for part in re.split(r"^(?=---|\+\+\+)", diff, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        path = head.split()[1]
        for hunk in re.split(r"^@@\n", body, flags=re.MULTILINE):
            if hunk:
                lines = [line or " " for line in hunk.splitlines()]
                before, after = (
                    "".join(f"{line[1:]}\n" for line in lines if line[0] in signs)
                    for signs in (" -", " +")
                )
                yield Edit(path, before, after)


def copy_project(tree: Path) -> None:
    """Copy the project's files, not what tools have made of them."""
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
