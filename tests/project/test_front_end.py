"""The front end is served as it is, or bundled and minified from the very files that there are."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import web
from offline.pocket.bundles import list_entries, write_bundles
from source import ROOT

MODULES = [name for name in web.SOURCES if Path(name).suffix in (".js", ".css")]
READS_HTML = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe")
SHOW_SERVED = "import web; print(web.BUNDLES.name, web.FILES['web/drawing.js'])"
# The variables of the style sheets, by Streamlit's names for the same colours.
COLOURS = {
    "textColor": "ink",
    "backgroundColor": "paper",
    "secondaryBackgroundColor": "soft",
    "primaryColor": "accent",
    "linkColor": "accent-text",
}


def test_what_a_served_module_imports_is_served_as_well() -> None:
    for files in (web.SOURCES, web.FILES):
        for name in files:
            if name.endswith(".js"):
                assert set(web.list_imports(name, files)) <= set(files)


def test_text_is_read_as_html_in_one_place() -> None:
    folders = ("web", "lessons", "ui", "live")
    files = [path for name in folders for path in (ROOT / name).rglob("*")]
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in files
        if path.suffix in (".js", ".py")
    }
    reads = {name for name, text in texts.items() if READS_HTML.search(text)}
    assert reads == {"web/wire/mounting.js"}


def test_a_picture_is_bundled_into_few_files_under_the_names_that_pages_ask_for(
    tmp_path: Path,
) -> None:
    write_bundles(tmp_path / "web" / "bundles")
    (folder,) = (tmp_path / "web").iterdir()
    files = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.*")
    }
    entries = list_entries()
    assert {"web/drawing.js", "web/wire/worker.js", "lessons/bayes_rule/picture.js"} < set(entries)
    assert {name for name in files if not name.startswith("web/shared/")} == {*MODULES, web.STYLE}
    assert max(len(web.list_imports(name, files)) for name in entries) < 25
    others = set(MODULES) - set(entries)
    size, written = (sum(len(each[name]) for name in others) for each in (files, web.SOURCES))
    assert size < 0.6 * written
    for name in files:
        assert set(web.list_imports(name, files)) <= set(files)


def test_bundles_are_served_until_a_module_is_changed(tmp_path: Path) -> None:
    def ask() -> tuple[str, str]:
        command = [sys.executable, "-c", SHOW_SERVED]
        digest, text = subprocess.check_output(command, cwd=tmp_path, text=True).split(" ", 1)
        return digest, text.strip()

    shutil.copytree(ROOT / "web", tmp_path / "web")
    digest, module = ask()
    assert module == web.SOURCES["web/drawing.js"].strip()
    bundle = tmp_path / "dist" / "web" / digest / "web" / "drawing.js"
    bundle.parent.mkdir(parents=True)
    bundle.write_text("bundled();", "utf-8")
    assert ask() == (digest, "bundled();")
    with (tmp_path / "web" / "drawing.js").open("a", encoding="utf-8") as file:
        file.write("changed();\n")
    other, changed = ask()
    assert other != digest
    assert changed.endswith("changed();")


def test_the_colours_of_the_style_sheets_are_those_of_streamlits_theme() -> None:
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    sheet = web.SOURCES["web/style/variables.css"]
    for option, name in COLOURS.items():
        line = next(line for line in sheet.splitlines() if f"--{name}:" in line)
        assert f"light-dark({theme['light'][option]}, {theme['dark'][option]})" in line
