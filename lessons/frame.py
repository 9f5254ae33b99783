"""The frame of a lesson: every lesson has the same parts in the same order.

A lesson's page calls, from top to bottom,

- :func:`begin_lesson`, which shows the title, the lesson's question and the idea, and returns a
  :class:`LessonPage` with containers: the picture, which stays in view, and the steps beside it;
- :meth:`LessonPage.show_formula`: the formula in symbols or in the numbers of the data shown;
- :meth:`LessonPage.ask`: a question with answers to choose from. The visitor commits to an answer
  first; then the picture changes and the text explains why;
- :meth:`LessonPage.try_this`: buttons that set up situations to look at (:mod:`lessons.tries`);
- :meth:`LessonPage.end`: the lesson's code and its source, folded, and the ways to other pages.

The text is in ``lessons/<stem>/text.md``. A line such as ``# Idea`` begins a section, and
``{fields}`` are replaced by computed numbers.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.link import encode
from core.state import LabState
from lessons import LESSONS, Lesson
from lessons.edited_table import take_over_edits
from lessons.tries import read_tries, show_tries
from ui.answers import ask, ask_again
from ui.layout import fill, split_sections
from ui.linked import choose

__all__ = [
    "Equation",
    "LessonPage",
    "begin_lesson",
    "choose",
    "read_code",
    "read_sections",
    "split_question",
]

HERE = Path(__file__).parent
PICTURE_BESIDE_TEXT, TEXT_BESIDE_PICTURE = (3, 2), (2, 3)  # widths


@dataclass(frozen=True)
class Equation:
    """A line of LaTeX: the quantity, its definition in symbols, and its value."""

    left: str
    symbols: str
    numbers: str


@dataclass(frozen=True)
class LessonPage:
    """The containers of a lesson's page.

    Attributes
    ----------
    lesson : Lesson
    picture : container
        For the controls and the picture; it stays in view while the visitor reads the steps.
    beside : container
        The steps beside the picture, under the idea.
    """

    lesson: Lesson
    picture: DeltaGenerator
    beside: DeltaGenerator

    def say(self, section: str, **numbers: str) -> None:
        """Show a section of the lesson's text with its fields replaced by `numbers`."""
        st.markdown(fill(read_sections(self.lesson.stem)[section], numbers))

    def show_formula(self, equations: Sequence[Equation]) -> DeltaGenerator:
        """Show equations below each other, in symbols or in numbers as the visitor chooses.

        Returns
        -------
        container
            Below the formula, for example for a table of values.
        """
        with self.beside, st.container(key="sheet-formula"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.subheader("The formula", width="content")
                form = choose("Written in", ("symbols", "numbers"), "formula")
            lines = [
                f"{line.left} &= {line.symbols if form == 'symbols' else line.numbers}"
                for line in equations
            ]
            st.latex(
                r"\begin{aligned}" + r"\\[4pt]".join(lines) + r"\end{aligned}", width="content"
            )
            return st.container()

    def ask(self, draw: Callable[[bool], None], **numbers: str) -> None:
        """Ask the visitor for a prediction, and only then show what happens and why.

        The section "Question" holds a question about one fixed situation and a list of answers, the
        correct one marked ``[x]``. The section "Why" explains the correct answer.

        Parameters
        ----------
        draw : callable
            Shows the picture of the question: ``draw(False)`` before the answer, ``draw(True)``
            after it.
        **numbers : str
            For the fields of both sections.
        """
        key = f"{self.lesson.stem} answer"
        section = fill(read_sections(self.lesson.stem)["Question"], numbers)
        question, answers, correct = split_question(section)
        with self.beside, st.container(border=True, key="sheet-question"):
            st.subheader("Predict, then look")
            answer = ask(key, question, answers)
            if answer is not None:
                st.markdown(_verdict(answer, correct))
                self.say("Why", **numbers)
                ask_again(key)
            draw(answer is not None)

    def try_this(self, state: LabState, section: str = "Try", **numbers: str) -> None:
        """Show the things to try of a section, with buttons that set them up.

        Parameters
        ----------
        state : LabState
            What a button opens that leads to the lab.
        section : str
        **numbers : str
            For the fields of the section.
        """
        text = fill(read_sections(self.lesson.stem)[section], numbers)
        st.subheader("Try this")
        # Those that set up the picture of the lesson: ui/views.js brings it into view.
        with st.container(key="tries" if section == "Try" else None):
            show_tries(f"{self.lesson.stem} {section}", read_tries(text), state)

    def end(self, state: LabState) -> None:
        """Show the code, the source, a button to print, the lesson map, and links to other pages.

        Parameters
        ----------
        state : LabState
            What the link to the lab opens.
        """
        _show_code(self.lesson.stem)
        with st.expander("Where this comes from", icon=":material/menu_book:"):
            st.markdown(f"Source: {self.lesson.source}.")
        # The browser prints (ui/views.js); ui/sheet.css says what is on the sheet.
        st.button("Print a sheet", icon=":material/print:", key="print-sheet")
        _show_map()
        _show_ways_on(self.lesson, state)


def begin_lesson(stem: str, **numbers: str) -> LessonPage:
    """Show the title, the question and the idea of a lesson, and lay out its page.

    Parameters
    ----------
    stem : str
        The stem of a lesson in ``LESSONS``.
    **numbers : str
        For the fields of the section "Idea".
    """
    (lesson,) = (lesson for lesson in LESSONS if lesson.stem == stem)
    take_over_edits()
    st.title(lesson.heading)
    time = f"About {lesson.minutes} minutes in class.".replace(" ", "\N{NO-BREAK SPACE}")
    st.markdown(f"**{lesson.question}** :gray[{time}]")
    with st.container(key="lesson"):
        picture, beside = st.columns(PICTURE_BESIDE_TEXT, gap="large")
    page = LessonPage(lesson, picture.container(key="picture"), beside)
    with beside:
        page.say("Idea", **numbers)
    return page


@cache
def read_sections(stem: str) -> dict[str, str]:
    """Return the sections of a lesson's text, keyed by heading."""
    return split_sections((HERE / stem / "text.md").read_text(encoding="utf-8"))


@cache
def read_code(stem: str) -> str:
    """Return the source of the lesson's script."""
    return (HERE / stem / "snippet.py").read_text(encoding="utf-8")


def split_question(section: str) -> tuple[str, list[str], str]:
    """Return the question, the answers to choose from, and the correct one of them.

    Raises
    ------
    ValueError
        If not exactly one answer is marked ``[x]``.
    """
    question, *parts = re.split(r"^- \[([ x])\] ", section, flags=re.MULTILINE)
    answers = [answer.strip() for answer in parts[1::2]]
    marked = [answer for mark, answer in zip(parts[::2], answers, strict=True) if mark == "x"]
    if len(marked) != 1:
        raise ValueError(f"{len(marked)} answers are marked [x]; mark the correct one.")
    return question.strip(), answers, marked[0]


@st.fragment  # opening it does not run the page again
def _show_code(stem: str) -> None:
    """Show the code of a lesson to who opens it: its highlighter is slow to load."""
    code = st.expander("In code", icon=":material/code:", key=f"{stem} code", on_change="rerun")
    if code.open:
        code.code(read_code(stem), language="python")


def _verdict(answer: str, correct: str) -> str:
    if answer == correct:
        return ":green[:material/check_circle:] **Correct.**"
    return (
        f":orange[:material/lightbulb:] Your answer: {answer}\n\n**The correct answer: {correct}**"
    )


def _show_map() -> None:
    """Show links to all lessons; the browser marks those it has visited (:mod:`ui.index_page`)."""
    st.subheader("All lessons")
    with st.container(key="lesson-map"):
        for lesson in LESSONS:
            st.page_link(lesson.page, label=f"{lesson.heading} :gray[{lesson.minutes} min]")


def _show_ways_on(lesson: Lesson, state: LabState) -> None:
    """Show links to the lessons before and after this one and to the lab, always in reach."""
    place = LESSONS.index(lesson)
    before, after = LESSONS[max(place - 1, 0) : place], LESSONS[place + 1 : place + 2]
    with st.container(key="ways-on", horizontal=True, horizontal_alignment="distribute"):
        for other in before:
            st.page_link(other.page, label=other.heading, icon=":material/arrow_back:")
        st.page_link(
            "lab.py", label="Open in the lab", icon=":material/science:", query_params=encode(state)
        )
        for other in after:
            st.page_link(
                other.page,
                label=other.heading,
                icon=":material/arrow_forward:",
                icon_position="right",
            )
