"""The project's source, read without running it."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported_packages(path: Path) -> frozenset[str]:
    """Return the top-level package of every absolute import in a file, wherever it stands."""
    packages: set[str] = set()
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            packages |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            packages.add(node.module.partition(".")[0])
    return frozenset(packages)
