"""Where the project uses what Streamlit and the other libraries do not promise to keep."""

import ast
import re
from collections.abc import Iterator

from source import ROOT, parse

__all__ = ["FOLDERS", "internals_of_script", "internals_used"]

FOLDERS = ("app.py", "bayeslab", "core", "lessons", "live", "offline", "pages", "ui", "web")
LIBRARIES = ("plotly", "sklearn", "starlette", "streamlit", "uvicorn")
# What their documentation names. A DeltaGenerator is what st.container() returns.
PUBLIC = re.compile(
    r"streamlit\.delta_generator|plotly\.(graph_objects|subplots)|sklearn(\.\w+)*|starlette\.(concurrency"
    r"|datastructures|middleware(\.\w+)?|requests|responses|routing|staticfiles|types|websockets)"
)
# Its addresses, the files of its front end, its history of pages, a symbol of its sliders; modules
# named in strings.
NAMED = re.compile(
    r"_stcore\b(?:/\w[\w-]*)?|static/(?:js|media)|pushState|PopStateEvent|react-aria\.[\w.]+|^streamlit\.\w+"
)
# Their names for elements of a page: test ids, classes, attributes.
SELECTOR = re.compile(
    r"data-testid|data-(?:rac|selected|variant)\b|\.(?:st[A-Z]\w+|st-emotion[\w-]*|katex[\w-]*"
    r"|js-plotly-plot|modebar[\w-]*)|#root\b|_full(?:Layout|Data)"
)


def internals_used() -> set[tuple[str, str]]:
    """Return each use as a file and what it uses of a library's internals."""
    found = set()
    for folder in FOLDERS:
        top = ROOT / folder
        for path in [top] if top.is_file() else sorted(top.rglob("*.*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix == ".py":
                found |= {(name, use) for use in internals_of_module(parse(path))}
            elif path.suffix in (".css", ".html", ".js"):
                text = path.read_text(encoding="utf-8")
                found |= {(name, use) for use in internals_of_script(text)}
    return found


def internals_of_script(text: str) -> Iterator[str]:
    """Yield what a script, style sheet or string uses."""
    yield from NAMED.findall(text)
    if SELECTOR.search(text):
        yield "selectors"


def internals_of_module(tree: ast.Module) -> Iterator[str]:
    """Yield what a Python module uses: imports, private names, and what its strings hold."""
    nodes = list(ast.walk(tree))
    imported = set(internal_imports(nodes))
    yield from imported
    own = {node.attr for node in nodes if isinstance(node, ast.Attribute) and is_of_self(node)}
    own |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="st"), attr="__file__"):
                yield "st.__file__"
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in imported:
                yield f"{owner}.{name}"
            case ast.Attribute(attr=name) if is_private(name) and name not in own:
                yield name
            case ast.Call(keywords=keywords):
                yield from (each.arg for each in keywords if each.arg and is_private(each.arg))
            case ast.Constant(value=str(text)):
                yield from internals_of_script(text)


def internal_imports(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the names that are imported from modules that are not public."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if is_internal(node.module) or is_private_import(node.module, alias.name):
                    yield alias.asname or alias.name
        elif isinstance(node, ast.Import):
            yield from (
                each.name for each in node.names if is_internal(each.name) and "." in each.name
            )


def is_internal(module: str) -> bool:
    return module.partition(".")[0] in LIBRARIES and not PUBLIC.fullmatch(module)


def is_private_import(module: str, name: str) -> bool:
    return module.partition(".")[0] in LIBRARIES and is_private(name)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def is_of_self(node: ast.Attribute) -> bool:
    return ast.unparse(node.value) in ("cls", "self", "super()")
