"""The lesson that checks the sources: every erratum, and the page."""

import re
from collections import Counter
from typing import get_args

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
from core.input_error import InputError
from core.link import decode, encode
from lessons.checking_the_sources.data import (
    WORDS,
    check_root,
    count_score,
    describe_tests,
    evidence,
    lab_state,
    outcome_texts,
)
from lessons.checking_the_sources.errata import (
    ERRATA,
    Erratum,
    Outcome,
    compute_panels,
    of_kind,
    share_correct,
)
from lessons.checking_the_sources.errata.implementing import printed_densities
from lessons.checking_the_sources.errata.kernel_claims import FITCSVM
from lessons.checking_the_sources.errata.kernel_notes import complex_projection
from lessons.checking_the_sources.errata.linear_post import printed_classifier, printed_test
from lessons.checking_the_sources.hunt import LINES, TESTS, PrintedLine, Test, Verdict
from lessons.checking_the_sources.hunt.line import drawing_of
from lessons.checking_the_sources.hunt.linear_post import class_offsets
from lessons.checking_the_sources.hunt.notes import printed_quadratic
from lessons.checking_the_sources.state import (
    NONE,
    SHOWABLE,
    CheckingTheSourcesState,
    check_judgements,
)
from ui.figure_svg import write_svg

DRAWN = {key: erratum for key, erratum in ERRATA.items() if erratum.draw is not None}

every_erratum = pytest.mark.parametrize("erratum", ERRATA.values(), ids=ERRATA)
every_drawn = pytest.mark.parametrize("key", DRAWN)


@every_erratum
def test_an_erratum_is_complete_and_computes_two_different_answers(erratum: Erratum) -> None:
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


def test_titles_of_errata_are_unique_and_all_five_sources_have_some() -> None:
    assert len({erratum.title for erratum in ERRATA.values()}) == len(ERRATA)
    assert len({erratum.source for erratum in ERRATA.values()}) == 5


def test_errors_and_cautions_are_all_and_a_condition_or_a_choice_is_no_error() -> None:
    errors, cautions = ([erratum.key for erratum in of_kind(kind)] for kind in ("error", "caution"))
    assert sorted(errors + cautions) == sorted(ERRATA)
    assert {
        *("zero-counts", "priors", "first-half", "divisor", "products", "labels"),
        *("determinants", "metric", "kernel", "offset", "two-classes", "optimal"),
        *("which-space", "unit-of-gamma", "closed-form", "more-accurate"),
        *("coefficient", "feature-index"),
    } == set(cautions)
    assert {
        *("central-limit", "running-total", "sigma"),
        *("called-naive", "naive-title", "complex-root"),
        *("all-separated", "definite", "same-covariance", "fitcsvm"),
        *("called-densities", "large-x1", "dimension"),
    } <= set(errors)


def test_no_claim_copies_more_than_a_short_quotation() -> None:
    for erratum in ERRATA.values():
        for quotation in re.findall("“(.*?)”", erratum.claim):
            assert len(quotation.split()) <= 10


def test_the_sum_of_covariances_gives_the_direction_of_lda_if_both_are_turned_alike() -> None:
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
        ("large-x1", "negative", "positive: 30.5"),  # -1.5 * 17^2 + 8 * 60 - 16
        ("dimension", 150, 4),
        ("called-densities", 3.3049, 1),
        ("all-separated", 1, 0.975),
        ("more-accurate", "often", "0 of 7; the SVM on 5"),
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
        ("optimal", 0.96, 0.965),
        ("feature-index", 0.85, 0.95),
        ("coefficient", 0.93, 0.97),
        ("unit-of-gamma", 0.85, 0.95),
        ("fitcsvm", 0.75, 0.99),
        ("determinants", 0.7, 0.9),
        ("imbalance", 0.2, 0.89),
        ("priors", 0.8, 0.88),
        ("twice", 0.8, 0.93),
        ("labels", 0.5, 0.9),
        ("whole-numbers", 0.4, 0.9),
    ],
)
def test_the_corrected_rules_are_more_accurate(key: str, at_most: float, at_least: float) -> None:
    outcome = ERRATA[key].compute()
    assert isinstance(outcome.printed, float)
    assert isinstance(outcome.right, float)
    assert outcome.printed < at_most < at_least < outcome.right


