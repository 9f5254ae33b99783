"""Vote: everybody chooses an answer; the room discusses, votes again, and sees the results.

The texts are Markdown with formulas in LaTeX between dollars; browsers show them.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.input_error import InputError
from live.activity import (
    Activity,
    ActivityState,
    Example,
    Prepared,
    Values,
    check_keys,
    read_number,
    read_text,
)

FEWEST, MOST = 2, 5  # options
LONGEST_QUESTION, LONGEST_OPTION, LONGEST_WHY = 800, 200, 2500  # characters
PAGE = re.compile(r"[a-z_]{1,40}")  # the path of a lesson
SITUATION = re.compile(r"[a-z_]{1,40}\?[\w=&.+%-]{0,200}", re.ASCII)


def _prepare(choices: Values) -> Prepared:
    check_keys(choices, ("question", "options", "answer", "why", "page", "before", "after"))
    options = choices.get("options")
    if not isinstance(options, list) or not FEWEST <= len(options) <= MOST:
        raise InputError(f"A question has {FEWEST} to {MOST} options.")
    settings = {
        "question": read_text(choices.get("question"), "question", LONGEST_QUESTION),
        "options": [read_text(option, "option", LONGEST_OPTION) for option in options],
    }
    secret: dict[str, Any] = {}
    if "answer" in choices:
        secret["answer"] = read_number(choices["answer"], "answer", 0, len(options) - 1, whole=True)
    if "why" in choices:
        secret["why"] = read_text(choices["why"], "explanation", LONGEST_WHY)
    if "before" in choices:
        settings["before"] = _read_situation(choices["before"])
    if "after" in choices:
        secret["after"] = _read_situation(choices["after"])
    if "page" in choices:
        secret["page"] = _read_page(choices["page"])
    return Prepared(settings, secret)


def _read_page(page: Any) -> str:
    """Return the path of the lesson that shows the answer."""
    if not isinstance(page, str) or not PAGE.fullmatch(page):
        raise InputError("The page must be the path of a lesson, as in its address.")
    return page


def _read_situation(situation: Any) -> str:
    """Return a page with some fields, whose picture is shown."""
    if not isinstance(situation, str) or not SITUATION.fullmatch(situation):
        raise InputError("A situation must be the path of a page, a question mark and fields.")
    return situation


def _read(state: ActivityState, _participant: str, values: Values) -> Values:
    check_keys(values, ("option",))
    most = len(state.settings["options"]) - 1
    return {"option": read_number(values.get("option"), "option", 0, most, whole=True)}


def _show(state: ActivityState, _names: Mapping[str, str]) -> Values:
    """Return the votes for each option in each round, once they are revealed."""
    if not state.is_revealed:
        return {}
    rounds = (*state.earlier, state.visible)
    tallies = [Counter(vote["option"] for vote in votes.values()) for votes in rounds]
    options = range(len(state.settings["options"]))
    return {"votes": [[tally[option] for option in options] for tally in tallies], **state.secret}


_EXAMPLE = {
    "question": "The labels of these points are random. Kernel Bayes with a very large $\\gamma$ "
    "still gets **every** one of them right. Is it a good classifier?",
    "options": ["Yes, it makes no errors", "No, it has memorised the points", "Nobody can tell"],
    "answer": 1,
    "why": "Nothing predicts random labels. Accuracy on the training points says nothing about "
    "new ones: measure it on points that were held out.",
    "page": "kernel_width",
    "before": "kernel_width?data=random_labels&gamma=1",
    "after": "kernel_width?data=random_labels&gamma=1000",
}

VOTE = Activity(
    "vote",
    "Vote",
    "Choose your answer.",
    "Everybody answers a question. Let the class discuss it, vote again, and reveal.",
    "A question of a lesson, or your own.",
    5,
    Example(_EXAMPLE, lambda _settings, place: {"option": (1, 1, 2, 0, 1, 2)[place % 6]}),
    _prepare,
    _read,
    _show,
)
