"""What each event does to a room.

:func:`step` applies one event and raises an InputError where it is not allowed. :func:`fold` leaves
such an event out, as every server and every replay does: whether an event counts depends only on
those before it in the log.

Every event has "do", "by" (a participant, or "teacher" or "server") and "at" (seconds since 1970).
What a participant says replaces what the same participant said before, so events that come twice
change nothing, and the order of events of different participants does not matter.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, count
from types import MappingProxyType
from typing import Any

from core.input_error import InputError
from live.activities import ACTIVITIES
from live.activity import ActivityState, Values, check_keys, read_number
from live.homework import (
    Homework,
    forget_work,
    hand_in,
    keep_check,
    read_name,
    read_roster,
)
from live.log import Entry, Event
from live.names import choose_name
from live.plan import read_plan
from live.refusing import refusing
from live.room import SERVER, TEACHER, Participant, Room

MOST_UNDONE = 10
LONGEST_COUNTDOWN = 3600  # seconds
MOST_ROUNDS = 3  # of one vote
REMEMBERED = 4  # participants for each place; beyond, those who left are forgotten


def fold(room: Room, entry: Entry) -> tuple[Room, str | None]:
    """Return the room after an event, and why the event does not count, if it does not."""
    try:
        return replace(step(room, entry.event), seq=entry.seq), None
    except InputError as problem:
        return replace(room, seq=entry.seq), str(problem)


def step(room: Room, event: Event) -> Room:
    """Return the room after an event.

    Raises
    ------
    InputError
        If the event is not allowed at this point, or fails.
    """
    with refusing("An event of a room"):
        return _step(room, event)


def _step(room: Room, event: Event) -> Room:
    kind = EVENTS[event["do"]]
    by = event["by"]
    if room.has_ended:
        raise InputError("The room has ended.")
    if kind.by == "participant" and event["do"] != "join":
        person = room.participants.get(by)
        if person is None or person.status == "removed":
            raise InputError("The teacher has removed you from the room.")
        if person.status == "left" and event["do"] in ("put", "hand_in", "roster"):
            raise InputError("You have left the room: reload the page to come back.")
    return kind.apply(room, event)


def check_message(role: str, message: Values) -> None:
    """Check that this role may send such a message, and that it has the right fields.

    Raises
    ------
    InputError
        If not.
    """
    kind = EVENTS.get(message["do"]) if isinstance(message.get("do"), str) else None
    if kind is None or kind.by != role:
        raise InputError(f"A {role} cannot send such a message.")
    types = {**kind.fields, **kind.optional}
    check_keys({name: message[name] for name in set(message) - {"do", "n"}}, tuple(types))
    for name, expected in types.items():
        if (name in message or name in kind.fields) and type(message.get(name)) is not expected:
            raise InputError(f"The field {name!r} of the message is missing or has the wrong type.")


def _open(room: Room, event: Event) -> Room:
    values = event.get("homework")
    homework = None
    if values:
        fields: dict[str, Any] = {**values, "exercises": tuple(values["exercises"])}
        homework = Homework(**fields)
    return replace(room, secret=event["secret"], places=event["places"], homework=homework)


def _join(room: Room, event: Event) -> Room:
    by, person = event["by"], room.participants.get(event["by"])
    if person is not None and person.status == "removed":
        raise InputError("The teacher has removed you from the room.")
    if person is not None and person.status == "present":
        return room
    if person is None and room.homework is not None and room.homework.is_over:
        raise InputError("The homework is over: nobody new can join it.")
    if person is None and room.is_locked:
        raise InputError("The teacher has locked the room: nobody can join it now.")
    if room.passcode not in ("", event.get("passcode")):
        raise InputError("The passcode is wrong.")
    if room.count >= room.places:
        room = _take_place(room, event.get("instead", ""))
    if person is not None:
        return _with_person(room, by, replace(person, status="present"))
    return _with_person(_with_space(room), by, Participant(_name(room, event)))


def _take_place(room: Room, instead: str) -> Room:
    """Free the place of the one whom the server has found not to be connected, in a full room."""
    if not room.is_present(instead):
        raise InputError(f"The room is full: it has {room.places} places.")
    return _with_person(room, instead, replace(room.participants[instead], status="away"))


def _name(room: Room, event: Event) -> str:
    """Return a generated name, or in a homework the student's own; each name is given once."""
    names = {person.name for person in room.participants.values()}
    if room.homework is None or not event.get("name"):
        return choose_name(int(event["by"], 16), names)
    name = read_name(event["name"])
    return next(
        each for each in chain([name], (f"{name} ({k})" for k in count(2))) if each not in names
    )


def _with_space(room: Room) -> Room:
    """If too many participants are known, forget the first who has left and handed in nothing.

    Without such a one, forget one who was removed, with all work.
    """
    if len(room.participants) < REMEMBERED * room.places:
        return room
    homework, removed = room.homework, room.removed
    worked = homework.work.keys() - removed if homework else ()
    outside = (who for who in room.participants if not room.is_present(who))
    first = min(outside, key=lambda who: 2 * (who in worked) + (who in removed))
    people = {who: person for who, person in room.participants.items() if who != first}
    if homework and first in removed:
        homework = forget_work(homework, first)
    return replace(room, participants=people, homework=homework)


