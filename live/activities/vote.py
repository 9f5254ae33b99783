"""Vote: everybody chooses an answer; the room discusses, votes again, and looks."""

from collections import Counter
from collections.abc import Mapping

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
LONGEST_QUESTION, LONGEST_OPTION, LONGEST_WHY = 500, 160, 1500  # characters


def _prepare(chosen: Values) -> Prepared:
    check_keys(chosen, ("question", "options", "answer", "why"))
    options = chosen.get("options")
    if not isinstance(options, list) or not FEWEST <= len(options) <= MOST:
        raise InputError(f"A question has {FEWEST} to {MOST} options.")
    settings = {
        "question": read_text(chosen.get("question"), "question", LONGEST_QUESTION),
        "options": [read_text(option, "option", LONGEST_OPTION) for option in options],
    }
    secret = {}
    if "answer" in chosen:
        secret["answer"] = read_number(chosen["answer"], "answer", 0, len(options) - 1, whole=True)
    if "why" in chosen:
        secret["why"] = read_text(chosen["why"], "explanation", LONGEST_WHY)
    return Prepared(settings, secret)


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
