"""The frame of a lesson: every lesson has the same parts in the same order.

A lesson's page calls, from top to bottom,

- :func:`begin_lesson`, which shows the title, the lesson's question and the idea, and returns a
  :class:`LessonPage` with containers: the picture, which stays in view, and the steps beside it;
- ``controls.ask`` of this page, which draws the control of a field of the lesson's state, and
  ``controls.settle``, which returns the state when all are drawn (:mod:`ui.controls`);
- :meth:`LessonPage.tell`: the parts beside the picture (:mod:`lessons.parts`), among them the
  formula in symbols or in the numbers of the data shown;
- :meth:`LessonPage.ask`: a question with answers to choose from. The visitor commits to an answer
  first; then the picture changes and the text explains why;
- :meth:`LessonPage.try_this`: buttons that set up situations to look at (:mod:`lessons.tries`);
- :meth:`LessonPage.end`: the lesson's exercises, its code and its source, folded, and the ways to
  other pages.

What the visitor chooses is one value, the state of the lesson (``lessons/<stem>/state.py``).
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from html import escape
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.link import encode
from core.state import LabState
from core.texts import fill
from lessons import LESSONS, Lesson
from lessons.exercises.editor.drafts import note_lesson_lab
from lessons.exercises.lesson_list import show_lesson_exercises
from lessons.exercises.progress import show_path
from lessons.lesson_state import LessonState
from lessons.page import page_of
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.question_pictures import html_of
from lessons.questions import question_of, situations_of
from lessons.step_card import is_done
from lessons.steps import Step, read_steps, step_of, strays
from lessons.texts import Equation, read_code, read_sections, split_question
from lessons.tries import read_tries
from lessons.try_buttons import show_tries
from ui.answers import ask, ask_again
from ui.controls import Controls
from ui.layout import open_expander, write_numbers
from ui.session.address import show_notices, theme
from ui.session.widgets import value_of

S = TypeVar("S", bound=LessonState)


@dataclass(frozen=True)
class LessonPage(Generic[S]):
    """The containers and the controls of a lesson's page.

    Attributes
    ----------
    lesson : Lesson
    picture : container
        For the controls and the picture; it stays in view while the visitor reads the steps.
    beside : container
        The steps beside the picture, under the idea.
    task : container
        For the card with the step.
    controls : Controls
        Draws the controls and collects their values.
    step : Step or None
        None on the page *Going deeper*.
    """

    lesson: Lesson
    picture: DeltaGenerator
    beside: DeltaGenerator
    task: DeltaGenerator
    controls: Controls[S]
    step: Step | None

    @property
    def is_finished(self) -> bool:
        """Whether the last step is done."""
        steps = read_steps(self.lesson.stem, self.lesson.state)
        return self.step is steps[-1] and is_done(self.lesson, steps, self.controls.state)

    def shows(self, control: str) -> bool:
        """Return whether the page has a control: a step has only those that it needs."""
        return self.step is None or control in self.step.controls

    def say(self, section: str, **numbers: str) -> None:
        """Show a section of the lesson's text with its fields replaced by `numbers`."""
        st.markdown(fill(read_sections(self.lesson.stem)[section], numbers))

    def tell(self, parts: Iterable[Part]) -> Any:
        """Show parts for the state of the page; those after the formula stand below it.

        Returns
        -------
        container
            Of the last part.

        Raises
        ------
        ValueError
            If a part cannot be computed; those before it are shown.
        """
        state = self.controls.state
        place: Any = nullcontext()
        for part in parts:
            with place:
                match part:
                    case TextPart():
                        icon = ":material/info:"
                        with st.expander(part.fold, icon=icon) if part.fold else nullcontext():
                            self.say(part.section, **part.numbers(state))
                    case TablePart():
                        table = write_numbers(part.data(state), part.write, part.writers)
                        heads = {
                            name: st.column_config.Column(head, help=text)
                            for name, (head, text) in part.short.items()
                        }
                        st.dataframe(table, hide_index=True, alt=part.alt, column_config=heads)
                    case FormulaPart():
                        place = self._show_formula(part.equations(state))
        return place

    def _show_formula(self, equations: Sequence[Equation]) -> DeltaGenerator:
        """Show equations below each other, in symbols or in numbers as the visitor chooses.

        Returns
        -------
        container
            Below the formula, for example for a table of values.
        """
        with self.beside, st.container(key="sheet-formula"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.subheader("The formula", width="content", help=explain_letters(self.lesson.stem))
                self.controls.ask("formula")
            form = self.controls.settle().formula
            lines = [f"{line.left} &= {getattr(line, form)}" for line in equations]
            st.latex(
                r"\begin{aligned}" + r"\\[4pt]".join(lines) + r"\end{aligned}", width="content"
            )
            return st.container()

    @property
    def is_answered(self) -> bool:
        """Whether the visitor has committed to an answer, so that it may be shown elsewhere."""
        return value_of(self._answer_key) is not None

    @property
    def _answer_key(self) -> str:
        return f"{self.lesson.stem} answer"

    def ask(self) -> None:
        """Ask the visitor for a prediction, and only then show what happens and why.

        The section "Question" holds a question about one fixed situation and a list of answers, the
        correct one marked ``[x]``. The section "Why" explains the correct answer. A section "Try
        answer", if there is one, has the things to try that would reveal the answer. The rest of a
        question is in ``question.py`` (:mod:`lessons.questions`).
        """
        key, numbers = self._answer_key, question_of(self.lesson.stem).numbers()
        situation, answer_situation = situations_of(self.lesson.stem)
        section = fill(read_sections(self.lesson.stem)["Question"], numbers)
        text, answers, correct = split_question(section)
        with self.beside, st.container(border=True, key="sheet-question"):
            st.subheader("Predict, then look")
            answer = ask(key, text, answers)
            if answer is not None:
                st.markdown(_verdict(answer, correct))
                self.say("Why", **numbers)
                ask_again(key)
                situation = answer_situation
            st.html(html_of(situation, theme(), is_answer=answer is not None))
            if answer is not None and "Try answer" in read_sections(self.lesson.stem):
                self.try_this(LabState(), "Try answer", title="", **numbers)

    def try_this(
        self, lab: LabState, section: str = "Try", title: str = "Try this", **numbers: str
    ) -> None:
        """Show the things to try of a section, with buttons that set them up.

        Parameters
        ----------
        lab : LabState
            The state that buttons to the lab open, with their changes.
        section : str
        title : str
            Above them; none if it is empty.
        **numbers : str
            For the fields of the section.
        """
        text = fill(read_sections(self.lesson.stem)[section], numbers)
        if title:
            st.subheader(title)
        # Those that set up the picture of the lesson: ui/views.js brings it into view.
        tries = read_tries(text, type(self.controls.state))
        with st.container(key={"Try": "tries", "Try answer": "tries-answer"}.get(section)):
            show_tries(self.lesson.stem, section, tries, lab)

    def end(self, lab: LabState) -> None:
        """Show exercises, the lesson map and links to other pages.

        On the page *Going deeper* there are code, source and a button to print, too.

        Parameters
        ----------
        lab : LabState
            The state that the link to the lab opens.
        """
        note_lesson_lab(lab)
        stem = self.lesson.stem
        show_lesson_exercises(self.lesson)
        if self.step is None:
            show_code("In code", f"{stem} code", read_code(stem))
            with st.expander("Where this comes from", icon=":material/menu_book:"):
                st.markdown(f"Source: {self.lesson.source}.")
            # The browser prints; ui/sheet.js makes the sheet.
            st.button("Print a sheet", icon=":material/print:", key="print-sheet")
        _show_map(stem if self.step is not None and self.is_finished else None)
        _show_ways_on(self.lesson, lab)


def begin_lesson(first: S, **numbers: str) -> LessonPage[S]:
    """Show the title, the question and the idea of a lesson, and lay out its page.

    Parameters
    ----------
    first : LessonState
        For a first visit without a link; its class determines the lesson.
    **numbers : str
        For the fields of the section "Idea".
    """
    (lesson,) = (lesson for lesson in LESSONS if lesson.state is type(first))
    controls = Controls(lesson.stem, first)
    show_notices(controls.notices)
    st.title(lesson.heading)
    step = step_of(lesson.stem, controls.state)
    _show_question(lesson, step)
    if step is not None:
        movable = page_of(lesson.stem).blocks[step.picture].movable
        steps = read_steps(lesson.stem, lesson.state)
        controls.change(**strays(steps, controls.state, movable))
    with st.container(key="lesson"):
        if step is None:
            picture, beside = st.columns((3, 2), gap="large")
        else:
            picture, beside = st.container(), st.container()
    place = picture.container(key="picture")
    task = place.empty()
    if step is not None:
        return LessonPage(lesson, place.container(key="stage"), beside, task, controls, step)
    page = LessonPage(lesson, place, beside, task, controls, step)
    with beside:
        page.say("Idea", **numbers)
    return page


def _show_question(lesson: Lesson, step: Step | None) -> None:
    """Show the lesson's question, its time, and a link to *Going deeper*, or back from there.

    Streamlit takes a link to the page that is open for no other one, so the page is loaded.
    """
    state, words = lesson.state.first(), "← The lesson in steps"
    if step is not None:
        state, words = lesson.state.opening(), "Going deeper"
    st.html(
        f'<div class="lesson-question"><strong>{escape(lesson.question)}</strong> '
        f"<span>About {lesson.minutes} minutes in class.</span> "
        f'<a href="?{urlencode(encode(state))}" target="_self">{words}</a></div>'
    )


def begin_part(heading: str) -> Sequence[DeltaGenerator]:
    """Show the heading of a further part; return the containers of its text and its picture."""
    st.subheader(heading)
    return st.columns((2, 3), gap="large")


@st.fragment  # opening it does not run the page again
def show_code(title: str, key: str, code: str) -> None:
    """Show code only when it is opened: its highlighter is slow to load."""
    place = open_expander(title, "code", key=key)
    if place is not None:
        place.code(code, language="python")


def _verdict(answer: str, correct: str) -> str:
    if answer == correct:
        return ":green[:material/check_circle:] **Correct.**"
    return (
        f":orange[:material/lightbulb:] Your answer: {answer}\n\n**The correct answer: {correct}**"
    )


def _show_map(finished: str | None) -> None:
    """Show links to all lessons; the browser marks those that were worked through."""
    st.subheader("All lessons")
    show_path(finished)
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


# Letters that mean one thing in a lesson and another one elsewhere.
#
# The sources and the textbooks use them so; each lesson explains them beside its formula.

WIDTH = "how narrow the bumps are"
WEIGHT = "the weight of a training point in the SVM"

# By letter: its meaning in each lesson that uses it, by stem.
LETTERS: Mapping[str, Mapping[str, str]] = {
    "α": {
        "discrete_bayes": "the pseudo-count that smoothing adds",
        "kernel_width": WEIGHT,
        "kernel_bayes_and_svm": WEIGHT,
    },
    "γ": {
        "covariance_assumptions": "the share of circles in a covariance",
        "inner_products": WIDTH,
        "kernel_width": WIDTH,
        "kernel_bayes_and_svm": WIDTH,
    },
    "λ": {
        "bayes_rule": "the loss of a missed point, where a false alarm costs one",
        "covariance_assumptions": "the share of one covariance for both classes",
    },
}


def explain_letters(stem: str) -> str | None:
    """Return the meanings of letters in the lesson with that stem and in others, if they differ."""
    numbers = {lesson.stem: lesson.number for lesson in LESSONS}
    lines = []
    for letter, meanings in LETTERS.items():
        if stem in meanings:
            others: dict[str, list[str]] = {}
            for other, meaning in meanings.items():
                if meaning != meanings[stem]:
                    others.setdefault(meaning, []).append(str(numbers[other]))
            elsewhere = "; ".join(
                f"in lesson {' and '.join(where)}, {meaning}" for meaning, where in others.items()
            )
            lines.append(f"- {letter}: here {meanings[stem]}; {elsewhere}.")
    return "\n".join(lines) or None
