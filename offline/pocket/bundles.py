"""Bundle the modules of the app's pictures, and minify all files of the front end, in ``dist/web``.

The app can serve the modules as they are, and does so if npm has not installed the bundler. But a
picture needs some seventy of them, each with a request of its own. So esbuild writes each module
that a page requests by its address under its own name, together with everything that only this one
imports; common imports, and what is imported later, go into shared modules. The style sheets of
the drawing component become one. The server looks for bundles of its own modules when it starts
(:mod:`web`).
"""

import shutil
import subprocess
import sys
from pathlib import Path

from web import BUNDLES, ROOT, SOURCES, STYLE, STYLE_SOURCES, list_imports

MODULES = ROOT / "build" / "npm"
ESBUILD = "node_modules/@esbuild/*/bin/esbuild"
OPTIONS = ("--format=esm", "--minify", "--charset=utf8", "--log-level=warning")


def list_entries() -> list[str]:
    """Return the modules that pages ask for: those that no other module imports."""
    modules = [name for name in SOURCES if name.endswith(".js")]
    imported = {other for name in modules for other in list_imports(name, SOURCES)}
    return [name for name in modules if name not in imported]


def write_bundles(folder: Path = BUNDLES) -> None:
    """Replace the bundles at once, so that a server that starts meanwhile sees a complete set."""
    shutil.rmtree(folder.parent, ignore_errors=True)
    new = folder.with_name("new")
    entries, place = list_entries(), ["--outbase=.", f"--outdir={new}"]
    run_esbuild(["--bundle", "--splitting", "--chunk-names=web/shared/[hash]", *entries, *place])
    others = [name for name in SOURCES if name.endswith((".js", ".css")) and name not in entries]
    run_esbuild([*others, *place])
    sheets = [(new / name).read_text(encoding="utf-8") for name in STYLE_SOURCES]
    (new / STYLE).write_text("".join(sheets), encoding="utf-8", newline="\n")
    new.rename(folder)


def run_esbuild(options: list[str], text: str = "") -> str:
    """Minify files, or the module `text`, and return what esbuild prints: one module."""
    process = subprocess.run(
        [find_esbuild(), *OPTIONS, *options],
        input=text,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if process.returncode or process.stderr:
        sys.exit(process.stderr)
    return process.stdout


def find_esbuild() -> str:
    """Return the path of the bundler that npm has installed for this machine."""
    paths = sorted(MODULES.glob(ESBUILD))
    if not paths:
        sys.exit("esbuild is not installed; run: make pocket")
    return str(paths[0])
