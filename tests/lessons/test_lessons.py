"""Every lesson: its page, its question, its formula, its code, its text and its link to the lab."""

import re
from collections.abc import Sequence
from functools import cache
from html import unescape
from typing import Any

import plotly.io
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Radio

from app_pages import (
    canvas_data,
    components,
    lab_link,
    latex,
    open_page,
    pictures,
    plain_text,
    sentences,
    shown_text,
)
from core.fields import fields_of
from core.limits import Choice, Flag, Limit, Number
from core.link import decode, encode
from core.state import LabState
from javascript import call
from lessons import LESSONS, Lesson
from lessons.frame import LETTERS
from lessons.page import page_of
from lessons.questions import list_questions
from lessons.steps import LINE
from lessons.texts import read_code, read_sections, split_question
from lessons.tries import read_tries
from source import ROOT
from ui.session.widgets import ASSIGNMENTS

IDEA_WORDS = 150
LATEX = {"α": r"\alpha", "γ": r"\gamma", "λ": r"\lambda"}
CODE_LINES = 40
STEMS = [lesson.stem for lesson in LESSONS]

# The lessons whose picture has a formula with linked terms.
WITH_TERMS = [
    lesson
    for lesson in LESSONS
    for path in [ROOT / "lessons" / lesson.stem / "picture.js"]
    if path.is_file() and " terms(" in path.read_text(encoding="utf-8")
]

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=STEMS)

# What may have digits in the text of a lesson: the numbers of a list, and of what is so named.
LIST_NUMBER = re.compile(r"^\d+\. ", re.MULTILINE)
NAMED = re.compile(
    r"\b(?:cases?|eqs?\.|equations?|lessons?|steps?) \d+(?:(?:, | and |–)\d+)*|CIFAR-\d+",
    re.IGNORECASE,
)
# Inside a formula: indices, exponents, and fractions of single digits.
INDEX = re.compile(r"[_^](\{[^{}]*\}|\w)")
CONSTANT = re.compile(r"2\\pi|1\\,/")
FRACTION = re.compile(r"\\[td]?frac(\{\d\}|\d)(\{\w\}|\w)")
FORMULA = re.compile(r"\$[^$]+\$")
TARGET = re.compile(r"(?<=\])\((lab)?\?[^)]*\)")  # of a button
FIELD = re.compile(r"\{[a-z][a-z0-9_]+\}")


def open_lesson(lesson: Lesson, **parameters: str) -> AppTest:
    return open_page(lesson.page, **parameters)


@cache
def opened(lesson: Lesson) -> AppTest:
    """Return the lesson as a link opens it, for tests that only read it."""
    return open_lesson(lesson)


def question(app: AppTest, lesson: Lesson) -> Radio[str]:
    return app.radio(key=f"{lesson.stem} answer choice")


def press(app: AppTest, lesson: Lesson, name: str) -> None:
    app.button(key=f"{lesson.stem} answer {name}").click().run()


def first_words(text: str) -> str:
    return text.partition("{")[0].partition("$")[0][:30]


def test_the_lessons_are_numbered_in_order_and_each_has_its_own_stem() -> None:
    numbers = [lesson.number for lesson in LESSONS]
    assert numbers == sorted(set(numbers))
    assert len(set(STEMS)) == len(STEMS)


def test_every_lesson_has_one_folder_with_all_its_parts_and_a_page() -> None:
    folders = {path.parent.name for path in (ROOT / "lessons").glob("*/state.py")}
    assert folders == set(STEMS)
    for stem in STEMS:
        parts = {path.name for path in (ROOT / "lessons" / stem).iterdir()}
        assert {"text.md", "state.py", "snippet.py", "page.py"} <= parts
        assert (ROOT / "pages" / f"{stem}.py").is_file()


