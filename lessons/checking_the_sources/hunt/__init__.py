"""The hunt: printed lines of the sources, from easy to hard, to be tested and judged."""

from collections.abc import Mapping
from types import MappingProxyType

from lessons.checking_the_sources.hunt import bayes_post, implementing, linear_post, notes
from lessons.checking_the_sources.hunt.line import (
    TESTS,
    VERDICTS,
    Evidence,
    PrintedLine,
    Test,
    Verdict,
)

__all__ = ["LINES", "TESTS", "VERDICTS", "Evidence", "PrintedLine", "Test", "Verdict"]

LINES: Mapping[str, PrintedLine] = MappingProxyType(
    {
        line.key: line
        for line in (
            *(linear_post.COVARIANCE_CODE, implementing.NORMAL, implementing.TOTAL),
            *(implementing.FIRST_ROWS, implementing.DENSITY, bayes_post.ARGMAX),
            *(notes.SECOND_ORDER, implementing.NO_PRIORS, notes.QUADRATIC, notes.LARGE_X1),
            *(linear_post.OFFSET, linear_post.LOG_RATIO, linear_post.SCORE, notes.CONSISTENCY),
        )
    }
)
