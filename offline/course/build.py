"""Build the static course: ``python -m offline.course.build [address of the app]``; ``make site``.

It writes ``dist/site/`` for a web host and ``dist/lessons/<stem>.html``, each lesson as one file. A
page loads only files of the course, which its Content-Security-Policy enforces. If the address of
an app is given, content that only the app can compute is linked to it.
"""

import json
import shutil
import sys
from hashlib import sha256
from html import escape
from pathlib import Path

from threadpoolctl import threadpool_limits

import bayeslab
from core.texts import split_sections
from lessons import LESSONS, Lesson
from lessons.thumbnails import thumbnail
from offline.course import LESSONS_FOLDER, SITE
from offline.course.exercise_page import ExercisesHtml, exercises_of, link_exercises
from offline.course.html import PICTURE
from offline.course.lesson_page import LessonHtml
from offline.course.prose import Prose, fill_fields
from offline.course.scripts import exercises_script, lesson_script
from offline.course.single import HERE, ICON, fill_page, policy, read_style, single_page
from offline.pocket.build import build as build_pocket
from ui.figure_svg import to_address
from web import ROOT

__all__ = ["build"]

ABOUT = f"bayeslab {bayeslab.__version__}. What you do here stays in this browser."
NAV = (
    '<a href="../index.html">bayeslab</a><a href="../lab/index.html">Lab</a>'
    '<a href="../exercises/index.html">Exercises</a>'
)
SINGLE = f"This page is one file and needs no connection. {ABOUT}"


def main() -> None:
    """Write the files, and say how many bytes they are."""
    threadpool_limits(1, user_api="blas")  # threads cost more than small matrices take
    build(sys.argv[1] if len(sys.argv) > 1 else "")
    files = [path for path in SITE.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"{SITE.relative_to(ROOT)}: {len(files)} files, {size / 1e6:.1f} MB")


def build(app: str = "") -> None:
    """Write the course, and the lessons as single files; `app` is the address of an app."""
    prose = Prose()
    pages = {lesson: LessonHtml(lesson, prose).parts() for lesson in LESSONS}
    tasks = ExercisesHtml(exercises_of(), prose).parts()
    texts = split_sections(_read(ROOT / "ui" / "texts" / "start.md"))
    start = {"cards": "".join(map(_card, LESSONS)), "invitation": prose.line(texts["Invitation"])}
    prose.render()
    for folder in (SITE, LESSONS_FOLDER):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    (SITE / "course.css").write_text(read_style(), encoding="utf-8", newline="\n")
    for lesson, parts in pages.items():
        parts |= {"map": _show_map(parts["map"]), "exercises": _link_exercises(lesson)}
        _write_page(lesson.stem, "lesson", prose.fill_all(parts), lesson_script(lesson.stem), app)
    _write_page("exercises", "exercises", prose.fill_all(tasks), exercises_script(), app)
    _write_start(prose.fill_all(start), app)
    _write_lab(app)
    _write_offline()


def _write_page(name: str, template: str, parts: dict[str, str], script: str, app: str) -> None:
    """Write a page with a script of its own: in a folder of the site, and as one file."""
    folder, file = SITE / name, f"{template}.js"
    folder.mkdir()
    (folder / file).write_text(script, encoding="utf-8", newline="\n")
    page = fill_page(template, _own_parts("../", file) | parts)
    _write(folder / "index.html", page, app, root="../")
    single = single_page(template, parts, script, SINGLE)
    _write(LESSONS_FOLDER / f"{name}.html", single, app)


def _own_parts(root: str, script: str = "") -> dict[str, str]:
    """Return what the pages of the site have in common, from the way to its root."""
    scripts = [*filter(None, [script]), f"{root}offline.js"]
    preload = f'<link rel="modulepreload" href="{script}">' if script else ""
    return {
        "policy": policy("'self'", "'self' 'unsafe-inline'" if script else "'self'"),
        "head": f'<link rel="icon" href="{root}icon.svg">'
        f'<link rel="stylesheet" href="{root}course.css">{preload}',
        "nav": NAV,
        "picture": PICTURE,
        "about": ABOUT,
        "script": "".join(f'<script type="module" src="{each}"></script>' for each in scripts),
    }


def _show_map(links: str) -> str:
    return f'<section class="on-screen"><h2>All lessons</h2><ul class="map">{links}</ul></section>'


def _link_exercises(lesson: Lesson) -> str:
    links = link_exercises(exercises_of(lesson.number), "../exercises/index.html")
    return f'<section class="on-screen"><h2>Exercises</h2>{links}</section>'


def _write_start(parts: dict[str, str], app: str) -> None:
    own = {
        "title": "Bayes classifiers and kernels",
        "description": "Bayes classifiers and kernels, in pictures you can drag.",
    }
    page = fill_page("start", _own_parts("./") | own | parts)
    _write(SITE / "index.html", page, app, root="./")


def _write_lab(app: str) -> None:
    """Write the lab: the pocket lab's page, with a way back to the course."""
    page = build_pocket().replace("<header>", '<header>\n  <a href="../index.html">bayeslab</a>', 1)
    if app:
        page = page.replace('data-lab=""', f'data-lab="{escape(app)}lab"', 1)
    folder = SITE / "lab"
    folder.mkdir()
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")


def _write_offline() -> None:
    """Write the files for installing the course and using it without a connection."""
    shutil.copy(ICON, SITE / "icon.svg")
    for name in ("manifest.webmanifest", "offline.js"):
        shutil.copy(HERE / name, SITE / name)
    paths = sorted(path for path in SITE.rglob("*") if path.is_file())
    files = [path.relative_to(SITE).as_posix() for path in paths]
    version = sha256("".join(map(_read, paths)).encode()).hexdigest()[:12]
    fields = {"version": version, "files": json.dumps(files)}
    worker = fill_fields(_read(HERE / "worker.js"), fields)
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


def _write(path: Path, page: str, app: str, root: str = "") -> None:
    attributes = f'data-app="{escape(app)}"' + (f' data-root="{root}"' if root else "")
    path.write_text(page.replace('data-app=""', attributes, 1), encoding="utf-8", newline="\n")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