@every_drawn
def test_a_drawing_evaluates_its_rules_and_they_differ(key: str) -> None:
    draw = DRAWN[key].draw
    assert draw is not None
    drawing = draw()
    panels = compute_panels(drawing, resolution=20)
    corner = np.array([[panels.x1[3], panels.x2[7]]])
    assert panels.printed[7, 3] == pytest.approx(drawing.printed(corner)[0])
    assert panels.right[7, 3] == pytest.approx(drawing.right(corner)[0])
    assert ((panels.printed > 0) != (panels.right > 0)).any()
    assert np.isfinite([panels.printed, panels.right]).all()
    assert share_correct(drawing.right, drawing.X_new, drawing.y_new) > 0.8


def test_equation_3_is_the_normal_density_and_equation_4_integrates_to_half() -> None:
    points = load(DatasetSpec("unequal_gaussians", n=60))
    model = GaussianBayes("full").fit(points.X, points.y)
    right, printed = (printed_densities(model, points.X, inside=inside) for inside in (True, False))
    for k in (0, 1):
        normal = multivariate_normal(model.means_[k], model.covariances_[k])
        assert right[:, k] == pytest.approx(normal.logpdf(points.X))
        # e^-D' is a normal density with half the covariance, but for a factor 2^(-d/2).
        narrower = multivariate_normal(model.means_[k], model.covariances_[k] / 2)
        assert printed[:, k] == pytest.approx(narrower.logpdf(points.X) - np.log(2))


def test_data_stay_skewed_and_only_their_means_become_normal() -> None:
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


def test_the_plain_transpose_gives_the_real_projection_and_the_conjugate_does_not() -> None:
    points = load(DatasetSpec("moons", n=60))
    X, y = points.X - points.X.mean(axis=0), points.y
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


def test_w_has_eigenvalues_of_both_signs_where_the_notes_call_it_definite() -> None:
    low, high = str(ERRATA["definite"].compute().right).replace("−", "-").split(" and ")
    assert float(low) < 0 < float(high)
    points = load(DatasetSpec("xor", n=200, seed=200))
    diagonal = GaussianBayes("full", ddof=1).fit(points.X, points.y).covariances_
    W = -(np.linalg.inv(diagonal[1]) - np.linalg.inv(diagonal[0])) / 2
    assert np.linalg.eigvalsh(W) == pytest.approx([float(low), float(high)], rel=5e-3)


def test_separable_images_can_have_very_different_variances() -> None:
    points = load(DatasetSpec("concentric", n=200, seed=200))
    kernel = KernelBayes(gamma=5.0).fit(points.X, points.y).kernel_
    K = kernel(points.X, points.X)
    variances = []
    for own in (points.y == 1, points.y == 0):
        centred = K[np.ix_(own, own)] - K[np.ix_(own, own)].mean(axis=0)
        variances.append(np.trace(centred - centred.mean(axis=1)[:, None]) / own.sum())
    assert ERRATA["same-covariance"].compute().right == pytest.approx(variances[0] / variances[1])
    assert variances[0] < variances[1] / 2


def test_the_metric_of_the_points_is_not_that_of_their_images() -> None:
    outcome = ERRATA["which-space"].compute()
    assert isinstance(outcome.printed, float)
    assert outcome.printed > 5
    assert outcome.right == pytest.approx(0, abs=1e-3)


def test_the_printed_call_of_the_svm_has_one_bracket_too_many_and_sets_one_kernel() -> None:
    assert (FITCSVM.count("("), FITCSVM.count(")")) == (1, 2)
    assert "has 1 opening bracket and 2 closing ones" in ERRATA["fitcsvm"].correction
    assert "“linear”" in ERRATA["fitcsvm"].compute().measure


def test_doubling_the_coefficient_is_harmless_only_if_b_and_c_are_doubled_too() -> None:
    draw = ERRATA["coefficient"].draw
    assert draw is not None
    drawing = draw()
    x = drawing.X_new
    model = GaussianBayes("full").fit(drawing.X, drawing.y)
    minus, plus = (np.linalg.inv(C) for C in model.covariances_)
    quadratic = np.einsum("ni,ij,nj->n", x, minus - plus, x)
    linear_and_constant = drawing.right(x) - quadratic / 2
    assert drawing.printed(x) == pytest.approx(quadratic + linear_and_constant)
    both_doubled = quadratic + 2 * linear_and_constant
    assert ((both_doubled > 0) == (drawing.right(x) > 0)).all()


