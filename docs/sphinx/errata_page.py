"""The chapter of errata, written from what lesson 10 is made of: nothing of it is typed twice."""

from collections.abc import Iterator
from pathlib import Path

import bayeslab
from lessons.checking_the_sources.data import COUNTS, LISTED, WORDS, outcome_texts
from lessons.checking_the_sources.errata import BEGINNING, ENTRIES, LINES, Entry, of_kind
from lessons.checking_the_sources.proofs import draw_side
from pictures import PAIR, take_pictures

__all__ = ["write_errata"]

LEAD = Path(__file__).with_name("errata.md").read_text(encoding="utf-8")


def write_errata(folder: Path) -> None:
    """Write ``errata.md`` and its pictures into a folder."""
    key = next(key for key, entry in ENTRIES.items() if entry.lab)
    parts = [LEAD.format(**COUNTS, version=bayeslab.__version__, key=key, beginning=BEGINNING)]
    source = ""
    for entry in (entry for entry in ENTRIES.values() if entry.kind in LISTED):
        if entry.source != source:
            source = entry.source
            parts.append(f"## {source}\n\n")
        parts += _write(entry, f"*{entry.kind.capitalize()}* in {entry.place}", folder)
    parts.append("## Lines that are right\n\nThese were checked in the same way.\n\n")
    for entry in of_kind("right"):
        parts += _write(entry, f"{entry.source}, {entry.place}", folder)
    (folder / "errata.md").write_text("".join(parts), encoding="utf-8")


def _write(entry: Entry, place: str, folder: Path) -> Iterator[str]:
    printed, right = WORDS[entry.kind]
    yield f"(erratum-{entry.key})=\n### {entry.title}\n\n{place}; key `{entry.key}`.\n\n"
    if entry.kind == "right":
        meaning = LINES[entry.key].meaning
        yield f"**{printed}.** {entry.printed}\n\n{meaning}\n\n**Why.** {entry.right}\n\n"
    else:
        yield f"**{printed}.** {entry.printed}\n\n**{right}.** {entry.right}\n\n"
    rows = (f"{entry.compared[0].upper()}{entry.compared[1:]}", ""), ("---", "---")
    rows += (*zip((printed, right), outcome_texts(entry.key), strict=True),)
    yield "".join(f"| {left} | {value} |\n" for left, value in rows) + "\n"
    yield f"````{{dropdown}} Program\n```python\n{entry.proof}```\n````\n\n"
    if entry.lab:
        yield from _regions(entry, folder)


def _regions(entry: Entry, folder: Path) -> Iterator[str]:
    """Yield both rules as formulas and pictures of their regions, which are written, too."""
    sides = zip(WORDS[entry.kind], entry.formulas, ("printed", "right"), strict=True)
    for title, formula, side in sides:
        base = folder / "errata" / f"{entry.key}-{side}"
        figures = {theme: draw_side(entry.key, side, theme, title) for theme in ("light", "dark")}
        take_pictures(figures, base)
        alt = f"{entry.title}: decision regions, {title.lower()}"
        picture = PAIR.format(address=f"errata/{base.name}", alt=alt)
        yield f"$$\n\\begin{{aligned}}&{formula}\\end{{aligned}}\n$$\n\n"
        yield f"```{{eval-rst}}\n{picture}```\n\n"
