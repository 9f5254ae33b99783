"""The lab in a real browser: links, the address, the back button, a phone, and the pictures."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser import PAGE_IS_COMPLETE, visit
from lab_in_browser import Lab


def choose(page: Page, box: str, option: str) -> None:
    page.get_by_role("combobox", name=re.compile(box)).click()
    page.get_by_role("option", name=option, exact=True).click()


def table_row(page: Page, name: str) -> str:
    page.wait_for_function(PAGE_IS_COMPLETE)
    return " ".join(Lab(page).accuracies(name))


def test_fishers_iris_opens_by_its_link_with_pictures_and_accuracies(
    server: str, page: Page
) -> None:
    visit(page, f"{server}/lab?data=iris&classes=1-2&beside=svc-rbf")
    for title in ("Kernel Bayes I", "SVC, RBF"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(page.get_by_role("application")).to_have_count(2)
    expect(page.get_by_role("heading", name="Accuracy on Iris flowers, 100 points")).to_be_visible()
    for name in ("Kernel Bayes III", "Gaussian, pooled", "SVC, linear"):
        assert re.fullmatch(r"[\d.]+\s%\s[\d.]+\s±\s[\d.]+\s%", table_row(page, name))


@pytest.mark.soak
def test_choices_are_in_the_address_which_opens_them_again_and_back_leaves_them(
    server: str, page: Page
) -> None:
    visit(page, server)
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page).to_have_url(f"{server}/lab")
    choose(page, "Classifier", "Gaussian, full")
    expect(page.get_by_role("heading", name="Gaussian, full")).to_be_visible()
    expect(page).to_have_url(f"{server}/lab?model=full")
    choose(page, "Data", "Iris flowers")
    expect(page).to_have_url(re.compile("model=full&data=iris|data=iris&model=full"))
    expect(page.get_by_text("versicolor").first).to_be_visible()
    before = table_row(page, "Kernel Bayes II")
    # Back leaves the lab, forward returns to it, and a link opens it with its choices.
    page.go_back()
    expect(page.get_by_role("heading", name="bayeslab")).to_be_visible()
    assert page.url.rstrip("/") == server
    page.go_forward()
    expect(page.get_by_role("heading", name="Gaussian, full")).to_be_visible()
    visit(page, page.url)
    assert table_row(page, "Kernel Bayes II") == before
    page.get_by_role("link", name="Start").click()
    expect(page.get_by_role("heading", name="bayeslab")).to_be_visible()
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page.get_by_role("heading", name="Gaussian, full")).to_be_visible()
    expect(page).to_have_url(re.compile("model=full"))
