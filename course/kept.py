"""What Python said when the course was built last, kept in ``build/course``.

It is asked again when something has changed that a lesson is computed with: its own files, the
numeric package, ``core``, or the question itself.
"""

import pickle
from hashlib import sha256

from course.asking import Answers, ask
from course.blocks import HERE, page_of
from lessons import Lesson
from lessons.texts import read_sections
from lessons.tries import read_tries
from web import ROOT

__all__ = ["answers_of"]

KEPT = ROOT / "build" / "course"
SOURCES = ("bayeslab", "core")
KINDS = (".py", ".md", ".json", ".csv")
OWN = ("asking", "page", "parts", "planes")


def answers_of(lesson: Lesson) -> list[Answers]:
    """Return what Python says of each block of a lesson's page."""
    path = KEPT / f"{lesson.stem}-{_digest(lesson.stem)}.pickle"
    if path.exists():
        kept: list[Answers] = pickle.loads(path.read_bytes())
        return kept
    kind, page = lesson.state, page_of(lesson.stem)
    sections = read_sections(lesson.stem)
    tries = [
        item.chosen
        for name, section in sections.items()
        if name.startswith("Try")
        for item in read_tries(section, kind)
        if not item.in_lab
    ]
    situations = [page.first or kind.first(), *(kind().change(**chosen) for chosen in tries)]
    answers = [ask(block, kind, situations) for block in page.blocks]
    for old in KEPT.glob(f"{lesson.stem}-*.pickle"):
        old.unlink()
    KEPT.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(answers))
    return answers


def _digest(stem: str) -> str:
    folders = (*(ROOT / name for name in SOURCES), ROOT / "lessons" / stem)
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in KINDS]
    paths += [HERE / f"{stem}.py", *(HERE.parent / f"{name}.py" for name in OWN)]
    return sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]