def _ask_passcode(room: Room, event: Event) -> Room:
    """Ask everybody, also those present, for a new passcode; or nobody any more."""
    if not event["on"]:
        return replace(room, passcode="")
    outside = {
        who: replace(person, status="left") if person.status == "present" else person
        for who, person in room.participants.items()
    }
    return replace(room, passcode=event["passcode"], participants=outside)


def _leave(room: Room, event: Event) -> Room:
    by = event["by"]
    return _with_person(room, by, replace(room.participants[by], status="left"))


def _with_person(room: Room, who: str, person: Participant) -> Room:
    return replace(room, participants={**room.participants, who: person})


def _put(room: Room, event: Event) -> Room:
    """Take a contribution to the present activity."""
    state, by = _activity(room), event["by"]
    if event["activity"] != state.number:
        raise InputError("Your answer came too late: its activity is over.")
    if event.get("round", state.round) != state.round:
        raise InputError("Your answer came too late: its round is over. Please vote again.")
    if not state.is_open:
        raise InputError("The activity is closed: your last answer counts.")
    value = ACTIVITIES[state.key].read(state, by, event["value"])
    return _with(room, contributions={**state.contributions, by: value})


def _start(room: Room, event: Event) -> Room:
    if room.homework is not None:
        raise InputError("A homework has no activities: open a room for them.")
    if event["key"] not in ACTIVITIES:
        raise InputError(f"There is no such activity; use one of {', '.join(ACTIVITIES)}.")
    number, item = room.number + 1, event.get("item", room.item)
    if not 0 <= item <= len(room.plan):
        raise InputError("There is no such activity in the plan.")
    state = ActivityState(
        number, event["key"], event["settings"], event.get("secret", {}), since=event["at"]
    )
    return replace(room, activity=state, number=number, item=item)


def _plan(room: Room, event: Event) -> Room:
    """Replace the plan; start it from the beginning unless its started part is unchanged."""
    plan, item = read_plan(event["items"]), room.item
    return replace(room, plan=plan, item=item if plan[:item] == room.plan[:item] else 0)


def _set(room: Room, event: Event) -> Room:
    state = _activity(room)
    change = ACTIVITIES[state.key].change
    if change is None:
        raise InputError("The settings of this activity are fixed when it starts.")
    return _with(room, settings=change(state.settings, event["settings"]))


def _reveal(room: Room, event: Event) -> Room:
    is_open = _activity(room).is_open and not event["on"]
    return _with(room, is_revealed=event["on"], is_open=is_open, closes=0.0)


def _accept(room: Room, event: Event) -> Room:
    return _with(room, is_open=event["on"], closes=0.0)


def _count_down(room: Room, event: Event) -> Room:
    """Let the activity close by itself after some seconds; 0 stops that."""
    seconds = read_number(event["seconds"], "number of seconds", 0, LONGEST_COUNTDOWN, whole=True)
    if not _activity(room).is_open:
        raise InputError("The activity is closed: open it again first.")
    return _with(room, closes=event["at"] + seconds if seconds else 0.0)


def _close(room: Room, event: Event) -> Room:
    """Close the activity at the end of its countdown, unless the teacher has decided otherwise."""
    state = room.activity
    is_due = state is not None and (state.number, state.closes) == (
        event["activity"],
        event["when"],
    )
    return _with(room, is_open=False, closes=0.0) if is_due else room


def _freeze(room: Room, event: Event) -> Room:
    return _with(room, frozen=_activity(room).contributions if event["on"] else None)


def _again(room: Room, _event: Event) -> Room:
    """Start another round of the same question; the earlier votes are shown beside it.

    What was deleted belongs to its round: undoing would count it in this one.
    """
    state = _activity(room)
    if state.key != "vote":
        raise InputError("Only a vote has a second round.")
    if state.round >= MOST_ROUNDS:
        raise InputError(f"A vote has at most {MOST_ROUNDS} rounds.")
    earlier = (*state.earlier, state.contributions)
    empty: dict[str, Any] = {"contributions": {}, "deleted": (), "frozen": None}
    return _with(room, earlier=earlier, **empty, is_open=True, is_revealed=False, closes=0.0)


def _discard(room: Room, event: Event) -> Room:
    return _delete(room, lambda who: who == event["who"])


def _delete(room: Room, is_chosen: Callable[[str], bool]) -> Room:
    """Delete contributions; :func:`_undo` brings them back."""
    state = _activity(room)
    rest = {who: value for who, value in state.contributions.items() if not is_chosen(who)}
    deleted = (*state.deleted, state.contributions)[-MOST_UNDONE:]
    frozen = state.frozen and {who: v for who, v in state.frozen.items() if not is_chosen(who)}
    return _with(room, contributions=rest, deleted=deleted, frozen=frozen)


