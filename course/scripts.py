"""The script of each page of the static course: its host, with what belongs to the page alone."""

import json

from pocket.build import bundle
from web import ROOT, STYLES

__all__ = ["KEEPERS", "exercises_script", "lesson_script"]

HOST = "./web/hosts/course"
FONT = 'import "./web/hosts/font.js";'
PLACING_STYLES = ("web/style/terms.css", "web/picture/live.css")
# As in style.css, which does not reach into the picture of an exercise.
DARK_HINT = "@media (prefers-color-scheme: dark) { .live .hint { color: #17161c; } }"
NO_TOOLS = "@media print { .tools, .actions, .live .bar { display: none; } }"
# What keeps what was done on a page: the lines that import it, and its expression.
KEEPERS = {
    "nothing": ("", "undefined"),
    "browser": (f'import {{ BROWSER }} from "{HOST}/keeper.js";', "BROWSER"),
    "platform": (
        f'import {{ Platform }} from "{HOST}/scorm.js";',
        'new Platform(document.querySelector(".platform"))',
    ),
}


def lesson_script(stem: str, keeper: str = "nothing") -> str:
    """Return the script of a lesson's page: the host, with the pictures of the lesson."""
    folder = ROOT / "lessons" / stem
    scripts = sorted(
        path.stem
        for path in folder.glob("*.js")
        if "\nexport default " in path.read_text(encoding="utf-8")
    )
    own = [f'import {name} from "./lessons/{stem}/{name}.js";' for name in scripts]
    complete = "undefined"
    if (folder / "course.js").exists():
        own.append(f'import {{ complete }} from "./lessons/{stem}/course.js";')
        complete = "complete"
    if stem == "checking_the_sources":
        own.append(f'import {{ Hunt, startSearch }} from "{HOST}/hunt.js";')
        scripts += ["Hunt", "startSearch"]
    if "show_lab_picture" in (folder / "view.py").read_text(encoding="utf-8"):
        own.append(f'import {{ Plane }} from "{HOST}/plane.js";')
        scripts.append("Plane")
    imported, kept = KEEPERS[keeper]
    host = f'import {{ start }} from "{HOST}/lesson.js";'
    call = f"start({{ {', '.join(scripts)} }}, {complete}, {kept});"
    return bundle("\n".join([FONT, host, imported, *own, call]))


def exercises_script(keeper: str = "browser") -> str:
    """Return the script of a page of exercises, with its pictures, their HTML and their styles."""
    styles = list(dict.fromkeys((*STYLES, *PLACING_STYLES)))
    imported, kept = KEEPERS[keeper]
    lines = [
        FONT,
        f'import {{ start }} from "{HOST}/exercises.js";',
        imported,
        'import * as component from "./web/drawing.js";',
        'import html from "./web/drawing.html";',
        'import * as frame from "./web/picture/live.js";',
        'import picture from "./web/picture/placing.js";',
        *(f'import style{k} from "./{name}";' for k, name in enumerate(styles)),
    ]
    names = [f"style{styles.index(name)}" for name in STYLES]
    own = ", ".join([*names, json.dumps(NO_TOOLS)])
    names = [f"style{styles.index(name)}" for name in PLACING_STYLES]
    placing = " + ".join([*names, json.dumps(DARK_HINT + NO_TOOLS)])
    given = f"drawing: [component, html, {own}], placing: {{ frame, picture, style: {placing} }}"
    text = "\n".join([*lines, f"start({{ {given} }}, {kept});"])
    return bundle(text, "--loader:.css=text", "--loader:.html=text")