@every_lesson
def test_a_lesson_has_all_its_parts(lesson: Lesson) -> None:
    app = opened(lesson)
    assert sentences(app) == []
    assert [title.value for title in app.title] == [lesson.heading]
    assert app.session_state["lessons"][lesson.stem].state == lesson.state.opening()
    text = shown_text(app)
    head = " ".join(part.proto.body for part in app.get("html"))
    assert lesson.question in unescape(head)
    assert f"Source: {lesson.source}." in text
    assert f"About {lesson.minutes} minutes in class." in head
    parts = ["The formula", "Predict, then look", "Try this", "All lessons"]
    assert list(dict.fromkeys(p.value for p in app.subheader if p.value in parts)) == parts
    assert [part.label for part in app.expander][-2:] == ["In code", "Where this comes from"]
    assert len(pictures(app)) + len(components(app)) >= 2
    assert "nan" not in re.findall(r"[a-z]+", text.lower())
    asked = question(app, lesson)
    in_class_room = list_questions()[LESSONS.index(lesson)]
    assert (asked.label, asked.options) == (in_class_room["question"], in_class_room["options"])


@every_lesson
def test_the_picture_moves_only_after_a_commitment_which_outlasts_other_pages(
    lesson: Lesson,
) -> None:
    app = open_lesson(lesson)
    before, why = pictures(app), first_words(read_sections(lesson.stem)["Why"])
    verdicts = []
    for answer in question(app, lesson).options:
        question(app, lesson).set_value(answer).run()
        assert pictures(app) == before
        assert why not in shown_text(app)
        press(app, lesson, "commit")
        assert question(app, lesson).disabled
        assert sum(map(str.__ne__, pictures(app), before)) == 1
        assert why in shown_text(app)
        verdicts.append("**Correct.**" in shown_text(app))
        if len(verdicts) == 1:
            app.switch_page("start.py").run()
            app.switch_page(lesson.page).run()
            assert question(app, lesson).value == answer
            assert FIELD.findall(FORMULA.sub("", shown_text(app))) == []
        press(app, lesson, "again")
        assert question(app, lesson).value is None
        assert pictures(app) == before
    assert len(verdicts) > 1
    assert verdicts.count(True) == 1


@pytest.mark.parametrize("marks", ["  ", "xx"])
def test_a_question_without_one_correct_answer_is_refused(marks: str) -> None:
    with pytest.raises(ValueError, match="mark the correct one"):
        split_question("Which?\n\n" + "\n".join(f"- [{mark}] {mark}." for mark in marks))


@every_lesson
def test_the_formula_is_there_in_symbols_and_in_numbers_and_the_code_when_opened(
    lesson: Lesson,
) -> None:
    app = open_lesson(lesson, formula="numbers")
    symbols, numbers = ([line.value for line in each.latex] for each in (opened(lesson), app))
    assert len(symbols) == len(numbers) > 0
    assert symbols != numbers
    assert re.search(r"\d", "".join(numbers))
    assert not re.search(r"\b(nan|inf)\b", "".join(numbers))
    assert len(app.code) == 0
    app.session_state[f"{lesson.stem} code"] = True
    assert [code.value for code in app.run().code] == [read_code(lesson.stem).strip()]


@pytest.mark.parametrize("lesson", WITH_TERMS, ids=[lesson.stem for lesson in WITH_TERMS])
def test_each_term_below_a_picture_has_its_part_in_it_and_each_part_its_term(
    lesson: Lesson,
) -> None:
    data = canvas_data(opened(lesson))
    (answers,) = call("drawn.mjs", [["findUnlinked", lesson.stem, data]])
    assert answers["parts"]
    assert (answers["terms"], answers["alone"]) == ([], [])


@pytest.mark.parametrize("lesson", WITH_TERMS, ids=[lesson.stem for lesson in WITH_TERMS])
def test_the_probe_says_what_is_nearest_where_nothing_is(lesson: Lesson) -> None:
    (told,) = call("drawn.mjs", [["probe", lesson.stem, canvas_data(opened(lesson))]])
    assert len(set(told["words"])) > 10
    assert not any("undefined" in words for words in told["words"])
    for words in told["beside"]:
        assert re.search(r"othing( is here)?\. Nearest: [^.].*\d.*\.$", words)


