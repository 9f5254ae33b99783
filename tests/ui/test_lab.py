"""The lab in a real browser: links, the address, the back button and the pictures.

``tests/ui/test_pages.py`` verifies without a browser that choices survive a visit to another page.
"""

import re

from playwright.sync_api import Page, expect

from browser import PAGE_IS_COMPLETE, visit
from lab_in_browser import Lab


def choose(page: Page, box: str, option: str) -> None:
    page.get_by_role("combobox", name=re.compile(box)).click()
    page.get_by_role("option", name=option, exact=True).click()


def table_row(page: Page, name: str) -> list[str]:
    page.wait_for_function(PAGE_IS_COMPLETE)
    return Lab(page).accuracies(name)


def test_choices_are_in_the_address_which_opens_them_again_and_back_leaves_them(
    server: str, page: Page
) -> None:
    connection = f"{server}/connection"
    visit(page, connection)
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page).to_have_url(f"{server}/lab")
    Lab(page).expect_points(200)
    choose(page, "Classifier", "Gaussian, full")
    expect(page.get_by_role("heading", name="Gaussian, full")).to_be_visible()
    expect(page).to_have_url(f"{server}/lab?model=full")
    choose(page, "Data", "Iris flowers")
    expect(page).to_have_url(re.compile("model=full&data=iris|data=iris&model=full"))
    expect(page.get_by_text("versicolor").first).to_be_visible()
    before = table_row(page, "Kernel Bayes II")
    # Back leaves the lab, forward returns to it, and a link opens it with its choices.
    page.go_back()
    expect(page.get_by_role("heading", name="Versions")).to_be_visible()
    assert page.url == connection
    page.go_forward()
    expect(page.get_by_role("heading", name="Gaussian, full")).to_be_visible()
    visit(page, f"{page.url}&beside=svc-rbf")
    assert table_row(page, "Kernel Bayes II") == before
    check_two_pictures_and_the_table(page)


def check_two_pictures_and_the_table(page: Page) -> None:
    for title in ("Gaussian, full", "SVC, RBF"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(page.get_by_role("application")).to_have_count(2)
    expect(page.get_by_role("heading", name="Accuracy on Iris flowers, 150 points")).to_be_visible()
    for name in ("Kernel Bayes III", "Gaussian, pooled", "SVC, linear"):
        training, held_out = table_row(page, name)
        assert re.fullmatch(r"[\d.]+\s%", training)
        assert re.fullmatch(r"[\d.]+\s±\s[\d.]+\s%", held_out)
