"""The front end: the JavaScript, HTML and CSS of the pictures and of the classroom's pages.

It imports nothing from outside, and knows neither Streamlit nor Python: a host gives it data and
takes what it sends. ``drawing.js`` is the drawing component, ``picture/`` the frame of the lessons'
pictures, ``exercise/`` the player of exercises, ``room/`` the pages of the classroom, ``hosts/``
what hosts in JavaScript need besides. A lesson's own picture lies in the folder of the lesson and
imports from here.

All of it can be served as it is, without a build step. Where ``make pocket`` has bundled and
minified these very files (:mod:`offline.pocket.bundles`), the results are served in place of the
files of the same names: a picture then comes as some fifteen files and not as seventy. It is below
one address that changes with the content, so browsers may keep the files for good, and a page that
has a module asks for it only once.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath

__all__ = [
    "ADDRESS",
    "BUNDLES",
    "DRAWING",
    "FILES",
    "PAGE_STYLE",
    "ROOT",
    "SOURCES",
    "STYLE",
    "STYLES",
    "STYLE_SOURCES",
    "WORKER",
    "list_imports",
    "list_modules",
    "picture_modules",
]

ROOT = Path(__file__).parents[1]
SERVED = (".js", ".html", ".css", ".svg")
_paths = [path for path in (ROOT / "web").rglob("*") if path.suffix in SERVED]
_paths = [path for path in _paths if "hosts" not in path.parts]
# A lesson's course.js is for the static course, whose own build takes it.
_paths += (path for path in (ROOT / "lessons").glob("*/*.js") if path.name != "course.js")
# What there is to serve, by its path from ROOT.
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(_paths)
}


def _digest(files: Mapping[str, str]) -> str:
    return sha256("".join(files.values()).encode()).hexdigest()[:12]


# The name of the folder tells of which files the bundles are, so that old ones are not served.
BUNDLES = ROOT / "dist" / "web" / _digest(SOURCES)
# What is served.
FILES = SOURCES | {
    path.relative_to(BUNDLES).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(BUNDLES.rglob("*.*"))
}
ADDRESS = f"/files/{_digest(FILES)}"  # before the names in FILES

# At the beginning of a line, or in a bundle's only one of a statement.
_IMPORT = re.compile(r'(?:^|;)(?:import|export|\})(?:[^;"]*\bfrom)? ?"(\.[^"]+)"', re.MULTILINE)


def list_imports(name: str, files: Mapping[str, str] = FILES) -> list[str]:
    """Return the modules that a module imports."""
    folder = PurePosixPath(name).parent
    return [normpath(folder / other) for other in _IMPORT.findall(files[name])]


def list_modules(*names: str) -> list[str]:
    """Return these modules and all that they import, and so on; not what is loaded later."""
    modules = set[str]()
    queue = list(names)
    while queue:
        name = queue.pop()
        if name not in modules:
            modules.add(name)
            queue += list_imports(name)
    return sorted(modules)


def picture_modules(stem: str) -> list[str]:
    """Return the modules of a lesson's own picture; none if it has no such picture."""
    name = f"lessons/{stem}/picture.js"
    return list_modules("web/picture/live.js", name) if name in FILES else []


# The drawing component: its style sheets, in this order, since later rules overrule earlier ones;
# what a page loads for them, which is one file if there are bundles; its modules; and the one that
# is no part of the page.
STYLE_SOURCES = [
    f"web/style/{name}.css"
    for name in ("variables", "controls", "pictures", "terms", "sizes", "views", "goal")
]
STYLE = "web/drawing.css"
STYLES = [STYLE] if STYLE in FILES else STYLE_SOURCES
PAGE_STYLE = "web/hosts/page.css"  # of pages without Streamlit
WORKER = "web/wire/worker.js"
DRAWING = list_modules("web/drawing.js")
