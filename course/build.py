"""Build the static course: ``python -m course.build [address of the app]``, or ``make site``.

It writes ``dist/site/`` for a web host and ``dist/lessons/<stem>.html``, each lesson as one file. A
page asks for nothing but files of the course, and its Content-Security-Policy holds it to that.
Where the address of an app is given, what only the app can compute is linked to it.
"""

import json
import shutil
import sys
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path

from threadpoolctl import threadpool_limits

import bayeslab
from core.texts import split_sections
from course import LESSONS_FOLDER, SITE
from course.blocks import list_lessons
from course.html import PICTURE
from course.lesson_page import LessonHtml
from course.prose import Prose, fill_fields
from lessons import LESSONS, Lesson
from lessons.thumbnails import thumbnail
from pocket.build import build as build_pocket
from pocket.build import bundle
from ui.thumbnails import to_address
from web import ROOT
from web import STYLES as DRAWING_STYLES

__all__ = ["build"]

HERE = ROOT / "web" / "hosts" / "course"
STYLES = [ROOT / name for name in (*DRAWING_STYLES, "web/picture/live.css")]
ICON = ROOT / "ui" / "icon.svg"
ABOUT = f"bayeslab {bayeslab.__version__}. What you do here stays in this browser."


def main() -> None:
    """Write the files, and say how many bytes they are."""
    threadpool_limits(1, user_api="blas")  # threads cost more than small matrices take
    build(sys.argv[1] if len(sys.argv) > 1 else "")
    files = [path for path in SITE.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"{SITE.relative_to(ROOT)}: {len(files)} files, {size / 1e6:.1f} MB")


def build(app: str = "") -> None:
    """Write the course, and the lessons as single files; `app` is the address of an app."""
    prose, style = Prose(), "".join(map(_read, (*STYLES, HERE / "style.css")))
    lessons = list_lessons()
    pages = {lesson: LessonHtml(lesson, prose).parts() for lesson in lessons}
    start = {"cards": "".join(map(_card, lessons)), "invitation": prose.line(_invitation())}
    prose.render()
    for folder in (SITE, LESSONS_FOLDER):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    (SITE / "course.css").write_text(style, encoding="utf-8", newline="\n")
    for lesson, parts in pages.items():
        filled = {name: prose.fill(text) for name, text in parts.items()}
        script = bundle(_entry(lesson))
        _write_page(lesson, filled, script, app)
        _write_single(lesson, filled, script, style, app)
    _write_start({name: prose.fill(text) for name, text in start.items()}, app)
    _write_lab(app)
    _write_offline()


def _entry(lesson: Lesson) -> str:
    """Return the script of a lesson's page: the host, with the pictures of the lesson."""
    folder = ROOT / "lessons" / lesson.stem
    scripts = sorted(
        path.stem for path in folder.glob("*.js") if "\nexport default " in _read(path)
    )
    own = [f'import {name} from "./lessons/{lesson.stem}/{name}.js";' for name in scripts]
    complete = "undefined"
    if (folder / "course.js").exists():
        own.append(f'import {{ complete }} from "./lessons/{lesson.stem}/course.js";')
        complete = "complete"
    if (folder / "view.py").read_text(encoding="utf-8").count("show_lab_picture"):
        own.append('import { Plane } from "./web/hosts/course/plane.js";')
        scripts.append("Plane")
    host = 'import { start } from "./web/hosts/course/lesson.js";'
    return "\n".join([host, *own, f"start({{ {', '.join(scripts)} }}, {complete});"])


def _write_page(lesson: Lesson, parts: dict[str, str], script: str, app: str) -> None:
    folder = SITE / lesson.stem
    folder.mkdir()
    (folder / "lesson.js").write_text(script, encoding="utf-8", newline="\n")
    own = {
        "policy": _policy("'self'", "'self' 'unsafe-inline'"),
        "head": '<link rel="icon" href="../icon.svg"><link rel="stylesheet" href="../course.css">'
        '<link rel="modulepreload" href="lesson.js">',
        "nav": '<a href="../index.html">bayeslab</a><a href="../lab/index.html">Lab</a>',
        "picture": PICTURE,
        "about": ABOUT,
        "script": '<script type="module" src="lesson.js"></script>'
        '<script type="module" src="../offline.js"></script>',
    }
    parts = parts | {"map": f'<h2>All lessons</h2><ul class="map">{parts["map"]}</ul>'}
    _write(folder / "index.html", _fill(HERE / "lesson.html", own | parts), app, root="../")


