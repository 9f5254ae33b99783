"""Build the bundle of the notebook widget in ``bayeslab/widget/bundle``.

    python scripts/widget_bundle.py

The drawing component and its host in a notebook become one script, by the bundler of the pocket
lab. A widget also reads links, drawings and exercises, and describes classifiers to the browser.
All this is defined in ``core``, which imports the package and so cannot be imported by it; a
package of that name does not belong in anybody's environment. So the modules of ``core`` that
the widget needs are copied, with the imports among themselves renamed: nothing is said twice in
the source, and no folder imports from a layer above it. The bundle is not committed; ``make
pocket`` and ``make wheel`` build it.
"""

import json
import re
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from layers import imported_modules  # noqa: E402

from bayeslab.figures.theme import PALETTE  # noqa: E402
from offline.pocket.build import bundle  # noqa: E402
from web import STYLE_SOURCES  # noqa: E402

__all__ = ["BUNDLE", "NEEDED", "core_modules", "exercises", "rename"]

BUNDLE = ROOT / "bayeslab" / "widget" / "bundle"
HOST = ROOT / "web" / "hosts" / "notebook"
NAME = "bayeslab.widget.bundle.core"
# The modules that the widget imports; their imports are included.
NEEDED = (
    *("compute", "drawing", "link", "measures", "messages", "state"),
    *(f"exercises/{name}" for name in ("__init__", "case", "check", "exercise", "file", "state")),
)
# The kind of exercises that are solved on the drawing area.
EXERCISE = re.compile(r"^kind: reach\nsituation: lab\?", re.MULTILINE)
HEAD = '"""Built by scripts/widget_bundle.py, not written by hand."""\n'
CORE_IMPORT = re.compile(r"^(\s*from )core(?=[. ])", re.MULTILINE)


def main() -> None:
    """Rebuild the bundle, and print its size."""
    shutil.rmtree(BUNDLE, ignore_errors=True)
    (BUNDLE / "core" / "exercises").mkdir(parents=True)
    for folder in (BUNDLE, BUNDLE / "core"):
        _write(folder / "__init__.py", HEAD)
    for name in core_modules(NEEDED):
        text = (ROOT / "core" / f"{name}.py").read_text(encoding="utf-8")
        _write(BUNDLE / "core" / f"{name}.py", rename(text))
    (BUNDLE / "exercises").mkdir()
    for path in exercises():
        shutil.copyfile(path, BUNDLE / "exercises" / path.name)
    _write(BUNDLE / "palette.json", json.dumps([asdict(style) for style in PALETTE]))
    _write(BUNDLE / "lab.js", _script())  # written last, because make compares its date
    size = sum(path.stat().st_size for path in BUNDLE.rglob("*") if path.is_file())
    print(f"{BUNDLE.relative_to(ROOT)}: {size / 1000:.0f} kB")


def core_modules(names: tuple[str, ...]) -> list[str]:
    """Return the paths in ``core`` of these modules and of all that they import from it."""
    modules = set[str]()
    queue = list(names)
    while queue:
        name = queue.pop()
        if name not in modules:
            modules.add(name)
            imports = imported_modules(ROOT / "core" / f"{name}.py")
            queue += [_path_of(path.split(".")) for path in imports if path.startswith("core.")]
    return sorted(modules)


def _path_of(parts: list[str]) -> str:
    is_folder = (ROOT / "core" / parts[1]).is_dir()
    return "/".join(parts[1 : 3 if is_folder else 2])


def exercises() -> list[Path]:
    """Return the files of the exercises that a notebook can show."""
    paths = sorted((ROOT / "exercises").glob("*.md"))
    return [path for path in paths if EXERCISE.search(path.read_text(encoding="utf-8"))]


def rename(text: str) -> str:
    """Return the source of a module of ``core`` as that of the bundle's module."""
    return CORE_IMPORT.sub(rf"\g<1>{NAME}", text)


def _script() -> str:
    page = (ROOT / "web" / "drawing.html").read_text(encoding="utf-8")
    sheets = (*(ROOT / name for name in STYLE_SOURCES), HOST / "style.css")
    style = "".join(path.read_text(encoding="utf-8") for path in sheets)
    texts = (
        f"--define:{name}={json.dumps(text)}" for name, text in (("PAGE", page), ("STYLE", style))
    )
    return bundle(HOST / "main.js", *texts)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
