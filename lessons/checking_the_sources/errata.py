"""What ``errata.md`` says of the sources: errors, cautions, right lines, and the lines of the hunt.

An *error* is a statement, formula or program that is wrong as it stands. A *caution* is correct
under a condition that is easily overlooked, or it is easily misread. A line of the hunt is an entry
with its purpose and some tests of the line as printed; they leave the judgement to the reader.

Sources: the kernelized Bayes classifier notes; Implementing Bayes Classifiers (Bint, Huus, Pratt
2014); the linear classifiers post; the Gaussian discriminants notes; the Bayes classifier post.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.texts import split_sections

HUNT = "The hunt"
VERDICTS: Mapping[str, str] = {
    "right": "Right",
    "wrong": "Wrong",
    "condition": "Right under a condition",
}
TESTS: Mapping[str, str] = {
    "extreme": "Extreme case",
    "units": "Other units",
    "total": "Add up or integrate",
    "program": "Another program",
}


@dataclass(frozen=True)
class Entry:
    """A place of a source that is wrong, needs care, or was checked and is right.

    Attributes
    ----------
    key : str
        Short and unique.
    title, source, place : str
        A few words, which source, and where in it.
    kind : str
        "error", "caution" or "right".
    printed, right : str
        Markdown: what is printed; what is correct, and why. For a caution: what to watch for.
    formulas : tuple of str
        LaTeX, if there is any: the printed formula and, unless that is right, the corrected one.
    lab : str
        For two rules in the plane: the fields of a link that select the corrected one in the lab.
    compared : str
        What the proof computes, and on which data.
    proof : str
        Python that computes both sides.
    """

    key: str
    title: str
    source: str
    place: str
    kind: str
    printed: str
    right: str
    formulas: tuple[str, ...]
    lab: str
    compared: str
    proof: str


@dataclass(frozen=True)
class LineTest:
    """A test of a printed line: what is computed and expected, what its picture shows, and code."""

    computed: str
    expected: str
    alt: str
    code: str


@dataclass(frozen=True)
class PrintedLine:
    """A line of a source, to be tested and judged; its key does not reveal the answer."""

    key: str
    entry: Entry
    printed: str
    meaning: str
    tests: Mapping[str, LineTest]

    @property
    def verdict(self) -> str:
        """The correct verdict."""
        return {"error": "wrong", "caution": "condition"}.get(self.entry.kind, "right")


def _read_fields(text: str) -> dict[str, str]:
    """Return the items of a list such as ``- Key: twice`` by name, and the code that follows it."""
    code = text.partition("```python\n")[2]
    items = text.strip().partition("\n\n")[0]
    _, *parts = re.split(r"^- ([A-Z][a-z]+): ", items, flags=re.MULTILINE)
    texts = (" ".join(part.split()) for part in parts[1::2])
    return dict(zip(parts[::2], texts, strict=True)) | {"Code": code.partition("```")[0]}


def _read_entries(source: str, text: str) -> Iterator[Entry]:
    for title, part in split_sections(text, 2).items():
        fields = _read_fields(part)
        yield Entry(
            *(fields["Key"], title, source, fields["Place"], fields["Verdict"]),
            *(fields["Printed"], fields["Right"]),
            formulas=tuple(fields[name] for name in ("Formula", "Corrected") if name in fields),
            lab=fields.get("Lab", ""),
            compared=fields["Compared"],
            proof=fields["Code"],
        )


def _read_line(key: str, text: str) -> PrintedLine:
    fields, parts = _read_fields(text), split_sections(text, 3)
    entry = ENTRIES[fields["Entry"]]
    printed = _set_apart(fields.get("Printed", entry.printed))
    keys = {name: test for test, name in TESTS.items()}
    tests = {keys[name]: _read_test(part) for name, part in parts.items()}
    return PrintedLine(key, entry, printed, fields["Meaning"], tests)


def _read_test(text: str) -> LineTest:
    fields = _read_fields(text)
    picture = fields.get("Picture", "")
    return LineTest(fields["Computed"], fields["Expected"], picture, fields["Code"])


def _set_apart(text: str) -> str:
    """Return Markdown that shows a text which is one formula, or one line of code, as a block."""
    text = re.sub(r"^\$([^$]+)\$$", r"$$\n\1\n$$", text)
    return re.sub("^`([^`]+)`$", r"```python\n\1\n```", text)


_text = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
_sources = split_sections(_text)
BEGINNING = _read_fields(_text)["Code"]  # of all proofs
ENTRIES: Mapping[str, Entry] = {
    entry.key: entry
    for source, text in _sources.items()
    if source != HUNT
    for entry in _read_entries(source, text)
}
LINES: Mapping[str, PrintedLine] = {
    key: _read_line(key, text) for key, text in split_sections(_sources[HUNT], 2).items()
}


def of_kind(kind: str) -> list[Entry]:
    """Return the errors, the cautions or the right lines, ordered by source."""
    return [entry for entry in ENTRIES.values() if entry.kind == kind]
