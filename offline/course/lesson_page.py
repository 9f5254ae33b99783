"""A lesson as one page of HTML: its texts, and their alternatives as templates.

The page also has the browser's data, which ``web/hosts/course/state.js`` describes.
"""

import json
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import urlencode

from bayeslab.figures.theme import PALETTE, THEMES
from core.fields import fields_of
from core.grips import describe_grips
from core.link import FOREIGN, encode
from core.messages import describe_fields
from core.texts import fill
from lessons import LESSONS, Lesson
from lessons.frame import explain_letters
from lessons.page import Block, Rows, page_of
from lessons.page import Hunt as HuntPicture
from lessons.question_pictures import draw_situation
from lessons.questions import Situation, question_of, situations_of
from lessons.steps import reach, read_steps, set_up
from lessons.texts import read_code, read_sections, split_question
from lessons.tries import Try, read_tries
from offline.course.asking import Answers, key_of
from offline.course.html import PICTURE, button_of, show_still, show_table, to_json
from offline.course.hunt import write_entries
from offline.course.parts import (
    Formula,
    Hunt,
    LivePicture,
    Markdown,
    MovablePoints,
    Part,
    Still,
    Table,
)
from offline.course.prose import Prose
from offline.course.stored_results import answers_of
from web import ROOT

__all__ = ["LessonHtml"]

DRAWING = ROOT / "web" / "drawing.html"
QUESTION_WIDTH = 480  # pixels


