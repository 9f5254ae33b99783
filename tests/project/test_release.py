"""A release: what `make release` builds works with the oldest and the newest dependencies."""

import re
import subprocess
import sys
import tomllib

import pytest
import yaml

from source import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_citation_names_the_version_and_the_date_of_the_changelog() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (version, date), *_ = re.findall(r"^## \[([\d.]+)\] - (\S+)$", changelog, flags=re.MULTILINE)
    assert (citation["version"], citation["date-released"]) == (version, date)
    assert (citation["license"], citation["title"]) == (PROJECT["license"], PROJECT["name"])


@pytest.mark.soak
def test_wheel_and_sdist_work_with_the_oldest_and_the_newest_dependencies() -> None:
    command = [sys.executable, "scripts/release.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "nothing was uploaded" in run.stdout
