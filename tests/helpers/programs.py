"""Programs of the machine that the tests use; ``scripts/system.sh`` installs them."""

import os
import shutil
from pathlib import Path

import pytest

APPLICATIONS = Path("/Applications")  # of macOS
FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")  # not on everyone's PATH


def find_program(*names: str, application: str = "") -> str:
    """Return the path of the first of these programs that is installed, else fail the test."""
    path = os.pathsep.join((os.environ["PATH"], *FOLDERS))
    found = [program for name in names if (program := shutil.which(name, path=path))]
    found += [str(each) for each in APPLICATIONS.glob(f"{application}.app/Contents/MacOS/*")]
    if not found:
        pytest.fail(
            f"{names[0]} was not found; `sh scripts/system.sh check` installs it.", pytrace=False
        )
    return found[0]
