"""JavaScript imports run one way: web/ imports nothing from outside, a lesson only from web/."""

import re
from pathlib import Path

from source import ROOT
from web import WORKER

WEB = ROOT / "web"
COMPONENT = {"model", "paint", "hand", "wire"}
# What each folder may import from besides itself; "." has the drawing component, which puts its
# four folders together.
MAY_IMPORT = {
    "model": set[str](),
    "wire": {"model"},
    "paint": {"model"},
    "marks": {"model", "paint", "picture"},
    "probe": {"model", "paint", "wire", "marks"},
    "hand": {"model", "paint", "wire", "probe"},
    ".": COMPONENT | {"probe"},
    "picture": COMPONENT | {"marks", "probe"},
    "exercise": COMPONENT | {"."},
    "room": COMPONENT | {".", "exercise"},
    "hosts": COMPONENT,
    "hosts/notebook": {"."},
    "hosts/pocket": COMPONENT | {".", "hosts"},
    "hosts/course": COMPONENT | {".", "hosts", "picture", "exercise"},
}
# Loaded by a page, by a worker or by Python; all others are imported.
ENTRIES = {
    *(f"web/room/{name}.js" for name in ("enter", "homework", "join", "teacher")),
    WORKER,
    *("web/picture/gallery.js", "web/picture/placing.js"),
    *("web/hosts/pocket/main.js", "web/hosts/pocket/worker.js"),
    "web/hosts/notebook/main.js",
    *(f"web/hosts/course/{name}.js" for name in ("lesson", "exercises", "scorm")),
    *(f"web/hosts/course/{name}.js" for name in ("offline", "worker")),
}
IMPORT = re.compile(r"^(?:import|(?:import|export|\})[^;]*? from) \"([^\"]+)\";", re.MULTILINE)
ON_DEMAND = re.compile(r"\bawait import\(\"([^\"]+)\"\)")  # not the types in comments


def modules() -> list[Path]:
    return sorted(WEB.rglob("*.js"))


def lessons() -> list[Path]:
    return sorted((ROOT / "lessons").glob("*/*.js"))


def imports_of(module: Path) -> list[Path]:
    text = module.read_text(encoding="utf-8")
    names = IMPORT.findall(text) + ON_DEMAND.findall(text)
    return [(module.parent / name).resolve() for name in names]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def folder_of(module: Path) -> str:
    return module.parent.relative_to(WEB).as_posix()


def test_every_module_is_in_one_of_the_folders() -> None:
    assert {folder_of(module) for module in modules()} == set(MAY_IMPORT)
    assert [module.name for module in WEB.glob("*.js")] == ["drawing.js"]


def test_the_front_end_imports_nothing_from_outside() -> None:
    outside = {
        f"{name_of(module)} imports {other}"
        for module in modules()
        for other in imports_of(module)
        if not other.is_relative_to(WEB)
    }
    assert not outside


def test_imports_between_folders_run_one_way() -> None:
    found = {
        f"{name_of(module)} imports {name_of(other)}"
        for module in modules()
        for other in imports_of(module)
        if other.parent != module.parent and folder_of(other) not in MAY_IMPORT[folder_of(module)]
    }
    assert not found


def test_a_lesson_imports_only_from_its_folder_and_the_front_end() -> None:
    allowed = {WEB / "picture", *(WEB / name for name in MAY_IMPORT["picture"])}
    found = {
        f"{name_of(module)} imports {name_of(other)}"
        for module in lessons()
        for other in imports_of(module)
        if other.parent not in allowed | {module.parent}
        # What a lesson has for the static course alone, with parts of the hosts.
        and not (module.name == "course.js" and other.is_relative_to(WEB / "hosts"))
    }
    assert lessons() and not found


def test_every_import_is_of_a_module_and_every_module_is_imported() -> None:
    every = [*modules(), *lessons()]
    imported = {other for module in every for other in imports_of(module)}
    assert not imported - set(every)
    alone = {name_of(module) for module in set(modules()) - imported}
    assert alone == ENTRIES


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

    assert not [module for module in [*modules(), *lessons()] if module in reached(module)]


SUPPRESSION = re.compile(r"@ts-(ignore|nocheck|expect-error)\b[ :]*(.*)|biome-ignore[^:]*: *(.*)")


def test_every_suppressed_check_has_a_reason_beside_it() -> None:
    """Only one line at a time, and no longer than it is needed."""
    sources = [*modules(), *lessons(), *(ROOT / "tests").rglob("*.mjs")]
    found = [match for path in sources for match in SUPPRESSION.findall(path.read_text("utf-8"))]
    assert found
    assert [match for match in found if match[0] in ("ignore", "nocheck")] == []
    assert [match for match in found if len((match[1] or match[2]).split()) < 3] == []
