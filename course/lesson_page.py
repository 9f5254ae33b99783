"""A lesson as one page of HTML: its texts as they begin, templates for what they can change into,
and what the browser is told (``lesson.js`` reads it).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import urlencode

from bayeslab.figures import PALETTE
from core.fields import fields_of
from core.grips import describe_grips
from core.link import FOREIGN, encode
from core.messages import describe_limits
from core.texts import fill
from course.asking import Answers, key_of
from course.blocks import list_lessons, page_of
from course.kept import answers_of
from course.parts import Block, Formula, Part, Picture, Said, Shown, Still, Table
from course.prose import Prose
from lessons import LESSONS, Lesson
from lessons.letters import explain_letters
from lessons.questions import question_of, situations_of
from lessons.texts import read_code, read_sections, split_question
from lessons.tries import Try, read_tries
from pocket.start_data import describe_field
from ui.figure_svg import write_svg
from ui.thumbnails import to_address

__all__ = ["LessonHtml"]

QUESTION_WIDTH = 560  # pixels


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
        told = self._told()  # fills the templates
        return {
            "title": escape(lesson.title),
            "heading": escape(lesson.heading),
            "question": escape(lesson.question),
            "minutes": f"About {lesson.minutes} minutes in class.",
            "idea": self._text("Idea", self.page.idea()),
            "letters": self._letters(),
            "asked": self._question(),
            "tries": self._tries("Try", self.page.tries()),
            "blocks": self._further_blocks(),
            "closing": self._text("Source", self.page.closing()) if self.page.closing else "",
            "code": escape(read_code(lesson.stem)),
            "source": line(f"Source: {lesson.source}."),
            "in_app": self.prose.text(self.page.in_app) if self.page.in_app else "",
            "map": self._map(),
            "ways": self._ways(),
            "templates": "".join(
                f'<template id="t{place}">{html}</template>'
                for html, place in self.templates.items()
            ),
            "told": json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c"),
        }

    def _text(self, section: str, numbers: Mapping[str, str]) -> str:
        return self.prose.text(fill(self.sections[section], numbers))

    # What the browser is told

    def _told(self) -> dict[str, Any]:
        kind = self.lesson.state
        first, fresh = kind.first(), kind()
        fields = {
            name: describe_field(declared)
            | {
                "default": getattr(fresh, name),
                "step": declared.step,
                "logarithmic": declared.logarithmic,
            }
            for name, declared in fields_of(kind).items()
        }
        blocks = [
            self._tell_block(block, answers)
            for block, answers in zip(self.page.blocks, self.answers, strict=True)
        ]
        return {
            "stem": self.lesson.stem,
            "fields": fields,
            "first": {name: getattr(first, name) for name in fields},
            "foreign": FOREIGN.pattern,
            "limits": describe_limits("rbf"),
            "palette": [vars(style) for style in PALETTE[:4]],
            "blocks": blocks,
            "data": [json.loads(text) for text in self.data],
            "tries": {name: self._chosen(name) for name in self.sections if name.startswith("Try")},
        }

    def _tell_block(self, block: Block, answers: Answers) -> dict[str, Any]:
        return {
            "by": block.by,
            "moved": block.moved,
            "boxes": block.boxes,
            "shown": {
                key: self._tell_shown(block, shown, answers.varying[key], answers.states[key])
                for key, shown in answers.shown.items()
            },
            "exact": {key: list(map(self._part, parts)) for key, parts in answers.exact.items()},
            "rows": [vars(rows) for rows in block.rows],
        }

    def _tell_shown(
        self, block: Block, shown: Shown, varying: Sequence[int], state: Any
    ) -> dict[str, Any]:
        looked_up = {*block.computed, *(rows.name for rows in block.rows)}
        pictures = [self._tell_picture(each, state, looked_up) for each in shown.pictures]
        parts = [
            self._symbols(part) if k in varying else self._part(part)
            for k, part in enumerate(shown.parts)
        ]
        return {
            "pictures": pictures,
            "parts": parts,
            "varying": varying,
            "defaults": {n: v for n, v in state.defaults().items() if n not in looked_up},
        }

    def _tell_picture(self, picture: Picture | Still, state: Any, apart: set[str]) -> dict[str, Any]:
        if isinstance(picture, Still):
            return {"still": self._template(show_still(picture))}
        grips = describe_grips(state, picture.grabbed)
        data = {name: value for name, value in picture.data.items() if name not in apart}
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        return {
            "script": picture.script,
            "grabbed": picture.grabbed,
            "limits": grips["limits"],
            "texts": grips["texts"],
            "data": self.data.setdefault(text, len(self.data)),
        }

    def _part(self, part: Part) -> Any:
        """Return the number of a part's template; of a formula that in symbols and in numbers."""
        match part:
            case Said(text):
                return self._template(self.prose.text(text))
            case Table():
                return self._template(show_table(part))
            case Formula(equations):
                lines = {
                    form: r"\\[4pt]".join(f"{e.left} &= {getattr(e, form)}" for e in equations)
                    for form in ("symbols", "numbers")
                }
                return {form: self._template(self._aligned(text)) for form, text in lines.items()}

    def _symbols(self, part: Part) -> Any:
        """Return what is shown of a part where its numbers are not known."""
        return {"symbols": self._part(part)["symbols"]} if isinstance(part, Formula) else None

    def _aligned(self, lines: str) -> str:
        return self.prose.formula(rf"\begin{{aligned}}{lines}\end{{aligned}}")

    def _template(self, html: str) -> int:
        return self.templates.setdefault(html, len(self.templates))

    # What stands on the page

    def _letters(self) -> str:
        text = explain_letters(self.lesson.stem)
        if not text:
            return ""
        return f'<details class="letters"><summary>The letters</summary>{self.prose.text(text)}</details>'

    def _question(self) -> str:
        stem, question = self.lesson.stem, question_of(self.lesson.stem)
        numbers = question.numbers()
        text, answers, correct = split_question(fill(self.sections["Question"], numbers))
        before, after = situations_of(stem)
        options = "".join(
            f'<label><input type="radio" name="answer" value="{k}"> <span>{self.prose.line(each)}</span></label>'
            for k, each in enumerate(answers)
        )
        then = self._tries("Try answer", numbers) if "Try answer" in self.sections else ""
        return (
            f"{self.prose.text(text)}"
            f'<fieldset class="answers" data-correct="{answers.index(correct)}">'
            f"<legend>Your answer</legend>{options}</fieldset>"
            f'<div class="before">{self._still(before.state)}</div>'
            '<div class="after" hidden><p class="verdict" role="status"></p>'
            f'{self._text("Why", numbers)}<button type="button" class="again">Ask again</button>'
            f"{self._still(after.state)}{then}</div>"
        )

    def _still(self, state: Any) -> str:
        question = question_of(self.lesson.stem)
        height, alt = round(question.ratio * QUESTION_WIDTH), question.describe(state)
        svg = {
            theme: write_svg(question.draw(state, theme), alt, QUESTION_WIDTH, height, theme)
            for theme in ("light", "dark")
        }
        return show_still(Still(svg, alt), QUESTION_WIDTH, height)

    def _read_tries(self, section: str) -> list[Try]:
        return read_tries(self.sections[section], self.lesson.state)

    def _chosen(self, section: str) -> list[dict[str, Any] | None]:
        return [None if item.in_lab else dict(item.chosen) for item in self._read_tries(section)]

    def _tries(self, section: str, numbers: Mapping[str, str]) -> str:
        items = read_tries(fill(self.sections[section], numbers), self.lesson.state)
        rows = "".join(f"<li>{self._try(section, k, item)}</li>" for k, item in enumerate(items))
        return f'<ol class="tries">{rows}</ol>'

    def _try(self, section: str, place: int, item: Try) -> str:
        text = self.prose.text(item.text)
        if item.in_lab:
            lab = self.page.lab(self.lesson.state.first())
            query = urlencode(encode(lab.change(**item.chosen)))
            return f'<a class="button" data-lab href="../lab/index.html#{escape(query)}">{escape(item.label)}</a>{text}'
        return (
            f'<button type="button" data-section="{section}" data-try="{place}">{escape(item.label)}</button>'
            f'<button type="button" class="undo" hidden>Undo</button>{text}'
        )

    def _further_blocks(self) -> str:
        return "".join(
            f'<section class="further block" aria-label="{escape(block.heading)}"><h2>{escape(block.heading)}</h2>'
            f'<div class="columns"><div class="said"></div>{PICTURE}</div>{self._own_tries(block)}</section>'
            for block in self.page.blocks[1:]
        )

    def _own_tries(self, block: Block) -> str:
        return self._tries(block.tries, {}) if block.tries else ""

    def _map(self) -> str:
        known = {lesson.stem for lesson in list_lessons()}
        return "".join(
            f'<li><a href="../{other.stem}/index.html"'
            f'{" aria-current=page" if other is self.lesson else ""}>{escape(other.heading)}</a> '
            f"<small>{other.minutes} min</small></li>"
            for other in LESSONS
            if other.stem in known
        )

    def _ways(self) -> str:
        lessons = list_lessons()
        place = lessons.index(self.lesson)
        before, after = lessons[max(place - 1, 0) : place], lessons[place + 1 : place + 2]
        links = [f'<a rel="prev" href="../{o.stem}/index.html">← {escape(o.heading)}</a>' for o in before]
        lab = urlencode(encode(self.page.lab(self.lesson.state.first())))
        links.append(f'<a data-lab href="../lab/index.html#{escape(lab)}">Open in the lab</a>')
        links += [f'<a rel="next" href="../{o.stem}/index.html">{escape(o.heading)} →</a>' for o in after]
        return "".join(links)


PICTURE = (
    '<div class="picture"><form class="controls"></form><div class="pictures">'
    '<p class="room">Loading the picture …</p></div>'
    '<details class="exact" hidden><summary>Exact values</summary><form class="values"></form></details></div>'
)


def show_still(still: Still, width: int = 0, height: int = 0) -> str:
    """Return a picture that Python has drawn, in the theme of the page."""
    size = f' width="{width}" height="{height}"' if width else ""
    return (
        '<picture class="still"><source media="(prefers-color-scheme: dark) and (not print)" '
        f'srcset="{to_address(still.svg["dark"])}"><img loading="lazy" alt="{escape(still.alt)}"{size} '
        f'src="{to_address(still.svg["light"])}"></picture>'
    )


def show_table(table: Table) -> str:
    """Return a table that scrolls by itself where it is too wide."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in table.heads)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows
    )
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{escape(table.alt)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
