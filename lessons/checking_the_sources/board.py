"""The hunt on the page: a printed line, its tests, their evidence, and the judgement."""

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from core.caching import memoize
from lessons.checking_the_sources.data import count_score, describe_tests, mark, result_of_line
from lessons.checking_the_sources.errata import LINES, TESTS, VERDICTS
from lessons.checking_the_sources.proofs import evidence
from lessons.checking_the_sources.state import CheckingTheSourcesState
from ui.controls import Controls
from ui.figure_svg import to_address, write_svg
from ui.session.address import theme
from ui.session.lesson import lesson_state, put_lesson

STEM = "checking_the_sources"
WIDTH, HEIGHT = 380, 285  # pixels of a small figure
TEXT_BESIDE_FIGURE = (11, 10)
ICONS = {
    "extreme": ":material/expand:",
    "units": ":material/straighten:",
    "total": ":material/functions:",
    "program": ":material/terminal:",
}


def show_hunt(
    controls: Controls[CheckingTheSourcesState], how: str = "", *, has_choice: bool = True
) -> None:
    """Show the printed line, its tests, the judgement, and the evidence of a test.

    Parameters
    ----------
    controls : Controls
    how : str
        Markdown that is shown until a test is picked.
    has_choice : bool
        Whether the visitor chooses lines and judges them, or only tests one.
    """
    if has_choice:
        controls.ask("line", format_func=partial(mark, controls.state))
    state = controls.state
    with st.container(key="hunt", gap="xsmall"):
        _show_line(state)
        _show_tests(state)
        if has_choice and state.verdict is None:
            _show_verdicts(state)
        elif has_choice and state.verdict is not None:
            _show_answer(state, state.verdict)
        with st.container(key="hunt-evidence"):
            if state.test in state.printed.tests:
                _show_evidence(state.line, state.test)
            elif how and state.verdict is None:
                st.markdown(how)


def _show_line(state: CheckingTheSourcesState) -> None:
    line, (correct, total) = state.printed, count_score(state)
    with st.container(border=True, key="hunt-line", gap="xsmall"):
        score = f" · {correct} of {total} judged correctly" if total else ""
        st.markdown(f":gray[{line.entry.source}, {line.entry.place}{score}]")
        is_tested = state.test in line.tests
        place = st.container(key="hunt-printed" if is_tested else "hunt-printed-alone")
        place.markdown(line.printed)
        st.markdown(line.meaning)


def _show_tests(state: CheckingTheSourcesState) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="hunt-tests"):
        st.markdown("**Test it:**", width="content")
        for test, title in TESTS.items():
            if test in state.printed.tests:
                st.button(
                    title,
                    key=f"test {test}",
                    icon=ICONS[test],
                    type="primary" if test == state.test else "secondary",
                    on_click=_choose,
                    kwargs={"test": test},
                )


def _show_evidence(line: str, test: str) -> None:
    """Show the evidence of a test: numbers, their expected values, and a small figure."""
    told, result = LINES[line].tests[test], evidence(line, test)
    words, picture = st.columns(TEXT_BESIDE_FIGURE) if result.draw else (st.container(), None)
    with words.container(gap="xsmall"):
        st.markdown(told.computed)
        with st.container(horizontal=True, gap="medium", key="hunt-numbers"):
            for name, value in result.numbers:
                st.metric(name, value, width="content")
        st.markdown(f"**To be expected:** {told.expected}")
    if picture is not None:
        address = _figure(line, test, theme())
        picture.html(f'<img class="evidence" src="{address}" alt="{escape(told.alt)}">')


@memoize(64)
def _figure(line: str, test: str, theme: str) -> str:
    draw, alt = evidence(line, test).draw, LINES[line].tests[test].alt
    assert draw is not None
    return to_address(write_svg(draw(theme), alt, WIDTH, HEIGHT, theme))


def _show_verdicts(state: CheckingTheSourcesState) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="hunt-verdicts"):
        st.markdown("**Judge it:**", width="content")
        for verdict, title in VERDICTS.items():
            st.button(
                title,
                key=f"verdict {verdict}",
                disabled=state.test not in state.printed.tests,
                help="Test the line first." if state.test not in TESTS else None,
                on_click=_judge,
                args=(verdict,),
            )


def _show_answer(state: CheckingTheSourcesState, verdict: str) -> None:
    """Show whether the judgement is correct, the correction, and the way to the next line."""
    line = state.printed
    answer, judgement = VERDICTS[line.verdict].lower(), VERDICTS[verdict].lower()
    is_correct = verdict == line.verdict
    with st.container(border=True, key="hunt-answer", gap="xsmall"):
        if is_correct:
            heading = f":green[:material/check_circle:] **Correct: it is {answer}.**"
        else:
            heading = f":orange[:material/lightbulb:] You said “{judgement}”. **It is {answer}.**"
        st.markdown(f"{heading} Entry: *{line.entry.title}*.")
        st.markdown(line.entry.right)
        st.markdown(f":gray[{result_of_line(line.key)} {describe_tests(line.key)}]")
        with st.container(horizontal=True):
            _show_way_on(state)
            st.button("Judge again", icon=":material/replay:", on_click=_judge, args=(None,))


def _show_way_on(state: CheckingTheSourcesState) -> None:
    judgements = state.judgements
    places = list(LINES)
    start = places.index(state.line)
    open_lines = [key for key in places[start:] + places[:start] if key not in judgements]
    if open_lines:
        st.button(
            "Next line",
            type="primary",
            icon=":material/arrow_forward:",
            on_click=_choose,
            kwargs={"line": open_lines[0]},
        )
    else:
        correct, total = count_score(state)
        st.markdown(f"**You have judged all {total} lines, {correct} of them correctly.**")


def _choose(**choices: Any) -> None:
    put_lesson(STEM, lesson_state(STEM).change(**choices))


def _judge(verdict: str | None) -> None:
    put_lesson(STEM, lesson_state(STEM).judge(verdict))
