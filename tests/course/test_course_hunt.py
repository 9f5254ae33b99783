"""Lesson 10 of the static course: the hunt says what the app says, and keeps judgements as it."""

import re

import numpy as np
import pytest

from app_pages import open_page
from core.link import encode
from javascript import call
from lessons.checking_the_sources.data import count_score
from lessons.checking_the_sources.errata import LINES, VERDICTS
from lessons.checking_the_sources.state import CheckingTheSourcesState
from offline.course.hunt import describe_hunt
from offline.course.parts import Markdown

STATES = 20
# What Streamlit's Markdown has besides: an icon, and an end of a colour.
DIRECTIVES = re.compile(r":\w+\[:material/\w+:\] |^:gray\[|\]$")


def draw_states() -> list[CheckingTheSourcesState]:
    """Return states with a line, one of its tests, and judgements."""
    rng, states = np.random.default_rng(10), []
    for _ in range(STATES):
        line = str(rng.choice(list(LINES)))
        state = CheckingTheSourcesState().change(line=line)
        for other in rng.choice(list(LINES), int(rng.integers(4)), replace=False).tolist():
            state = state.change(line=other).judge(str(rng.choice(list(VERDICTS))))
        test = str(rng.choice(list(LINES[line].tests)))
        states.append(state.change(line=line).change(test=test))
    return states


def told() -> dict[str, object]:
    hunt = describe_hunt().data
    lines = {key: {"verdict": line["verdict"]} for key, line in hunt["lines"].items()}
    return {"lines": lines, "titles": hunt["titles"]}


def test_the_browser_reads_and_writes_judgements_and_counts_as_python_does() -> None:
    states = draw_states()
    read = call("hunt.js", [["readVerdicts", told(), state.judged] for state in states])
    assert read == [state.judgements for state in states]
    assert call("hunt.js", [["writeVerdicts", told(), each] for each in read]) == [
        state.judged for state in states
    ]
    scores = call("hunt.js", [["countScore", told(), each] for each in read])
    assert scores == [list(count_score(state)) for state in states]
    assert call("hunt.js", [["readVerdicts", told(), "eq-0_right.x.eq-3_maybe."]]) == [{}]


def test_the_next_line_is_the_first_one_after_this_that_was_not_judged() -> None:
    keys = list(LINES)
    verdicts = dict.fromkeys(keys[1:], "right")
    jobs = [["nextLine", told(), keys[3], verdicts], ["nextLine", told(), keys[0], {}]]
    everything = ["nextLine", told(), keys[0], dict.fromkeys(keys, "wrong")]
    assert call("hunt.js", [*jobs, everything]) == [keys[0], keys[0], None]


@pytest.mark.soak
def test_the_hunt_has_the_text_of_the_app_in_20_states() -> None:
    hunt = describe_hunt().data
    for state in draw_states():
        line = hunt["lines"][state.line]
        tested = line["tests"][state.test]
        formula = line["corrected" if state.verdict else "formula"]
        app = open_page("checking_the_sources.py", **encode(state))
        said = {DIRECTIVES.sub("", element.value) for element in app.markdown}
        answer = line["answers"][state.verdict] if state.verdict else ()
        expected = [line[name] for name in ("printed", "meaning", "measure")]
        expected += [tested["what"], tested["expected"], *answer]
        assert [part.text for part in expected if not is_said(part, said)] == []
        numbers = [(metric.label, metric.value) for metric in app.metric]
        assert numbers == list(tested["numbers"])
        shown = " ".join(element.value for element in app.latex)
        assert all(each.symbols in shown or each.numbers in shown for each in formula.equations)


def is_said(part: Markdown, said: set[str]) -> bool:
    return any(part.text in text for text in said)