@pytest.mark.parametrize("lesson", WITH_TERMS, ids=[lesson.stem for lesson in WITH_TERMS])
def test_nothing_in_a_picture_is_told_apart_by_its_colour_alone(lesson: Lesson) -> None:
    """Markers differ in shape, lines in their dashes, areas in hatching; or they have labels."""
    (told,) = call("drawn.mjs", [["samples", lesson.stem, canvas_data(opened(lesson))]])
    colours: dict[str, set[str]] = {}
    for entry in told["entries"]:
        (kind,) = entry.keys() - {"text"}
        sample = entry[kind]
        if any(text and text in entry["text"] for text in told["texts"]):
            continue  # its label
        shape = [sample.get(name) for name in ("symbol", "dash", "alpha", "isHatched")]
        if sample["colour"] != "background":  # that of a ring
            colours.setdefault(f"{kind} {shape}", set()).add(sample["colour"])
    assert all(len(each) == 1 for each in colours.values()), colours


@every_lesson
def test_the_code_runs_as_printed(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plotly.io.renderers, "default", "")  # shows nothing
    code = read_code(lesson.stem)
    namespace: dict[str, object] = {"__name__": "__main__"}
    exec(compile(code, f"{lesson.stem}.py", "exec"), namespace)
    assert "figure" in namespace or capsys.readouterr().out
    assert len(code.splitlines()) <= CODE_LINES


def values_of(limit: Limit) -> Sequence[Any]:
    """Return all options of a field, or its first and its last number."""
    match limit:
        case Choice(options) | Number(among=(_, *_) as options):
            return options
        case Number(low, high, is_whole):
            return (int(low), int(high)) if is_whole else (low, high)
        case Flag():
            return (False, True)
    return ()


# What a lesson says where options do not go together.
EXCUSES = "is singular|choose an α larger than 0|is not on this server yet"


@pytest.mark.soak
@every_lesson
def test_every_option_of_every_field_gives_numbers_and_the_same_in_the_lab(
    lesson: Lesson,
) -> None:
    values = {name: values_of(each.limit) for name, each in fields_of(lesson.state).items()}
    del values["step"]  # a step leaves most fields as it has set them
    plain = lesson.state()
    for k in range(max(map(len, values.values()))):
        chosen = {name: every[k % len(every)] for name, every in values.items() if every}
        state = plain.change(**{name: x for name, x in chosen.items() if plain.applies(name)})
        state = state.change(**{name: x for name, x in chosen.items() if state.applies(name)})
        state = state.change(formula="numbers")
        app = open_lesson(lesson, **encode(state))
        assert [text for text in sentences(app) if not re.search(EXCUSES, text)] == []
        assert not re.search(r"\b(nan|inf)\b", latex(app) + plain_text(app))
        assert decode(lab_link(app)) == (page_of(lesson.stem).lab(state).consistent(), ())


@every_lesson
def test_the_idea_is_short_and_the_text_ends_in_things_to_try(lesson: Lesson) -> None:
    sections = read_sections(lesson.stem)
    assert len(sections["Idea"].split()) <= IDEA_WORDS
    names = [name.split()[0] for name in sections]
    assert names[names.index("Try") :] == ["Try"] * names.count("Try")
    assert all(
        read_tries(sections[name], lesson.state) for name in sections if name.startswith("Try")
    )


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_with_two_meanings_is_explained_where_it_is_used(letter: str) -> None:
    meanings = LETTERS[letter]
    assert len(set(meanings.values())) > 1
    for lesson in (lesson for lesson in LESSONS if lesson.stem in meanings):
        folder = (ROOT / "lessons" / lesson.stem).iterdir()
        sources = [path.read_text(encoding="utf-8") for path in folder if path.is_file()]
        written = (letter, LATEX.get(letter, f"${letter}$"))
        assert any(form in source for source in sources for form in written), lesson.stem
        (helped,) = {part.proto.help for part in opened(lesson).subheader if part.proto.help}
        assert f"- {letter}: here {meanings[lesson.stem]}; in lesson " in helped


