"""Verdicts: the result of a comparison or a sweep as one sentence."""

from bayeslab.evaluation.comparison import Difference
from bayeslab.evaluation.formats import PERCENT, fixed, percent
from bayeslab.evaluation.sweeps import Sweep
from core.fields import DIGITS

SMALL_NUMBERS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def verdict_of(difference: Difference) -> str:
    """Return what follows from the interval, and from Holm's correction where there are several."""
    if difference.is_clear:
        return "a clear difference"
    if difference.leaves_out_zero:
        return (
            f"no clear difference after Holm's correction for {difference.comparisons} comparisons"
        )
    return "no clear difference"


def describe_difference(difference: Difference) -> str:
    """Return the leader, its lead in percentage points, the 95 % interval and the verdict."""
    names = difference.name, difference.reference
    ends = difference.low, difference.high
    if difference.mean < 0:
        names, ends = names[::-1], (-difference.high, -difference.low)
    low, high = (fixed(100 * end, 1) for end in ends)
    lead = fixed(100 * abs(difference.mean), 1)
    stands = f"{names[0]} is ahead of {names[1]} by {lead} points"
    if lead == "0.0":
        stands = f"{names[0]} and {names[1]} are level"
    return f"{stands} (95{PERCENT} interval {low} to {high}): {verdict_of(difference)}."


def describe_best(sweep: Sweep) -> str:
    """Return which point of a sweep is best, and how a tie was broken."""
    best, others = sweep.best, len(sweep.tied) - 1
    where = f"γ = {best.gamma:.{DIGITS}g}" + ("" if best.C is None else f", C = {best.C:.3g}")
    how = "leave-one-out" if best.cross_validated is None else "held-out"
    text = f"{where} has the highest {how} accuracy, {percent(best.held_out)}."
    if others == 0:
        return text
    number = SMALL_NUMBERS[others - 1] if others <= len(SMALL_NUMBERS) else str(others)
    rest = f"{number} other value ties" if others == 1 else f"{number} other values tie"
    choice = "the smallest γ" if best.C is None else "the smallest γ, then the smallest C,"
    return f"{text} {rest}; {choice} is chosen: the smoothest boundary."


def describe_seconds(seconds: float) -> str:
    """Return a duration in words: "less than a second", "about 40 seconds"."""
    if seconds < 1:
        return "less than a second"
    if seconds < 10:
        whole = round(seconds)
        return f"about {whole} second{'s' if whole > 1 else ''}"
    if seconds < 100:
        return f"about {round(seconds, -1):.0f} seconds"
    return f"about {round(seconds / 60)} minutes"
