"""The texts of lesson 10 that are computed: results, scores, formulas, and the state of the lab."""

from collections.abc import Mapping
from dataclasses import replace

from bayeslab.evaluation.formats import decimal, percent
from core.caching import memoize
from core.drawing import draw, encode_drawing
from core.link import decode
from core.state import DRAWN, LabState
from lessons.checking_the_sources.errata import ENTRIES, LINES, TESTS, of_kind
from lessons.checking_the_sources.proofs import evidence, outcome, panels, run
from lessons.checking_the_sources.state import NUMBERS, ROOT, CheckingTheSourcesState
from lessons.steps import read_steps, step_of
from lessons.texts import Equation
from lessons.tries import try_states

STEM = "checking_the_sources"
ROUNDING_NOISE = 1e-9  # smaller numbers are shown as 0
# How both sides of an entry are called.
WORDS: Mapping[str, tuple[str, str]] = {
    "error": ("As printed", "Corrected"),
    "caution": ("As it stands", "With care"),
    "right": ("As printed", "Independently"),
}
LISTED = ("error", "caution")
COUNTS = {f"{kind}s": f"{len(of_kind(kind))}" for kind in LISTED} | {"lines": f"{len(LINES)}"}


def count_score(state: CheckingTheSourcesState) -> tuple[int, int]:
    """Return how many lines were judged correctly, and how many were judged."""
    judgements = state.judgements
    correct = sum(LINES[key].verdict == verdict for key, verdict in judgements.items())
    return correct, len(judgements)


def describe_step(state: CheckingTheSourcesState) -> dict[str, str]:
    """Return the numbers of the steps: those of the step's test, the score, and the lines seen."""
    steps, step = read_steps(STEM, type(state)), step_of(STEM, state)
    told = {**step.goal, **step.after} if step else {}
    test = told.get("test", state.test)  # the visitor may press another one after the answer
    numbers = evidence(state.line, test).numbers if test in state.printed.tests else ()
    names = ("first", "second", "third")
    correct, judged = count_score(state)
    texts = {name: value for name, (_, value) in zip(names, numbers, strict=False)}
    lines = {str(each.changes["line"]) for each in steps[:-1]}
    *most, last = sorted((NUMBERS[line] for line in lines), key=int)
    return texts | {
        "correct": f"{correct}",
        "judged": f"{judged}",
        "seen": f"{', '.join(most)} and {last}",
        **_mend_units(),
        "difference": dict(evidence("eq-3", "program").numbers)["largest difference"],
    }


@memoize(1, max_bytes=2**16)
def _mend_units() -> dict[str, str]:
    """Return the term of the second-order line with the inverses, in cm and in mm."""
    names = run(ENTRIES["inverses"].proof)
    X, y = names["petals"]
    terms = []
    for scale in (1, 10):
        plus, minus = map(names["inv"], names["covariances"](scale * X, y))
        terms.append(decimal(-(scale * X[-1]) @ (plus - minus) @ (scale * X[-1]) / 2))
    return dict(zip(("mended_cm", "mended_mm"), terms, strict=True))


def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, which are those of three tests."""
    states = try_states(STEM, "Try", CheckingTheSourcesState)
    copied, guess, score = (
        [value for _, value in evidence(state.line, state.test).numbers] for state in states
    )
    names = ("once", "copied", "line", "guess", "left", "right", "same")
    return dict(zip(names, (*copied, *guess, *score), strict=True))


def mark(state: CheckingTheSourcesState, key: str) -> str:
    """Return the number of a line in the hunt, and whether it was judged correctly."""
    number, verdict = NUMBERS[key], state.judgements.get(key)
    if verdict is None:
        return number
    return f"{number} :material/{'check' if verdict == LINES[key].verdict else 'close'}:"


def measure_of_line(key: str) -> str:
    """Return the description of the numbers in the formula of a line."""
    return f"In numbers: {LINES[key].entry.compared}."


def result_of_line(key: str) -> str:
    """Return the result of a line and, unless it is right, of its correction."""
    entry = LINES[key].entry
    printed, right = outcome_texts(entry.key)
    if entry.kind == "right":
        return f"{measure_of_line(key)} Both: {printed}."
    words = WORDS[entry.kind]
    return f"{measure_of_line(key)} {words[0]}: {printed}. {words[1]}: {right}."


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
    return f"Shown by: {failing}." + (f" Not shown by: {passing}." if passing else "")


def outcome_texts(key: str) -> tuple[str, str]:
    """Return what is printed and what is right of an entry, as text; accuracies are shares."""
    is_share = "accuracy" in ENTRIES[key].compared
    printed, right = (_text(value, is_share) for value in outcome(key))
    return printed, right


def _text(value: float | str, is_share: bool) -> str:
    if isinstance(value, str):
        return value
    if is_share:
        return percent(value)
    return decimal(value if abs(value) > ROUNDING_NOISE else 0.0)


def equations(state: CheckingTheSourcesState) -> list[Equation]:
    """Return the formula of the line and, once it was judged, that of its correction."""
    entry = state.printed.entry
    titles = ("printed", WORDS[entry.kind][1].lower())  # a phone is narrow
    shown = zip(titles, entry.formulas, outcome_texts(entry.key), strict=False)
    return [
        Equation(rf"\text{{{title}}}", formula, rf"\text{{{value}}}".replace("%", r"\%"))
        for title, formula, value in [*shown][: 1 if state.verdict is None else 2]
    ]


def lab_state(state: CheckingTheSourcesState) -> LabState:
    """Return the state of the lab with the points and the corrected rule of an entry.

    It is the open entry or the line, if that changes regions, else the first line.
    """
    lines = state.printed, *LINES.values()
    keys = (state.erratum, *(line.entry.key for line in lines))
    key = next(key for key in keys if key in ENTRIES and ENTRIES[key].lab)
    points = encode_drawing(draw(panels(key).X, panels(key).y).on_grid())  # for a short link
    fields = dict(field.split("=") for field in ENTRIES[key].lab.split("&"))
    return replace(decode(fields, LabState)[0], data=DRAWN, points=points)


@memoize(1, max_bytes=2**16)
def check_root() -> dict[str, str]:
    """Return the numbers of the text about eq. 4: its effect and both integrals."""
    scores = panels(ROOT)
    printed, right = outcome_texts(ROOT)
    of_printed, of_right = run(ENTRIES[ROOT].proof)["integrals"]
    return {
        "share_printed": printed,
        "share_right": right,
        "kept": percent((scores.printed > 0).sum() / (scores.right > 0).sum()),
        "integral_printed": f"{of_printed:.3g}",
        "integral_right": f"{of_right:.3g}",
    }
