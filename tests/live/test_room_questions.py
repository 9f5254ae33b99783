"""The lessons' questions in a vote, and how browsers show their text and formulas."""

from typing import Any
from urllib.parse import urlencode

import pytest

from core.scenes import Scene
from javascript import call
from lessons import LESSONS
from lessons.questions import list_questions
from live.activities.vote import VOTE
from live.plan import read_plan
from ui.room.plan import list_items, write_query


def leaves(part: Any) -> list[str]:
    """Return the texts of a part of a line."""
    return [part] if isinstance(part, str) else [t for child in part[1:] for t in leaves(child)]


def names(part: Any) -> set[str]:
    """Return the names of the elements of a part."""
    return set() if isinstance(part, str) else {part[0]}.union(*map(names, part[1:]))


def test_every_lesson_offers_its_question_with_all_its_numbers() -> None:
    assert [question["page"] for question in list_questions()] == [each.stem for each in LESSONS]
    for question in list_questions():
        chosen = {name: value for name, value in question.items() if name != "title"}
        prepared = VOTE.prepare(chosen)
        assert prepared.secret["page"] == question["page"]
        for mark in ("\n\n", "\N{NO-BREAK SPACE}%"):
            assert prepared.secret["why"].count(mark) == question["why"].count(mark)


def test_every_formula_and_mark_of_the_questions_is_shown() -> None:
    texts = [
        text
        for question in list_questions()
        for text in (question["question"], *question["options"], question["why"])
    ]
    for text, parts in zip(texts, call("prose.js", [["readLine", t] for t in texts]), strict=True):
        line = ["p", *parts]
        assert "code" not in names(line), text
        assert not set("$\\{}*").intersection("".join(leaves(line))), text
        assert ("math" in names(line)) == ("$" in text)


def test_an_activity_is_written_as_a_scene_and_read_again() -> None:
    (question,) = (q for q in list_questions() if q["page"] == "kernel_width")
    chosen: list[dict[str, Any]] = [
        {"key": "vote", "lesson": "kernel_width"},
        {"key": "vote", "settings": {"question": "C++ & “so”?", "options": ["a=b", "100 %"]}},
        {"key": "draw", "settings": {"budget": 3}},
    ]
    scenes = [Scene(f"{k}", "Note", "room", write_query(c)) for k, c in enumerate(chosen)]
    others = [Scene("Lab"), Scene("No activity", page="room")]
    others += [
        Scene("Broken", page="room", query=query)
        for query in (
            "activity=dance",
            "activity=vote&lesson=nothing",
            "activity=draw&lesson=kernel_width",
            "activity=draw&settings=[",
            "activity=draw&settings=[1]",
        )
    ]
    items = list_items([*others, *scenes], list_questions())
    assert [item["title"] for item in items] == ["0", "1", "2"]
    assert VOTE.prepare(items[0]["settings"]).secret["answer"] == question["answer"]
    assert [item["settings"] for item in items[1:]] == [c["settings"] for c in chosen[1:]]
    assert read_plan(items)


def test_the_first_press_reveals_and_the_second_starts_the_next_activity() -> None:
    vote, draw = {"key": "vote", "settings": {"n": 1}}, {"key": "draw", "settings": {}}
    plan = [vote, draw]
    rooms: list[dict[str, Any]] = [
        {},
        {"plan": plan, "item": 0},
        {"plan": plan, "item": 1, "activity": {"key": "vote", "revealed": False}},
        {"plan": plan, "item": 1, "activity": {"key": "vote", "revealed": True}},
        {"plan": plan, "item": 2, "activity": {"key": "draw", "revealed": False}},
    ]
    reveals = call("guide.js", [["canReveal", room] for room in rooms])
    assert reveals == [False, False, True, False, False]
    starts = call("guide.js", [["startItem", room, room.get("item", 0) + 1] for room in rooms])
    first, second = ({"do": "start", **item, "item": k} for k, item in enumerate(plan, 1))
    assert starts == [None, first, second, second, None]
    assert call("countdown.js", [["clock", 0], ["clock", 61.9], ["clock", -3]]) == [
        "0:00",
        "1:01",
        "0:00",
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("plain", ["plain"]),
        ("a **b *c* d** e", ["a ", ["strong", "b ", ["em", "c"], " d"], " e"]),
        ("$5 or $6", ["$5 or $6"]),
        ("2 * 3 * 4 $ 5", ["2 * 3 * 4 $ 5"]),
        ("$x_1$", [["math", ["msub", ["mi", "x"], ["mn", "1"]]]]),
        (r"$\frac12$", [["math", ["mfrac", ["mn", "1"], ["mn", "2"]]]]),
        (r"$-a^{b}$", [["math", ["mrow", ["mo", "−"], ["msup", ["mi", "a"], ["mi", "b"]]]]]),
        ("$x_1^2$", [["math", ["msubsup", ["mi", "x"], ["mn", "1"], ["mn", "2"]]]]),
        (
            r"$\begin{pmatrix}1&2\\\alpha&0.5\end{pmatrix}$",
            [
                [
                    "math",
                    [
                        "mrow",
                        ["mo", "("],
                        [
                            "mtable",
                            ["mtr", ["mtd", ["mn", "1"]], ["mtd", ["mn", "2"]]],
                            ["mtr", ["mtd", ["mi", "α"]], ["mtd", ["mn", "0.5"]]],
                        ],
                        ["mo", ")"],
                    ],
                ]
            ],
        ),
        *(
            (f"${broken}$", [["code", broken]])
            for broken in (
                "{",
                r"\nothing",
                r"\constructor",
                r"\frac1",
                r"\begin{pmatrix}1",
                "}",
                "a_",
            )
        ),
    ],
)
def test_texts_and_formulas_are_read(text: str, parts: Any) -> None:
    assert call("prose.js", [["readLine", text]]) == [parts]


def test_a_scene_whose_settings_no_browser_can_read_is_no_part_of_the_plan() -> None:
    texts = ('{"gamma":1e999}', '{"gamma":NaN}', r'{"model":"\udc00"}', "[]", "{")
    queries = [urlencode({"activity": "draw", "settings": text}) for text in texts]
    assert list_items([Scene("A", "", "room", query) for query in queries], []) == []
