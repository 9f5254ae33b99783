"""What each activity of the classroom takes, keeps secret and shows."""

from typing import Any

import numpy as np
import pytest

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.models import build_model
from core.input_error import InputError
from core.state import LabState
from live.activities import ACTIVITIES
from live.activity import Prepared
from live.events import step
from live.views import view_own
from room_events import (
    JOINED,
    PREPARED,
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


def test_votes_are_hidden_until_they_are_revealed_and_rounds_are_side_by_side() -> None:
    room = play(*JOINED, start("vote"), put("ada", {"option": 0}), put("bo", {"option": 0}))
    for role in ("participant", "stage", "teacher"):
        assert activity_of(room, role)["shown"] == {}
    again = by("teacher", "again")
    room = play(again, put("ada", {"option": 1}), put("bo", {"option": 2}), room=room)
    assert activity_of(room)["round"] == 2
    room = play(by("teacher", "reveal", on=True), room=room)
    view = activity_of(room)["shown"]
    assert view == {"votes": [[2, 0, 0], [0, 1, 1]], "answer": 1, "why": "Because."}
    assert not activity_of(room)["open"]
    room = play(again, room=room)
    with pytest.raises(InputError, match="at most 3 rounds"):
        step(room, again)


def test_a_round_counts_only_the_votes_that_were_sent_in_it() -> None:
    first = {"round": 1} | put("ada", {"option": 2})
    room = play(*JOINED, start("vote"), first, put("bo", {"option": 0}), by("teacher", "clear"))
    second = play(by("teacher", "again"), room=room)
    with pytest.raises(InputError, match="round is over"):  # it was on its way for a while
        step(second, first)
    with pytest.raises(InputError, match="no deletion"):  # of this round
        step(second, by("teacher", "undo"))
    assert activity_of(second)["answered"] == 0
    assert activity_of(step(second, first | {"round": 2}))["answered"] == 1


def test_cuts_and_the_best_one_appear_when_they_are_revealed() -> None:
    room = play(*JOINED, start("cut"), put("ada", {"cut": 0.01}), put("bo", {"cut": -0.02}))
    assert activity_of(room)["shown"] == {}
    view = activity_of(play(by("teacher", "reveal", on=True), room=room))["shown"]
    assert view["cuts"] == {WHO["ada"]: 0.01, WHO["bo"]: -0.02}
    points = PREPARED["cut"].settings["points"]
    errors = sum((score > view["best"]) != (label == 1) for score, label in points)
    assert errors == view["errors"]


def test_points_and_the_boundary_appear_when_they_are_revealed() -> None:
    prepared = ACTIVITIES["cut"].prepare({**SETTINGS["cut"], "ask": "point"})
    points = np.array(prepared.settings["points"])
    model = build_model("I", LabState(**SETTINGS["cut"]).model_spec)
    model.fit(points[:, :2], points[:, 2].astype(int))
    traced = np.concatenate(prepared.secret["boundary"])
    scores = np.abs(model.decision_function(traced))
    assert len(traced) > 20 and scores.max() < 0.02 * np.abs(model.projection_).max()

    started = {**start("cut"), "settings": prepared.settings, "secret": prepared.secret}
    room = play(*JOINED, started, put("ada", {"point": [0.12345, 1]}))
    assert activity_of(room)["shown"] == {}
    assert activity_of(room)["task"] == "Tap where the boundary between the classes passes."
    x_max = prepared.settings["box"][1]
    for wrong in ({"point": [0]}, {"point": [x_max + 1, 0]}, {"cut": 0.0}, {"point": ["0", 0]}):
        with pytest.raises(InputError, match=r"\.$"):
            step(room, put("ada", wrong))
    view = activity_of(play(by("teacher", "reveal", on=True), room=room))["shown"]
    assert view["marks"] == {WHO["ada"]: [0.123, 1]}
    assert view["boundary"] == prepared.secret["boundary"]


def test_the_board_ranks_by_the_accuracy_on_hidden_points_when_it_is_revealed() -> None:
    challenge = ACTIVITIES["challenge"]
    assert challenge.evaluate is not None
    room = play(*JOINED, start("challenge"))
    for name, value in zip(("ada", "bo"), VALUES["challenge"], strict=True):
        room = play(put(name, value), room=room)
        assert room.activity is not None
        entry = room.activity.contributions[WHO[name]]
        result = challenge.evaluate(PREPARED["challenge"], entry)
        assert set(result) == {"training", "held_out", "hidden"}
        hand_in = {"who": WHO[name], "activity": 1, "entry": entry, "result": dict(result)}
        room = play(by("server", "judged", **hand_in), room=room)
    assert activity_of(room)["shown"] == {}
    revealed = play(by("teacher", "reveal", on=True), room=room)
    board = activity_of(revealed)["shown"]["board"]
    assert [row["hidden"] for row in board] == sorted((r["hidden"] for r in board), reverse=True)
    assert (
        len(activity_of(revealed)["shown"]["hidden"]) == activity_of(revealed)["settings"]["hidden"]
    )
    assert {row["name"] for row in board} == {room.participants[WHO[n]].name for n in ("ada", "bo")}
    changed = play(put("ada", {"model": "II", "gamma": 3}), room=room)
    board = activity_of(play(by("teacher", "reveal", on=True), room=changed))["shown"]["board"]
    assert [row["name"] for row in board] == [room.participants[WHO["bo"]].name]


def test_the_teachers_table_is_scaled_by_its_training_points() -> None:
    text = "name;size;n;kind\n" + "\n".join(
        f"x{k};{100 * k},5;{k * k};{'left' if k < 30 else 'right'}" for k in range(60)
    )
    prepared = ACTIVITIES["challenge"].prepare({"table": text})
    assert prepared.settings["classes"] == ["left", "right"]
    training, hidden = (
        np.array(part) for part in (prepared.settings["points"], prepared.secret["hidden"])
    )
    assert len(training) == len(hidden) == 30 == prepared.settings["hidden"]
    assert np.allclose(training[:, :2].mean(axis=0), 0, atol=1e-3)
    assert np.allclose(training[:, :2].std(axis=0), 1, atol=1e-3)
    line = np.sort(np.concatenate((training, hidden))[:, 0])
    assert np.allclose(np.diff(line), np.diff(line)[0], atol=1e-3)
    best = ACTIVITIES["cut"].prepare({"table": text, "model": "I"}).secret
    assert best["errors"] == 0


def test_the_settings_and_training_points_do_not_give_away_the_hidden_points() -> None:
    chosen = {"data": "moons", "n": 120}
    prepared, again = (ACTIVITIES["challenge"].prepare(chosen) for _ in range(2))
    hidden = points_of(prepared.secret["hidden"])
    assert len(hidden) == 60
    for seed in (0, *range(1000, 1050)):  # the data set's own seed, and some others
        assert not hidden & points_of(load(DatasetSpec("moons", n=120, seed=seed)).X)
    assert not hidden & points_of(again.secret["hidden"])
    drawn = points_of(load(DatasetSpec("moons", n=120, seed=prepared.secret["seed"])).X)
    assert drawn == hidden | points_of(prepared.settings["points"])
    with pytest.raises(InputError, match="leave out 'seed'"):
        ACTIVITIES["challenge"].prepare({**chosen, "seed": 5})


def test_the_split_of_a_table_is_another_each_time() -> None:
    text = "x,y,kind\n" + "\n".join(f"{k},{k * k},{k % 2}" for k in range(100))
    parts = [ACTIVITIES["challenge"].prepare({"table": text}) for _ in range(2)]
    classes = [[label for *_, label in part.secret["hidden"]] for part in parts]
    assert len(classes[0]) == len(classes[1]) == 50
    assert parts[0].secret["seed"] != parts[1].secret["seed"] and classes[0] != classes[1]


def points_of(rows: Any) -> set[tuple[float, ...]]:
    return {tuple(row[:2]) for row in np.round(np.array(rows, dtype=float), 4).tolist()}


def test_an_entry_that_cannot_be_fitted_gets_a_sentence() -> None:
    challenge = ACTIVITIES["challenge"]
    assert challenge.evaluate is not None
    lone = Prepared({"points": [[0, 0, 0], [1, 1, 0], [2, 2, 1]]}, {"hidden": [[0, 0, 0]]})
    assert "problem" in challenge.evaluate(lone, {"model": "full"})


def test_the_teacher_moves_gamma_but_not_the_rules_of_a_running_activity() -> None:
    room = play(*JOINED, start("draw"), by("teacher", "set", settings={"gamma": 2.5}))
    assert activity_of(room)["settings"]["gamma"] == 2.5
    for changes in ({"budget": 9}, {"gamma": -1}, {"model": "svc-rbf"}):
        with pytest.raises(InputError):
            step(room, by("teacher", "set", settings=changes))
    with pytest.raises(InputError, match="fixed when it starts"):
        step(play(start("vote"), room=room), by("teacher", "set", settings={}))


def test_participants_learn_their_given_class_and_points_of_others_are_refused() -> None:
    given_choice = {**start("draw"), "settings": {**PREPARED["draw"].settings, "choice": "given"}}
    room = play(*JOINED, given_choice)
    label = view_own(room, WHO["ada"])["class"]
    step(room, put("ada", {"points": {"0": [0, 0, label]}}))
    with pytest.raises(InputError, match="one class, which is given"):
        step(room, put("ada", {"points": {"0": [0, 0, 1 - label]}}))


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("draw", {"budget": 0}),
        ("draw", {"budget": True}),
        ("draw", {"choice": "mine"}),
        ("draw", {"colour": "red"}),
        ("vote", {"question": "?", "options": ["one"]}),
        ("vote", {"question": "", "options": ["a", "b"]}),
        ("vote", {"question": "Q", "options": ["a", "b"], "answer": 2}),
        ("cut", {"data": "iris"}),
        ("cut", {"data": "moons", "n": 2000}),
        ("cut", {"model": "full"}),
        ("cut", {"ask": "nothing"}),
        ("challenge", {"data": "nothing"}),
        ("challenge", {"data": "drawn", "points": "1nonsense"}),
        ("challenge", {"n": []}),
        ("challenge", {"table": 1}),
        ("challenge", {"table": "a;b"}),
        ("challenge", {"table": "x,name,class\n1,anna,a\n2,bo,b\n3,cy,a\n4,di,b"}),
        ("challenge", {"table": "\n".join(f"{k},{k},{'abcde'[k % 5]}" for k in range(20))}),
        ("challenge", {"table": "\n".join(f"{k},{k},{k % 2}" for k in range(401))}),
        ("cut", {"table": "\n".join(f"{k},{k},{k % 3}" for k in range(20))}),
    ],
)
def test_settings_that_cannot_be_used_are_refused_with_a_sentence(
    key: str, settings: Event
) -> None:
    with pytest.raises(InputError, match=r"\.$"):
        ACTIVITIES[key].prepare(settings)


