"""Questions and buttons of the lessons, and the answers of the visitor.

Answers are kept while the visitor is on another page. Selecting an answer has no effect until the
visitor commits to it; a committed answer stays until the question is asked again.
"""

from collections.abc import Sequence

import streamlit as st

from ui.session.widgets import forget, give, value_of


def ask(key: str, question: str, answers: Sequence[str]) -> str | None:
    """Ask a question by radio buttons; return the answer committed to, or None before that.

    Parameters
    ----------
    key : str
        Under which the answer is kept; each question has its own.
    question : str
        Markdown.
    answers : sequence of str
        Markdown, all different.
    """
    committed: str | None = value_of(key)
    st.markdown(question)
    choice = st.radio(
        question,
        answers,
        index=None,
        key=_choice(key),
        disabled=committed is not None,
        label_visibility="collapsed",  # its type is too small for the question
        persist_state="session",
    )
    if committed is None:
        st.button(
            "Commit, then look",
            key=f"{key} commit",
            icon=":material/visibility:",
            type="primary",
            disabled=choice is None,
            on_click=give,
            args=({key: choice},),
        )
    return committed


def ask_again(key: str) -> None:
    """Offer a button that forgets the answer."""
    st.button(
        "Ask me again", key=f"{key} again", icon=":material/replay:", on_click=_forget, args=(key,)
    )


def pressed(label: str, key: str) -> bool:
    """Show a button until it is pressed; return whether it has been, also on an earlier visit."""
    if value_of(key) is not None:
        return True
    st.button(
        label, key=f"{key} button", icon=":material/calculate:", on_click=give, args=({key: label},)
    )
    return False


def _forget(key: str) -> None:
    forget(key)
    give({_choice(key): None})


def _choice(key: str) -> str:
    return f"{key} choice"