def _undo(room: Room, _event: Event) -> Room:
    """Restore what the last deletion removed; later contributions stay."""
    state = _activity(room)
    if not state.deleted:
        raise InputError("There is no deletion to undo.")
    before, removed = {**state.deleted[-1], **state.contributions}, room.removed
    back = {who: value for who, value in before.items() if who not in removed}
    return _with(room, contributions=back, deleted=state.deleted[:-1])


def _remove(room: Room, event: Event) -> Room:
    """Remove one participant or many, with all that they have contributed; or let them return."""
    named = [event["who"]] if isinstance(event["who"], str) else event["who"]
    chosen = {who for who in named if isinstance(who, str) and who in room.participants}
    if not chosen:
        raise InputError("There is no such participant.")
    status = "removed" if event["on"] else "left"
    changed = {who: replace(room.participants[who], status=status) for who in chosen}
    room = replace(room, participants={**room.participants, **changed})
    if not event["on"] or room.activity is None:
        return room
    earlier = tuple(
        {who: value for who, value in votes.items() if who not in chosen}
        for votes in room.activity.earlier
    )
    return _with(_delete(room, lambda who: who in chosen), earlier=earlier)


def _keep_result(room: Room, event: Event) -> Room:
    """Keep the server's result of a contribution; one to an earlier activity is ignored."""
    state = room.activity
    if state is None or state.number != event["activity"]:
        return room
    result = {"entry": event["entry"], "result": event["result"]}
    return _with(room, results={**state.results, event["who"]: result})


def _homework(room: Room) -> Homework:
    if room.homework is None:
        raise InputError("This room has no homework.")
    return room.homework


def _hand_in(room: Room, event: Event) -> Room:
    homework = hand_in(_homework(room), event["by"], event["exercise"], event["value"], event["at"])
    return replace(room, homework=homework)


def _answer_roster(room: Room, event: Event) -> Room:
    homework = _homework(room)
    if not homework.roster:
        raise InputError("Your teacher has not asked for this.")
    numbers = {**homework.numbers, event["by"]: read_roster(event["text"])}
    return replace(room, homework=replace(homework, numbers=numbers))


def _keep_check(room: Room, event: Event) -> Room:
    work = (event["who"], event["exercise"], event["handed"], event["result"])
    return replace(room, homework=keep_check(_homework(room), *work))


def _end_homework(room: Room, _event: Event) -> Room:
    return replace(room, homework=replace(_homework(room), is_over=True))


def _activity(room: Room) -> ActivityState:
    if room.activity is None:
        raise InputError("There is no activity yet.")
    return room.activity


def _with(room: Room, **changes: Any) -> Room:
    return replace(room, activity=replace(_activity(room), **changes))


@dataclass(frozen=True)
class Kind:
    """A kind of event: by whom, what it does, and the fields of its message with their types."""

    by: str
    apply: Callable[[Room, Event], Room]
    fields: Mapping[str, type] = field(default_factory=dict)
    optional: Mapping[str, type] = field(default_factory=dict)


_ON = {"on": bool}
EVENTS: Mapping[str, Kind] = MappingProxyType(
    {
        "open": Kind(SERVER, _open),
        "judged": Kind(SERVER, _keep_result),
        "checked": Kind(SERVER, _keep_check),
        "time_up": Kind(SERVER, _close),
        "over": Kind(SERVER, _end_homework),
        "join": Kind("participant", _join),
        "leave": Kind("participant", _leave),
        "put": Kind("participant", _put, {"activity": int, "value": dict}, {"round": int}),
        "hand_in": Kind("participant", _hand_in, {"exercise": str, "value": dict}),
        "roster": Kind("participant", _answer_roster, {"text": str}),
        "plan": Kind(TEACHER, _plan, {"items": list}),
        "start": Kind(TEACHER, _start, {"key": str, "settings": dict}, {"item": int}),
        "set": Kind(TEACHER, _set, {"settings": dict}),
        "accept": Kind(TEACHER, _accept, _ON),
        "countdown": Kind(TEACHER, _count_down, {"seconds": int}),
        "hide": Kind(TEACHER, lambda room, event: _with(room, is_hidden=event["on"]), _ON),
        "reveal": Kind(TEACHER, _reveal, _ON),
        "freeze": Kind(TEACHER, _freeze, _ON),
        "again": Kind(TEACHER, _again),
        "clear": Kind(TEACHER, lambda room, _event: _delete(room, lambda _who: True)),
        "discard": Kind(TEACHER, _discard, {"who": str}),
        "undo": Kind(TEACHER, _undo),
        "remove": Kind(TEACHER, _remove, {"who": str, "on": bool}),
        "remove_many": Kind(TEACHER, _remove, {"who": list, "on": bool}),
        "lock": Kind(TEACHER, lambda room, event: replace(room, is_locked=event["on"]), _ON),
        "passcode": Kind(TEACHER, _ask_passcode, _ON),
        "end": Kind(TEACHER, lambda room, _event: replace(room, has_ended=True)),
    }
)
