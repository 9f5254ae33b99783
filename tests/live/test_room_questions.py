"""The lessons' questions in a vote, and how browsers show their text and formulas."""

from typing import Any

import pytest

from javascript import call
from lessons import LESSONS
from lessons.questions import NUMBERS, list_questions
from live.activities.vote import VOTE


def leaves(part: Any) -> list[str]:
    """Return the texts of a part of a line."""
    return [part] if isinstance(part, str) else [t for child in part[1:] for t in leaves(child)]


def names(part: Any) -> set[str]:
    """Return the names of the elements of a part."""
    return set() if isinstance(part, str) else {part[0]}.union(*map(names, part[1:]))


def test_every_lesson_offers_its_question_with_all_its_numbers() -> None:
    assert list(NUMBERS) == [lesson.stem for lesson in LESSONS]
    for question in list_questions():
        chosen = {name: value for name, value in question.items() if name != "title"}
        prepared = VOTE.prepare(chosen)
        assert prepared.secret["page"] == question["page"]
        assert prepared.secret["why"].count("\n\n") == question["why"].count("\n\n")


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
