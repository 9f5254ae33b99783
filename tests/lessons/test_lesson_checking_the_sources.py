"""The lesson that checks the sources: every erratum, and the page."""

import re

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.datasets import load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from streamlit.testing.v1 import AppTest

from app_pages import accuracies, lab_link, open_page, sentences, shown_text
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import TABLE_MODELS
from lessons.checking_the_sources.errata import (
    ERRATA,
    Erratum,
    Outcome,
    evaluate,
    of_kind,
    share_correct,
)
from lessons.checking_the_sources.errata.implementing import printed_densities
from lessons.checking_the_sources.errata.kernel_notes import complex_projection
from lessons.checking_the_sources.errata.linear_post import printed_classifier, printed_test
from lessons.checking_the_sources.table import WORDS, outcome_texts
from lessons.checking_the_sources.view import check_root

DRAWN = {key: erratum for key, erratum in ERRATA.items() if erratum.draw is not None}

every_erratum = pytest.mark.parametrize("erratum", ERRATA.values(), ids=ERRATA)
every_drawn = pytest.mark.parametrize("key", DRAWN)


@every_erratum
def test_an_erratum_says_all_it_has_to_and_computes_two_different_answers(erratum: Erratum) -> None:
    assert all((erratum.title, erratum.source, erratum.place, erratum.claim, erratum.correction))
    outcome = erratum.compute()
    assert outcome == erratum.compute()
    assert outcome.printed != outcome.right
    for value in (outcome.printed, outcome.right):
        if isinstance(value, str):
            assert value
        else:
            assert np.isfinite(value)
            assert 0 <= value <= 1 or not outcome.is_share


def test_titles_tell_the_errata_apart_and_all_five_sources_have_some() -> None:
    assert len({erratum.title for erratum in ERRATA.values()}) == len(ERRATA)
    assert len({erratum.source for erratum in ERRATA.values()}) == 5


def test_errors_and_cautions_are_all_and_a_condition_or_a_choice_is_no_error() -> None:
    errors, cautions = ([erratum.key for erratum in of_kind(kind)] for kind in ("error", "caution"))
    assert sorted(errors + cautions) == sorted(ERRATA)
    assert {
        *("zero-counts", "priors", "first-half", "divisor", "products", "labels"),
        *("determinants", "metric", "kernel", "offset"),
    } == set(cautions)
    assert {
        *("central-limit", "running-total", "sigma", "two-classes"),
        *("called-naive", "naive-title", "complex-root"),
    } <= set(errors)


def test_no_claim_copies_more_than_a_short_quotation() -> None:
    for erratum in ERRATA.values():
        for quotation in re.findall("“(.*?)”", erratum.claim):
            assert len(quotation.split()) <= 10


def test_the_direction_with_the_sum_of_covariances_is_ldas_if_it_turns_both_covariances_alike() -> (
    None
):
    # C+ u and C- u are parallel, though the classes differ in size and in shape.
    plus, minus = np.diag([1.0, 3.0]), np.diag([2.0, 0.5])
    difference = (plus + minus) @ [1.0, 0.0]
    for weight in (0.1, 0.5, 0.9):
        w = np.linalg.solve(weight * plus + (1 - weight) * minus, difference)
        assert w[1] == 0


@pytest.mark.parametrize(
    ("key", "printed", "right"),
    [
        ("upside-down", 0.05, 0.55),
        ("divisor", 0.121764, 0.124249),
        ("products", 1, 4),
        ("first-half", 1 / 3, 0.9733),
        ("pseudo-inverse", "class A", "class B"),
        ("equals", 2 / 3, 1 / 4),
        ("scatter", -2.9438, 1.4507),
        ("offset", -2, -8 / 9),
        ("zero-counts", "0/0", 0.5),
        ("kernel", np.exp(-2.5), np.exp(-1.25)),
        ("name", "name 'z' is not defined", "97.5\u00a0% correct"),
        ("sigma", 0.348947, 0.121764),
        ("running-total", 0, 0.121764),
        ("naive-title", 4, 10),
        ("iris", "not separable", "separable; versicolor and virginica: not separable"),
    ],
)
def test_answers_that_are_known_by_hand(key: str, printed: float | str, right: float | str) -> None:
    outcome = ERRATA[key].compute()
    assert outcome.printed == (
        printed if isinstance(printed, str) else pytest.approx(printed, abs=1e-4)
    )
    assert outcome.right == (right if isinstance(right, str) else pytest.approx(right, abs=1e-4))


@pytest.mark.parametrize(
    ("key", "at_most", "at_least"),
    [
        ("called-naive", 0.86, 0.87),
        ("two-classes", 0.67, 0.97),
        ("determinants", 0.7, 0.9),
        ("imbalance", 0.2, 0.89),
        ("priors", 0.8, 0.88),
        ("twice", 0.8, 0.93),
        ("labels", 0.5, 0.9),
        ("whole-numbers", 0.4, 0.9),
    ],
)
def test_what_is_right_is_right_far_more_often(key: str, at_most: float, at_least: float) -> None:
    outcome = ERRATA[key].compute()
    assert isinstance(outcome.printed, float)
    assert isinstance(outcome.right, float)
    assert outcome.printed < at_most < at_least < outcome.right


