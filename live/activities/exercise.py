"""Exercise: everybody solves an exercise; the server checks what is handed in.

A phone may check a goal while its user drags, but the result that counts is computed here from the
points, γ or other fields that were handed in. Answers, solutions and explanations are secret until
the teacher reveals them; so is the number of right answers, unless phones can check them.
"""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.exercises.hand_in import describe_rules, judge, read_hand_in
from core.exercises.messages import describe_ending, describe_task
from core.exercises.registry import find_exercise
from core.input_error import InputError
from live.activity import Activity, ActivityState, Example, Prepared, Values, check_keys

__all__ = ["EXERCISE"]

CHECKED_ON_PHONES = "reach"  # the kind of exercise
MOST_IN_GALLERY = 24
NONE = -1  # no solution of the gallery is open: that of the exercise is shown


def _prepare(choices: Values) -> Prepared:
    check_keys(choices, ("exercise", "variant"))
    stem, variant = choices.get("exercise"), choices.get("variant", 0)
    exercise = find_exercise(stem, variant)
    desk = describe_task(exercise)  # refuses what a phone cannot show
    texts = {name: desk[name] for name in ("title", "task", "options")}
    rules = describe_rules(exercise)
    settings = {"exercise": stem, "variant": variant, **texts, "rules": rules, "opened": NONE}
    return Prepared(settings, {"ending": describe_ending(exercise)})


def _read(state: ActivityState, _participant: str, values: Values) -> Values:
    return read_hand_in(state.settings["rules"], values)


def _evaluate(prepared: Prepared, values: Values) -> Values:
    return judge(prepared.settings["exercise"], prepared.settings["variant"], values)


def _change(settings: Values, changes: Values) -> Values:
    """Open a solution of the gallery, or the exercise's own."""
    check_keys(changes, ("opened",))
    place = changes.get("opened")
    if type(place) is not int or not NONE <= place < MOST_IN_GALLERY:
        raise InputError(f"Open a solution from 0 to {MOST_IN_GALLERY - 1}, or {NONE}.")
    return {**settings, "opened": place}


def _show(state: ActivityState, _names: Mapping[str, str]) -> Values:
    """Return everybody's progress; once revealed, also the solution and a gallery without names."""
    is_reach = state.settings["rules"]["kind"] == CHECKED_ON_PHONES
    if not (is_reach or state.is_revealed):
        return {}
    results = {who: result for who in state.visible if (result := _result(state, who)) is not None}
    view: dict[str, Any] = {"reached": sum(map(_is_reached, results.values()))}
    if is_reach:
        view["values"] = [result["values"] for result in results.values() if "values" in result]
    if state.is_revealed:
        view |= _reveal(state, results)
    return view


def _reveal(state: ActivityState, results: Mapping[str, Values]) -> Values:
    view = {"ending": state.secret["ending"], "gallery": _gallery(state, results)}
    if state.settings["rules"]["kind"] == "choice":
        votes = Counter(values["option"] for values in state.visible.values())
        view["votes"] = [votes[option] for option in range(state.settings["rules"]["options"])]
    return view


def _gallery(state: ActivityState, results: Mapping[str, Values]) -> list[Values]:
    """Return different solutions with their results, those that reach the goal first."""
    different: dict[str, Values] = {}
    for who, result in results.items():
        values = state.visible[who]
        different.setdefault(json.dumps(values), {"handed": values, "result": result})
    entries = sorted(different.values(), key=lambda entry: not _is_reached(entry["result"]))
    return list(entries[:MOST_IN_GALLERY])


def _result(state: ActivityState, who: str) -> Values | None:
    """Return the result of a participant's latest hand-in; None if it is not known yet."""
    latest = state.results.get(who, {})
    return latest["result"] if latest.get("entry") == state.visible.get(who) else None


def _is_reached(result: Values) -> bool:
    return bool(result.get("reached"))


def _tell(state: ActivityState, who: str) -> Values:
    """Return the result of a participant's own hand-in, as soon as it may be known."""
    is_reach = state.settings["rules"]["kind"] == CHECKED_ON_PHONES
    result = _result(state, who) if is_reach or state.is_revealed else None
    return {} if result is None else {"reached": _is_reached(result)}


GAMMAS = (300, 100, 30, 12, 6, 3, 2, 1, 0.5, 40, 8, 5)

EXERCISE = Activity(
    "exercise",
    "Exercise",
    "Solve the exercise, and hand in your solution.",
    "Everybody solves an exercise on the phone; a gallery shows the solutions.",
    "One of the exercises.",
    5,
    Example(
        {"exercise": "narrow_but_not_too_narrow"},
        lambda _settings, place: {"state": {"gamma": GAMMAS[place % len(GAMMAS)]}},
    ),
    _prepare,
    _read,
    _show,
    change=_change,
    evaluate=_evaluate,
    tell=_tell,
)
