"""The data of lesson 10: the evidence of a test, the score, outcomes, and its formula."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import decimal, percent
from bayeslab.scoring.grid import grid_nodes
from core.caching import memoize
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState
from lessons.checking_the_sources.errata import (
    ERRATA,
    Kind,
    Outcome,
    Panels,
    compute_panels,
    of_kind,
)
from lessons.checking_the_sources.errata.implementing import printed_densities
from lessons.checking_the_sources.hunt import LINES, TESTS, Evidence, Test
from lessons.checking_the_sources.hunt.line import drawing_of
from lessons.checking_the_sources.state import NUMBERS, ROOT, CheckingTheSourcesState
from lessons.texts import Equation

__all__ = [
    "COUNTS",
    "WORDS",
    "Words",
    "check_root",
    "count_score",
    "describe_tests",
    "equations",
    "evidence",
    "lab_state",
    "mark",
    "measure_of_line",
    "outcome",
    "outcome_texts",
    "panels",
    "result_of_line",
]

ROUNDING_NOISE = 1e-9  # smaller numbers are shown as 0


@dataclass(frozen=True)
class Words:
    """The titles of both sides of an error or a caution."""

    printed: str
    right: str
    right_short: str
    printed_icon: str
    right_icon: str


WORDS: Mapping[Kind, Words] = MappingProxyType(
    {
        "error": Words(
            *("As printed", "Corrected", "corrected"),
            *(":red[:material/close:]", ":green[:material/check:]"),
        ),
        "caution": Words(
            *("As it stands", "With care", "with care"),
            *(":orange[:material/warning:]", ":green[:material/check:]"),
        ),
    }
)


COUNTS = {f"{kind}s": f"{len(of_kind(kind))}" for kind in WORDS} | {"lines": f"{len(LINES)}"}


@memoize(64, max_bytes=2**18)
def outcome(key: str) -> Outcome:
    """Return the outcome of the erratum of that key."""
    return ERRATA[key].compute()


@memoize(16)
def panels(key: str) -> Panels:
    """Return the regions of the erratum of that key, as printed and as corrected."""
    return compute_panels(drawing_of(key))


@memoize(64)
def evidence(line: str, test: Test) -> Evidence:
    """Return the evidence of a test of a line."""
    return LINES[line].tests[test]()


@memoize(64, max_bytes=2**18)
def _outcome_of_line(key: str) -> Outcome:
    return LINES[key].compute()


def count_score(state: CheckingTheSourcesState) -> tuple[int, int]:
    """Return how many lines were judged correctly, and how many were judged."""
    judgements = state.judgements
    correct = sum(LINES[key].verdict == verdict for key, verdict in judgements.items())
    return correct, len(judgements)


def mark(state: CheckingTheSourcesState, key: str) -> str:
    """Return the number of a line in the hunt, and whether it was judged correctly."""
    number, verdict = NUMBERS[key], state.judgements.get(key)
    if verdict is None:
        return number
    return f"{number} :material/{'check' if verdict == LINES[key].verdict else 'close'}:"


def measure_of_line(key: str) -> str:
    """Return the description of the numbers in the formula of a line."""
    return f"In numbers: {_outcome_of_line(key).measure}."


def result_of_line(key: str) -> str:
    """Return the result of a line and, unless it is right, of its correction."""
    line, texts = LINES[key], outcome_texts(_outcome_of_line(key))
    if line.kind is None:
        return f"{measure_of_line(key)} Both: {texts['printed']}."
    words = WORDS[line.kind]
    results = f"{words.printed}: {texts['printed']}. {words.right}: {texts['right']}."
    return f"{measure_of_line(key)} {results}"


def describe_tests(key: str) -> str:
    """Return which tests of a line show its error, and which do not."""
    failing, passing = (
        ", ".join(
            TESTS[test].lower() for test in LINES[key].tests if evidence(key, test).passes is passes
        )
        for passes in (False, True)
    )
    if not failing:
        return "It passes all its tests."
    if not passing:
        return f"Shown by: {failing}."
    return f"Shown by: {failing}. Not shown by: {passing}."


def outcome_texts(outcome: Outcome) -> dict[str, str]:
    """Return the measure and both results of an outcome as text."""
    printed, right = (_text(value, outcome.is_share) for value in (outcome.printed, outcome.right))
    return {"measure": outcome.measure, "printed": printed, "right": right}


def _text(value: float | str, is_share: bool) -> str:
    if isinstance(value, str):
        return value
    if is_share:
        return percent(value)
    return decimal(value if abs(value) > ROUNDING_NOISE else 0.0)


def equations(state: CheckingTheSourcesState) -> list[Equation]:
    """Return the formula of the line and, once it was judged, that of its correction."""
    line, texts = state.printed, outcome_texts(_outcome_of_line(state.line))
    titles = ["printed"]
    if state.verdict is not None and line.kind is not None:
        titles.append(WORDS[line.kind].right_short)  # a phone is narrow
    values = (rf"\text{{{texts[side]}}}".replace("%", r"\%") for side in ("printed", "right"))
    return [
        Equation(rf"\text{{{title}}}", formula, value)
        for title, formula, value in zip(titles, line.formulas, values, strict=False)
    ]


def lab_state(state: CheckingTheSourcesState) -> LabState:
    """Return the state of the lab with the points and the corrected rule of an erratum.

    It is the open entry or the line, if that changes regions, else the first line.
    """
    candidates = (state.erratum, state.printed.entry, next(iter(LINES.values())).entry)
    drawing = drawing_of(next(key for key in candidates if key in ERRATA and ERRATA[key].draw))
    points = encode_drawing(draw(drawing.X, drawing.y).on_grid())  # for a short link
    return replace(LabState(data=DRAWN, points=points), **drawing.lab)


@memoize(1, max_bytes=2**16)
def check_root() -> dict[str, str]:
    """Return the numbers of the text about eq. 4: its effect and both integrals."""
    scores, drawing = panels(ROOT), drawing_of(ROOT)
    model = GaussianBayes("full").fit(drawing.X, drawing.y)
    x = np.linspace(-12, 12, 241)
    plane = grid_nodes(x, x)
    cell = (x[1] - x[0]) ** 2
    integrals = [
        np.exp(printed_densities(model, plane, inside=inside)[:, 0]).sum() * cell
        for inside in (False, True)
    ]
    texts = outcome_texts(outcome(ROOT))
    return {
        "share_printed": texts["printed"],
        "share_right": texts["right"],
        "kept": percent((scores.printed > 0).sum() / (scores.right > 0).sum()),
        "integral_printed": f"{integrals[0]:.3g}",
        "integral_right": f"{integrals[1]:.3g}",
    }
