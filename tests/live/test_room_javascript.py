"""The JavaScript of the classroom in node: patches, saved logs and tables; the size of a page."""

import gzip
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import gaussian_kde

import web
from core.cells import unescape
from core.csv_import import read_table, to_dataset
from javascript import call
from live.admission import CLOSED
from room_client import apply_patch
from saved_names import check_spreadsheet

MOST_BYTES = 30_000  # of a participant's page, compressed; refusals have their sentences there
MOST_IN_ALL = 110_000  # of all activities, with the drawing component
LATER = re.compile(r'import\("(\.[^"]+)"\)')
WHO = "0123abcd"
ENTRY = {"model": "I", "gamma": 3.5, "threshold": "loo"}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_a_browser_comes_back_unless_the_answer_is_final() -> None:
    """A join that could not be stored (4500) is tried again; its sentence is shown meanwhile."""
    for name, code in CLOSED.items():
        end = [["get", {"closed": code, "why": name}], ["close", code]]
        before = play(["open"], *end)["calls"]
        told = play(["open"], *end, ["pass", 20_000], ["hurry"], ["open"])
        is_again, is_asked = name in ("busy", "failed", "passcode"), name == "passcode"
        assert before[-1] == [
            "status",
            name if is_again and not is_asked else "Not connected.",
            False,
        ]
        assert (["passcode", name] in before) == is_asked
        assert (["end", name] in before) == (not is_again)
        assert [sent[0]["seq"] for sent in told["sent"]] == [0] * (1 + is_again)
        if is_asked:
            entered = play(["open"], *end, ["enter", "7QK2MP"], ["open"])["sent"][-1]
            assert entered[0]["passcode"] == "7QK2MP"


@given(VALUES, VALUES)
def test_browser_and_python_apply_the_same_patches(value: Any, patch: Any) -> None:
    assert call("connection.js", [["applyPatch", value, patch]]) == [apply_patch(value, patch)]


@pytest.mark.parametrize(
    ("activity", "lines"),
    [
        (
            {
                "key": "draw",
                "settings": {},
                "shown": {"points": {WHO: {"0": [1, -2.5, 0]}, "gone": {"0": [3, 4, 1]}}},
            },
            ["x1,x2,class,participant", "1,-2.5,0,teal fox", "3,4,1,gone"],
        ),
        (
            {
                "key": "vote",
                "settings": {"options": ["=1+1", 'a "b", c']},
                "shown": {"votes": [[3, 4], [0, 7]], "answer": 1},
            },
            ["option,round 1,round 2,correct", "'=1+1,3,0,no", '"a ""b"", c",4,7,yes'],
        ),
        ({"key": "cut", "settings": {}, "shown": {}}, ["participant,cut"]),
        (
            {"key": "cut", "settings": {"box": []}, "shown": {"marks": {"ab": [1, -2]}}},
            ["participant,x1,x2", "ab,1,-2"],
        ),
        (
            {
                "key": "challenge",
                "settings": {},
                "shown": {
                    "board": [{"rank": 1, "name": "teal fox", "entry": ENTRY, "hidden": 0.9}]
                },
            },
            [
                "rank,name,classifier,gamma,threshold,training,cross-validated,hidden",
                "1,teal fox,I,3.5,loo,,,0.9",
            ],
        ),
        (
            {
                "key": "exercise",
                "settings": {"rules": {"goal": [{"measure": "errors", "model": "full"}]}},
                "shown": {
                    "gallery": [
                        {
                            "count": 4,
                            "handed": {"state": {"gamma": 3, "model": "=I"}},
                            "result": {"reached": True, "values": [2]},
                        }
                    ]
                },
            },
            [
                "reached,participants,errors of full,handed in",
                'yes,4,2,"{""state"":{""gamma"":3,""model"":""=I""}}"',
            ],
        ),
    ],
)
def test_a_saved_table_is_csv_without_formulas_and_names_participants(
    activity: Any, lines: list[str]
) -> None:
    (text,) = write_tables(activity, people={WHO: {"name": "teal fox"}})
    assert text.split("\r\n") == [*lines, ""]


def write_tables(*activities: Any, people: Any = None) -> list[str]:
    """Return the saved tables, without the mark by which Excel reads them as UTF-8."""
    texts = call("saving.js", [["writeTable", each, people or {}] for each in activities])
    assert all(text.startswith("\ufeff") for text in texts)
    return [text.removeprefix("\ufeff") for text in texts]


PARTS = ["=1+1", "NA", *"\uff1d\uff0b\uff0d\uff20+-@\t\r\n'\",;?1 x"]
TEXTS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map("".join)


