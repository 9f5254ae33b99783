"""The chapter of errata, written from what lesson 10 is made of: nothing of it is typed twice."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

import bayeslab
from bayeslab.figures import draw_regions
from lessons.checking_the_sources.data import COUNTS, evidence, outcome_texts, panels
from lessons.checking_the_sources.errata import ERRATA, Erratum, Kind, Outcome
from lessons.checking_the_sources.hunt import LINES, TESTS
from lessons.checking_the_sources.hunt.line import PrintedLine, drawing_of
from pictures import PAIR, take_pictures

__all__ = ["write_errata"]

LEAD = Path(__file__).with_name("errata.md").read_text(encoding="utf-8")
SIDES: dict[Kind, tuple[str, str]] = {
    "error": ("As printed", "Corrected"),
    "caution": ("As it stands", "With care"),
}
RIGHT = """## Lines that are right

These were put to the same tests.

"""


def write_errata(folder: Path) -> None:
    """Write ``errata.md`` and its pictures into a folder."""
    key = next(key for key, erratum in ERRATA.items() if erratum.draw)
    parts = [LEAD.format(**COUNTS, version=bayeslab.__version__, key=key)]
    source = ""
    for erratum in ERRATA.values():
        if erratum.source != source:
            source = erratum.source
            parts.append(f"## {source}\n\n")
        parts += _entry(erratum, folder)
    parts.append(RIGHT)
    for line in LINES.values():
        if line.kind is None:
            parts += _right_line(line)
    (folder / "errata.md").write_text("".join(parts), encoding="utf-8")


def _entry(erratum: Erratum, folder: Path) -> Iterator[str]:
    printed, right = SIDES[erratum.kind]
    yield f"(erratum-{erratum.key})=\n### {erratum.title}\n\n"
    yield f"*{erratum.kind.capitalize()}* in {erratum.place}; key `{erratum.key}`.\n\n"
    yield f"**{printed}.** {erratum.claim}\n\n**{right}.** {erratum.correction}\n\n"
    yield _results(erratum.compute(), printed, right)
    for line in LINES.values():
        if line.entry == erratum.key:
            yield from _tests(line)
    if erratum.draw:
        yield from _regions(erratum, folder, (printed, right))


def _right_line(line: PrintedLine) -> Iterator[str]:
    yield f"(line-{line.key})=\n### {line.title}\n\n"
    yield f"{line.source}, {line.place}; key `{line.key}`.\n\n**As printed.** {line.printed}\n\n"
    yield f"{line.meaning}\n\n**Proof.** {line.why}\n\n"
    yield _results(line.compute(), "The line", "Independently")
    yield from _tests(line)


def _results(outcome: Outcome, printed: str, right: str) -> str:
    texts = outcome_texts(outcome)
    rows = (f"{outcome.measure[0].upper()}{outcome.measure[1:]}", ""), ("---", "---")
    rows += (printed, texts["printed"]), (right, texts["right"])
    return "".join(f"| {left} | {value} |\n" for left, value in rows) + "\n"


def _tests(line: PrintedLine) -> Iterator[str]:
    """Yield what each test of a line does, what comes out and what should."""
    yield f"```{{dropdown}} {len(line.tests)} tests of the printed line\n\n"
    for test in line.tests:
        found = evidence(line.key, test)
        numbers = "; ".join(f"{name}: **{value}**" for name, value in found.numbers)
        yield f"**{TESTS[test]}.** {found.what} {numbers}. *Expected:* {found.expected}\n\n"
    yield "```\n\n"


def _regions(erratum: Erratum, folder: Path, titles: tuple[str, str]) -> Iterator[str]:
    """Yield both rules as formulas and pictures of their regions, which are written, too."""
    drawn, formulas = panels(erratum.key), drawing_of(erratum.key).formulas
    for title, formula, score, side in zip(
        titles, formulas, (drawn.printed, drawn.right), ("printed", "right"), strict=True
    ):
        base = folder / "errata" / f"{erratum.key}-{side}"
        take_pictures(
            {
                theme: draw_regions(
                    *(drawn.x1, drawn.x2, score > 0, np.abs(score), drawn.X, drawn.y),
                    class_names=("C−", "C+"),
                    theme=theme,
                    title=title,
                    equal_scale=True,
                )
                for theme in ("light", "dark")
            },
            base,
        )
        alt = f"{erratum.title}: decision regions, {title.lower()}"
        picture = PAIR.format(address=f"errata/{base.name}", alt=alt)
        yield f"$$\n\\begin{{aligned}}&{formula}\\end{{aligned}}\n$$\n\n"
        yield f"```{{eval-rst}}\n{picture}```\n\n"