def _write_single(lesson: Lesson, parts: dict[str, str], script: str, style: str, app: str) -> None:
    """Write a lesson as one file, without the links to pages that need not lie beside it."""
    script = script.replace("</script", r"<\/script")
    icon = b64encode(ICON.read_bytes()).decode("ascii")
    own = {
        "policy": _policy(f"'sha256-{_digest(script)}'", "'unsafe-inline'"),
        "head": f'<link rel="icon" href="data:image/svg+xml;base64,{icon}"><style>{style}'
        ".tries li:has([data-lab]) { display: none; }</style>",
        "nav": "<span>bayeslab</span>",
        "picture": PICTURE,
        "about": f"This lesson is one file and needs no connection. {ABOUT}",
        "script": f'<script type="module">{script}</script>',
        "map": "",
        "ways": "",
    }
    page = _fill(HERE / "lesson.html", parts | own)
    _write(LESSONS_FOLDER / f"{lesson.stem}.html", page, app)


def _write_start(parts: dict[str, str], app: str) -> None:
    own = {
        "policy": _policy("'self'", "'self'"),
        "head": '<link rel="icon" href="icon.svg"><link rel="stylesheet" href="course.css">',
        "absent": escape(_absent()),
        "about": ABOUT,
        "script": '<script type="module" src="offline.js"></script>',
    }
    _write(SITE / "index.html", _fill(HERE / "start.html", own | parts), app, root="./")


def _write_lab(app: str) -> None:
    """Write the lab: the pocket lab's page, with a way back to the course."""
    page = build_pocket().replace("<header>", '<header>\n  <a href="../index.html">bayeslab</a>', 1)
    if app:
        page = page.replace('data-lab=""', f'data-lab="{escape(app)}lab"', 1)
    folder = SITE / "lab"
    folder.mkdir()
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")


def _write_offline() -> None:
    """Write what lets the course be installed, and used without a connection."""
    shutil.copy(ICON, SITE / "icon.svg")
    for name in ("manifest.webmanifest", "offline.js"):
        shutil.copy(HERE / name, SITE / name)
    paths = sorted(path for path in SITE.rglob("*") if path.is_file())
    files = [path.relative_to(SITE).as_posix() for path in paths]
    version = _digest("".join(map(_read, paths)))[:12]
    worker = _fill(HERE / "worker.js", {"version": version, "files": json.dumps(files)})
    (SITE / "worker.js").write_text(worker, encoding="utf-8", newline="\n")


def _card(lesson: Lesson) -> str:
    images = {theme: thumbnail(lesson.stem, theme) for theme in ("light", "dark")}
    (dark, alt), (light, _) = images["dark"], images["light"]
    return (
        f'<li><picture><source media="(prefers-color-scheme: dark)" srcset="{to_address(dark)}">'
        f'<img alt="{escape(alt)}" src="{to_address(light)}"></picture>'
        f'<a href="{lesson.stem}/index.html">{escape(lesson.heading)}</a><br>'
        f"<small>{lesson.minutes} minutes</small></li>"
    )


def _absent() -> str:
    """Return what the course leaves to the app."""
    missing = [f"the lesson “{each.title}”, " for each in LESSONS if each not in list_lessons()]
    others = "the exercises, and rooms for a class."
    return f"The app, which runs on a server, also has {''.join(missing)}{others}"


def _invitation() -> str:
    return split_sections(_read(ROOT / "ui" / "texts" / "start.md"))["Invitation"]


def _write(path: Path, page: str, app: str, root: str = "") -> None:
    attributes = f'data-app="{escape(app)}"' + (f' data-root="{root}"' if root else "")
    path.write_text(page.replace('data-app=""', attributes, 1), encoding="utf-8", newline="\n")


def _policy(scripts: str, styles: str) -> str:
    """Return the policy of a page; its attributes of style are those of formulas."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts} 'wasm-unsafe-eval'",
            f"style-src {styles}",
            "img-src 'self' data: blob:",
            "manifest-src 'self'",
            "worker-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _fill(path: Path, parts: dict[str, str]) -> str:
    return fill_fields(_read(path), parts)


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
