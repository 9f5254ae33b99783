"""The hunt of lesson 10 and its table of entries, for the static course.

The content of the page for each line, test and judgement is stored; the browser computes
nothing (``web/hosts/course/hunt.js``).
"""

from functools import cache, partial
from html import escape
from typing import Any

from lessons.checking_the_sources.data import (
    COUNTS,
    LISTED,
    WORDS,
    describe_tests,
    equations,
    measure_of_line,
    outcome_texts,
    result_of_line,
)
from lessons.checking_the_sources.errata import BEGINNING, LINES, TESTS, VERDICTS, Entry, of_kind
from lessons.checking_the_sources.proofs import draw_side, evidence
from lessons.checking_the_sources.state import NUMBERS, SHOWABLE, CheckingTheSourcesState
from lessons.texts import read_sections
from offline.course.html import show_still
from offline.course.page import draw_still
from offline.course.parts import Formula, Hunt, Markdown
from offline.course.prose import Prose

STEM = "checking_the_sources"
FIGURE = (380, 285)  # pixels, as in the app
REGIONS = (440, 360)


@cache
def describe_hunt() -> Hunt:
    """Return all data of the hunt."""
    return Hunt(
        {
            "lines": {key: _describe_line(key) for key in LINES},
            "titles": {"tests": dict(TESTS), "verdicts": dict(VERDICTS), "lines": NUMBERS},
            "how": Markdown(read_sections(STEM)["Tests"]),
        }
    )


def _describe_line(key: str) -> dict[str, Any]:
    """Return a printed line; `corrected` is its formula for after the judgement."""
    line = LINES[key]
    state = CheckingTheSourcesState().change(line=key)
    return {
        "place": f"{line.entry.source}, {line.entry.place}",
        "printed": Markdown(line.printed),
        "meaning": Markdown(line.meaning),
        "tests": {test: _describe_test(key, test) for test in line.tests},
        "verdict": line.verdict,
        "answers": {verdict: _describe_answer(key, verdict) for verdict in VERDICTS},
        "formula": Formula(equations(state)),
        "corrected": Formula(equations(state.judge(line.verdict))),
        "measure": Markdown(measure_of_line(key)),
    }


def _describe_test(key: str, test: str) -> dict[str, Any]:
    told, result = LINES[key].tests[test], evidence(key, test)
    still = draw_still(result.draw, told.alt, *FIGURE) if result.draw else None
    expected = Markdown(f"**To be expected:** {told.expected}")
    what = Markdown(told.computed)
    return {"what": what, "numbers": result.numbers, "expected": expected, "still": still}


def _describe_answer(key: str, verdict: str) -> tuple[Markdown, ...]:
    """Return the reply to a judgement, as in the app."""
    line = LINES[key]
    answer, claim = VERDICTS[line.verdict].lower(), VERDICTS[verdict].lower()
    reply = f"**Correct: it is {answer}.**"
    if verdict != line.verdict:
        reply = f"You said “{claim}”. **It is {answer}.**"
    return (
        Markdown(f"{reply} Entry: *{line.entry.title}*."),
        Markdown(line.entry.right),
        Markdown(f"{result_of_line(key)} {describe_tests(key)}"),
    )


# The table of all entries


def write_entries(prose: Prose) -> str:
    """Return the HTML of all entries, with both sides computed, and of their search."""
    sections = read_sections(STEM)
    sources = dict.fromkeys(entry.source for kind in LISTED for entry in of_kind(kind))
    options = "".join(f"<option>{escape(source)}</option>" for source in sources)
    tables = "".join(_write_kind(prose, kind, sections[f"{kind.capitalize()}s"]) for kind in LISTED)
    intro = prose.text(sections["Entries"].format_map(COUNTS))
    intro += _write_code(prose, "What all programs begin with", BEGINNING)
    return (
        f'<section class="entries"><h2>All entries</h2>{intro}'
        '<form class="search controls" role="search"><label><span>Search the entries</span>'
        '<input type="search" autocomplete="off" placeholder="variance, code, eq. 181 …"></label>'
        f'<label><span>Source</span><select><option value="">All sources</option>{options}</select>'
        f'</label><p role="status"></p></form>{tables}</section>'
    )


def _write_kind(prose: Prose, kind: str, introduction: str) -> str:
    entries = "".join(_write_entry(prose, entry) for entry in of_kind(kind))
    heading = f"{kind.capitalize()}s: {COUNTS[f'{kind}s']}"
    return f'<div class="kind"><h2>{heading}</h2>{prose.text(introduction)}{entries}</div>'


def _write_entry(prose: Prose, entry: Entry) -> str:
    titles, shown = WORDS[entry.kind], (entry.printed, entry.right)
    sides = "".join(
        f"<div>{prose.text(f'**{title}.** {text}')}</div>"
        for title, text in zip(titles, shown, strict=True)
    )
    results = "<br>".join(
        f"{title}: <strong>{escape(text)}</strong>"
        for title, text in zip(titles, outcome_texts(entry.key), strict=True)
    )
    compared = escape(entry.compared[0].upper() + entry.compared[1:])
    regions = _write_regions(prose, entry) if entry.key in SHOWABLE else ""
    return (
        f'<article id="{entry.key}" data-source="{escape(entry.source)}">'
        f"<h3>{prose.line(entry.title)}</h3>"
        f"<p><small>{escape(entry.source)}, {escape(entry.place)}</small></p>"
        f'<div class="sides">{sides}</div><details><summary>Compute both</summary>'
        f"<p>{results}</p><p><small>{compared}.</small></p>{regions}"
        f"{_write_code(prose, 'Program', entry.proof)}</details></article>"
    )


def _write_code(prose: Prose, title: str, code: str) -> str:
    text = prose.text(f"```python\n{code}```")
    return f"<details><summary>{title}</summary>{text}</details>"


def _write_regions(prose: Prose, entry: Entry) -> str:
    """Return the formulas of both rules, and their regions on the same points."""
    columns = ""
    sides = zip(WORDS[entry.kind], entry.formulas, ("printed", "right"), strict=True)
    for title, formula, side in sides:
        alt = f"{entry.title}: regions, {title.lower()}."
        still = draw_still(partial(draw_side, entry.key, side), alt, *REGIONS)
        aligned = prose.formula(rf"\begin{{aligned}}&{formula}\end{{aligned}}")
        columns += f"<div>{aligned}{show_still(still, *REGIONS)}</div>"
    return f'<div class="sides">{columns}</div>'
