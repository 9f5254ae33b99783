"""The lessons' questions in a vote, and how browsers show their text and formulas."""
# ruff: noqa: RUF001 (signs of formulas)

from typing import Any
from urllib.parse import urlencode

import pytest

from core.input_error import InputError
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


FORMULAS = {
    r"\theta\phi\omega\Omega\epsilon\ell": "θϕωΩϵℓ",
    r"a\leq b\geq c\neq d\approx e\sim f\equiv g\propto h\ll i": "a≤b≥c≠d≈e∼f≡g∝h≪i",
    r"\mathbf{w}^\top \mathbf{x}+\boldsymbol{\mu}": "𝐰⊤𝐱+𝛍",
    r"\hat{y}\bar{x}\tilde{z}\vec{v}\dot{a}\overline{AB}": "y^x¯z~v→a˙AB¯",
    r"\int_0^1 f\,dx \prod_i \partial\nabla": "∫01f dx∏i∂∇",
    r"\mathbb{R}\mathbb{E}\mathcal{N}\mathcal{L}": "ℝ𝔼𝒩ℒ",
    r"\left(\frac{1}{2}\right)\bigl[x\bigr]\left.y\right|": "(12)[x]y|",
    r"\text{if } x \in A \cup B \subseteq C \setminus D": "if x∈A∪B⊆C∖D",
    r"\forall\exists\neg\land\lor\Rightarrow\iff\mapsto\leftarrow": "∀∃¬∧∨⇒⟺↦←",
    r"\sqrt[3]{x}\binom{n}{k}\|v\|\langle u,v\rangle": "x3(nk)‖v‖⟨u,v⟩",
    r"\operatorname{sign}(x)\arg\max\sin\cos\lim\det": "sign(x)argmaxsincoslimdet",
    r"\begin{cases}1&a\\0&b\end{cases}\begin{bmatrix}1\end{bmatrix}": "{1a0b[1]",
    r"\Sigma \succeq 0\preceq 1\succ 2\prec 3": "Σ⪰0⪯1≻2≺3",
    r"1,\ldots,n\cdots\quad\emptyset\circ\oplus\perp\prime": "1,…,n⋯ ∅∘⊕⊥′",
}


def test_the_common_commands_of_latex_are_shown_and_others_named_in_a_sentence() -> None:
    lines = call("prose.js", [["readLine", f"${formula}$"] for formula in FORMULAS])
    for (formula, wanted), line in zip(FORMULAS.items(), lines, strict=True):
        assert "code" not in names(["p", *line]), formula
        shown = "".join(leaves(["p", *line])).replace("\u2003", " ").replace("\u2009", " ")
        assert shown.replace(" ", "") == wanted.replace(" ", ""), formula
    texts = [r"A $x$, and $\foo{x}$.", *(f"${formula}$" for formula in FORMULAS)]
    fault, *none = call("prose.js", [["findFault", text] for text in texts])
    assert r"“\foo” is not known" in fault and not any(none)


@pytest.mark.parametrize(
    ("pasted", "kept"),
    [
        ("Klassi\u00adfika\u00adtor", "Klassifikator"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("👩\u200d🔬 or 👍🏽 or ❤️", "👩\u200d🔬 or 👍🏽 or ❤️"),
        ("क्\u200dष और क्षेत्र", "क्\u200dष और क्षेत्र"),
        ("می\u200cخواهم\u200f", "می\u200cخواهم"),
        ("a\tb\u2028c\x0bd", "a b c d"),
    ],
)
def test_a_question_takes_what_teachers_paste(pasted: str, kept: str) -> None:
    choices = {"question": pasted, "options": ["a", "b"]}
    assert VOTE.prepare(choices).settings["question"] == kept


@pytest.mark.parametrize("bad", ["\u202e", "\x07", "\x1b", "\ue000"])
def test_a_question_with_a_character_that_nobody_can_see_says_which(bad: str) -> None:
    with pytest.raises(InputError, match=f"cannot be shown, U\\+{ord(bad):04X}: remove it"):
        VOTE.prepare({"question": f"a{bad}b", "options": ["a", "b"]})


def test_an_activity_is_written_as_a_scene_and_read_again() -> None:
    (question,) = (q for q in list_questions() if q["page"] == "kernel_width")
    chosen: list[dict[str, Any]] = [
        {"key": "vote", "lesson": "kernel_width"},
        {"key": "vote", "settings": {"question": "C++ & “so”?", "options": ["a=b", "100 %"]}},
        {"key": "draw", "settings": {"budget": 3}},
    ]
    scenes = [Scene(f"{k}", "Note", "room", write_query(c)) for k, c in enumerate(chosen)]
    unread = ("[", "[1]", '{"gamma":1e999}', '{"gamma":NaN}', r'{"model":"\udc00"}')
    broken = [urlencode({"activity": "draw", "settings": text}) for text in unread]
    broken += [
        "activity=dance",
        "activity=vote&lesson=nothing",
        "activity=draw&lesson=kernel_width",
    ]
    others = [Scene("Lab"), Scene("No activity", page="room")]
    others += [Scene("Broken", page="room", query=query) for query in broken]
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
        (r"$\infty$", [["math", ["mi", "∞"]]]),  # no operator, which has spaces around it
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
