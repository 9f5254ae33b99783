"""The script of each page of the static course: its host, with what belongs to the page alone."""

import json

from offline.pocket.build import bundle
from web import ROOT, STYLE_SOURCES

HOST = "./web/hosts/course"
FONT = 'import "./web/hosts/font.js";'
PLACING_STYLES = ("web/style/terms.css", "web/picture/live.css")
# Style.css does not reach into the picture of an exercise.
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
    """Return the script of a lesson's page.

    It starts the host with the pictures of the lesson, and with what its ``course.js`` has for the
    course alone.
    """
    folder = ROOT / "lessons" / stem
    own = sorted(
        path.stem
        for path in folder.glob("*.js")
        if "\nexport default {" in path.read_text(encoding="utf-8")
    )
    lines = [f'import {name} from "./lessons/{stem}/{name}.js";' for name in own]
    if (folder / "course.js").exists():
        lines.append(f'import * as course from "./lessons/{stem}/course.js";')
        own.append("...course")
    import_line, expression = KEEPERS[keeper]
    host = f'import {{ start }} from "{HOST}/lesson.js";'
    call = f"start({{ {', '.join(own)} }}, {expression});"
    return bundle("\n".join([FONT, host, import_line, *lines, call]))


def exercises_script(keeper: str = "browser") -> str:
    """Return the script of a page of exercises, with its pictures, their HTML and their styles."""
    styles = list(dict.fromkeys((*STYLE_SOURCES, *PLACING_STYLES)))
    import_line, expression = KEEPERS[keeper]
    lines = [
        FONT,
        f'import {{ start }} from "{HOST}/exercises.js";',
        import_line,
        'import * as component from "./web/drawing.js";',
        'import html from "./web/drawing.html";',
        'import * as frame from "./web/picture/live.js";',
        'import picture from "./web/picture/placing.js";',
        *(f'import style{k} from "./{name}";' for k, name in enumerate(styles)),
    ]
    own, placing = (
        [*(f"style{styles.index(name)}" for name in names), json.dumps(NO_TOOLS)]
        for names in (STYLE_SOURCES, PLACING_STYLES)
    )
    drawing = f"[component, html, {', '.join(own)}]"
    options = f"drawing: {drawing}, placing: {{ frame, picture, style: {' + '.join(placing)} }}"
    text = "\n".join([*lines, f"start({{ {options} }}, {expression});"])
    return bundle(text, "--loader:.css=text", "--loader:.html=text")