@every_drawn
def test_a_drawing_evaluates_its_rules_and_they_differ(key: str) -> None:
    draw = DRAWN[key].draw
    assert draw is not None
    drawing = draw()
    panels = evaluate(drawing, resolution=20)
    corner = np.array([[panels.x1[3], panels.x2[7]]])
    assert panels.printed[7, 3] == pytest.approx(drawing.printed(corner)[0])
    assert panels.right[7, 3] == pytest.approx(drawing.right(corner)[0])
    assert ((panels.printed > 0) != (panels.right > 0)).any()
    assert np.isfinite([panels.printed, panels.right]).all()
    assert share_correct(drawing.right, drawing.X_new, drawing.y_new) > 0.8


def test_equation_3_is_the_normal_density_and_equation_4_integrates_to_half_in_the_plane() -> None:
    points = load(DatasetSpec("unequal_gaussians", n=60))
    model = GaussianBayes("full").fit(points.X, points.y)
    right, printed = (printed_densities(model, points.X, inside=inside) for inside in (True, False))
    for k in (0, 1):
        normal = multivariate_normal(model.means_[k], model.covariances_[k])
        assert right[:, k] == pytest.approx(normal.logpdf(points.X))
        # e^-D' is a normal density with half the covariance, but for a factor 2^(-d/2).
        narrower = multivariate_normal(model.means_[k], model.covariances_[k] / 2)
        assert printed[:, k] == pytest.approx(narrower.logpdf(points.X) - np.log(2))


def test_data_keep_their_skewness_and_only_means_lose_it() -> None:
    outcome = ERRATA["central-limit"].compute()
    assert outcome.printed == pytest.approx(2, abs=0.05)  # of the exponential distribution
    assert outcome.right == pytest.approx(2 / np.sqrt(100), abs=0.1)


def test_both_transposes_fail_where_the_real_projection_succeeds() -> None:
    outcome = ERRATA["complex-root"].compute()
    (printed, right) = (
        [float(number) for number in re.findall(r"[\d.]+", str(text))]
        for text in (outcome.printed, outcome.right)
    )
    assert printed[0] < 50 < 95 < right[0]
    assert printed[1] < 100 < 195 < right[1] <= 200


def test_the_plain_transpose_gives_the_real_projection_but_the_conjugate_one_does_not() -> None:
    points = load(DatasetSpec("moons", n=60))
    X, y = points.X, points.y
    model = KernelBayes("III", kernel="linear").fit(X, y)
    plain = complex_projection(X, y, X, conjugate=False)
    assert np.abs(plain.imag).max() < 1e-9
    assert plain.real == pytest.approx(model.projection_)
    conjugate = complex_projection(X, y, X, conjugate=True)
    # The difference is x'(|W| - W)x, never negative.
    assert (conjugate.real - plain.real).min() > -1e-9
    assert (conjugate.real - plain.real).max() > 0.1


def test_the_posts_code_without_its_defects_is_linear_discriminant_analysis() -> None:
    digits = load_digits()
    X, y = digits.data, digits.target
    kept = X.std(axis=0) > 0
    w, b = printed_classifier(X, y, divide_twice=False)
    oracle = LinearDiscriminantAnalysis().fit(X[:, kept], y)
    assert printed_test(w, b, X, y) == pytest.approx(oracle.score(X[:, kept], y), abs=0.002)
    whole, _ = printed_classifier(X.astype(np.uint8), y, divide_twice=False, keep_type=False)
    assert whole[3] == pytest.approx(w[3])


def test_labels_that_count_from_one_break_the_posts_test() -> None:
    with pytest.raises(IndexError):
        printed_test({1: np.ones(2), 2: np.ones(2)}, {1: 0.0, 2: 0.0}, np.eye(2), np.array([1, 2]))


# The page


PAGE = "checking_the_sources.py"
DRAWN_ON_THE_PAGE = [key for key, erratum in ERRATA.items() if erratum.draw and key != "root"]


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
    answers = outcome_texts(ERRATA[key].compute())
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


@pytest.mark.parametrize("key", DRAWN_ON_THE_PAGE)
def test_every_drawn_erratum_has_its_picture_and_leads_to_the_lab(key: str) -> None:
    app = open_page(PAGE, erratum=ERRATA[key].title, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    assert app.selectbox(key="erratum").value == ERRATA[key].title
    answers = outcome_texts(ERRATA[key].compute())
    words = WORDS[ERRATA[key].kind]
    both = f"{words.printed}: {answers['printed']}. {words.right}: {answers['right']}."
    assert both in shown_text(app)

    draw = ERRATA[key].draw
    assert draw is not None
    drawing = draw()
    model = str(drawing.lab["model"])
    row = accuracies(open_page("lab.py", **lab_link(app))).iloc[TABLE_MODELS.index(model)]
    assert row.iloc[1] == f"{100 * share_correct(drawing.right, drawing.X, drawing.y):.1f} %"


def test_the_reason_has_an_integral_that_is_one_and_one_that_is_not() -> None:
    numbers = check_root()
    assert (numbers["integral_right"], numbers["integral_printed"]) == ("1", "0.5")
    assert 0 < float(numbers["kept"].removesuffix("\u00a0%")) < 80


def test_numbers_are_written_as_one_reads_them() -> None:
    assert outcome_texts(Outcome("m", 0.1234, 1.0, is_share=True)) == {
        "measure": "m",
        "printed": percent(0.123),
        "right": percent(1),
    }
    assert outcome_texts(Outcome("m", -2.94376, 1e-14))["printed"] == "−2.94"
    assert outcome_texts(Outcome("m", -2.94376, 1e-14))["right"] == "0"
