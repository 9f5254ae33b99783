"""Build the documents: ``make docs`` writes dist/docs/, plain files for any web server.

The pages are those of docs/, the list of changes and the security policy. What a program knows
better is written by it: the chapter of errata from the data of the lesson, the pictures from the
examples in docs/gallery/. Everything is assembled in build/docs/, so that docs/ holds sources only.
"""

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from errata_page import write_errata  # noqa: E402

SOURCE, TARGET = ROOT / "build" / "docs", ROOT / "dist" / "docs"
POCKET = ROOT / "dist" / "bayeslab-pocket.html"
# Pages at the root of the repository, and their links to pages in docs/.
FROM_ROOT = {"CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}


def assemble() -> None:
    """Copy the pages into one folder, and write the others beside them."""
    for folder in (SOURCE, TARGET):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCE, ignore=shutil.ignore_patterns("sphinx", "gallery"))
    shutil.copytree(ROOT / "docs" / "gallery", SOURCE / "gallery_source")
    for name, page in FROM_ROOT.items():
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        (SOURCE / page).write_text(text, encoding="utf-8")
    deploy = SOURCE / "deploy.md"
    deploy.write_text(
        deploy.read_text(encoding="utf-8").replace("](../SECURITY.md", "](security.md"),
        encoding="utf-8",
    )
    write_errata(SOURCE)


def build() -> int:
    """Build the pages; a warning is an error."""
    assemble()
    options = ["-W", "--keep-going", "-q", "-j", "1", "-c", str(Path(__file__).parent)]
    failed = main(
        [*options, "-b", "html", "-d", str(SOURCE.with_name("doctrees")), str(SOURCE), str(TARGET)]
    )
    shutil.copy(POCKET, TARGET)
    return failed


if __name__ == "__main__":
    sys.exit(build())
