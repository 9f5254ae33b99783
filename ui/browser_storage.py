"""Texts stored in the visitor's browser, so that they survive a reload and the visit."""

from pathlib import Path

from ui.component import show_component

__all__ = ["keep_in_browser"]

JS = (Path(__file__).parent / "browser_storage.js").read_text(encoding="utf-8")


def keep_in_browser(store: str, text: str | None, *, waits: bool) -> str | None:
    """Store a text in the browser, or ask for the stored one.

    Parameters
    ----------
    store : str
        The name under which the browser stores it.
    text : str or None
        The text to store; None asks for it.
    waits : bool
        Whether the browser also reports that it has none.

    Returns
    -------
    str or None
        The stored text, in the run that the browser's answer starts; "" if there is none.
    """
    name = store.replace(" ", "-")
    answer = show_component(
        name,
        f"kept-{name}",
        {"store": store, "text": text, "waits": waits},
        js=JS,
        html="<span></span>",
        on_stored_change=lambda: None,
    )
    return None if answer.stored is None else str(answer.stored)
