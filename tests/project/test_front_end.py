"""The front end is served without its comments, and is otherwise what stands in the files."""

import subprocess
import tomllib
from pathlib import Path

import pytest

import web
from pocket.build import find_esbuild
from source import ROOT

# The variables of the style sheets, by Streamlit's names for the same colours.
COLOURS = {
    "textColor": "ink",
    "backgroundColor": "paper",
    "secondaryBackgroundColor": "soft",
    "primaryColor": "accent",
    "linkColor": "accent-text",
}
MODULES = [name for name in web.FILES if Path(name).suffix in (".js", ".css")]


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
        (tmp_path / name).write_text(web.FILES[name], "utf-8")
    assert minify(tmp_path, tmp_path / "served") == minify(ROOT, tmp_path / "written")


def test_what_a_served_module_imports_is_served_as_well() -> None:
    modules = [name for name in MODULES if name.endswith(".js")]
    assert web.list_modules(*modules) == modules


def test_a_comment_leaves_its_lines_so_that_errors_name_the_right_one() -> None:
    for name, text in web.FILES.items():
        assert text.count("\n") == (ROOT / name).read_text("utf-8").count("\n")


@pytest.mark.parametrize(
    ("text", "served"),
    [
        ("/** What\n * it is. */\nlet a;\n", "\n\nlet a;\n"),
        ("let a; // stays\n  // goes\nlet b;\n", "let a; // stays\n\nlet b;\n"),
        ("a { b: c } /* stays */\n/* goes */\n", "a { b: c } /* stays */\n\n"),
        ("/* of a cast */ let a;\n", "/* of a cast */ let a;\n"),
        ("/** one */ let a;\n/** two */\n", "/** one */ let a;\n\n"),
    ],
)
def test_only_comments_on_lines_of_their_own_are_removed(text: str, served: str) -> None:
    assert web.remove_comments(text) == served


def test_the_colours_of_the_style_sheets_are_those_of_streamlits_theme() -> None:
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    sheet = web.FILES["web/style/variables.css"]
    for option, name in COLOURS.items():
        line = next(line for line in sheet.splitlines() if f"--{name}:" in line)
        assert f"light-dark({theme['light'][option]}, {theme['dark'][option]})" in line
