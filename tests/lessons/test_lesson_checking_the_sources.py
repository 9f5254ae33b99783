"""The lesson of the errata: every button, every picture, and the way to the lab."""

import pytest
from streamlit.testing.v1 import AppTest
from test_lessons import lab_link, shown_text
from test_pages import accuracies, open_page, sentences

from bayeslab.evaluation.models import TABLE_MODELS
from lessons.checking_the_sources.errata import ERRATA, Outcome, of_kind, share_right
from lessons.checking_the_sources.view import WORDS, check_root, written
from ui.layout import percent

PAGE = "checking_the_sources.py"
DRAWN = [key for key, erratum in ERRATA.items() if erratum.draw and key != "root"]


@pytest.fixture(scope="module")
def lesson() -> AppTest:
    return open_page(PAGE)


def compute_buttons(app: AppTest) -> list[str]:
    return [str(button.key) for button in app.button if button.label == "Compute both"]


def test_every_erratum_stands_in_the_table_with_a_button() -> None:
    app = open_page(PAGE)
    assert compute_buttons(app) == [
        f"erratum {erratum.key} button" for kind in WORDS for erratum in of_kind(kind)
    ]
    text = shown_text(app)
    headings = [heading.value for heading in app.subheader]
    for kind in WORDS:
        count = sum(erratum.kind == kind for erratum in ERRATA.values())
        assert f"{kind.capitalize()}s: {count}" in headings
        assert f"{count} " in text
    for erratum in ERRATA.values():
        assert erratum.claim in text
        assert erratum.correction in text


@pytest.mark.parametrize("key", ERRATA)
def test_a_button_computes_both_answers(lesson: AppTest, key: str) -> None:
    others = set(compute_buttons(lesson)) - {f"erratum {key} button"}
    lesson.button(key=f"erratum {key} button").click().run()
    assert not lesson.exception
    assert set(compute_buttons(lesson)) == others
    answers = written(ERRATA[key].compute())
    words = WORDS[ERRATA[key].kind]
    shown = f"{words.printed}: **{answers['printed']}**  \n{words.right}: **{answers['right']}**"
    assert shown in [text.value for text in lesson.markdown]


def test_what_was_computed_stays_over_a_visit_to_another_page_and_all_can_be_computed() -> None:
    app = open_page(PAGE)
    app.button(key="erratum divisor button").click().run()
    app.switch_page("start.py").run()
    app.switch_page(PAGE).run()
    assert "As it stands: **0.122**  \nWith care: **0.124**" in [
        text.value for text in app.markdown
    ]
    for kind in WORDS:
        app.button(key=f"{kind}s all button").click().run()
    assert not app.exception
    assert compute_buttons(app) == []
    for kind, words in WORDS.items():
        shown = [text for text in app.markdown if text.value.startswith(f"{words.printed}: **")]
        assert len(shown) == len(of_kind(kind))


@pytest.mark.parametrize("key", DRAWN)
def test_every_drawn_erratum_has_its_picture_and_leads_to_the_lab(key: str) -> None:
    app = open_page(PAGE, erratum=ERRATA[key].title, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    assert app.selectbox(key="erratum").value == ERRATA[key].title
    answers = written(ERRATA[key].compute())
    words = WORDS[ERRATA[key].kind]
    both = f"{words.printed}: {answers['printed']}. {words.right}: {answers['right']}."
    assert both in shown_text(app)

    draw = ERRATA[key].draw
    assert draw is not None
    drawing = draw()
    model = str(drawing.lab["model"])
    row = accuracies(open_page("lab.py", **lab_link(app))).iloc[TABLE_MODELS.index(model)]
    assert row.iloc[1] == f"{100 * share_right(drawing.right, drawing.X, drawing.y):.1f} %"


def test_the_reason_has_an_integral_that_is_one_and_one_that_is_not() -> None:
    numbers = check_root()
    assert (numbers["integral_right"], numbers["integral_printed"]) == ("1", "0.5")
    assert 0 < float(numbers["kept"].removesuffix("\u00a0%")) < 80


def test_numbers_are_written_as_one_reads_them() -> None:
    assert written(Outcome("m", 0.1234, 1.0, is_share=True)) == {
        "measure": "m",
        "printed": percent(0.123),
        "right": percent(1),
    }
    assert written(Outcome("m", -2.94376, 1e-14))["printed"] == "−2.94"
    assert written(Outcome("m", -2.94376, 1e-14))["right"] == "0"