def test_means_are_truncated_if_the_images_are_stored_as_bytes_and_not_if_as_floats() -> None:
    digits = load_digits()
    as_floats, fresh = (
        printed_classifier(digits.data, digits.target, divide_twice=True, keep_type=keep)[0]
        for keep in (True, False)
    )
    assert as_floats[3] == pytest.approx(fresh[3])
    assert "If `X` is stored as bytes" in ERRATA["whole-numbers"].correction


# The hunt

ALL_TESTS = [(key, test) for key, line in LINES.items() for test in line.tests]
every_line = pytest.mark.parametrize("line", LINES.values(), ids=LINES)


@every_line
def test_a_line_is_complete_and_has_several_tests(line: PrintedLine) -> None:
    assert all((line.title, line.source, line.place, line.printed, line.meaning, line.why))
    assert len(line.tests) >= 2
    assert line.tests.keys() <= TESTS.keys()
    assert len(line.formulas) == (1 if line.verdict == "right" else 2)
    for quotation in re.findall("“(.*?)”", line.printed):
        assert len(quotation.split()) <= 10


@every_line
def test_only_a_right_line_computes_the_right_result(
    line: PrintedLine,
) -> None:
    outcome = line.compute()
    if line.verdict == "right":
        assert outcome.printed == pytest.approx(outcome.right, rel=1e-6)
    else:
        assert ERRATA[line.entry].compute() == outcome
        assert outcome.printed != outcome.right
        assert (line.verdict == "wrong") == (ERRATA[line.entry].kind == "error")


@every_line
def test_the_tests_of_a_line_find_its_error_and_find_none_where_it_is_right(
    line: PrintedLine,
) -> None:
    passes = {test: evidence(line.key, test).passes for test in line.tests}
    assert all(passes.values()) == (line.verdict == "right")
    texts = describe_tests(line.key)
    for test, has_passed in passes.items():
        if line.verdict != "right":
            shown, _, not_shown = texts.partition("Not shown by")
            assert TESTS[test].lower() in (not_shown if has_passed else shown)


def test_a_judgement_can_be_wrong_and_no_single_test_decides() -> None:
    counts = Counter(line.verdict for line in LINES.values())
    assert min(counts[verdict] for verdict in get_args(Verdict)) >= 2
    misled = {key for key, test in ALL_TESTS if LINES[key].entry and evidence(key, test).passes}
    assert len(misled) >= 6  # lines that are not right and pass a test
    for test in TESTS:
        results = {evidence(key, test).passes for key in LINES if test in LINES[key].tests}
        assert results == {True, False}


@pytest.mark.parametrize(("key", "test"), ALL_TESTS)
def test_evidence_is_computed_and_drawn_in_both_themes(key: str, test: Test) -> None:
    result = LINES[key].tests[test]()
    assert result.numbers == evidence(key, test).numbers
    assert all(name and value and "nan" not in value for name, value in result.numbers)
    assert result.what
    assert result.expected
    if result.draw is not None:
        assert result.alt
        for theme in ("light", "dark"):
            assert write_svg(result.draw(theme), result.alt, 380, 285, theme).startswith("<svg")


def numbers_of(key: str, test: Test) -> list[float]:
    results = [value for _, value in evidence(key, test).numbers]
    plain = [re.sub(r"[^\d.eE+-]", "", value.replace("−", "-").split(" ")[0]) for value in results]
    return [float(value) for value in plain]


@pytest.mark.parametrize(
    ("key", "test", "known"),
    [
        ("variance-recipe", "extreme", [0]),  # -50 + 50
        ("variance-recipe", "program", [0, 0.121764]),
        ("formula-gives", "extreme", [1 / (0.1 * np.sqrt(2 * np.pi))]),
        ("eq-3", "units", [100]),
        ("eq-3", "total", [1]),
        ("log-ratio", "total", [4]),  # the root of |4 I| / |I| in the plane
        ("log-ratio", "extreme", [0]),
        ("log-ratio", "program", [np.log(16), np.log(16) / 2]),
        ("score", "extreme", [0.5, np.exp(10)]),  # f+ / f- = e^(2x)
        ("score", "program", [1 / 4, 2 / 3, 401]),
        ("quadratic", "extreme", [32, -32]),
        ("quadratic", "program", [-48, -48, 0]),
        ("large-x1", "extreme", [30.5]),  # -1.5 * 17^2 + 8 * 60 - 16
        ("large-x1", "program", [-401.5, -761.5]),
        ("eq-181", "extreme", [18, 19, 9]),
        ("first-rows", "extreme", [33.3, 97.3]),
    ],
)
def test_evidence_that_is_known_by_hand(key: str, test: Test, known: list[float]) -> None:
    assert numbers_of(key, test) == pytest.approx(known, rel=5e-3, abs=1e-9)


