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
    Prepared,
    Values,
    check_keys,
    read_number,
    read_text,
)

__all__ = ["VOTE"]

FEWEST, MOST = 2, 5  # options
LONGEST_QUESTION, LONGEST_OPTION, LONGEST_WHY = 800, 200, 2500  # characters
PAGE = re.compile(r"[a-z_]{1,40}")  # the path of a lesson


def _prepare(chosen: Values) -> Prepared:
    check_keys(chosen, ("question", "options", "answer", "why", "page"))
    options = chosen.get("options")
    if not isinstance(options, list) or not FEWEST <= len(options) <= MOST:
        raise InputError(f"A question has {FEWEST} to {MOST} options.")
    settings = {
        "question": read_text(chosen.get("question"), "question", LONGEST_QUESTION),
        "options": [read_text(option, "option", LONGEST_OPTION) for option in options],
    }
    secret: dict[str, Any] = {}
    if "answer" in chosen:
        secret["answer"] = read_number(chosen["answer"], "answer", 0, len(options) - 1, whole=True)
    if "why" in chosen:
        secret["why"] = read_text(chosen["why"], "explanation", LONGEST_WHY)
    if "page" in chosen:
        secret["page"] = _read_page(chosen["page"])
    return Prepared(settings, secret)


def _read_page(page: Any) -> str:
    """Return the path of the lesson that shows the answer."""
    if not isinstance(page, str) or not PAGE.fullmatch(page):
        raise InputError("The page must be the path of a lesson, as in its address.")
    return page


def _read(state: ActivityState, _participant: str, sent: Values) -> Values:
    check_keys(sent, ("option",))
    most = len(state.settings["options"]) - 1
    return {"option": read_number(sent.get("option"), "option", 0, most, whole=True)}


def _show(state: ActivityState, _names: Mapping[str, str]) -> Values:
    """Return the votes for each option in each round, once they are revealed."""
    if not state.is_revealed:
        return {}
    rounds = (*state.earlier, state.shown)
    tallies = [Counter(vote["option"] for vote in votes.values()) for votes in rounds]
    options = range(len(state.settings["options"]))
    return {"votes": [[tally[option] for option in options] for tally in tallies], **state.secret}


VOTE = Activity("vote", "Vote", "Choose your answer.", _prepare, _read, _show)