class LessonHtml:
    """The parts of a lesson's page, as HTML with the tokens of `prose`."""

    def __init__(self, lesson: Lesson, prose: Prose) -> None:
        self.lesson, self.prose, self.page = lesson, prose, page_of(lesson.stem)
        self.sections = read_sections(lesson.stem)
        self.answers = answers_of(lesson)
        self.templates: dict[str, int] = {}
        self.data: dict[str, int] = {}

    def parts(self) -> dict[str, str]:
        """Return the fields of the page's HTML."""
        lesson, line = self.lesson, self.prose.line
        data = self._data()  # fills the templates
        return {
            "title": escape(lesson.title),
            "description": escape(lesson.question),
            "heading": escape(lesson.heading),
            "question": escape(lesson.question),
            "minutes": f"About {lesson.minutes} minutes in class.",
            "idea": self._text("Idea", self.page.idea()),
            "letters": self._letters(),
            "asked": self._question(),
            "tries": self._tries("Try", self.page.tries()),
            "blocks": self._further_blocks() + self._entries(),
            "closing": self._text("Source", self.page.closing()) if self.page.closing else "",
            "code": escape(read_code(lesson.stem)),
            "source": line(f"Source: {lesson.source}."),
            "in_app": self._in_app(),
            "map": self._map(),
            "ways": self._ways(),
            "templates": "".join(
                f'<template id="t{place}">{html}</template>'
                for html, place in self.templates.items()
            )
            + self._drawing(),
            "told": to_json(data),
        }

    def _text(self, section: str, numbers: Mapping[str, str]) -> str:
        return self.prose.text(fill(self.sections[section], numbers))

    # The browser's data

    def _data(self) -> dict[str, Any]:
        kind = self.lesson.state
        fields = describe_fields(kind)
        blocks = [
            self._tell_block(block, answers)
            for block, answers in zip(self.page.blocks, self.answers, strict=True)
        ]
        return {
            "stem": self.lesson.stem,
            "fields": fields,
            "first": _values(kind.first()),
            "opening": _values(kind.opening()),
            "steps": self._steps(),
            "app_only": [name for block in self.page.blocks for name in block.app_only],
            "keeps": self.page.keeps,
            "foreign": FOREIGN.pattern,
            "palette": [vars(style) for style in PALETTE[:4]],
            "blocks": blocks,
            "data": [json.loads(text) for text in self.data],
            "tries": {
                name: self._choices(name) for name in self.sections if name.startswith("Try")
            },
        }

    def _steps(self) -> list[dict[str, Any]]:
        """Return the steps, with the numbers of the states that they begin with and ask for."""
        kind = self.lesson.state
        steps = read_steps(self.lesson.stem, kind)
        told = []
        for number, step in enumerate(steps, 1):
            start, done = set_up(steps, number, kind), reach(steps, number, kind)
            told.append(
                {
                    "title": step.title,
                    "text": self._filled(step.text, start),
                    "answer": self._filled(step.answer, done),
                    "start": _values(start),
                    "after": step.after,
                    "until": list(map(vars, step.until)),
                    "options": list(map(vars, step.options)),
                    "controls": step.controls,
                    "picture": step.picture,
                    "hint": step.hint,
                }
            )
        return told

    def _filled(self, text: str, state: Any) -> int:
        return self._template(self.prose.text(fill(text, self.page.steps(state))))

    def _tell_block(self, block: Block, answers: Answers) -> dict[str, Any]:
        return {
            "by": block.by,
            "movable": block.movable,
            "boxes": block.boxes,
            "shown": {key: self._tell_content(block, answers, key) for key in answers.contents},
            "exact": {key: list(map(self.part, parts)) for key, parts in answers.exact.items()},
            "rows": list(map(_tell_rows, block.rows)),
            "steps": block.steps,
            "later": block.later,
            "folded": [ask.name for ask in block.asks if ask.place == "folded"],
            "again": block.again,
        }

    def _tell_content(self, block: Block, answers: Answers, key: str) -> dict[str, Any]:
        content, state, varying = answers.contents[key], answers.states[key], answers.varying[key]
        own = {*block.movable} - {rows.name for rows in block.rows if rows.is_default}
        pictures = [self._tell_picture(each, state, {*block.computed}) for each in content.pictures]
        parts = [
            self._symbols(part, is_known=k not in answers.loose[key])
            if k in varying
            else self.part(part)
            for k, part in enumerate(content.parts)
        ]
        return {
            "pictures": pictures,
            "parts": parts,
            "varying": varying,
            "defaults": {n: v for n, v in state.defaults().items() if n in own},
        }

    def _tell_picture(
        self, picture: LivePicture | MovablePoints | Still | Hunt, state: Any, apart: set[str]
    ) -> dict[str, Any]:
        if isinstance(picture, Hunt):
            return {"hunt": self._store(self._numbered(picture.data))}
        if isinstance(picture, Still):
            return {"still": self._template(show_still(picture))}
        if isinstance(picture, MovablePoints):
            return {"drawing": {name: self._store(each) for name, each in picture.data.items()}}
        grips = describe_grips(state, picture.grabbed)
        data = {
            name: self._store(value) for name, value in picture.data.items() if name not in apart
        }
        return {
            "script": picture.script,
            "grabbed": picture.grabbed,
            "limits": grips["limits"],
            "texts": grips["texts"],
            "data": data,
        }

    def _numbered(self, value: Any) -> Any:
        """Return plain values, with the numbers of templates in place of parts and pictures."""
        match value:
            case Markdown() | Formula() | Table():
                return self.part(value)
            case Still():
                return self._template(show_still(value))
            case Mapping():
                return {name: self._numbered(each) for name, each in value.items()}
            case tuple():
                return list(map(self._numbered, value))
        return value

    def _store(self, value: Any) -> int:
        """Return the number of a value among the data of pictures; each is stored once."""
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        return self.data.setdefault(text, len(self.data))

    def part(self, part: Part) -> Any:
        """Return the number of a part's template; for a formula, in symbols and in numbers."""
        match part:
            case Markdown(text):
                return self._template(self.prose.text(text))
            case Table():
                return self._template(show_table(part))
            case Formula(equations):
                lines = {
                    form: r"\\[4pt]".join(f"{e.left} &= {getattr(e, form)}" for e in equations)
                    for form in ("symbols", "numbers")
                }
                return {form: self._template(self._aligned(text)) for form, text in lines.items()}

    def _drawing(self) -> str:
        """Return the template of the drawing component, where it is a picture of the lesson."""
        contents = (content for each in self.answers for content in each.contents.values())
        pictures = (picture for content in contents for picture in content.pictures)
        if not any(isinstance(picture, MovablePoints) for picture in pictures):
            return ""
        return f'<template id="drawing">{DRAWING.read_text(encoding="utf-8")}</template>'

    def _symbols(self, part: Part, *, is_known: bool) -> Any:
        """Return what is shown of a part without its numbers: its symbols."""
        if not isinstance(part, Formula) or not is_known:
            return None
        return {"symbols": self.part(part)["symbols"]}

    def _aligned(self, lines: str) -> str:
        return self.prose.formula(rf"\begin{{aligned}}{lines}\end{{aligned}}")

    def _template(self, html: str) -> int:
        return self.templates.setdefault(html, len(self.templates))

    # The content of the page

    def _letters(self) -> str:
        text = explain_letters(self.lesson.stem)
        if not text:
            return ""
        html = self.prose.text(text)
        return f'<details class="letters"><summary>The letters</summary>{html}</details>'

    def _question(self) -> str:
        stem, question = self.lesson.stem, question_of(self.lesson.stem)
        numbers = question.numbers()
        text, answers, correct = split_question(fill(self.sections["Question"], numbers))
        before, after = situations_of(stem)
        options = "".join(
            f'<label><input type="radio" name="answer" value="{k}"> '
            f"<span>{self.prose.line(each)}</span></label>"
            for k, each in enumerate(answers)
        )
        then = self._tries("Try answer", numbers) if "Try answer" in self.sections else ""
        return (
            f"{self.prose.text(text)}"
            f'<fieldset class="answers" data-correct="{answers.index(correct)}">'
            f"<legend>Your answer</legend>{options}</fieldset>"
            f'<div class="before">{_still(before, question.ratio)}</div>'
            '<div class="after" hidden><p class="verdict" role="status"></p>'
            f'{self._text("Why", numbers)}<button type="button" class="again">Ask again</button>'
            f"{_still(after, question.ratio)}{then}</div>"
        )

    def _choices(self, section: str) -> list[dict[str, Any] | None]:
        tries = read_tries(self.sections[section], self.lesson.state)
        return [None if item.in_lab else dict(item.choices) for item in tries]

    def _tries(self, section: str, numbers: Mapping[str, str]) -> str:
        items = read_tries(fill(self.sections[section], numbers), self.lesson.state)
        rows = "".join(f"<li>{self._try(section, k, item)}</li>" for k, item in enumerate(items))
        return f'<ol class="tries">{rows}</ol>'

    def _try(self, section: str, place: int, item: Try) -> str:
        text = self.prose.text(item.text)
        if not item.in_lab:
            return f"{button_of(section, place, item.label)}{text}"
        lab = self.page.lab(self.lesson.state.first())
        address = f"../lab/index.html#{urlencode(encode(lab.change(**item.choices)))}"
        return f'<a class="button" data-lab href="{escape(address)}">{escape(item.label)}</a>{text}'

    def _in_app(self) -> str:
        """Return the links to the parts of the lesson that need Python."""
        if not self.page.in_app:
            return ""
        html = self.prose.text(self.page.in_app)
        return f'<section class="on-screen"><h2>In the app</h2>{html}</section>'

    def _further_blocks(self) -> str:
        return "".join(
            f'<section class="further block" aria-labelledby="block{place}">'
            f'<h2 id="block{place}">{escape(block.heading)}</h2><div class="columns">'
            f'<div class="said"></div>{PICTURE}</div>'
            f"{self._tries(block.tries, {}) if block.tries else ''}</section>"
            for place, block in enumerate(self.page.blocks[1:])
        )

    def _entries(self) -> str:
        """Return all entries of the lesson with the hunt."""
        is_there = any(isinstance(block.picture, HuntPicture) for block in self.page.blocks)
        return write_entries(self.prose) if is_there else ""

    def _map(self) -> str:
        return "".join(
            f'<li><a href="../{other.stem}/index.html"'
            f"{' aria-current=page' if other is self.lesson else ''}>{escape(other.heading)}</a> "
            f"<small>{other.minutes} min</small></li>"
            for other in LESSONS
        )

    def _ways(self) -> str:
        place = LESSONS.index(self.lesson)
        before, after = LESSONS[max(place - 1, 0) : place], LESSONS[place + 1 : place + 2]
        lab = urlencode(encode(self.page.lab(self.lesson.state.first())))
        links = [(f"../{other.stem}/index.html", f"← {other.heading}") for other in before]
        links.append((f"../lab/index.html#{lab}", "Open in the lab"))
        links += [(f"../{other.stem}/index.html", f"{other.heading} →") for other in after]
        return "".join(f'<a href="{escape(to)}">{escape(words)}</a>' for to, words in links)


def _values(state: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in fields_of(type(state))}


def _tell_rows(rows: Rows) -> dict[str, Any]:
    """Return values by the texts of their fields in a link, joined by a blank."""
    values = {key_of(state, rows.by): rows.value(state) for state in rows.states()}
    return {"name": rows.name, "by": rows.by, "values": values, "is_default": rows.is_default}


def _still(situation: Situation, ratio: float) -> str:
    svgs = {theme: draw_situation(situation, theme) for theme in THEMES}
    still = Still({theme: svg for theme, (svg, _) in svgs.items()}, svgs["light"][1])
    return show_still(still, QUESTION_WIDTH, round(ratio * QUESTION_WIDTH))
