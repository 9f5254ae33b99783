"""The view of a room for each receiver, and the differences that are sent.

Nothing else leaves the server: :func:`view_room` is the only place where the state of a room turns
into messages. It contains no secret of an activity and no vote before the teacher reveals them.

Differences are JSON merge patches (RFC 7396): an object holds what changed, and null what is gone.
"""

from collections.abc import Mapping
from typing import Any

from live.activities import ACTIVITIES
from live.activities.draw import given_class
from live.activity import INSTRUCTION, ActivityState, Values
from live.homework import view_homework, view_work
from live.room import TEACHER, Room, projector_token


def view_room(room: Room, role: str = "participant") -> Values:
    """Return the view of a role: "participant", "stage" (the projector) or "teacher".

    The teacher also gets the names of the participants, who has answered, the plan, the passcode
    and the token in the projector's link.
    """
    view: dict[str, Any] = {
        "count": room.count,
        "locked": room.is_locked,
        "asks_passcode": bool(room.passcode),
        "ended": room.has_ended,
    }
    if room.activity is not None:
        view["activity"] = _view_activity(room, room.activity)
    if room.homework is not None:
        is_teacher = role == TEACHER
        view["homework"] = view_homework(
            room.homework, is_teacher=is_teacher, removed=room.removed if is_teacher else ()
        )
    if role == TEACHER:
        contributions = room.activity.contributions if room.activity else {}
        if room.homework is not None:
            contributions = room.homework.work
        view["people"] = {
            who: {"name": person.name, "status": person.status, "answered": who in contributions}
            for who, person in room.participants.items()
        }
        view |= {"passcode": room.passcode, "projector": projector_token(room.secret)}
        view["can_undo"] = bool(room.activity and room.activity.deleted)
        view |= {"plan": list(room.plan), "item": room.item}
        if room.activity is not None:
            view["since"] = room.activity.since
    return view


def _view_activity(room: Room, state: ActivityState) -> Values:
    activity = ACTIVITIES[state.key]
    names = {who: person.name for who, person in room.participants.items()}
    here = sum(map(room.is_present, state.contributions))
    return {
        "number": state.number,
        "key": state.key,
        "title": activity.title,
        "task": state.settings.get(INSTRUCTION, activity.task),
        "open": state.is_open,
        "hidden": state.is_hidden,
        "frozen": state.frozen is not None,
        "revealed": state.is_revealed,
        "round": state.round,
        "answered": here,
        "gone": len(state.contributions) - here,
        "closes": state.closes,
        "settings": state.settings,
        "shown": {} if state.is_hidden else activity.show(state, names),
    }


def view_own(room: Room, who: str) -> Values:
    """Return this participant's own view: id, name, status, own contribution and result."""
    person, state = room.participants[who], room.activity
    own: dict[str, Any] = {"id": who, "name": person.name, "status": person.status}
    if room.homework is not None:
        own |= {"work": view_work(room.homework, who), "number": room.homework.numbers.get(who, "")}
    if state is not None and who in state.contributions:
        own["value"] = state.contributions[who]
        if (tell := ACTIVITIES[state.key].tell) and (result := tell(state, who)):
            own["result"] = result
    if state is not None and state.settings.get("choice") == "given":
        own["class"] = given_class(state.settings, who)
    return own


def patch_own(before: Room | None, now: Room, who: str) -> Values:
    """Return what has changed in a participant's own view; for most, nothing has."""
    if who not in now.participants:
        return {}
    if before is None or who not in before.participants:
        return view_own(now, who)
    if _own_parts(before, who) == _own_parts(now, who):
        return {}
    return merge_patch(view_own(before, who), view_own(now, who))


def _own_parts(room: Room, who: str) -> tuple[Any, ...]:
    """Return what :func:`view_own` reads. Most is the same object as before, quick to compare."""
    state = room.activity
    if room.homework is not None:
        homework = room.homework
        own = (homework.work.get(who), homework.numbers.get(who), homework.is_over)
        return (room.participants[who], *own)
    if state is None:
        return (room.participants[who],)
    parts = (state.contributions.get(who), state.results.get(who), state.is_revealed)
    return (room.participants[who], state.settings, *parts)


def merge_patch(before: Values, after: Values) -> dict[str, Any]:
    """Return the JSON merge patch that turns one object into another; no value may be None."""
    patch: dict[str, Any] = dict.fromkeys(before.keys() - after.keys())
    for name, new in after.items():
        old = before.get(name)
        if old is new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            if inner := merge_patch(old, new):
                patch[name] = inner
        elif old != new:
            patch[name] = new
    return patch
