"""The documents: examples run, the reference has all public names, links lead somewhere."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import plotly.io
import pytest
from playwright.sync_api import Page, expect

import bayeslab
from source import ROOT


def exported(package: str) -> list[str]:
    """Return ``__all__``, if any, read without an import: the widget needs its bundle."""
    source = ROOT.joinpath(*package.split("."), "__init__.py").read_text(encoding="utf-8")
    found = [
        ast.literal_eval(node.value)
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return [name for names in found for name in names]


LAB = "bayeslab-pocket.html"
DOCS, BUILT = ROOT / "docs", ROOT / "dist" / "docs"
MODULES = pkgutil.iter_modules(bayeslab.__path__)
PACKAGES = ["bayeslab", *(f"bayeslab.{module.name}" for module in MODULES if module.ispkg)]
PUBLIC = {f"{package}.{name}" for package in PACKAGES for name in exported(package)}
MOST_PUBLIC = 45
EXAMPLES = sorted((DOCS / "gallery").glob("*.py"))
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if ">>>" in path.read_text(encoding="utf-8")]
TESTED = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "bayeslab").rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text("utf-8"), flags=re.MULTILINE)
    and path.parent.name != "widget"  # it needs its bundle
]
CODE = re.compile(r"^```python\n(>>>.*?)^```", flags=re.MULTILINE | re.DOTALL)


def imported_names(code: str) -> Iterator[str]:
    """Yield the full names that code imports from the package."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bayeslab"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def code_of(page: Path) -> list[str]:
    return CODE.findall(page.read_text(encoding="utf-8"))


def listed_in_reference() -> list[str]:
    """Return the full names that the pages of the reference list."""
    names = []
    for page in sorted((DOCS / "reference").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for module in re.findall(r"currentmodule:: (\S+)", text):
            listed = re.findall(
                r"^   ([A-Za-z]\w*)$|^\.\. py:data:: (\w+)$", text, flags=re.MULTILINE
            )
            names += [f"{module}.{''.join(name)}" for name in listed]
    return names


def test_the_reference_lists_every_public_name_once() -> None:
    listed = listed_in_reference()
    assert sorted(listed) == sorted(set(listed))
    assert set(listed) == PUBLIC
    assert len({name.rpartition(".")[2] for name in PUBLIC}) == len(PUBLIC) <= MOST_PUBLIC


def test_examples_and_pages_import_only_public_names() -> None:
    parser = doctest.DocTestParser()
    blocks = ["".join(e.source for e in parser.get_examples(c)) for p in PAGES for c in code_of(p)]
    scripts = [path.read_text(encoding="utf-8") for path in EXAMPLES]
    used = {name for code in [*blocks, *scripts] for name in imported_names(code)}
    assert used
    assert used - PUBLIC == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_page_prints_what_the_page_says(page: Path) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    names: dict[str, Any] = {}
    for number, code in enumerate(code_of(page)):
        test = parser.get_doctest(code, names, f"{page.stem}, block {number}", str(page), 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).attempted > 0
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("module", TESTED)
def test_the_examples_in_docstrings_give_what_they_say(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_name_has_an_example_and_functions_say_what_they_raise() -> None:
    named = [name for name in PUBLIC if not name.startswith("bayeslab.widget.")]
    for name in named:
        package, _, key = name.rpartition(".")
        entry = getattr(importlib.import_module(package), key)
        if callable(entry):  # no registry
            text = inspect.getdoc(entry) or ""
            assert ">>> " in text, name
            assert inspect.isclass(entry) or "Raises\n" in text, name


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_of_the_gallery_draws_a_figure(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plotly.io.renderers, "default", "")
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    assert len(names["figure"].data) > 0
    assert capsys.readouterr().out


class Links(HTMLParser):
    """What a page asks for and links to, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.asked: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.places |= {values[name] or "" for name in ("id", "name") if values.get(name)}
        address = values.get("href") or values.get("src")
        if address and tag == "a":
            self.links.append(address)
        elif address and tag != "meta":
            self.asked.append(address)


def clicks_to(goal: str, pages: dict[Path, Links]) -> int:
    """Return how many clicks lead from the first page to the one that has a place."""
    seen = {BUILT / "index.html"}
    for clicks in range(len(pages)):
        if any(goal in pages[page].places for page in seen):
            return clicks
        seen |= {
            target
            for page in seen
            for link in pages[page].links
            if (target := (page.parent / unquote(urlsplit(link).path)).resolve()) in pages
        }
    pytest.fail(f"No link leads to {goal}.")


def broken_links(pages: dict[Path, Links]) -> list[str]:
    broken = []
    for page, found in pages.items():
        for link in [*found.links, *found.asked]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            is_there = target.exists()
            if is_there and parts.fragment and target in pages:
                is_there = unquote(parts.fragment) in pages[target].places
            if not is_there:
                broken.append(f"{page.relative_to(BUILT)}: {link}")
    return broken


def inventory() -> set[str]:
    """Return the names that the built reference explains."""
    lines = (BUILT / "objects.inv").read_bytes().split(b"\n", 4)[4]
    entries = [line.split(" ") for line in zlib.decompress(lines).decode().splitlines()]
    return {entry[0] for entry in entries if entry[1].startswith("py:")}


def test_the_documents_are_built_without_a_warning_and_hold_together(page: Page) -> None:
    command = [sys.executable, "docs/sphinx/build.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr

    # The theme's templates and the files to download are no pages.
    written = [path for path in BUILT.rglob("*.html") if path.relative_to(BUILT).parts[0][0] != "_"]
    pages = {path.resolve(): Links(path) for path in written if path.name != LAB}
    assert broken_links(pages) == []
    assert [link for found in pages.values() for link in found.asked if urlsplit(link).netloc] == []
    assert inventory() >= PUBLIC
    assert clicks_to("the-covariance-of-each-variant", pages) <= 3

    page.goto((BUILT / "index.html").as_uri())
    lab = page.frame_locator("iframe.lab")
    expect(lab.get_by_role("application", name="Drawing area")).to_be_visible()
    page.goto((BUILT / "guide" / "kernel_bayes.html").as_uri())
    expect(page.locator(".katex").first).to_be_visible()
    expect(page.locator(".katex-error")).to_have_count(0)
