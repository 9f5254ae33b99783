"""The lesson on counting: its numbers, whatever is typed into its tables, and zero counts."""

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from sklearn.naive_bayes import BernoulliNB, CategoricalNB
from streamlit.testing.v1 import AppTest
from test_lessons import lab_link, pictures, shown_text
from test_pages import accuracies, open_lab, open_page, sentences

from bayeslab.evaluation.models import TABLE_MODELS
from browser import visit
from core.images import load_images
from core.link import decode
from lessons.discrete_bayes.counting import judge
from lessons.discrete_bayes.tables import (
    DAYS,
    MESSAGES,
    NEW_MESSAGE,
    read_categories,
    read_messages,
)

PAGE = "discrete_bayes.py"


def plain_text(app: AppTest) -> str:
    """Return the text of the page on one line, with plain spaces."""
    return " ".join(shown_text(app).split())


def open_with(edits: dict[str, Any], data: str, **parameters: str) -> AppTest:
    """Open the lesson with edits in its table of messages or of days."""
    app = open_page(PAGE, data=data, formula="numbers", **parameters)
    unedited: dict[str, Any] = {"edited_rows": {}, "added_rows": [], "deleted_rows": []}
    app.session_state[{"messages": "messages", "categories": "days"}[data]] = unedited | edits
    return app.run()


def latex(app: AppTest) -> str:
    return "".join(line.value for line in app.latex)


# Against scikit-learn


@pytest.mark.parametrize("alpha", [0.01, 1.0, 20.0])
@pytest.mark.parametrize("message", [NEW_MESSAGE, "", "Win a PRIZE, now!", "nothing known"])
def test_messages_are_judged_as_scikit_learn_does(message: str, alpha: float) -> None:
    problem = read_messages(MESSAGES, message)
    theirs = BernoulliNB(alpha=alpha).fit(problem.X, problem.y)
    posterior = theirs.predict_proba(problem.x[None])[0, 1]
    assert judge(problem, alpha).evidence.posterior == pytest.approx(posterior)


@pytest.mark.parametrize("day", [("sun", "calm", "free"), ("rain", "windy", "work")])
def test_days_are_judged_as_scikit_learn_does(day: tuple[str, ...]) -> None:
    problem = read_categories(DAYS, day)
    theirs = CategoricalNB(alpha=0.5, min_categories=problem.sizes).fit(problem.X, problem.y)
    posterior = theirs.predict_proba(problem.x[None])[0, 1]
    assert judge(problem, 0.5).evidence.posterior == pytest.approx(posterior)


# On the page


def test_the_table_follows_the_counts_of_the_messages() -> None:
    app = open_page(PAGE, formula="numbers")
    table = app.dataframe[1].value.set_index("new point")
    row = table.loc["“free”"]  # in three messages of four spam, in none of six good ones
    assert row[["N, good", "N, spam"]].tolist() == [0, 3]
    assert row[["P, good", "P, spam"]].tolist() == pytest.approx([1 / 8, 4 / 6])
    assert row["evidence"] == f"{np.log(4 / 6 * 8):+.3f}"
    assert r"\tfrac{3+1}{4+1\cdot2}=0.6667" in latex(app)
    assert r"P(\text{spam}) &= 4/10=0.4" in latex(app)


def test_what_was_never_seen_is_named_when_nothing_is_smoothed() -> None:
    app = open_page(PAGE, alpha="0")
    (sentence,) = sentences(app)
    assert "never in good: “free”; never in spam: “lunch”, “today”" in sentence
    assert "α must be larger than 0." in sentence
    app = open_page(PAGE, alpha="0", new="free money", formula="numbers")
    assert sentences(app) == []
    assert r"e_i &= \infty" in latex(app)


