"""The fold of events into the state of a room, and what each receiver sees of it."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.input_error import InputError
from live.activities import ACTIVITIES
from live.events import step
from live.names import ANIMALS, COLOURS, choose_name
from live.views import merge_patch, view_own, view_room
from room_client import apply_patch
from room_events import (
    JOINED,
    NAMES,
    OPEN,
    SETTINGS,
    VALUES,
    WHO,
    Event,
    activity_of,
    by,
    play,
    put,
    start,
)


def test_there_is_a_different_name_for_every_place_in_a_room() -> None:
    taken: set[str] = set()
    for number in range(len(COLOURS) * len(ANIMALS)):
        taken.add(choose_name(7 * number, taken))
    assert len(taken) == len(COLOURS) * len(ANIMALS)


@pytest.mark.parametrize("key", ACTIVITIES)
def test_the_latest_contribution_of_each_counts_until_the_activity_is_closed(key: str) -> None:
    first, second = VALUES[key]
    room = play(*JOINED, start(key), put("ada", first), put("bo", first), put("ada", second))
    assert activity_of(room)["answered"] == 2
    value = view_own(room, WHO["ada"])["value"]
    closed = play(by("teacher", "accept", on=False), put("ada", first), room=room)
    assert view_own(closed, WHO["ada"])["value"] == value
    with pytest.raises(InputError, match="closed: your last answer counts"):
        step(closed, put("ada", first))
    reopened = play(by("teacher", "accept", on=True), put("ada", first), room=closed)
    assert view_own(reopened, WHO["ada"])["value"] != value


@pytest.mark.parametrize("key", ACTIVITIES)
def test_nobody_contributes_to_another_activity_or_after_being_removed(key: str) -> None:
    value = VALUES[key][0]
    room = play(*JOINED, start("draw"), start(key), put("ada", value, activity=2))
    with pytest.raises(InputError, match="its activity is over"):
        step(room, put("ada", value, activity=1))
    room = play(by("teacher", "remove", who=WHO["ada"], on=True), room=room)
    assert activity_of(room)["answered"] == 0 and room.count == 3
    for event in (put("ada", value, activity=2), by("ada", "join")):
        with pytest.raises(InputError, match="has removed you"):
            step(room, event)
    back = play(by("teacher", "undo"), room=room)
    assert activity_of(back)["answered"] == 0
    back = play(by("teacher", "remove", who=WHO["ada"], on=False), by("ada", "join"), room=back)
    assert back.count == 4


def test_the_teacher_hides_freezes_clears_and_undoes() -> None:
    first, _ = VALUES["draw"]
    room = play(*JOINED, start("draw"), put("ada", first))
    point = {WHO["ada"]: first["points"]}
    assert activity_of(room)["shown"]["points"] == point
    hidden = play(by("teacher", "hide", on=True), room=room)
    assert activity_of(hidden)["shown"] == {}
    frozen = play(by("teacher", "freeze", on=True), put("bo", first), room=room)
    assert activity_of(frozen)["shown"]["points"] == point
    assert activity_of(frozen)["answered"] == 2
    thawed = play(by("teacher", "freeze", on=False), room=frozen)
    assert set(activity_of(thawed)["shown"]["points"]) == {WHO["ada"], WHO["bo"]}
    cleared = play(by("teacher", "clear"), put("cy", first), room=thawed)
    assert set(activity_of(cleared)["shown"]["points"]) == {WHO["cy"]}
    undone = play(by("teacher", "undo"), room=cleared)
    assert set(activity_of(undone)["shown"]["points"]) == {WHO["ada"], WHO["bo"], WHO["cy"]}
    with pytest.raises(InputError, match="no deletion to undo"):
        step(undone, by("teacher", "undo"))
    discarded = play(by("teacher", "discard", who=WHO["bo"]), room=undone)
    assert set(activity_of(discarded)["shown"]["points"]) == {WHO["ada"], WHO["cy"]}


def test_a_locked_room_lets_those_return_who_are_in_it() -> None:
    room = play(OPEN, by("ada", "join"), by("teacher", "lock", on=True), by("ada", "leave"))
    assert room.count == 0
    with pytest.raises(InputError, match="locked"):
        step(room, by("bo", "join"))
    assert play(by("ada", "join"), room=room).count == 1


PLAN = [
    {"title": "First", "note": "Ask.", "key": "draw", "settings": SETTINGS["draw"]},
    {"title": "Then", "note": "", "key": "vote", "settings": SETTINGS["vote"]},
]


def test_the_plan_is_the_teachers_and_knows_what_was_started_last() -> None:
    room = play(*JOINED, by("teacher", "plan", items=PLAN), {**start("draw"), "item": 1, "at": 7})
    seen = view_room(room, "teacher")
    assert (seen["plan"], seen["item"], seen["since"]) == (PLAN, 1, 7)
    for role in ("participant", "stage"):
        assert "Because." not in json.dumps(view_room(room, role))
    longer = play(by("teacher", "plan", items=[*PLAN, PLAN[0]]), start("vote"), room=room)
    assert view_room(longer, "teacher")["item"] == 1
    other = play(by("teacher", "plan", items=PLAN[1:]), room=room)
    assert view_room(other, "teacher")["item"] == 0
    for item in (3, -1):
        with pytest.raises(InputError, match="no such activity in the plan"):
            step(room, {**start("vote"), "item": item})


@pytest.mark.parametrize(
    "items",
    [
        PLAN * 31,
        ["draw"],
        [{**PLAN[0], "key": "dance"}],
        [{**PLAN[0], "note": "x" * 1001}],
        [{**PLAN[0], "title": 1}],
        [{**PLAN[0], "settings": []}],
        [{"key": "draw", "settings": {}}],
    ],
)
def test_an_invalid_plan_is_refused(items: Any) -> None:
    with pytest.raises(InputError, match="at most 60 activities"):
        step(play(*JOINED), by("teacher", "plan", items=items))


def test_nothing_happens_after_the_end() -> None:
    room = play(*JOINED, start("draw"), by("teacher", "end"))
    assert view_room(room)["ended"] is True
    with pytest.raises(InputError, match="has ended"):
        step(room, put("ada", VALUES["draw"][0]))


def histories() -> st.SearchStrategy[list[list[Event]]]:
    """Return what each participant does, in an order that only that participant decides."""

    def lines(name: str) -> st.SearchStrategy[list[Event]]:
        values = st.sampled_from([*VALUES["draw"], {"points": {"1": [-1.5, 0.125, 0]}}])
        acts = st.one_of(
            values.map(lambda value: put(name, value)),
            st.sampled_from([by(name, "leave"), by(name, "join")]),
        )
        return st.lists(acts, max_size=6).map(lambda events: [by(name, "join"), *events])

    return st.tuples(*map(lines, NAMES)).map(list)


def interleave(lines: list[list[Event]], seed: int, repeats: bool) -> list[Event]:
    rng, left, order = random.Random(seed), [list(line) for line in lines], []
    while any(left):
        line = rng.choice([line for line in left if line])
        event = line.pop(0)
        order += [event] * (rng.randint(1, 3) if repeats else 1)
    return order


@given(histories(), st.integers(0, 999), st.integers(0, 999))
def test_order_and_repetition_of_what_participants_do_change_nothing(
    lines: list[list[Event]], one: int, other: int
) -> None:
    rooms = [
        play(OPEN, start("draw"), *interleave(lines, seed, repeats))
        for seed, repeats in ((one, False), (other, True))
    ]
    for role in ("participant", "teacher"):
        assert view_room(rooms[0], role) == view_room(rooms[1], role)
    for who in WHO.values():
        assert view_own(rooms[0], who) == view_own(rooms[1], who)


def teachers() -> st.SearchStrategy[Event]:
    flags = st.sampled_from(["accept", "hide", "reveal", "freeze", "lock"])
    return st.one_of(
        st.sampled_from(list(ACTIVITIES)).map(start),
        st.tuples(flags, st.booleans()).map(lambda pair: by("teacher", pair[0], on=pair[1])),
        st.sampled_from(["again", "clear", "undo"]).map(lambda do: by("teacher", do)),
        st.sampled_from(list(WHO.values())).map(lambda who: by("teacher", "discard", who=who)),
    )


def participants() -> st.SearchStrategy[Event]:
    values = [
        (value, number) for values in VALUES.values() for value in values for number in (1, 2)
    ]
    acts = st.one_of(
        st.sampled_from(values).map(lambda pair: put("", pair[0], activity=pair[1])),
        st.sampled_from([by("", "join"), by("", "leave")]),
    )
    return st.tuples(st.sampled_from(list(WHO.values())), acts).map(
        lambda pair: {**pair[1], "by": pair[0]}
    )


@given(st.lists(st.one_of(teachers(), participants()), max_size=25))
def test_patches_lead_from_every_view_to_the_next_and_tell_no_secret(events: list[Event]) -> None:
    room = play(*JOINED)
    views: dict[str, Any] = {role: {} for role in ("participant", "stage", "teacher")}
    for event in events:
        room = play(event, room=room)
        state = room.activity
        for role, had in views.items():
            view = view_room(room, role)
            patch = json.loads(json.dumps(merge_patch(had, view), allow_nan=False))
            assert apply_patch(had, patch) == json.loads(json.dumps(view))
            views[role] = view
            if state and not state.is_revealed:
                open_ones = {"points", "reached", "values"}  # what a phone can find out by itself
                assert set(view["activity"]["shown"]) <= open_ones
                assert "secret" not in json.dumps(view)
