"""Figures of Plotly that are far below the window do not load it."""

from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, Request, expect

from app_pages import deeper
from browser import visit
from ui.late_figures import SCRIPT
from ui.streamlit_internals import PLOTLY_CHUNK

FIGURE = "[class*='st-key-figure-']"


def is_whole(request: Request) -> bool:
    return request.url.endswith(f"/{PLOTLY_CHUNK}?whole")


@pytest.mark.parametrize("is_printed", [False, True])
def test_plotly_comes_with_a_figure_near_the_window_or_when_the_page_is_printed(
    server: str, own_page: Page, is_printed: bool
) -> None:
    asked: list[Request] = []
    own_page.on("request", lambda request: asked.append(request))
    visit(own_page, f"{server}/{deeper('linear_discriminants')}")
    figure = own_page.locator(FIGURE)
    expect(figure).to_have_count(1)
    assert not any(map(is_whole, asked))
    before = figure.bounding_box()
    with own_page.expect_request(is_whole):
        if is_printed:
            own_page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        else:
            figure.evaluate("figure => figure.scrollIntoView({ block: 'end' })")
    expect(figure.locator(".main-svg").first).to_be_visible()
    after = figure.bounding_box()
    assert before is not None and after is not None
    assert after["height"] == before["height"]


def test_figures_near_the_window_while_the_page_is_still_short_do_not_load_it(
    server: str, own_page: Page
) -> None:
    asked: list[Request] = []
    own_page.on("request", lambda request: asked.append(request))
    visit(own_page, f"{server}/{deeper('bayes_rule')}")
    expect(own_page.locator(FIGURE)).to_have_count(2)
    assert not any(map(is_whole, asked))


def test_only_the_module_of_figures_is_replaced(server: str) -> None:
    address = f"{server}/static/js/{PLOTLY_CHUNK}"
    assert urlopen(address).read().decode() == SCRIPT
    assert len(urlopen(f"{address}?whole").read()) > 100 * len(SCRIPT)
