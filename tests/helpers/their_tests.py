"""Tests that ship with scikit-learn, with the package's classifiers in place of scikit-learn's."""

import ast
import linecache
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import sklearn.discriminant_analysis

import like_scikit_learn as ours

# Under its own name, for tests that compare two classifiers.
theirs = SimpleNamespace(
    **{
        name: getattr(sklearn.discriminant_analysis, name)
        for name in ("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis")
    }
)


@dataclass(frozen=True)
class Ours:
    """How one of their tests is adapted.

    Attributes
    ----------
    until : str
        What begins with this text belongs to theirs alone.
    without : tuple of str
        So do the statements that begin with one of these.
    instead : mapping of str to str
        Other text in it.
    """

    until: str = ""
    without: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)


class _Without(ast.NodeTransformer):
    def __init__(self, source: str, beginning: str) -> None:
        self.source, self.beginning, self.dropped = source, beginning, 0

    def visit(self, node: ast.AST) -> Any:
        code = ast.get_source_segment(self.source, node) if isinstance(node, ast.stmt) else None
        if code and code.startswith(self.beginning):
            self.dropped += 1
            return None
        return self.generic_visit(node)


class _Said(ast.NodeTransformer):
    """Puts our sentences in place of theirs."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = sentences

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        said = self.sentences.get(node.value) if isinstance(node.value, str) else None
        return ast.Constant(said) if said else node


def load(
    name: str,
    table: Mapping[str, Ours | str],
    replaced: Mapping[str, str],
    instead: Mapping[str, str],
    sentences: Mapping[str, str],
) -> ModuleType:
    """Return their module `name` with the tests of the table adapted.

    `replaced` says which of their classifiers is which of ours, `instead` what else reads otherwise
    outside of the tests.
    """
    spec = find_spec(name)
    assert spec and spec.origin
    source = _replace(Path(spec.origin).read_text(encoding="utf-8"), instead, name)
    tree = ast.parse(source)
    for place, node in enumerate(tree.body):
        how = table.get(node.name) if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.FunctionDef) and isinstance(how, Ours):
            tree.body[place] = _adapted(node, source, how)
    text = ast.unparse(_Said(sentences).visit(tree))
    file = f"<{name}, adapted>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file  # for tracebacks
    module = ModuleType(name)
    vars(module).update(ours=ours, theirs=theirs)
    with ExitStack() as stack:
        for path, adapter in replaced.items():
            owner, _, classifier = path.rpartition(".")
            own = getattr(ours, adapter)
            stack.enter_context(patch.object(import_module(owner), classifier, own))
        exec(compile(text, file, "exec"), vars(module))
    return module


def _adapted(function: ast.FunctionDef, source: str, how: Ours) -> ast.FunctionDef:
    text = ast.get_source_segment(source, function) or ""
    if how.until:
        assert how.until in text, f"{function.name} has no {how.until!r} any more."
        text = text[: text.index(how.until)]
    text = _replace(text, how.instead, function.name)
    (own,) = ast.parse(text).body
    assert isinstance(own, ast.FunctionDef)
    for beginning in how.without:
        visitor = _Without(text, beginning)
        own = visitor.visit(own)
        assert visitor.dropped, f"{function.name} has no {beginning!r} any more."
    own.decorator_list = function.decorator_list
    return own


def _replace(text: str, instead: Mapping[str, str], name: str) -> str:
    for old, new in instead.items():
        assert old in text, f"{name} has no {old!r} any more."
        text = text.replace(old, new)
    return text