def test_a_countdown_closes_the_activity_unless_the_teacher_decides_otherwise() -> None:
    room = play(*JOINED, start("vote"), {**by("teacher", "countdown", seconds=60), "at": 100})
    assert activity_of(room)["closes"] == 160 and activity_of(room)["open"]
    due = by("server", "time_up", activity=1, when=160)
    assert not activity_of(play(due, room=room))["open"]
    assert activity_of(play(due, room=room))["closes"] == 0
    for other in (
        by("teacher", "countdown", seconds=0),
        {**by("teacher", "countdown", seconds=90), "at": 100},
        by("teacher", "accept", on=True),
        start("cut"),
    ):
        assert activity_of(play(other, due, room=room))["open"]
    with pytest.raises(InputError, match="closed"):
        step(play(due, room=room), by("teacher", "countdown", seconds=5))
    with pytest.raises(InputError, match="from 0 to 3600"):
        step(room, by("teacher", "countdown", seconds=4000))


def test_the_answer_of_somebody_who_left_is_not_one_of_those_present() -> None:
    room = play(*JOINED, start("vote"), put("ada", {"option": 1}), by("ada", "leave"))
    assert (activity_of(room)["answered"], activity_of(room)["gone"]) == (0, 1)


def test_a_table_of_ones_own_has_its_names_on_the_picture() -> None:
    rows = [f"{x},{x % 3},{'ab'[x % 2]}" for x in range(12)]
    table = "\n".join(["height,weight,kind", *rows])
    for target in ("threshold", "point"):
        settings = ACTIVITIES["cut"].prepare({"table": table, "model": "I", "ask": target}).settings
        assert settings["features"] == ["height", "weight"] and settings["names"] == ["a", "b"]