def test_the_second_order_of_the_hunt_is_that_of_the_app() -> None:
    iris = load(DatasetSpec("iris", features=(2, 3), classes=(1, 2)))
    minus, plus = (np.linalg.inv(np.cov(iris.X[iris.y == k].T)) for k in (0, 1))
    printed, by_scipy = numbers_of("second-order", "program")
    assert by_scipy == pytest.approx(-(plus - minus)[0, 0] / 2, rel=5e-3)
    assert printed < 0 < by_scipy


def test_the_offsets_of_the_hunt_are_those_of_linear_discriminant_analysis() -> None:
    digits = load_digits()
    X, y = digits.data[:, digits.data.std(axis=0) > 1], digits.target
    w, b = class_offsets(X, y)
    oracle = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
    assert ((X @ w.T + b).argmax(axis=1) == oracle.predict(X)).mean() > 0.999


def test_the_printed_quadratic_is_that_of_the_notes_at_their_eight_points() -> None:
    points = np.array([(3, -4), (5, -2), (1, -2), (3, 0), (3, 4), (4, 6), (2, 6), (3, 8)])
    assert printed_quadratic(points).tolist() == [-48, -38, -38, -16, 16, 30.5, 30.5, 48]


def test_judgements_stay_in_the_link_in_order_and_can_be_taken_back() -> None:
    state = CheckingTheSourcesState(line="eq-5").judge("wrong").change(line="eq-3").judge("right")
    assert state.judged == "eq-3_right.eq-5_wrong"
    assert decode(encode(state), CheckingTheSourcesState) == (state, ())
    assert count_score(state) == (1, 2)
    assert state.judge(None).judgements == {"eq-5": "wrong"}
    assert state.change(test="total", line="eq-5").test == NONE  # it is no test of eq. 5
    assert state.fresh() == CheckingTheSourcesState(judged=state.judged)


@pytest.mark.parametrize("text", ["eq-3", "eq-3_maybe", "eq-0_right", "eq-3_right.eq-3_wrong"])
def test_invalid_judgements_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="use verdicts on lines"):
        check_judgements(text)


def test_the_lab_gets_the_points_of_the_line_or_of_the_open_entry() -> None:
    rare, xor = (
        lab_state(state).points
        for state in (
            CheckingTheSourcesState(line="eq-5"),
            CheckingTheSourcesState(line="eq-5", erratum="complex-root"),
        )
    )
    assert rare != xor
    assert lab_state(CheckingTheSourcesState(line="eq-181")) == lab_state(CheckingTheSourcesState())


# The page


PAGE = "checking_the_sources.py"


@pytest.fixture(scope="module")
def lesson() -> AppTest:
    return open_page(PAGE)


def compute_buttons(app: AppTest) -> list[str]:
    return [str(button.key) for button in app.button if button.label == "Compute both"]


def test_the_table_lists_every_erratum_with_a_button() -> None:
    app = open_page(PAGE)
    assert compute_buttons(app) == [
        f"erratum {erratum.key} button" for kind in WORDS for erratum in of_kind(kind)
    ]
    text = shown_text(app)
    assert "check of every line" not in text
    assert "There may be more." in text
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


def test_results_outlast_a_visit_to_another_page_and_all_can_be_computed() -> None:
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


