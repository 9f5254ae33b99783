"""Every use of a library's internals stands in docs/streamlit.md, and nothing else does."""

import re

import pytest
import streamlit as st

from internals import internals_of_script, internals_used
from source import ROOT
from ui.streamlit_internals import INDEX
from ui.streamlit_page import SELECTORS, read_source, with_selectors

DOCUMENT = (ROOT / "docs" / "streamlit.md").read_text(encoding="utf-8")
TABLES = DOCUMENT[DOCUMENT.index("<!-- end hooks -->") :]
IS_FILE = re.compile(r"[\w/]+\.(css|html|js|py)")
USES_SELECTORS = [
    path
    for folder in ("lessons", "ui")
    for kind in ("css", "js")
    for path in sorted((ROOT / folder).rglob(f"*.{kind}"))
    if ":--" in path.read_text(encoding="utf-8")
]


def rows() -> list[list[str]]:
    """Return the cells of each row that names a use."""
    lines = [line for line in TABLES.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    return [row for row in cells if row[0] != "hook"]


def documented() -> set[tuple[str, str]]:
    """Return what the tables list, each as a file and what it uses."""
    listed = set()
    for _, uses, *_ in rows():
        file = ""
        for word in re.findall(r"`([^`]+)`", uses):
            if IS_FILE.fullmatch(word):
                file = word
            else:
                listed.add((file, word))
    return listed


def test_the_document_lists_every_use_of_internals_and_nothing_else() -> None:
    used, listed = internals_used(), documented()
    assert used
    assert used - listed == set(), "add them to docs/streamlit.md, with what they buy"
    assert listed - used == set(), "remove them from docs/streamlit.md"


def test_every_row_says_what_the_hook_buys_and_when_it_can_go() -> None:
    measured = re.findall(r"^\| `(\w+)` \|.*%", DOCUMENT.partition("<!-- end hooks -->")[0], re.M)
    assert measured
    for hook, _, *reasons in rows():
        assert all(len(reason.split()) > 3 for reason in reasons)
        assert len(reasons) == 2 or set(re.findall(r"`(\w+)`", hook)) & set(measured), hook


def test_every_measured_hook_saves_at_least_a_twentieth() -> None:
    shares = re.findall(r"^\| `(\w+)` \|.* \| (-?\d+) % \|$", DOCUMENT, re.M)
    assert {hook for hook, _ in shares} == {"predict_held_out", "watch_no_files"}
    assert [hook for hook, share in shares if int(share) < 5] == []


def test_the_files_and_tests_that_the_document_names_are_there() -> None:
    named = set(re.findall(r"`((?:tests|ui|live|scripts)/[\w/]+\.\w+)`", DOCUMENT))
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize(
    "text",
    [
        'querySelector("[data-testid=stMain]")',
        ".stButton > button {}",
        ".katex-display {}",
        ".modebar-btn {}",
        'fetch("_stcore/health")',
        "label[data-selected] {}",
    ],
)
def test_a_use_of_internals_in_a_script_or_style_is_found(text: str) -> None:
    assert list(internals_of_script(text))
    assert not list(internals_of_script(".st-key-canvas .start { color: red }"))


def test_every_selector_has_a_user_and_every_name_a_selector() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in USES_SELECTORS)
    assert set(re.findall(r":--([a-z-]+)", text)) == set(SELECTORS)
    assert all(":--" not in read_source(path) for path in USES_SELECTORS)


def test_a_name_without_a_selector_is_an_error() -> None:
    assert with_selectors(":--main h1") == "[data-testid=stMain] h1"
    with pytest.raises(KeyError):
        with_selectors(":--maim h1")


def test_streamlits_front_end_still_has_the_names_of_its_elements() -> None:
    """A name that is gone would leave a rule or a script without an effect, and no error."""
    chunks = (INDEX.parent / "static").rglob("*.js")
    front_end = "".join(path.read_text(encoding="utf-8") for path in chunks)
    names = re.findall(r"st[A-Z]\w+|data-(?!testid)[\w-]+", " ".join(SELECTORS.values()))
    assert len(names) > 30
    assert [name for name in names if name not in front_end] == [], st.__version__


def test_a_selector_fits_into_a_string_of_a_script() -> None:
    assert not [selector for selector in SELECTORS.values() if set(selector) & set("\"'`\\")]
