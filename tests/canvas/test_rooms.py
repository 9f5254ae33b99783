"""The folders of the drawing component import one way, and none in a circle."""

import re
from pathlib import Path

from source import ROOT
from ui.canvas import WORKER

CANVAS = ROOT / "ui" / "canvas"
# What each folder may import from besides itself; index.js puts all of them together.
MAY_IMPORT = {
    "model": set[str](),
    "wire": {"model"},
    "paint": {"model"},
    "hand": {"model", "paint", "wire"},
}
IMPORT = re.compile(r"^(?:import|export|\}) .*?from \"(\.[^\"]+)\";", re.MULTILINE)


def modules() -> list[Path]:
    return sorted(CANVAS.rglob("*.js"))


def imports_of(module: Path) -> list[Path]:
    text = module.read_text(encoding="utf-8")
    return [(module.parent / name).resolve() for name in IMPORT.findall(text)]


def test_every_module_stands_in_one_of_the_folders() -> None:
    folders = {module.parent.relative_to(CANVAS).as_posix() for module in modules()}
    assert folders == {".", *MAY_IMPORT}
    assert [module.name for module in CANVAS.glob("*.js")] == ["index.js"]


def test_imports_between_folders_run_one_way() -> None:
    found = {
        f"{module.parent.name} imports {other.relative_to(CANVAS).as_posix()}"
        for module in modules()
        for other in imports_of(module)
        if module.parent != CANVAS
        and other.parent != module.parent
        and other.parent.name not in MAY_IMPORT[module.parent.name]
    }
    assert not found


def test_every_import_is_of_a_module_and_every_module_is_imported() -> None:
    imported = {other for module in modules() for other in imports_of(module)}
    assert imported | {CANVAS / "index.js", CANVAS / WORKER} == set(modules())


def test_no_module_imports_itself_by_way_of_others() -> None:
    def reached(module: Path) -> set[Path]:
        seen: set[Path] = set()
        waiting = imports_of(module)
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += imports_of(other)
        return seen

    assert not [module for module in modules() if module in reached(module)]