@given(st.lists(TEXTS, min_size=2, max_size=2))
def test_a_spreadsheet_computes_no_text_of_a_saved_table_and_keeps_all(pair: list[str]) -> None:
    vote = {"key": "vote", "settings": {"options": pair}, "shown": {"votes": [[3, 4]]}}
    (saved,) = write_tables(vote)
    assert [unescape(row[0]) for row in check_spreadsheet(saved)[1:]] == pair
    points = {"x": [-1, 2.5, -0.5, 4], "y": [0, -3, 1, 1], "labels": [0, 1, 0, 1]}
    rows = check_spreadsheet(*call("table.js", [["writeTable", points, pair, pair]]))
    assert [unescape(cell) for cell in rows[0][:2]] == pair
    assert [unescape(rows[k][2]) for k in (1, 2)] == pair


def test_negative_numbers_of_a_saved_table_are_numbers_to_the_lab() -> None:
    who = {"-1e5": {"0": [-1, -2.5, 0], "1": [0.5, -0.25, 1]}, "=b": {"0": [-3, 1, 1]}}
    drawn = {"key": "draw", "settings": {}, "shown": {"points": who}}
    (text,) = write_tables(drawn)
    check_spreadsheet(text)
    points, notices = to_dataset(read_table(text), ("x1", "x2"), "class")
    assert points.X.tolist() == [[-1, -2.5], [0.5, -0.25], [-3, 1]] and notices == ()


def test_an_entry_is_described_by_its_unusual_settings() -> None:
    start = {"models": {"I": {"title": "Kernel Bayes I"}}, "thresholds": {"loo": "Leave-one-out"}}
    usual = {**ENTRY, "threshold": "error"}
    entries = [ENTRY, usual, {"model": "I"}]
    assert call("standings.js", [["describeEntry", entry, start] for entry in entries]) == [
        "Kernel Bayes I, γ = 3.50, threshold: Leave-one-out",
        "Kernel Bayes I, γ = 3.50",
        "Kernel Bayes I",
    ]


def test_shared_ranks_are_marked() -> None:
    rows: list[Any] = [{"rank": 1}, {"rank": 2}, {"rank": 2}, {"rank": 4}, {"problem": "None."}]
    ranks = call("standings.js", [["rankOf", row, rows] for row in rows])
    assert ranks == ["1", "=2", "=2", "4", "–"]


def test_votes_are_shown_in_percent() -> None:
    answers = call("votes.js", [["describeVotes", [1, 2, 0], k] for k in range(3)])
    assert answers == [
        {"share": 1 / 3, "text": "33\N{NO-BREAK SPACE}% (1)"},
        {"share": 2 / 3, "text": "67\N{NO-BREAK SPACE}% (2)"},
        {"share": 0, "text": "0\N{NO-BREAK SPACE}% (0)"},
    ]
    assert call("votes.js", [["describeVotes", [0, 0], 0]]) == [{"share": 0, "text": "0"}]


def test_a_phone_of_an_example_adds_and_removes_points() -> None:
    before, added = {"points": {"0": [1, 2, 0]}}, {"points": {"1": [0, 0, 1]}}
    jobs: list[Any] = [
        ["merge", before, added],
        ["merge", before, {"points": {"0": None}}],
        ["merge", None, added],
        ["merge", {"option": 1}, {"option": 2}],
    ]
    both = {"points": {**before["points"], **added["points"]}}
    assert call("dialogs.js", jobs) == [both, {"points": {}}, added, {"option": 2}]


def test_points_of_the_second_class_belong_above_a_cut_as_in_the_lab() -> None:
    points = [[0, 0], [1, 0], [2, 1], [3, 0], [4, 1]]
    assert call("boundary_screens.js", [["countErrors", points, cut] for cut in (-1, 1.5, 5)]) == [
        3,
        1,
        2,
    ]


def test_a_cut_that_nobody_has_placed_is_no_line_of_the_results() -> None:
    state = {"at": 0.5, "best": 2, "isOpen": False}
    jobs = [["linesOf", {**state, "isPlaced": is_placed}] for is_placed in (False, True)]
    without, placed = call("cut_line.js", jobs)
    assert [line["at"] for line in without["cuts"]] == [2] == [without["side"]]
    assert [line["at"] for line in placed["cuts"]] == [2, 0.5] and placed["side"] == 0.5
    line = [[[0, 0], [4, 0]]]
    said = call("boundary_screens.js", [["describeMark", None, line, False]])
    assert said == ["You have not placed a point. The boundary is green."]


def test_a_board_above_a_distribution_has_half_the_rows_and_parts_no_group() -> None:
    boards = [range(1, 11), range(1, 12), [1, 1, 3, 3, 3, 3, 7, 8, 9, 10, 11], [1] * 6 + [7] * 5]
    jobs = [["chooseRows", [{"rank": rank} for rank in ranks], 10] for ranks in boards]
    assert [len(shown) for shown in call("standings.js", jobs)] == [10, 5, 2, 0]


