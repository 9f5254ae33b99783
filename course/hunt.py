"""The hunt of lesson 10 and its table of entries, for the static course.

The content of the page for each line, test and judgement is stored; the browser computes
nothing (``web/hosts/course/hunt.js``).
"""

from functools import cache, partial
from html import escape
from typing import Any

import numpy as np

from bayeslab.figures import draw_regions
from course.html import show_still
from course.page import draw_still
from course.parts import Formula, Hunt, HuntLine, Markdown, Still, TestResult
from course.prose import Prose
from lessons.checking_the_sources.data import (
    COUNTS,
    WORDS,
    describe_tests,
    equations,
    evidence,
    measure_of_line,
    outcome,
    outcome_texts,
    panels,
    result_of_line,
)
from lessons.checking_the_sources.errata import Erratum, Kind, of_kind
from lessons.checking_the_sources.hunt import LINES, TESTS, VERDICTS, Test
from lessons.checking_the_sources.hunt.line import drawing_of
from lessons.checking_the_sources.state import NUMBERS, SHOWABLE, CheckingTheSourcesState
from lessons.texts import read_sections

__all__ = ["describe_hunt", "write_entries"]

STEM = "checking_the_sources"
FIGURE = (380, 285)  # pixels, as in the app
REGIONS = (440, 360)
CLASS_NAMES = ("C−", "C+")


@cache
def describe_hunt() -> Hunt:
    """Return all data of the hunt."""
    return Hunt(
        lines={key: _describe_line(key) for key in LINES},
        titles={"tests": dict(TESTS), "verdicts": dict(VERDICTS), "lines": NUMBERS},
        how=Markdown(read_sections(STEM)["Tests"]),
    )


def _describe_line(key: str) -> HuntLine:
    line = LINES[key]
    state = CheckingTheSourcesState().change(line=key)
    return HuntLine(
        place=f"{line.source}, {line.place}",
        printed=Markdown(line.printed),
        meaning=Markdown(line.meaning),
        tests={test: _describe_test(key, test) for test in TESTS if test in line.tests},
        verdict=line.verdict,
        answers={verdict: _describe_answer(key, verdict) for verdict in VERDICTS},
        formula=Formula(equations(state)),
        corrected=Formula(equations(state.judge(line.verdict))),
        measure=Markdown(measure_of_line(key)),
    )


def _describe_test(key: str, test: Test) -> TestResult:
    proof = evidence(key, test)
    still = draw_still(proof.draw, proof.alt, *FIGURE) if proof.draw else None
    expected = Markdown(f"**To be expected:** {proof.expected}")
    return TestResult(Markdown(proof.what), proof.numbers, expected, still)


def _describe_answer(key: str, verdict: str) -> tuple[Markdown, ...]:
    """Return the reply to a judgement, as in the app."""
    line = LINES[key]
    answer, claim = VERDICTS[line.verdict].lower(), VERDICTS[verdict].lower()
    reply = f"**Correct: it is {answer}.**"
    if verdict != line.verdict:
        reply = f"You said “{claim}”. **It is {answer}.**"
    return (
        Markdown(f"{reply} {line.title}."),
        Markdown(line.why),
        Markdown(f"{result_of_line(key)} {describe_tests(key)}"),
    )


# The table of all entries


def write_entries(prose: Prose) -> str:
    """Return the HTML of all entries, with both sides computed, and of their search."""
    sections = read_sections(STEM)
    sources = dict.fromkeys(each.source for kind in WORDS for each in of_kind(kind))
    options = "".join(f"<option>{escape(source)}</option>" for source in sources)
    tables = "".join(_write_kind(prose, kind, sections[f"{kind.capitalize()}s"]) for kind in WORDS)
    intro = prose.text(sections["Entries"].format_map(COUNTS))
    return (
        f'<section class="entries"><h2>All entries</h2>{intro}'
        '<form class="search controls" role="search"><label><span>Search the entries</span>'
        '<input type="search" autocomplete="off" placeholder="variance, code, eq. 181 …"></label>'
        f'<label><span>Source</span><select><option value="">All sources</option>{options}</select>'
        f'</label><p role="status"></p></form>{tables}</section>'
    )


def _write_kind(prose: Prose, kind: Kind, introduction: str) -> str:
    entries = "".join(_write_entry(prose, erratum) for erratum in of_kind(kind))
    heading = f"{kind.capitalize()}s: {COUNTS[f'{kind}s']}"
    return f'<div class="kind"><h2>{heading}</h2>{prose.text(introduction)}{entries}</div>'


def _write_entry(prose: Prose, erratum: Erratum) -> str:
    words, result = WORDS[erratum.kind], outcome(erratum.key)
    texts = outcome_texts(result)
    results = (
        f"<p>{words.printed}: <strong>{escape(texts['printed'])}</strong><br>"
        f"{words.right}: <strong>{escape(texts['right'])}</strong></p>"
        f"<p><small>{escape(result.measure[0].upper() + result.measure[1:])}.</small></p>"
    )
    regions = _write_regions(prose, erratum) if erratum.key in SHOWABLE else ""
    return (
        f'<article id="{erratum.key}" data-source="{escape(erratum.source)}">'
        f"<h3>{prose.line(erratum.title)}</h3>"
        f"<p><small>{escape(erratum.source)}, {escape(erratum.place)}</small></p>"
        f'<div class="sides"><div>{prose.text(f"**{words.printed}.** {erratum.claim}")}</div>'
        f"<div>{prose.text(f'**{words.right}.** {erratum.correction}')}</div></div>"
        f"<details><summary>Compute both</summary>{results}{regions}</details></article>"
    )


def _write_regions(prose: Prose, erratum: Erratum) -> str:
    """Return the formulas of both rules, and their regions on the same points."""
    words, formulas = WORDS[erratum.kind], drawing_of(erratum.key).formulas
    sides = zip((words.printed, words.right), formulas, (True, False), strict=True)
    columns = []
    for title, formula, is_printed in sides:
        aligned = prose.formula(rf"\begin{{aligned}}&{formula}\end{{aligned}}")
        picture = show_still(_draw_regions(erratum, title, is_printed), *REGIONS)
        columns.append(f"<div>{aligned}{picture}</div>")
    return f'<div class="sides">{"".join(columns)}</div>'


def _draw_regions(erratum: Erratum, title: str, is_printed: bool) -> Still:
    alt = f"{erratum.title}: regions, {title.lower()}."
    return draw_still(partial(_figure, erratum.key, is_printed), alt, *REGIONS)


def _figure(key: str, is_printed: bool, theme: str) -> Any:
    planes = panels(key)
    score = planes.printed if is_printed else planes.right
    return draw_regions(
        *(planes.x1, planes.x2, score > 0, np.abs(score), planes.X, planes.y),
        class_names=CLASS_NAMES,
        theme=theme,
        equal_scale=True,
    )
