"""The Docker image: the app works in a folder that holds nothing but what the Dockerfile copies."""

import os
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

import pytest

from dockerfile import instructions, saying
from source import ROOT

RULES = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
OPEN_EVERY_PAGE = ROOT / "tests" / "helpers" / "open_every_page.py"


def is_sent(path: PurePosixPath) -> bool:
    """Return whether .dockerignore lets a file through: the last rule that fits decides."""
    sent = True
    for rule in RULES:
        pattern = rule.removeprefix("!")
        if pattern and not rule.startswith("#") and _fits(path, pattern):
            sent = rule.startswith("!")
    return sent


def _fits(path: PurePosixPath, pattern: str) -> bool:
    """Return whether a pattern fits a file or a folder that it lies in."""
    folders = [path, *path.parents][:-1]
    if pattern.startswith("**/"):
        return any(fnmatch(each.name, pattern.removeprefix("**/")) for each in folders)
    return any(fnmatch(str(each), pattern) for each in folders)


def copied_files() -> dict[PurePosixPath, PurePosixPath]:
    """Return the files of the last stage by where they lie in its working directory."""
    found = {}
    for text in saying("COPY"):
        *sources, target = text.split()
        if sources[0].startswith("--from"):
            continue
        for source in sources:
            for path in _files_of(ROOT / source):
                inside = path.relative_to(ROOT / source)
                name = PurePosixPath(path.name) if path == ROOT / source else inside
                found[PurePosixPath(target) / name] = PurePosixPath(path.relative_to(ROOT))
    return found


def _files_of(path: Path) -> list[Path]:
    return [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]


def test_dockerignore_is_read_as_docker_does() -> None:
    assert is_sent(PurePosixPath("web/drawing.js"))
    assert not is_sent(PurePosixPath("web/__pycache__/messages.pyc"))
    assert not is_sent(PurePosixPath("benchmarks/load.py"))


def test_the_builder_gets_what_the_dockerfile_copies() -> None:
    files = {source for source in copied_files().values() if "__pycache__" not in source.parts}
    sources = files | {PurePosixPath("requirements.txt")}
    assert {word for word, _ in instructions()} >= {"COPY"}
    assert [str(source) for source in sources if not is_sent(source)] == []


def test_the_image_has_what_its_build_has_made_the_static_course_too() -> None:
    assert any("-m offline.course.build" in text for word, text in instructions() if word == "RUN")
    assert "--from=pocket /app/dist dist/" in saying("COPY")


@pytest.mark.soak
def test_every_page_opens_in_a_folder_of_what_the_dockerfile_copies(tmp_path: Path) -> None:
    for target, source in copied_files().items():
        if is_sent(source):
            (tmp_path / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, tmp_path / target)
    done = subprocess.run(
        [sys.executable, "-P", str(OPEN_EVERY_PAGE), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "BAYESLAB_DOWNLOADS": "no"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