@pytest.mark.parametrize(
    ("data", "edits", "sentence"),
    [
        ("messages", {"deleted_rows": [*range(10)]}, "no words"),
        ("messages", {"deleted_rows": [0, 1, 2, 3]}, "rows of both classes"),
        ("messages", {"edited_rows": {i: {"message": "?!"} for i in range(10)}}, "no words"),
        ("messages", {"edited_rows": {0: {"message": None}, 1: {"class": None}}}, None),
        ("messages", {"edited_rows": {0: {"message": "<b>$x$ {a} \\frac"}}}, None),
        ("messages", {"edited_rows": {i: {"message": "a b"} for i in range(10)}}, None),
        ("messages", {"added_rows": [{"message": "hello " * 30, "class": "good"}, {}]}, None),
        ("categories", {"deleted_rows": [*range(9)]}, "rows of both classes"),
        ("categories", {"deleted_rows": [0, 1, 2, 3, 4]}, "rows of both classes"),
        ("categories", {"edited_rows": {0: {"weather": None}}, "added_rows": [{}]}, None),
        ("categories", {"edited_rows": {i: {"wind": "calm"} for i in range(9)}}, None),
    ],
)
@pytest.mark.parametrize("alpha", ["0.001", "1", "100"])
def test_any_edit_gives_a_picture_or_one_sentence(
    data: str, edits: dict[str, Any], sentence: str | None, alpha: str
) -> None:
    app = open_with(edits, data, alpha=alpha)
    assert not app.exception
    told = sentences(app)
    assert len(pictures(app)) == 2 - len(told)
    assert "nan" not in latex(app)
    assert [part for part in told if sentence is None or sentence not in part] == []
    assert (sentence is None) == (told == [])


@pytest.mark.parametrize("data", ["messages", "categories"])
def test_rows_that_are_not_complete_are_left_out_and_counted(data: str) -> None:
    app = open_with({"added_rows": [{}, {}]}, data)
    assert "Rows left out because a cell is empty: 2." in shown_text(app)


def test_the_digits_reach_the_reference_accuracy_and_need_smoothing() -> None:
    assert "**84.3 %** of 898 new digits. Impossible as any digit: 0." in plain_text(
        open_page(PAGE, data="digits")
    )
    digits = load_images("digits")
    ink = digits.X > 8
    never = np.stack([~ink[digits.y == k].any(axis=0) for k in range(10)])
    always = np.stack([ink[digits.y == k].all(axis=0) for k in range(10)])
    new = digits.test_X > 8
    ruled_out = (new[:, None] & never | ~new[:, None] & always).any(axis=2).all(axis=1)
    app = open_page(PAGE, data="digits", alpha="0")
    which = str(ruled_out.argmax() + 1)
    told = f"Impossible as any digit: {ruled_out.sum()}, first of them number {which}."
    assert told in plain_text(app)
    app = open_page(PAGE, data="digits", alpha="0", digit=which)
    assert not app.exception
    assert f"rules the new digit {which} out, so its posterior is 0/0" in sentences(app)[0]
    possible = str((~ruled_out).argmax() + 1)
    app = open_page(PAGE, data="digits", alpha="0", digit=possible, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    assert "nan" not in latex(app)


def test_each_drawing_is_another_one_and_its_pixels_are_ink_or_none() -> None:
    drawn = [
        pictures(open_page(PAGE, data="digits", shown="what it would draw", drawing=n))[0]
        for n in ("1", "2", "1")
    ]
    assert drawn[0] == drawn[2] != drawn[1]


def test_the_question_is_answered_by_a_zero() -> None:
    app = open_page(PAGE)
    app.radio(key="discrete_bayes answer choice").set_value("Certainly good.").run()
    app.button(key="discrete_bayes answer commit").click().run()
    odds = (60 / 5) * (40 / 2) * (50 / 10) * (100 / 80)
    smoothed = (61 / 6) * (41 / 3) * (51 / 11) * (1 / 21)
    text = plain_text(app)
    assert f"{100 * odds / (1 + odds):.1f} %; now the probability is exactly 0." in text
    assert "its share is $(0+1)/(100+2)$" in text
    assert f"message is spam with probability {100 * smoothed / (1 + smoothed):.1f} %." in text


def test_the_gaussian_naive_bayes_of_the_lab_has_the_accuracy_that_is_said() -> None:
    app = open_page(PAGE)
    state, _ = decode(lab_link(app))
    training = accuracies(open_lab(state)).iloc[TABLE_MODELS.index("diagonal"), 1]
    assert f"It calls {training} of them rightly." in plain_text(app)


def test_choices_are_in_the_address_and_open_again(server: str, page: Page) -> None:
    visit(page, f"{server}/discrete_bayes")
    page.get_by_role("radio", name="categories").click()
    expect(page.get_by_text("P(rides | x) = 0.4455")).to_be_visible()
    visit(page, page.url)
    expect(page.get_by_text("P(rides | x) = 0.4455")).to_be_visible()
    page.get_by_role("radio", name="messages").click()
    message = page.get_by_role("textbox", name="A new message")
    message.fill("lunch")
    message.press("Enter")
    expect(page.get_by_text("“lunch”").first).to_be_visible()
    visit(page, page.url)
    expect(message).to_have_value("lunch")
