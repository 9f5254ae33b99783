"""Every parameter of every page's link: whatever stands there, the page shows its default."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ButtonGroup_pb2 import ButtonGroup
from streamlit.testing.v1 import AppTest

from app_pages import PAGES, open_page
from browser import visit

Texts = dict[str, str | list[str]]

# Values that no widget has but those for text.
UNUSABLE: Texts = {
    "a blank": " ",
    "nonsense": "no such",
    "repeated": ["no such", "nor this"],
    "100 kB": "z" * 100_000,
    "not a number": "NaN",
    "infinite": "inf",
    "too large": "1e999",
    "unicode": "é\u202e🎲\u0000",
}
EMPTY: Texts = {"empty": "", "empty twice": ["", ""]}
MIXTURES = 4  # of texts, tried in each view
# Points for which the comparison integrates nothing.
QUICK = {"compare.py": {"data": "iris", "folds": "2"}}
MULTI = ButtonGroup.MULTI_SELECT


def elements_of(block: Any) -> Iterator[Any]:
    for child in getattr(block, "children", {}).values():
        yield child
        yield from elements_of(child)


def bound_widgets(app: AppTest) -> dict[str, Any]:
    """Return the widgets whose values are in the page's link, by the parameters' names."""
    return {
        key: element
        for element in elements_of(app._tree)
        if (key := getattr(getattr(element, "proto", None), "query_param_key", ""))
    }


def segmented_controls(app: AppTest) -> dict[str, list[str]]:
    """Return the options of every widget that may bring other widgets."""
    return {
        key: [option.content for option in widget.proto.options]
        for key, widget in bound_widgets(app).items()
        if widget.type == "button_group" and widget.proto.click_mode != MULTI and key != "formula"
    }


def views_of(name: str) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Yield the choices that show each of the page's widgets, and the widgets they show first."""
    quick = QUICK.get(name, {})
    app = open_page(name, **quick)
    seen = bound_widgets(app)
    yield quick, seen
    for key, options in segmented_controls(app).items():
        for option in options[1:]:
            choices = quick | {key: option}
            shown = bound_widgets(open_page(name, **choices))
            if new := {each: shown[each] for each in shown.keys() - seen.keys()}:
                yield choices, new
                seen |= new


def values_of(app: AppTest, keys: Iterable[str]) -> dict[str, Any]:
    widgets = bound_widgets(app)
    return {key: widgets[key].value for key in keys}


def expected_of(widget: Any, text: str | list[str]) -> Any:
    """Return the default, or what stands in a widget that takes the text or can be emptied."""
    if widget.type == "text_input":
        last = text[-1] if isinstance(text, list) else text
        return last[: widget.max_chars]
    is_multi = widget.type == "button_group" and widget.proto.click_mode == MULTI
    return [] if is_multi and text in EMPTY.values() else widget.value


def mixtures_of(name: str, keys: Iterable[str]) -> Iterator[Texts]:
    """Yield texts for all parameters; each has another one in each mixture and on each page."""
    texts = deque((UNUSABLE | EMPTY).values())
    texts.rotate(PAGES.index(name))
    while True:
        yield dict(zip(sorted(keys), cycle(texts), strict=False))
        texts.rotate(3)  # prime to their number


def check_defaults(
    name: str, choices: dict[str, str], widgets: dict[str, Any], texts: Texts
) -> None:
    """Open a page by a link with unusable texts, and expect the widgets with their defaults."""
    app = open_page(name, **choices, **texts)
    assert not app.exception, (choices, texts)
    # Without a classifier there is nothing else to choose.
    shown = set(texts) & set(bound_widgets(app))
    assert shown == set(texts) or "classifiers" in shown, (choices, texts)
    expected = {key: expected_of(widgets[key], texts[key]) for key in shown}
    assert values_of(app, shown) == expected, (choices, texts)


@pytest.mark.parametrize("name", PAGES)
def test_whatever_a_link_says_of_all_parameters_their_defaults_are_shown(name: str) -> None:
    choices, widgets = next(views_of(name))
    check_defaults(name, choices, widgets, next(mixtures_of(name, widgets)))


@pytest.mark.soak
@pytest.mark.parametrize("name", PAGES)
def test_a_value_that_no_widget_has_is_the_default(name: str) -> None:
    for place, (choices, widgets) in enumerate(views_of(name)):
        # The test above tries the first mixture in the first view.
        for texts in islice(mixtures_of(name, widgets), place == 0, MIXTURES):
            check_defaults(name, choices, widgets, texts)


def test_all_kinds_of_bound_widgets_are_found() -> None:
    (_, first), *others = views_of("discrete_bayes.py")
    assert {"new", "data", "alpha", "formula"} <= set(first)
    assert {"digit", "drawing", "weather"} <= {key for _, widgets in others for key in widgets}


def show_a_number() -> None:
    import streamlit as st

    from ui.session import enter, overrule

    enter("page")
    st.button("Set", on_click=overrule, args=({"gamma": 2},))
    st.number_input("γ", value=1, key="gamma", bind="query-params")
    st.radio("Form", ["symbols", "numbers"], key="form", bind="query-params")


def test_a_browser_that_has_not_heard_of_a_value_does_not_change_it_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = AppTest.from_function(show_a_number, default_timeout=60).run()
    app.button[0].click().run()
    assert app.number_input[0].value == 2
    app.number_input[0].set_value(1)  # as before the answer
    app.radio[0].set_value("numbers").run()
    assert app.radio[0].value == "numbers" and app.number_input[0].value == 2
    assert dict(app.query_params) == {"gamma": "2", "form": "numbers"}
    app.number_input[0].set_value(3).run()
    assert app.number_input[0].value == 3
    now = monotonic()
    monkeypatch.setattr("ui.session.monotonic", lambda: now + 60)
    app.number_input[0].set_value(1).run()  # chosen
    assert app.number_input[0].value == 1


@pytest.mark.soak
def test_a_browser_shows_defaults_for_empty_parameters_and_opens_choices_again(
    server: str, page: Page
) -> None:
    visit(page, f"{server}/discrete_bayes?data=&data=&formula&alpha=%20&new=")
    for default in ("messages", "symbols"):
        expect(page.get_by_role("radio", name=default)).to_be_checked()
    message = page.get_by_role("textbox", name="A new message")
    message.fill("lunch")
    message.press("Enter")
    expect(page.get_by_text("“lunch”").first).to_be_visible()
    expect(page).to_have_url(re.compile("new=lunch"))
    page.get_by_role("radio", name="numbers").click()
    expect(page).to_have_url(re.compile("formula=numbers"))
    visit(page, page.url)
    expect(message).to_have_value("lunch")
    expect(page.get_by_role("radio", name="numbers")).to_be_checked()