@pytest.mark.parametrize("key", SHOWABLE)
def test_every_drawn_erratum_has_its_pictures_and_leads_to_the_lab(key: str) -> None:
    app = open_page(PAGE, erratum=key, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    assert f"erratum {key} button" not in compute_buttons(app)
    assert evidence_pictures(app) == 2
    drawing = drawing_of(key)
    assert all(any(formula in line.value for line in app.latex) for formula in drawing.formulas)

    model = str(drawing.lab["model"])
    row = accuracies(open_page("lab.py", **lab_link(app))).iloc[TABLE_MODELS.index(model)]
    assert row.iloc[1] == f"{100 * share_correct(drawing.right, drawing.X, drawing.y):.1f} %"


def evidence_pictures(app: AppTest) -> int:
    return sum('<img class="evidence"' in str(block.proto.body) for block in app.get("html"))


def test_a_line_is_tested_then_judged_and_only_then_corrected() -> None:
    app = open_page(PAGE)
    first, second, *_ = LINES.values()
    assert first.printed in shown_text(app)
    assert not [word for word in (first.title, first.why) if word in hunt_text(app)]
    assert app.button(key="verdict wrong").disabled
    app.button(key="test extreme").click().run()
    assert [(it.label, it.value) for it in app.metric] == list(
        evidence(first.key, "extreme").numbers
    )
    app.button(key="test program").click().run()
    assert evidence_pictures(app) == 1
    app.button(key="verdict right").click().run()
    assert not app.exception
    assert "You said “right”. **It is wrong.** Divided twice." in hunt_text(app)
    assert first.why in hunt_text(app)
    texts = outcome_texts(first.compute())
    assert f"As printed: {texts['printed']}. Corrected: {texts['right']}." in hunt_text(app)
    assert "Shown by: extreme case, another program. Not shown by: other units." in hunt_text(app)
    assert app.query_params["judged"] == f"{first.key}_right"
    next(it for it in app.button if it.label == "Judge again").click().run()
    app.button(key="verdict wrong").click().run()
    assert "**Correct: it is wrong.**" in hunt_text(app)
    next(it for it in app.button if it.label == "Next line").click().run()
    assert second.printed in shown_text(app)
    assert "1 of 1 judged correctly" in hunt_text(app)
    assert not app.metric
    # A thing to try sets up a line, and the judgements stay.
    next(it for it in app.button if it.label == "Worse than a guess").click().run()
    assert not app.exception
    assert app.query_params == {
        "line": "eq-5",
        "test": "extreme",
        "judged": f"{first.key}_wrong",
    }


def hunt_text(app: AppTest) -> str:
    """Return what is shown above the entries."""
    return shown_text(app).partition("There may be more.")[0]


def test_all_lines_can_be_judged_and_the_score_is_shown_at_the_end() -> None:
    every = ".".join(f"{key}_{line.verdict}" for key, line in LINES.items())
    app = open_page(PAGE, judged=every, line="eq-181")
    assert not app.exception
    assert sentences(app) == []
    n = len(LINES)
    assert f"You have judged all {n} lines, {n} of them correctly." in shown_text(app)
    assert "Next line" not in [it.label for it in app.button]
    marks = app.segmented_control(key="lesson.line").options
    assert marks == [f"{place} :material/check:" for place in range(1, n + 1)]
    wrong = every.replace("eq-3_right", "eq-3_wrong")
    again = open_page(PAGE, judged=wrong, line="eq-181")
    assert again.segmented_control(key="lesson.line").options[1] == "2 :material/close:"
    assert f"{n - 1} of them correctly" in shown_text(again)


@every_line
def test_a_link_opens_every_line_with_each_of_its_tests(line: PrintedLine) -> None:
    for test in line.tests:
        app = open_page(PAGE, line=line.key, test=test, formula="numbers")
        assert not app.exception
        assert sentences(app) == []
        assert [(it.label, it.value) for it in app.metric] == list(evidence(line.key, test).numbers)


def test_the_reason_has_an_integral_that_is_one_and_one_that_is_not() -> None:
    numbers = check_root()
    assert (numbers["integral_right"], numbers["integral_printed"]) == ("1", "0.5")
    assert 0 < float(numbers["kept"].removesuffix("\u00a0%")) < 80


def test_numbers_are_written_readably() -> None:
    assert outcome_texts(Outcome("m", 0.1234, 1.0, is_share=True)) == {
        "measure": "m",
        "printed": percent(0.123),
        "right": percent(1),
    }
    assert outcome_texts(Outcome("m", -2.94376, 1e-14))["printed"] == "−2.94"
    assert outcome_texts(Outcome("m", -2.94376, 1e-14))["right"] == "0"
