"""Python's results of the last build of the course, stored in ``build/course``.

They are computed again when something that a lesson or an exercise depends on has changed: its own
files, the numeric package, ``core``, or the request itself.
"""

import pickle
from collections.abc import Callable, Iterable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from core.exercises.exercise import Exercise
from lessons import Lesson
from lessons.page import Block, Hunt, page_of
from lessons.steps import reach, read_steps, set_up
from lessons.texts import read_sections
from lessons.tries import read_tries
from offline.course.asking import Answers, ask
from offline.course.hunt import describe_hunt
from offline.course.page import show
from offline.course.parts import Content
from web import ROOT

FOLDER = ROOT / "build" / "course"
SOURCES = ("bayeslab", "core")
KINDS = (".py", ".md", ".json", ".csv")
HERE = Path(__file__).parent
OWN = [HERE / f"{name}.py" for name in ("asking", "page", "parts", "planes")]
OWN += [ROOT / "lessons" / "page.py"]


def answers_of(lesson: Lesson) -> list[Answers]:
    """Return Python's results for each block of a lesson's page."""
    paths = [*_list_files(ROOT / "lessons" / lesson.stem), *OWN]
    return _load_or_compute(lesson.stem, paths, lambda: _compute_answers(lesson))


def variants_of(
    exercise: Exercise, count: int, describe: Callable[[Exercise], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return the descriptions of the first variants of an exercise."""
    stem = f"exercise_{exercise.stem}"
    paths = [
        ROOT / "exercises" / f"{exercise.stem}.md",
        ROOT / "offline" / "course" / "exercise_page.py",
    ]
    variants: list[dict[str, Any]] = _load_or_compute(
        stem, paths, lambda: [describe(exercise.variant(number)) for number in range(count)]
    )
    return variants


def _compute_answers(lesson: Lesson) -> list[Answers]:
    kind, page = lesson.state, page_of(lesson.stem)
    sections = read_sections(lesson.stem)
    tries = [
        item.choices
        for name, section in sections.items()
        if name.startswith("Try")
        for item in read_tries(section, kind)
        if not item.in_lab
    ]
    steps = read_steps(lesson.stem, kind)
    in_steps = [put(steps, k + 1, kind) for k in range(len(steps)) for put in (set_up, reach)]
    in_tries = [kind().change(**choices) for choices in tries]
    situations = [kind.first(), kind.opening(), *in_tries, *in_steps]
    return [ask(block, show_of(lesson, block), kind, situations) for block in page.blocks]


def show_of(lesson: Lesson, block: Block) -> Callable[[Any], Content]:
    """Return the function that returns what a block shows for a state."""
    if isinstance(block.picture, Hunt):
        return lambda _: Content((describe_hunt(),), ())
    return partial(show, lesson.stem, block)


def _load_or_compute(stem: str, paths: Iterable[Path], compute: Callable[[], Any]) -> Any:
    """Return a value that depends on these files and on the sources; compute it if they changed."""
    text = _read_sources() + b"".join(path.read_bytes() for path in sorted(paths))
    path = FOLDER / f"{stem}-{sha256(text).hexdigest()[:16]}.pickle"
    if path.exists():
        return pickle.loads(path.read_bytes())
    value = compute()
    for old in FOLDER.glob(f"{stem}-*.pickle"):
        old.unlink()
    FOLDER.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(value))
    return value


@cache
def _read_sources() -> bytes:
    files = (path for name in SOURCES for path in _list_files(ROOT / name))
    return b"".join(path.read_bytes() for path in sorted(files))


def _list_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix in KINDS]
