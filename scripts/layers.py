"""The import graph of the project's folders, as the picture in CONTRIBUTING.md.

    python scripts/layers.py           prints the picture (Mermaid)
    python scripts/layers.py --write   puts it into CONTRIBUTING.md

An arrow means "imports". Arrows that follow from others are left out.
"""

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

__all__ = ["ROOT", "draw", "folder_graph", "imported_modules", "insert"]

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("pages", "offline", "lessons", "ui", "live", "core", "web", "bayeslab")
OPENED = ("bayeslab", "offline", "ui")  # packages whose folders are shown one by one
BLOCK = re.compile(r"(?<=<!-- layers -->\n).*?(?=<!-- /layers -->)", re.DOTALL)

Graph = dict[str, set[str]]


def imported_modules(path: Path) -> set[str]:
    """Return the dotted names that a file imports, wherever in it the imports stand."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def folder_graph(root: Path = ROOT) -> Graph:
    """Return which folders each folder imports from; ``app`` stands for app.py."""
    files = [root / "app.py", *(p for name in PACKAGES for p in (root / name).rglob("*.py"))]
    copies = root / "bayeslab" / "widget" / "bundle"
    files = [path for path in files if copies not in path.parents]
    graph: Graph = {}
    for path in files:
        parts = path.relative_to(root).with_suffix("").parts
        folder = _folder(root, parts)
        imports = {
            _folder(root, tuple(name.split(".")))
            for name in imported_modules(path)
            if name.split(".")[0] in PACKAGES
        }
        graph.setdefault(folder, set()).update(imports - {folder})
    return graph


def _folder(root: Path, parts: tuple[str, ...]) -> str:
    package = parts[0]
    is_opened = package in OPENED and len(parts) > 1 and (root / package / parts[1]).is_dir()
    return f"{package}/{parts[1]}" if is_opened else package


def draw(graph: Mapping[str, Iterable[str]]) -> str:
    """Return the graph as a Mermaid flow chart, without the arrows that follow from others."""
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError on a circle
    below: Graph = {}
    arrows: list[str] = []
    for folder in order:
        direct = set(graph.get(folder, ()))
        implied = set().union(*(below[other] for other in direct)) if direct else set()
        below[folder] = direct | implied
        arrows += [f"    {folder} --> {other}" for other in sorted(direct - implied)]
    return "\n".join(["```mermaid", "flowchart TD", *sorted(arrows), "```", ""])


def insert(text: str, picture: str) -> str:
    """Return a document with the picture between its two marks."""
    return BLOCK.sub(lambda _: picture, text)


def main() -> None:
    """Print the picture, or write it into CONTRIBUTING.md."""
    picture = draw(folder_graph())
    if "--write" not in sys.argv[1:]:
        print(picture, end="")
        return
    document = ROOT / "CONTRIBUTING.md"
    document.write_text(insert(document.read_text(encoding="utf-8"), picture), encoding="utf-8")


if __name__ == "__main__":
    main()
