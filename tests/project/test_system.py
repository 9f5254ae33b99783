"""What a target of the Makefile needs is installed, or named before the first test."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from source import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script for sh")
SCRIPT = ROOT / "scripts" / "system.sh"
ROWS = re.findall(r"^(build|test|check)\|([^|]+)\|([^|]+)\|", SCRIPT.read_text(), re.MULTILINE)
TOOLS = ("sh", "uname", "grep", "sed", "sort", "paste", "tr")


def run(folder: Path, target: str, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run the script on a machine that has these programs, by their scripts, and a few tools."""
    for name in TOOLS:
        (folder / name).symlink_to(str(shutil.which(name)))
    for name, text in programs.items():
        (folder / name.replace("_", "-")).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name.replace("_", "-")).chmod(0o755)
    # Without the folders that the script adds to the PATH, which this machine may have filled.
    script = SCRIPT.read_text().replace(":/usr/sbin:/usr/local/sbin:/opt/homebrew/bin", "")
    return subprocess.run(
        ["sh", "-c", script, "sh", target],
        env={"PATH": str(folder)},
        capture_output=True,
        text=True,
        executable=shutil.which("sh"),
    )


def test_every_program_of_the_tests_is_in_the_script() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")]
    used = {name for text in sources for name in re.findall(r'find_program\("([\w-]+)"', text)}
    assert len(used) >= 6
    assert used <= {name for _, commands, _ in ROWS for name in commands.split(",")}


@pytest.mark.parametrize("target", ["test", "check"])
def test_who_may_not_install_gets_one_line_to_paste(tmp_path: Path, target: str) -> None:
    ended = run(tmp_path, target, apt_get="exit 1", id="echo 1000", redis_server="", node="")
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    packages = [names for first, _, names in ROWS if target == "check" or first != "check"]
    for package in packages:
        assert (f" {package}" in line) == (package not in ("redis-server", "nodejs"))
    assert "sudo sh -c 'apt-get update" in line


def test_root_installs_what_is_missing_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "log"
    there = {name.split(",")[0].replace("-", "_"): "" for _, name, _ in ROWS if name != "pdftoppm"}
    ended = run(tmp_path, "check", id="echo 0", apt_get=f'echo "$@" >> {log}', **there)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert log.read_text().splitlines() == [
        "update -qq",
        "install -y -qq --no-install-recommends poppler-utils",
    ]