def test_a_worse_last_hand_in_says_that_an_earlier_one_counts() -> None:
    jobs = [["describeHandIn", False, {"reached": last}, "", True] for last in (False, True)]
    worse, reached = call("exercise_screen.js", jobs)
    assert worse.endswith("doesn't reach the goal. You had reached it before, and that counts.")
    assert reached == "Handed in. You have reached the goal."


def test_a_question_is_read_as_it_was_typed() -> None:
    typed = {"question": "Q", "options": " a \n\n* b\n", "answer": "1", "why": " "}
    (read,) = call("pickers.js", [["readQuestion", typed]])
    assert read == {"question": "Q", "options": ["a", "* b"], "answer": 1}
    (read,) = call("pickers.js", [["readQuestion", {**typed, "answer": "", "why": "So."}]])
    assert read == {"question": "Q", "options": ["a", "* b"], "why": "So."}


ACTIVITY = {"open": True, "hidden": False, "frozen": False, "revealed": False, "round": 1}
PLAN = [{"title": "First", "key": "draw", "settings": {}}]


@pytest.mark.parametrize(
    ("activity", "plan", "wanted"),
    [
        (None, [], [None]),
        (None, PLAN, ["next"]),
        ({"key": "draw"}, [], ["choose", "freeze", "hide"]),
        ({"key": "draw"}, PLAN, ["next", "freeze", "hide"]),
        ({"key": "vote"}, PLAN, ["reveal", "again", "accept"]),
        ({"key": "vote", "revealed": True}, [], ["choose", "again", "reveal"]),
        ({"key": "cut"}, [], ["reveal", "accept", "choose"]),
        ({"key": "challenge", "revealed": True}, PLAN, ["next", "reveal", "choose"]),
    ],
)
def test_one_button_is_the_next_step_and_two_are_beside_it(
    activity: Any, plan: Any, wanted: list[Any]
) -> None:
    room = {"count": 1, "locked": False, "asks_passcode": False, "plan": plan, "can_undo": True}
    if activity:
        room["activity"] = {**ACTIVITY, **activity}
    (placed,) = call("steering.js", [["arrange", room]])
    assert [placed["primary"], *placed["beside"]] == wanted
    shown = [*filter(None, [placed["primary"]]), *placed["beside"], *placed["more"]]
    assert len(shown) == len(set(shown)) and "lock" in placed["more"]


def test_the_distance_to_the_boundary_is_that_to_its_nearest_segment() -> None:
    lines = [[[0, 0], [4, 0]], [[0, 10], [0, 10], [4, 10]]]
    points = [[1, 1], [7, 4], [2, 9.5], [0, 0]]
    jobs = [["distanceTo", lines, point] for point in points]
    assert call("boundary.js", jobs) == [1, 5, 0.5, 0]
    (median,) = call("boundary.js", [["medianDistance", lines, points]])
    assert median == 0.75


def reach(names: list[str]) -> set[str]:
    """Return modules and all that they import, at once or later."""
    found: set[str] = set()
    while new := set(web.list_modules(*names)) - found:
        found |= new
        later = ((name, LATER.findall(web.FILES[name])) for name in new)
        names = [normpath(PurePosixPath(name).parent / each) for name, of in later for each in of]
    return found


def test_a_phone_loads_little_at_once_and_few_files_for_all_activities() -> None:
    """Bundled: the modules as they are would be 114 requests."""
    page = ["web/room/join.html", "web/room/room.css", "web/style/variables.css"]
    first = web.list_modules("web/room/join.js")
    assert len(first) <= 12 and count_bytes([*first, *page]) < MOST_BYTES
    drawing = {*web.list_modules("web/drawing.js"), "web/drawing.html", *web.STYLES}
    everything = reach(first) | drawing
    assert len(everything) <= 45 and count_bytes([*everything, *page]) < MOST_IN_ALL


def count_bytes(names: Iterable[str]) -> int:
    return sum(len(gzip.compress(web.FILES[name].encode())) for name in names)


def play(*steps: Any) -> Any:
    """Return what the owner of a connection was told and what it sent."""
    (result,) = call("room_connections.mjs", [["play", steps]])
    return result


LATE = ["status", "The server has not answered for 5 s. Wait a moment.", False]
CONNECTED = ["status", "Connected", True]
IN = (["open"], ["get", {"seq": 1, "whole": True, "room": {}}])


