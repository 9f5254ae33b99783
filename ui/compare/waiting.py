"""Long computations: a progress bar, a Cancel button, and a Start button if they take long.

Streamlit ends a computing run of the page as soon as the visitor does anything else: cancelling
is just another run, which does not start the computation again.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.concurrency import Waiting, long_slot
from core.verdicts import describe_seconds
from ui.compare.parts import Part
from ui.session.widgets import was_pressed

T = TypeVar("T")

UNNOTICED, AT_ONCE = 0.5, 20.0  # seconds


def finish(parts: Sequence[Part[T]], key: str, *, on_request: bool = False) -> list[T] | None:
    """Compute the missing parts and return the results of all parts.

    Computations longer than ``AT_ONCE``, or with `on_request`, start when a button is pressed.

    Parameters
    ----------
    parts : sequence of Part
    key : str
        Of the buttons.
    on_request : bool

    Returns
    -------
    list or None
        None if it has not been started, or was cancelled.
    """
    open_parts = [part for part in parts if not part.slot]
    if open_parts:
        seconds = sum(part.seconds() for part in open_parts)
        is_cancelled, is_started = was_pressed(f"{key} cancel"), was_pressed(f"{key} start")
        waits, place = on_request or seconds > AT_ONCE, st.empty()
        if is_cancelled or (waits and not is_started):
            with place.container():
                _offer(seconds, key, is_cancelled)
            return None
        _compute(open_parts, seconds, key, place)
    return [part.slot[0] for part in parts]


def _offer(seconds: float, key: str, is_cancelled: bool) -> None:
    subject = "Cancelled; finished results are kept. The rest" if is_cancelled else "This"
    st.info(
        f"{subject} takes {describe_seconds(seconds)} on one core of the server.",
        icon=":material/timer:",
    )
    st.button("Start", key=f"{key} start", type="primary", icon=":material/play_arrow:")


def _compute(parts: Sequence[Part[T]], seconds: float, key: str, place: DeltaGenerator) -> None:
    bar = None
    if seconds > UNNOTICED:
        with place.container():
            bar = st.progress(0.0, f"Computing, {describe_seconds(seconds)} …")
            st.button("Cancel", key=f"{key} cancel", icon=":material/close:")
    with long_slot(partial(_show_waiting, place, bar, 0.0)) as let_others:
        for number, part in enumerate(parts):
            advance = partial(_advance, place, bar, let_others, number, len(parts))
            part.slot[:] = [part.work(advance)]
    place.empty()


def _advance(
    place: DeltaGenerator,
    bar: DeltaGenerator | None,
    let_others: Callable[[Waiting], None],
    number: int,
    parts: int,
    count: int,
    total: int,
) -> bool | None:
    """Update the progress bar; here Streamlit can end a run that is no longer needed."""
    share = (number + count / total) / parts
    if bar is not None:
        bar.progress(share, f"Computing, part {number + 1} of {parts} …")
    let_others(partial(_show_waiting, place, bar, share))
    return None


def _show_waiting(place: DeltaGenerator, bar: DeltaGenerator | None, share: float) -> None:
    """Show that the computation waits; Streamlit can end the run here, too."""
    text = "Waiting for other computations on the server to finish …"
    if bar is None:
        place.caption(text)
    else:
        bar.progress(share, text)
