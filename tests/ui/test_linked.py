"""Every parameter of Compare alone: whatever a link says of it, the page shows its default."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ButtonGroup_pb2 import ButtonGroup
from streamlit.testing.v1 import AppTest

from app_pages import open_page
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
PAGE = "compare.py"
QUICK = {"data": "iris", "folds": "2"}  # points for which the comparison integrates nothing
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


def views() -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Yield the choices that show each of the page's widgets, and the widgets they show first."""
    app = open_page(PAGE, **QUICK)
    seen = bound_widgets(app)
    yield QUICK, seen
    for key, options in segmented_controls(app).items():
        for option in options[1:]:
            choices = QUICK | {key: option}
            shown = bound_widgets(open_page(PAGE, **choices))
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


def mixtures_of(keys: Iterable[str]) -> Iterator[Texts]:
    """Yield texts for all parameters; each has another one in each mixture."""
    texts = deque((UNUSABLE | EMPTY).values())
    while True:
        yield dict(zip(sorted(keys), cycle(texts), strict=False))
        texts.rotate(3)  # prime to their number


def check_defaults(choices: dict[str, str], widgets: dict[str, Any], texts: Texts) -> None:
    """Open the page by a link with unusable texts, and expect the widgets with their defaults."""
    app = open_page(PAGE, **choices, **texts)
    # Without a classifier there is nothing else to choose.
    shown = set(texts) & set(bound_widgets(app))
    assert shown == set(texts) or "classifiers" in shown, (choices, texts)
    expected = {key: expected_of(widgets[key], texts[key]) for key in shown}
    assert values_of(app, shown) == expected, (choices, texts)


def test_invalid_values_of_all_parameters_in_a_link_show_the_defaults() -> None:
    choices, widgets = next(views())
    check_defaults(choices, widgets, next(mixtures_of(widgets)))


@pytest.mark.soak
def test_a_value_that_no_widget_has_is_the_default() -> None:
    every = list(views())
    for place, (choices, widgets) in enumerate(every):
        # The test above tries the first mixture in the first view.
        for texts in islice(mixtures_of(widgets), place == 0, MIXTURES):
            check_defaults(choices, widgets, texts)
    # All kinds of bound widgets are found.
    assert {"show", "classifiers", "large"} <= every[0][1].keys()
    found = {key for _, widgets in every for key in widgets}
    assert {"repeats", "fold_seed", "reference", "tune"} <= found


def test_a_browser_shows_defaults_for_empty_parameters_and_opens_choices_again(
    server: str, page: Page
) -> None:
    visit(page, f"{server}/compare?show=&show=&data=iris&folds=2")
    expect(page.get_by_role("radio", name="Gallery")).to_be_checked()
    accuracy = page.get_by_role("radio", name="Accuracy", exact=True)
    accuracy.click()
    expect(page).to_have_url(re.compile("show=Accuracy"))
    visit(page, page.url)
    expect(accuracy).to_be_checked()
