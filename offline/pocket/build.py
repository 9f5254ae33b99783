"""Build the pocket lab: ``python -m offline.pocket.build`` writes ``dist/bayeslab-pocket.html``.

esbuild bundles the JavaScript of ``web/hosts/pocket``; ``make pocket`` installs it from
``web/package-lock.json`` and then runs this. The page names the hashes of its script and its style
in its Content-Security-Policy, so nothing else runs in it except the WebAssembly inside the
script, and it can contact no address but its own.
"""

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import bayeslab
from offline.pocket import FILE
from offline.pocket.bundles import run_esbuild, write_bundles
from offline.pocket.font import font_style
from offline.pocket.start_data import start_data
from web import PAGE_STYLE, ROOT, STYLE_SOURCES

HERE = ROOT / "web" / "hosts" / "pocket"
GOALS = "web/style/goal.css"  # of exercises, which the pocket lab has not


def main() -> None:
    """Write the file and the bundles of the app's modules, and say how large the file is."""
    FILE.parent.mkdir(exist_ok=True)
    write_bundles()
    FILE.write_text(build(), encoding="utf-8", newline="\n")
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size / 1000:.0f} kB")


def build() -> str:
    """Return the page."""
    names = [name for name in (*STYLE_SOURCES, PAGE_STYLE) if name != GOALS]
    sheets = (*(ROOT / name for name in names), HERE / "style.css")
    style = run_esbuild(["--loader=css"], font_style() + "".join(map(_read, sheets))).strip()
    script = bundle(HERE / "main.js").replace("</script", r"<\/script")
    start = json.dumps(start_data(), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    parts = {
        "policy": policy(digest(script), digest(style)),
        "icon": b64encode((ROOT / "ui" / "icon.svg").read_bytes()).decode("ascii"),
        "style": style,
        "canvas": re.sub(r"\n\s+", "\n", _read(ROOT / "web" / "drawing.html")),
        "version": bayeslab.__version__,
        "start": b64encode(gzip.compress(start.encode(), mtime=0)).decode("ascii"),
        "script": script,
    }
    page = _read(HERE / "page.html")
    for name, text in parts.items():  # the script is last, so that its braces stay
        page = page.replace("{" + name + "}", text)
    return page


def policy(scripts: str, styles: str, images: str = "", *more: str) -> str:
    """Return the Content-Security-Policy of a page: whence it takes scripts, styles and images."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts} 'wasm-unsafe-eval'",  # which allows WebAssembly alone
            f"style-src {styles}",
            "font-src data:",
            f"img-src {images} data: blob:",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            *more,
        )
    )


def bundle(entry: Path | str, *more: str) -> str:
    """Return a module and all that it imports as one minified script.

    `entry` is its path, or its text with imports relative to the root of the project; `more` are
    further options of esbuild.
    """
    file, text = ([str(entry)], "") if isinstance(entry, Path) else ([], entry)
    return run_esbuild(["--bundle", *file, *more], text)


def digest(text: str) -> str:
    """Return the hash of a text as a Content-Security-Policy names it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
