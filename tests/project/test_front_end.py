"""The front end is served without its comments, or bundled from the very files that there are."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import web
from pocket.bundles import find_esbuild, list_entries, write_bundles
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


def minify(root: Path, out: Path) -> dict[str, str]:
    """Return each module as esbuild writes it, which leaves out all comments."""
    names = [f"./{name}" for name in MODULES]
    options = ["--minify", "--charset=utf8", "--tsconfig-raw={}", "--outbase=."]
    subprocess.run(
        [find_esbuild(), *names, *options, f"--outdir={out}"],
        cwd=root,
        check=True,
        capture_output=True,
    )
    return {name: (out / name).read_text("utf-8") for name in MODULES}


def test_served_modules_and_style_sheets_lack_nothing_but_comments(tmp_path: Path) -> None:
    for name in MODULES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(web.SOURCES[name], "utf-8")
    assert minify(tmp_path, tmp_path / "served") == minify(ROOT, tmp_path / "written")


def test_what_a_served_module_imports_is_served_as_well() -> None:
    for files in (web.SOURCES, web.FILES):
        for name in files:
            if name.endswith(".js"):
                assert set(web.list_imports(name, files)) <= set(files)


def test_a_comment_leaves_its_lines_so_that_errors_name_the_right_one() -> None:
    for name, text in web.SOURCES.items():
        assert text.count("\n") == (ROOT / name).read_text("utf-8").count("\n")


@pytest.mark.parametrize(
    ("text", "served"),
    [
        ("/** What\n * it is. */\nlet a;\n", "\n\nlet a;\n"),
        ("let a; // goes\n  // goes\nlet b;\n", "let a;\n\nlet b;\n"),
        ("a { b: c } /* goes */\n/* goes */\n", "a { b: c } \n\n"),
        ("f(/** @type {A} */ (a), b);\n", "f((a), b);\n"),
        ('let a = "b; // stays";\n', 'let a = "b; // stays";\n'),
        ('let a = "*/*"; // "stays"\n', 'let a = "*/*"; // "stays"\n'),
    ],
)
def test_comments_are_removed_unless_a_string_could_be_one(text: str, served: str) -> None:
    assert web.remove_comments(text) == served


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
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.js")
    }
    entries = list_entries()
    assert {"web/drawing.js", "web/wire/worker.js", "lessons/bayes_rule/picture.js"} < set(entries)
    assert {name for name in files if not name.startswith("web/shared/")} == set(entries)
    assert max(len(web.list_imports(name, files)) for name in files) < 20
    assert sum(map(len, files.values())) < sum(len(web.SOURCES[name]) for name in MODULES)
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
    sheet = web.FILES["web/style/variables.css"]
    for option, name in COLOURS.items():
        line = next(line for line in sheet.splitlines() if f"--{name}:" in line)
        assert f"light-dark({theme['light'][option]}, {theme['dark'][option]})" in line