def test_a_browser_shows_that_nothing_has_been_acknowledged_for_five_seconds() -> None:
    put, heartbeat = ["say", {"do": "put"}], ["get", {"seq": 1}]
    assert play(*IN, put, ["pass", 4999])["calls"][-1] == CONNECTED
    assert play(*IN, put, ["pass", 5000], heartbeat)["calls"][-1] == LATE
    done = ["get", {"done": 1, "at": 1}]
    assert play(*IN, put, ["pass", 5000], done)["calls"][-1] == CONNECTED
    assert play(*IN, put, ["pass", 4000], done, ["pass", 9000])["calls"][-1] == CONNECTED
    two = play(*IN, put, put, ["pass", 4000], done, ["pass", 4000])
    assert LATE not in two["calls"] and not two["settled"]
    assert play(*IN, put, put, ["pass", 4000], done, ["pass", 5000])["calls"][-1] == LATE
    assert play(["open"], ["pass", 5000])["calls"][-1] == LATE  # a newcomer


def test_what_the_state_contains_already_is_settled_and_shown_without_a_heartbeat() -> None:
    said = [*IN, ["say", {"do": "ending"}]]
    told = play(*said, ["get", {"done": 1, "at": 1}])
    assert told["settled"] and told["shown"] == play(*said)["shown"] + 1


def test_a_closed_connection_reports_nothing_that_still_arrives() -> None:
    late = ["get", {"seq": 2, "you": {"name": "Ada"}}]
    assert play(*IN, ["leave"], late)["shown"] == play(*IN)["shown"]


def test_the_density_of_many_cuts_has_their_middle_half_whatever_their_unit() -> None:
    cuts = np.random.default_rng(3).normal(size=150)
    told = call("spread.js", [["spreadOf", [a * x + b for x in cuts], a * -4 + b, a * 4 + b]
                              for a, b in ((1, 0), (1e-3, 5))])  # fmt: skip
    for (a, b), spread in zip(((1, 0), (1e-3, 5)), told, strict=True):
        wanted = a * np.quantile(cuts, [0.25, 0.5, 0.75]) + b
        assert spread["quartiles"] == pytest.approx(wanted, rel=1e-9)
    heights = np.array(told[0]["heights"])
    width = 0.9 * min(cuts.std(ddof=1), np.ptp(np.quantile(cuts, [0.25, 0.75])) / 1.34) * 150**-0.2
    density = gaussian_kde(cuts, width / cuts.std(ddof=1))(np.linspace(-4, 4, len(heights)))
    assert heights == pytest.approx(density / density.max(), abs=1e-9)
    assert told[1]["heights"] == pytest.approx(heights, abs=1e-6)


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=60), min_size=20, max_size=40))
def test_the_bars_of_accuracies_count_each_once(classes: list[list[float]]) -> None:
    counted = call("spread.js", [["countShares", shares] for shares in classes])
    for shares, bars in zip(classes, counted, strict=True):
        assert len(bars) <= 10 and sum(bar["count"] for bar in bars) == len(shares)
        assert all(high["low"] == low["high"] + 1 for high, low in pairwise(bars))


@given(st.lists(st.tuples(*3 * [st.floats(-1e3, 1e3)]), min_size=2, max_size=30))
def test_the_box_of_a_challenge_has_all_points_also_the_hidden_ones(rows: list[Any]) -> None:
    ((left, right, low, high),) = call("tuner.js", [["boxAround", rows]])
    assert all(left <= x <= right and low <= y <= high for x, y, _ in rows)


def test_a_phone_comes_in_by_itself_when_the_room_has_no_passcode_any_more() -> None:
    """It asks without a passcode, which is no wrong try."""
    put_out = [["get", {"closed": 4401, "why": "Enter it."}], ["close", 4401]]
    told = play(*IN, *put_out, ["pass", 20_000], ["open"], *put_out, ["pass", 40_000], *IN)
    hellos = [sent[0] for sent in told["sent"]]
    assert len(hellos) == 3 and not any(hello.get("passcode") for hello in hellos)
    assert told["calls"][-1] == CONNECTED


def test_a_message_that_loses_the_connection_three_times_is_dropped() -> None:
    again = (["close", 1011], ["pass", 20_000], *IN)
    first, second = ["say", {"do": "poison"}], ["say", {"do": "put"}]
    twice = play(*IN, first, second, *2 * again)
    assert [told for told in twice["calls"] if told[0] == "refusal"] == []
    assert [[m["do"] for m in sent[1:]] for sent in twice["sent"]] == 3 * [["poison", "put"]]
    thrice = play(*IN, first, second, *3 * again, ["get", {"done": 2, "at": 1}], *IN[1:])
    ((_, why),) = [told for told in thrice["calls"] if told[0] == "refusal"]
    assert why.startswith("This was not stored: the connection was lost 3 times")
    assert [m["do"] for m in thrice["sent"][-1][1:]] == ["put"] and thrice["settled"]


def test_messages_are_not_dropped_while_the_rooms_cannot_be_read() -> None:
    turned_away = (["open"], ["close", 4500], ["pass", 20_000])
    result = play(*IN, ["close", 1006], ["pass", 20_000], ["say", {"do": "put"}], *9 * turned_away)
    assert not any(told[0] == "refusal" for told in result["calls"]) and not result["settled"]
