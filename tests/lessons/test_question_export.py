"""Questions for learning platforms: both files are read back and compare with what was written."""

import re
from base64 import b64decode
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from app_pages import open_page
from core.exercises.check import truth
from core.exercises.exercise import Option
from core.gift import write_gift
from core.moodle_xml import write_moodle_xml
from core.question_item import ItemPicture, QuestionItem
from core.rich_text import to_html
from javascript import call
from lessons import LESSONS
from lessons.exercises import load_exercises
from lessons.question_download import write_questions
from lessons.question_items import KINDS, list_items
from lessons.write_questions import FORMATS, file_name, main
from source import ROOT

SCHEMA = etree.RelaxNG(etree.parse(str(Path(__file__).with_name("moodle_quiz.rng"))))
PICTURE = ItemPicture("odd.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', 'Two "odd" {points}.')
SIGNS = "Is **x** *y* ]]> ~a = b~ # {c} : 50 % <d> & e\\ with $\\nu_{1}=\\frac{1}{2}<3$?\n\nNew $$."
ODD = QuestionItem(
    key="bayeslab-odd",
    name="Odd: {signs} = ~ and/or #",
    category=("bayeslab", "1. Either/or", "Odd"),
    text=SIGNS,
    why=f"Because. {SIGNS}",
    options=(Option(f"No: {SIGNS}", False, f"Reply {SIGNS}"), Option("Yes = {1}", True, "")),
    before=PICTURE,
    after=PICTURE,
    tags=("bayeslab",),
)
NUMBER = QuestionItem(
    *("bayeslab-number", "A number", ("bayeslab", "1. Either/or", "Number"), "How much?", "So."),
    number=-0.125,
    tolerance=0.03,
    tags=("bayeslab",),
)
GIFT_READER = ROOT / "build" / "npm" / "node_modules" / "gift-pegjs" / "pegjs-gift.js"


@pytest.fixture(scope="module")
def items() -> Mapping[str, list[QuestionItem]]:
    return {lesson.stem: list_items(lesson, 1) for lesson in LESSONS}


@pytest.fixture(scope="module")
def gifts(items: Mapping[str, list[QuestionItem]]) -> Mapping[str, Any]:
    texts = [write_gift([ODD, NUMBER]), *map(write_gift, items.values())]
    read = call(GIFT_READER, [["parse", text] for text in texts])
    return dict(zip(["odd", *items], read, strict=True))


def read_xml(items: list[QuestionItem]) -> Any:
    quiz = etree.fromstring(write_moodle_xml(items).encode())
    SCHEMA.assertValid(quiz)
    return quiz


def check_xml(item: QuestionItem, question: Any) -> None:
    """Check that a question has what was written, as Moodle's importer finds it."""
    assert question.findtext("name/text") == item.name
    for name, text, picture in (
        ("questiontext", item.text, item.before),
        ("generalfeedback", item.why, item.after),
    ):
        told = question.findtext(f"{name}/text")
        assert told.startswith(to_html(text))
        file = question.find(f"{name}/file")
        assert (file is None) == (picture is None)
        if picture is not None:
            assert b64decode(file.text).decode() == picture.svg
            assert f'src="@@PLUGINFILE@@/{file.get("name")}"' in told
    answers = [
        (each.findtext("text"), each.get("fraction"), each.findtext("feedback/text") or "")
        for each in question.findall("answer")
    ]
    if item.options:
        assert answers == [
            (to_html(each.text), "100" if each.is_right else "0", to_html(each.reply))
            for each in item.options
        ]
    else:
        (number, full, _), *wrong, (other, none, reply) = answers
        assert float(number) == pytest.approx(item.number, rel=1e-8)
        assert float(question.findtext("answer/tolerance")) == pytest.approx(item.tolerance)
        assert (full, other, none) == ("100", "*", "0")
        told = [(float(each), share, words) for each, share, words in wrong]
        assert told == [
            (pytest.approx(each, rel=1e-8), "0", to_html(words)) for each, words in item.mistakes
        ]
        assert "not near enough" in reply


def check_gift(item: QuestionItem, question: Any) -> None:
    assert question["title"] == " ".join(item.name.split())
    assert (question["id"], question["tags"]) == (item.key, list(item.tags))
    for told, text, picture in (
        (question["stem"], item.text, item.before),
        (question["globalFeedback"], item.why, item.after),
    ):
        html, *pictures = re.split(r'<p><img src="data:image/svg\+xml;base64,', told["text"])
        assert html == " ".join(to_html(text).split("\n"))
        results = [b64decode(each.split('"')[0]).decode() for each in pictures]
        assert results == ([] if picture is None else [picture.svg])
    if item.options:
        assert question["type"] == "MC"
        told = [
            (each["text"]["text"], each["isCorrect"], (each["feedback"] or {}).get("text", ""))
            for each in question["choices"]
        ]
        assert told == [
            tuple(" ".join(part.split("\n")) if isinstance(part, str) else part for part in each)
            for each in (
                (to_html(option.text), option.is_right, to_html(option.reply))
                for option in item.options
            )
        ]
    else:
        assert question["type"] == "Numerical"
        choice, other = question["choices"]
        assert (other["text"]["text"], other["isCorrect"]) == ("*", False)
        assert "not near enough" in other["feedback"]["text"]
        assert choice["text"]["number"] == pytest.approx(item.number, rel=1e-8)
        assert choice["text"]["range"] == pytest.approx(item.tolerance)


def questions_of(gift: list[Any]) -> list[Any]:
    return [each for each in gift if each["type"] != "Category"]


def test_signs_that_the_formats_read_as_their_own_survive(gifts: Mapping[str, Any]) -> None:
    quiz = read_xml([ODD, NUMBER])
    first, second = quiz.xpath("question[@type!='category']")
    check_xml(ODD, first)
    check_xml(NUMBER, second)
    assert r"\(\nu_{1}=\frac{1}{2}&lt;3\)" in first.findtext("questiontext/text")
    category = quiz.findtext("question[@type='category']/category/text")
    assert category == "$course$/top/bayeslab/1. Either//or/Odd"
    texts = etree.fromstring(
        write_moodle_xml([ODD]).encode(), etree.XMLParser(strip_cdata=False)
    ).iter("text")
    # Moodle's parser drops the spaces between the tags of a text that is no CDATA.
    assert all(b"<![CDATA[" in etree.tostring(each) for each in texts if each.text)
    told = questions_of(gifts["odd"])
    check_gift(ODD, told[0])
    check_gift(NUMBER, told[1])
    assert gifts["odd"][0]["title"] == category


@pytest.mark.parametrize("stem", [lesson.stem for lesson in LESSONS])
def test_both_files_of_a_lesson_contain_its_questions(
    stem: str, items: Mapping[str, list[QuestionItem]], gifts: Mapping[str, Any]
) -> None:
    own = items[stem]
    questions = read_xml(own).xpath("question[@type!='category']")
    assert len(questions) == len(own)
    for item, question in zip(own, questions, strict=True):
        check_xml(item, question)
    for item, question in zip(own, questions_of(gifts[stem]), strict=True):
        check_gift(item, question)


def test_every_question_number_and_choice_exercise_is_exported_completely(
    items: Mapping[str, list[QuestionItem]],
) -> None:
    written = [item for own in items.values() for item in own]
    assert len({item.key for item in written}) == len(written)
    exercises = [each for each in load_exercises().values() if each.kind in KINDS]
    expected = {f"bayeslab-{lesson.stem}" for lesson in LESSONS}
    expected |= {f"bayeslab-{each.stem}-0" for each in exercises}
    assert expected <= {item.key for item in written}
    assert len(written) == len(LESSONS) + len(exercises)
    for item in written:
        texts = (item.text, item.why, *(each.text + each.reply for each in item.options))
        assert not [text for text in texts if re.search(r"\{\w+( \w+)*\}", text.split("$")[0])]
        # A sign of percent would begin a comment of LaTeX.
        formulas = re.findall(r"\\\((.*?)\\\)", unescape("".join(map(to_html, texts))))
        assert not [formula for formula in formulas if "%" in formula]


def test_the_answer_of_a_variant_is_that_of_its_numbers() -> None:
    """One word: of 20 spam messages k have it, of 80 others m; k of k + m are spam."""
    lesson = LESSONS[4]
    own = [item for item in list_items(lesson, 6) if item.key.startswith("bayeslab-one_word-")]
    assert len(own) == 6
    for item in own:
        spam, other = map(int, re.findall(r"(\d+) have (?:the word|it)", item.text))
        assert item.number == pytest.approx(100 * spam / (spam + other))
    assert len({item.text for item in own}) == 6


def test_a_typed_answer_counts_in_moodle_as_near_as_in_the_app() -> None:
    exercise = load_exercises()["error_of_two_bells"]
    item = next(each for each in list_items(LESSONS[0], 1) if each.key.endswith("bells-0"))
    assert (item.number, item.tolerance) == (truth(exercise), 1)


def test_make_questions_writes_a_file_per_lesson_and_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lessons.write_questions.LESSONS", LESSONS[5:6])
    main([str(tmp_path / "new"), "--variants", "1"])
    names = {path.name for path in (tmp_path / "new").iterdir()}
    assert names == {file_name(LESSONS[5], ending) for ending in FORMATS}
    assert "2 questions" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([str(tmp_path), "--variants", "0"])


def test_the_page_offers_the_file_of_the_chosen_lesson() -> None:
    app = open_page("exercises.py")
    (box,) = (each for each in app.selectbox if each.label == "Lesson")
    app = box.set_value(5).run()
    (button,) = app.get("download_button")
    assert button.proto.label == "Download the questions"
    written = write_questions(5, "xml", 1).decode()
    assert written == write_moodle_xml(list_items(LESSONS[5], 1))
