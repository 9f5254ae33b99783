"""Exercise: everybody solves an exercise; the server checks what is handed in.

A phone may check a goal while its user drags, but the result that counts is computed here from the
points, γ or other fields that were handed in. Answers, solutions and explanations are secret until
the teacher reveals them; so is the number of right answers, unless phones can check them. So is the
file of an exercise of the teacher's own; its desk, which no address has, is one of the settings, as
the text of JSON, because settings cannot have null.
"""

import json
from collections import Counter
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from core.exercises.file import write_exercise
from core.exercises.hand_in import describe_rules, judge, read_hand_in
from core.exercises.messages import describe_ending, describe_task
from core.exercises.registry import find_exercise, read_own
from core.exercises.sets import name_of
from core.input_error import InputError
from live.activity import Activity, ActivityState, Example, Prepared, Values, check_keys

CHECKED_ON_PHONES = "reach"  # the kind of exercise
MOST_IN_GALLERY = 24
LARGEST_DESK = 100_000  # characters: every phone gets it
NONE = -1  # no solution of the gallery is open: that of the exercise is shown


def _prepare(choices: Values) -> Prepared:
    check_keys(choices, ("exercise", "variant", "own"))
    stem, variant, own = choices.get("exercise"), choices.get("variant", 0), choices.get("own", "")
    if own:
        if stem is not None:
            raise InputError("Choose one of the list, or one of your own.")
        stem, own = _read_own(own)
    exercise = find_exercise(stem, variant, own)
    desk = describe_task(exercise)  # refuses what a phone cannot show
    texts = {name: desk[name] for name in ("title", "task", "options")}
    rules = describe_rules(exercise)
    settings = {"exercise": stem, "variant": variant, **texts, "rules": rules, "opened": NONE}
    secret: dict[str, Any] = {"ending": describe_ending(exercise)}
    if own:
        text = json.dumps(desk, allow_nan=False, ensure_ascii=False)
        if len(text) > LARGEST_DESK:
            raise InputError("This exercise is too large for phones: use fewer points or choices.")
        settings["desk"], secret["own"] = text, own
    return Prepared(settings, secret)


def _read_own(text: Any) -> tuple[str, str]:
    """Return the name and the file of an exercise of the teacher's own."""
    if not isinstance(text, str):
        raise InputError("Your own exercise must be the text of its file.")
    exercise, *others = read_own(text)
    if others:
        raise InputError("Choose one exercise of your file.")
    return name_of(exercise), write_exercise(exercise)


def _read(state: ActivityState, _participant: str, values: Values) -> Values:
    return read_hand_in(state.settings["rules"], values)


def _evaluate(prepared: Prepared, values: Values) -> Values:
    settings, own = prepared.settings, prepared.secret.get("own", "")
    return judge(settings["exercise"], settings["variant"], values, own)


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
    """Return groups of solutions with equal results, right and wrong ones in turn.

    Of each group there is one, with the number of its participants; large groups come first.
    """
    groups: dict[str, dict[str, Any]] = {}
    for who, result in results.items():
        values = state.visible[who]
        key = json.dumps(result if "values" in result else values)
        group = groups.setdefault(key, {"handed": values, "result": result, "count": 0})
        group["count"] += 1
    ordered = sorted(groups.values(), key=lambda group: -group["count"])
    right = [group for group in ordered if _is_reached(group["result"])]
    wrong = [group for group in ordered if not _is_reached(group["result"])]
    pairs = zip_longest(right, wrong)
    turns = [group for pair in pairs for group in pair if group is not None]
    return turns[:MOST_IN_GALLERY]


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
    "One of the exercises, or one of yours.",
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
