"""Questions as Moodle XML, which question banks of Moodle import.

Written for Moodle's importer ``question/format/xml/format.php`` at commit 00055ef6abc8.
``tests/lessons/moodle_quiz.rng`` states what it reads. Pictures travel inside the file, as base64.
"""

import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from xml.sax.saxutils import unescape

from core.exercises.exercise import write_number
from core.question_item import NOT_NEAR, ItemPicture, QuestionItem
from core.rich_text import to_html

LONGEST_NAME = 255  # characters of the column in Moodle's database
PENALTY = "0.3333333"  # for each wrong attempt, Moodle's default
TEXT = re.compile(r"<text>([^<]+)</text>")


def write_moodle_xml(items: Iterable[QuestionItem]) -> str:
    """Return the file of these questions, each in its category."""
    quiz, category = ET.Element("quiz"), None
    for item in items:
        if item.category != category:
            category = item.category
            question = ET.SubElement(quiz, "question", type="category")
            _add_text(ET.SubElement(question, "category"), item.category_path)
        _add_question(quiz, item)
    ET.indent(quiz, " ")
    file = ET.tostring(quiz, encoding="unicode", xml_declaration=True) + "\n"
    return TEXT.sub(_write_as_it_is, file)


def _write_as_it_is(text: re.Match[str]) -> str:
    """Return a text as CDATA: of others Moodle drops each space that stands between two tags."""
    content = unescape(text[1]).replace("]]>", "]]]]><![CDATA[>")
    return f"<text><![CDATA[{content}]]></text>"


def _add_question(quiz: ET.Element, item: QuestionItem) -> None:
    kind = "multichoice" if item.options else "numerical"
    question = ET.SubElement(quiz, "question", type=kind)
    _add_text(ET.SubElement(question, "name"), item.name[:LONGEST_NAME])
    _add_rich(question, "questiontext", item.text, item.before)
    _add_rich(question, "generalfeedback", item.why, item.after)
    _add(question, defaultgrade="1", penalty=PENALTY, hidden="0", idnumber=item.key)
    if item.options:
        _add_options(question, item)
    else:
        _add_number(question, item)
    tags = ET.SubElement(question, "tags")
    for tag in item.tags:
        _add_text(ET.SubElement(tags, "tag"), tag)


def _add_options(question: ET.Element, item: QuestionItem) -> None:
    _add(question, single="true", shuffleanswers="true", answernumbering="abc")
    for option in item.options:
        answer = _add_rich(question, "answer", option.text)
        answer.set("fraction", "100" if option.is_right else "0")
        _add_rich(answer, "feedback", option.reply)


def _add_number(question: ET.Element, item: QuestionItem) -> None:
    assert item.number is not None
    tolerance_text = write_number(item.tolerance)
    for text, fraction, tolerance, reply in (
        (_write(item.number), "100", tolerance_text, ""),
        *((_write(wrong), "0", tolerance_text, reply) for wrong, reply in item.mistakes),
        ("*", "0", "0", NOT_NEAR),
    ):
        answer = ET.SubElement(question, "answer", fraction=fraction, format="moodle_auto_format")
        _add_text(answer, text)
        _add_rich(answer, "feedback", reply)
        _add(answer, tolerance=tolerance)
    _add(question, unitgradingtype="0", unitpenalty="0.1", showunits="3", unitsleft="0")


def _write(number: float) -> str:
    return f"{number:.9g}"


def _add_rich(
    parent: ET.Element, name: str, markdown: str, picture: ItemPicture | None = None
) -> ET.Element:
    """Add a text as HTML, below its picture, which becomes a file of the text."""
    element, html = ET.SubElement(parent, name, format="html"), to_html(markdown)
    if picture is None:
        _add_text(element, html)
        return element
    alt = escape(picture.words)
    _add_text(element, f'{html}<p><img src="@@PLUGINFILE@@/{picture.name}" alt="{alt}"></p>')
    file = ET.SubElement(element, "file", name=picture.name, path="/", encoding="base64")
    file.text = b64encode(picture.svg.encode()).decode("ascii")
    return element


def _add_text(parent: ET.Element, text: str) -> None:
    ET.SubElement(parent, "text").text = text


def _add(parent: ET.Element, **values: str) -> None:
    for name, text in values.items():
        ET.SubElement(parent, name).text = text