@every_lesson
def test_the_text_has_no_number_that_is_not_computed(lesson: Lesson) -> None:
    for section in read_sections(lesson.stem).values():
        text = FIELD.sub("q", TARGET.sub("", LINE.sub("", section)))
        formulas = FORMULA.findall(text)
        words = NAMED.sub("", LIST_NUMBER.sub("", FORMULA.sub("", text)))
        assert re.findall(r".{0,20}\d.{0,20}", words) == []
        bare = [CONSTANT.sub("", INDEX.sub("", FRACTION.sub("", line))) for line in formulas]
        assert [formula for formula in bare if re.search(r"\d", formula)] == []


@pytest.mark.soak
@every_lesson
def test_what_a_try_sets_up_is_undone_and_the_same_after_every_other_try(lesson: Lesson) -> None:
    """In both orders: its state, what the pictures get, the texts, and the widgets that appear."""
    app = open_lesson(lesson)
    question(app, lesson).set_value(question(app, lesson).options[0]).run()
    press(app, lesson, "commit")
    buttons = [
        (f"{lesson.stem} {section} {place}", item)
        for section, text in read_sections(lesson.stem).items()
        if section.startswith("Try")
        for place, item in enumerate(read_tries(text, lesson.state), 1)
        if not item.in_lab
    ]
    first: dict[int, Any] = {}

    def push(name: str) -> None:
        for each in app.session_state[ASSIGNMENTS].values():
            each.former.clear()  # as after two seconds, in which the browser has heard of all
        app.button(key=name).click().run()

    for k in list_all_orders(range(len(buttons))):
        (key, item), widgets, before = buttons[k], drawn_widgets(app), state_of(app, lesson)
        push(key)
        assert state_of(app, lesson) == lesson.state().change(**item.choices)
        if k not in first:
            push(f"{key} undo")
            assert state_of(app, lesson) == before
            assert not [button for button in app.button if button.label == "Undo"]
            push(key)
        new = [widget for key, widget in drawn_widgets(app).items() if key not in widgets]
        assert [widget for widget in new if not widget.set_value] == [], item.label
        shown = [messages_of(app), shown_text(app)]
        assert shown == first.setdefault(k, shown), item.label


def list_all_orders(numbers: Sequence[int]) -> list[int]:
    """Return a walk in which each number follows each other one once."""
    first, *others = numbers
    walk = [first]
    for k, other in enumerate(others):
        walk += [*(list_all_orders(others) if k == 0 else [other]), first]
    return walk


def state_of(app: AppTest, lesson: Lesson) -> Any:
    """Return the state of the lesson, and check that the page's link says the same."""
    state = app.session_state["lessons"][lesson.stem].state
    parameters = {
        name: text if isinstance(text, str) else text[0] for name, text in app.query_params.items()
    }
    assert decode(parameters, lesson.state) == (state, ())
    return state


def drawn_widgets(app: AppTest) -> dict[str, Any]:
    """Return the widgets of the lesson's fields, as the browser gets them, by their identity."""
    found = [element.proto for element in app.main if getattr(element, "key", None)]
    return {each.id: each for each in found if "-lesson." in each.id}


def messages_of(app: AppTest) -> list[str]:
    """Return what the pictures get, without the numbers of messages."""
    return [re.sub(r'"(seq|revision)": ?\d+', "", part.proto.json) for part in components(app)]


@pytest.mark.parametrize("item", ["1. Choose it.", "1. Choose [it](?a=b).", "- [it](?a=b) Look."])
def test_a_thing_to_try_without_a_button_is_refused(item: str) -> None:
    with pytest.raises(ValueError, match="does not begin with a link"):
        read_tries(item, LabState)


def test_the_footer_leads_to_the_lessons_before_and_after() -> None:
    order = [lesson.heading for lesson in LESSONS]
    for place, lesson in enumerate(LESSONS):
        links = [link.proto.label for link in opened(lesson).get("page_link")]
        around = order[max(place - 1, 0) : place] + order[place + 1 : place + 2]
        assert [label for label in links if label in order] == around
        entries = [f"{each.heading} :gray[{each.minutes} min]" for each in LESSONS]
        assert [label for label in links if label in entries] == entries
