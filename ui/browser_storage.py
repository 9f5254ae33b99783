"""Texts stored in the visitor's browser, so that they survive a reload and the visit."""

from collections.abc import Callable
from pathlib import Path

from ui.component import show_component
from ui.session.widgets import sent

JS = (Path(__file__).parent / "browser_storage.js").read_text(encoding="utf-8")


def keep_in_browser(
    store: str,
    text: str | None,
    *,
    waits: bool,
    replaced: str | None = None,
    on_kept: Callable[[str], None] | None = None,
) -> str | None:
    """Store a text in the browser, or ask for the stored one.

    Parameters
    ----------
    store : str
        The name under which the browser stores it.
    text : str or None
        The text to store; None asks for it.
    waits : bool
        Whether the browser also reports that it has none.
    replaced : str or None
        A text that the new one has replaced, and that is to be kept as well. So is what another tab
        of this browser has stored.
    on_kept : callable or None
        Gets the list of those texts, as JSON, when it changes.

    Returns
    -------
    str or None
        The stored text, in the run that the browser's answer starts; "" if there is none.
    """
    name = store.replace(" ", "-")
    key = f"kept-{name}"

    def take() -> None:
        kept = sent(key, "kept")
        if on_kept is not None and kept is not None:
            on_kept(str(kept))

    answer = show_component(
        name,
        key,
        {
            "store": store,
            "text": text,
            "waits": waits,
            "replaced": replaced,
            "asksKept": on_kept is not None,
        },
        js=JS,
        html="<span></span>",
        on_stored_change=lambda: None,
        on_kept_change=take,
    )
    return None if answer.stored is None else str(answer.stored)
