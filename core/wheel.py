"""The wheel of the package, which the app serves: exported code installs the package from there.

A wheel is an archive with the files of the package, and what ``pyproject.toml`` says of it. The
server makes it from its own source, so that it is the package that has written the code.
"""

import io
import re
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import bayeslab

ROOT = Path(__file__).parents[1]
STEM = f"bayeslab-{bayeslab.__version__}"
FILE = f"{STEM}-py3-none-any.whl"
ADDRESS = f"/wheel/{FILE}"  # where the app serves it
AT_HOME = "http://localhost:8501/"  # of an app that runs as its README says
# A browser's address of a page, as far as the folder of the pages; it becomes part of a command.
FOLDER = re.compile(r"https?://[\w.:\[\]-]+/(?:[\w.~-]+/)*")
WHEEL = "Wheel-Version: 1.0\nGenerator: bayeslab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def install_command(page: str = "") -> str:
    """Return the command that installs the package, from the app that serves this page."""
    folder = FOLDER.match(page)
    address = urljoin(folder[0] if folder else AT_HOME, ADDRESS[1:])
    return f'pip install "bayeslab[figures] @ {address}"'


@cache
def build_wheel() -> bytes:
    """Return the wheel; the same source gives the same bytes."""
    output, record = io.BytesIO(), f"{STEM}.dist-info/RECORD"
    lines = []
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for name, content in _files():
            digest = urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
            lines.append(f"{name},sha256={digest},{len(content)}\n")
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
        archive.writestr(ZipInfo(record), "".join([*lines, f"{record},,\n"]), ZIP_DEFLATED)
    return output.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield the names in the wheel and the contents of all files but the list of them."""
    for path in sorted((ROOT / "bayeslab").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    yield f"{STEM}.dist-info/METADATA", _metadata().encode()
    yield f"{STEM}.dist-info/WHEEL", WHEEL.encode()
    yield f"{STEM}.dist-info/licenses/LICENSE", (ROOT / "LICENSE").read_bytes()


def _metadata() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {bayeslab.__version__}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {package}" for package in project["dependencies"]),
    ]
    for extra, packages in project["optional-dependencies"].items():
        if extra == "app":  # of which nothing is in the wheel
            continue
        lines.append(f"Provides-Extra: {extra}")
        for package in packages:
            name, _, marker = package.partition(";")
            condition = f"({marker.strip()}) and " if marker else ""
            lines.append(f"Requires-Dist: {name}; {condition}extra == '{extra}'")
    return "\n".join(lines) + "\n"
