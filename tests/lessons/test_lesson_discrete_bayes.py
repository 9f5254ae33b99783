"""The lesson on discrete naive Bayes: its words, its evidence and its page."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, dirichlet
from sklearn.naive_bayes import BernoulliNB, CategoricalNB

from app_pages import (
    latex,
    open_page,
    plain_text,
    sentences,
)
from bayeslab.estimators.discrete import BernoulliBayes
from bayeslab.figures import draw_evidence
from bayeslab.figures.theme import PALETTE, THEMES
from core.images import load_images
from javascript import call
from lesson_pictures import draw_picture
from lessons.discrete_bayes.binary_digits import draw_digits, new_digit
from lessons.discrete_bayes.data import describe_step, equations, points_of, tabulate
from lessons.discrete_bayes.numbers import (
    count_values,
    evaluate_counts,
    points_with_counts,
    weigh_evidence,
)
from lessons.discrete_bayes.rows import DAYS, MESSAGES, read_categories, read_messages
from lessons.discrete_bayes.state import NEW_DIGITS, DiscreteBayesState
from lessons.discrete_bayes.words import find_occurrences, find_vocabulary, split_words
from lessons.steps import reach, read_steps, set_up
from lessons.texts import read_sections
from lessons.tries import read_tries

NEW_MESSAGE = DiscreteBayesState.new


def test_words_are_letters_and_digits_in_small_letters() -> None:
    assert split_words("Don't WIN 100€ -- win, now!") == ["don't", "win", "100", "win", "now"]
    assert split_words("Grüße_an Ökö-Freunde") == ["grüsse", "an", "ökö-freunde"]
    assert split_words(" … ") == []


def test_the_words_of_most_messages_are_kept_in_order_of_appearance() -> None:
    messages = ["b a a a", "b c", "d c b"]
    assert find_vocabulary(messages, 12) == ("b", "a", "c", "d")
    assert find_vocabulary(messages, 2) == ("b", "c"), "a is thrice in one message, c in two"


def test_a_word_that_occurs_twice_counts_once() -> None:
    X = find_occurrences(["now now", "win now", "", "Now?"], ("now", "win"))
    assert X.tolist() == [[1, 0], [1, 1], [0, 0], [1, 0]]
    assert find_occurrences([], ("now",)).shape == (0, 1)


@pytest.mark.parametrize("messages", [[], [""], ["?!", " _ "]])
def test_messages_without_words_are_refused(messages: list[str]) -> None:
    with pytest.raises(ValueError, match="have no words; type some"):
        find_vocabulary(messages, 12)


@given(messages=st.lists(st.text(max_size=30), min_size=1, max_size=5))
def test_any_text_can_be_counted(messages: list[str]) -> None:
    words = {word for text in messages for word in split_words(text)}
    if not words:
        return
    vocabulary = find_vocabulary(messages, 100)
    assert set(vocabulary) == words
    X = find_occurrences(messages, vocabulary)
    assert X.any(axis=0).all()
    assert X.sum(axis=1).tolist() == [len(set(split_words(text))) for text in messages]
    assert np.isin(X, (0, 1)).all()


def test_evidence_worked_by_hand() -> None:
    X, y = np.array([[1, 0], [1, 1], [0, 0], [1, 0], [0, 0]]), np.array([1, 1, 0, 0, 0])
    evidence_of_x = weigh_evidence(BernoulliBayes(alpha=1).fit(X, y), np.array([1, 0]))
    # Word 1: (2 + 1) / (2 + 2) against (1 + 1) / (3 + 2). No word 2: (1 + 1) / 4 against 4 / 5.
    assert evidence_of_x.prior == pytest.approx(np.log(2 / 3))
    assert evidence_of_x.features == pytest.approx(np.log([0.75 / 0.4, 0.5 / 0.8]))
    assert evidence_of_x.log_odds == pytest.approx(np.log(2 / 3 * 0.75 / 0.4 * 0.5 / 0.8))
    assert evidence_of_x.posterior == pytest.approx(0.25 / (0.25 + 0.32))


def test_a_value_never_seen_in_a_class_weighs_infinitely_and_two_have_no_answer() -> None:
    X, y = np.array([[1, 0], [1, 0], [0, 1], [0, 0]]), np.array([1, 1, 0, 0])
    model = BernoulliBayes(alpha=0).fit(X, y)
    evidence_of_x = weigh_evidence(model, np.array([0, 0]))
    assert evidence_of_x.features.tolist() == [-np.inf, np.log(2)]
    assert (evidence_of_x.log_odds, evidence_of_x.posterior) == (-np.inf, 0.0)
    with pytest.raises(ValueError, match="0/0"):
        weigh_evidence(BernoulliBayes(alpha=0).fit([[1, 0], [0, 1]], [0, 1]), np.array([1, 1]))


@given(seed=st.integers(0, 10_000))
def test_points_have_the_requested_counts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 30, 3)
    counts = rng.integers(0, sizes[:, None] + 1, (3, 4))
    X, y = points_with_counts(counts, sizes)
    model = BernoulliBayes().fit(X, y)
    np.testing.assert_array_equal(model.feature_count_, counts)
    np.testing.assert_array_equal(model.class_count_, sizes)


# The picture


@pytest.mark.parametrize("theme", THEMES)
def test_each_bar_begins_where_the_one_above_ends_and_the_last_is_the_sum(theme: str) -> None:
    figure = draw_evidence(list("abc"), [1.0, -3.0, 0.5], class_names=("no", "yes"), theme=theme)
    (bars,) = figure.data
    assert np.array(bars.base).tolist() == [0, 1, -2, 0]
    assert np.array(bars.x).tolist() == [1, -3, 0.5, -1.5]
    blue, vermillion = PALETTE[0].colour, PALETTE[1].colour
    assert list(bars.marker.color) == [vermillion, blue, vermillion, blue]
    assert [note.text for note in figure.layout.annotations] == ["+1.00", "−3.00", "+0.50", "−1.50"]
    assert list(figure.layout.yaxis.ticktext) == ["a", "b", "c", "sum"]
    assert "no" in figure.layout.xaxis.title.text.split("log odds")[0]


@pytest.mark.parametrize("sign", [-1, 1])
def test_an_infinite_term_reaches_to_the_edge_and_so_does_the_sum(sign: int) -> None:
    terms = [2.0, sign * np.inf, -1.0]
    figure = draw_evidence(list("abc"), terms, class_names=("no", "yes"))
    (bars,) = figure.data
    edge = figure.layout.xaxis.range[1]
    ends = np.array(bars.base) + np.array(bars.x)
    assert ends[[1, 2, 3]].tolist() == [sign * edge] * 3
    assert figure.layout.annotations[3].text == ("−∞" if sign < 0 else "+∞")
    assert np.isfinite(np.array(bars.x)).all()


def test_without_terms_there_is_a_sum_of_zero_and_names_are_no_markup() -> None:
    assert np.array(draw_evidence([], [], class_names=("a", "b")).data[0].x).tolist() == [0]
    figure = draw_evidence(["<b>"], [1.0], class_names=("<i>", "b"))
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;"
    assert "&lt;i&gt;" in figure.layout.xaxis.title.text


@pytest.mark.parametrize(
    ("terms", "classes", "theme"),
    [
        ([1.0, np.nan], ("a", "b"), "light"),
        ([1.0], ("a", "b"), "light"),
        ([np.inf, -np.inf], ("a", "b"), "light"),
        ([1.0, 2.0], ("a", "b", "c"), "light"),
        ([1.0, 2.0], ("a", "b"), "blue"),
    ],
)
def test_evidence_without_a_sum_is_refused(
    terms: list[float], classes: tuple[str, ...], theme: str
) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        draw_evidence(["x", "y"], terms, class_names=classes, theme=theme)


PAGE = "discrete_bayes.py"


# Against scikit-learn


@pytest.mark.parametrize("alpha", [0.01, 1.0, 20.0])
@pytest.mark.parametrize("message", [NEW_MESSAGE, "", "Win a PRIZE, now!", "nothing known"])
def test_messages_have_the_posterior_of_scikit_learn(message: str, alpha: float) -> None:
    problem = read_messages(MESSAGES, message)
    theirs = BernoulliNB(alpha=alpha).fit(problem.X, problem.y)
    posterior = theirs.predict_proba(problem.x[None])[0, 1]
    assert evaluate_counts(problem, alpha).evidence.posterior == pytest.approx(posterior)


@pytest.mark.parametrize("day", [("sun", "calm", "free"), ("rain", "windy", "work")])
def test_days_have_the_posterior_of_scikit_learn(day: tuple[str, ...]) -> None:
    problem = read_categories(DAYS, day)
    sizes = [len(names) for names in problem.values]
    theirs = CategoricalNB(alpha=0.5, min_categories=sizes).fit(problem.X, problem.y)
    posterior = theirs.predict_proba(problem.x[None])[0, 1]
    assert evaluate_counts(problem, 0.5).evidence.posterior == pytest.approx(posterior)


# The page


def test_the_table_follows_the_counts_of_the_messages() -> None:
    app = open_page(PAGE, formula="numbers")
    table = app.dataframe[1].value.set_index("new point")
    row = table.loc["“free”"]  # in three messages of four spam, in none of six good ones
    assert row[["N, good", "N, spam"]].tolist() == [0, 3]
    assert row[["P, good", "P, spam"]].tolist() == pytest.approx([1 / 8, 4 / 6])
    assert row["evidence"] == pytest.approx(np.log(4 / 6 * 8))
    assert r"\tfrac{3+1}{4+1\cdot2}=0.667" in latex(app)
    assert r"P(\text{spam}) &= 4/10=0.4" in latex(app)


def test_without_smoothing_unseen_values_are_named() -> None:
    app = open_page(PAGE, alpha="0")
    (sentence,) = sentences(app)
    assert "never in good: “free”; never in spam: “lunch”, “today”" in sentence
    assert "choose an α larger than 0." in sentence
    app = open_page(PAGE, alpha="0", new="free money", formula="numbers")
    assert sentences(app) == []
    assert r"e_i &= \infty" in latex(app)


def test_the_digits_reach_the_reference_accuracy_and_need_smoothing() -> None:
    assert (
        "**84.3 %** on 898 new digits. New digits that are impossible in every class: 0."
        in plain_text(open_page(PAGE, data="digits"))
    )
    digits = load_images("digits")
    ink = digits.X > 8
    never = np.stack([~ink[digits.y == k].any(axis=0) for k in range(10)])
    always = np.stack([ink[digits.y == k].all(axis=0) for k in range(10)])
    new = digits.test_X > 8
    ruled_out = np.any(new[:, None] & never | ~new[:, None] & always, axis=2).all(axis=1)
    app = open_page(PAGE, data="digits", alpha="0")
    which = str(ruled_out.argmax() + 1)
    told = f"impossible in every class: {ruled_out.sum()}, the first is number {which}."
    assert told in plain_text(app)
    app = open_page(PAGE, data="digits", alpha="0", digit=which)
    assert "makes this digit impossible, so its posterior is 0/0" in sentences(app)[0]
    possible = str((~ruled_out).argmax() + 1)
    app = open_page(PAGE, data="digits", alpha="0", digit=possible, formula="numbers")
    assert sentences(app) == []
    assert "nan" not in latex(app)


def test_each_drawing_is_another_one_and_its_pixels_are_ink_or_none() -> None:
    digits = load_images("digits")
    model = BernoulliBayes(1.0, binarize=8).fit(digits.X, digits.y)
    first, other = draw_digits(model, 1), draw_digits(model, 2)
    assert np.array_equal(first, draw_digits(model, 1))
    assert not np.array_equal(first, other)
    assert np.isin(first, (0, 1)).all()


def test_the_formula_is_about_the_painted_digit() -> None:
    pixels = "0011110001000010" * 4
    app = open_page(PAGE, data="digits", pixels=pixels)
    digits = load_images("digits")
    theirs = BernoulliNB(alpha=1.0, binarize=8).fit(digits.X, digits.y)
    posterior = theirs.predict_proba([[9 * int(pixel) for pixel in pixels]])[0]
    table = app.dataframe[-1].value
    assert table["digit"].astype(int).tolist() == np.argsort(-posterior).tolist()
    assert table["P(c|x)"].to_numpy() == pytest.approx(np.sort(posterior)[::-1])


# The browser


MESSAGE_CASES = ["", NEW_MESSAGE, "Win a PRIZE, now!", "don't  win—free", "money_money ß ς 10²"]


def test_the_browser_finds_the_words_that_python_finds() -> None:
    messages = [
        *MESSAGE_CASES,
        "Grüße_an Ökö-Freunde",
        "Straße ΣΟΦΟΣ",
        "’tis a' rock’n’roll",
        "ﬁ x²",
    ]
    assert call("evidence.js", [["splitWords", text] for text in messages]) == [
        split_words(text) for text in messages
    ]


@pytest.mark.parametrize("alpha", [0.0, 0.001, 1.0, 100.0])
def test_the_browser_weighs_as_python_does(alpha: float) -> None:
    problems = [read_messages(MESSAGES, text) for text in MESSAGE_CASES]
    problems += [read_categories(DAYS, day) for day in (("sun", "calm", "free"), DAYS[6][:3])]
    jobs: list[Any] = []
    for problem in problems:
        model = count_values(problem)
        counts = [np.asarray(table).tolist() for table in model.category_count_]
        jobs.append(
            ["weighEvidence", model.class_count_.tolist(), counts, problem.x.tolist(), alpha]
        )
    for problem, found in zip(problems, call("evidence.js", jobs), strict=True):
        try:
            expected = evaluate_counts(problem, alpha)
        except ValueError:
            assert found["logOdds"] is None, "the posterior is 0/0"
            continue
        assert np.transpose(found["shares"]) == pytest.approx(expected.shares, abs=1e-12)
        finite = np.isfinite(expected.evidence.features)
        features = np.array(found["features"], dtype=float)
        assert features[finite] == pytest.approx(expected.evidence.features[finite], abs=1e-9)
        assert np.isnan(features[~finite]).all(), "JSON has no infinity"
        assert found["posterior"] == pytest.approx(expected.evidence.posterior, abs=1e-12)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0, 2.5, 100.0])
@pytest.mark.parametrize("counts", [[3, 1], [0, 4], [2, 0, 5]])
def test_a_share_is_the_mean_with_alpha_and_the_mode_with_alpha_plus_one(
    counts: list[int], alpha: float
) -> None:
    jobs = [["describeShare", counts, 1, each] for each in (alpha, alpha + 1)]
    share, above = call("evidence.js", jobs)
    V, parameters = len(counts), np.array(counts) + alpha
    assert share["mean"] == pytest.approx((counts[1] + alpha) / (sum(counts) + alpha * V))
    assert above["mode"] == pytest.approx(share["mean"])
    if (parameters > 0).all():
        assert share["mean"] == pytest.approx(dirichlet(parameters).mean()[1])
        assert share["mean"] == pytest.approx(beta(share["a"], share["b"]).mean())
    if share["mode"] is not None and (parameters > 1).all():
        rest = (1 - share["mode"]) * (parameters - 1) / (parameters.sum() - parameters[1] - V + 1)
        mode = np.where(np.arange(V) == 1, share["mode"], rest)
        best = dirichlet(parameters).logpdf(mode)
        others = np.random.default_rng(0).dirichlet(parameters, 200).T
        assert (dirichlet(parameters).logpdf(others) <= best).all()
    assert (share["mode"] is not None) == (
        (parameters >= 1).all() and sum(counts) + V * (alpha - 1) > 0
    )


def test_the_browser_scores_digits_as_scikit_learn_does() -> None:
    digits = load_images("digits")
    model = BernoulliBayes(0.5, binarize=8).fit(digits.X, digits.y)
    new = digits.test_X[:20]
    sizes, ones = model.class_count_.tolist(), model.feature_count_.tolist()
    jobs = [["scoreBinary", sizes, ones, x, 0.5] for x in (new > 8).astype(int).tolist()]
    scores = call("evidence.js", jobs)
    theirs = BernoulliNB(alpha=0.5, binarize=8).fit(digits.X, digits.y)
    assert np.array(scores) == pytest.approx(theirs.predict_joint_log_proba(new), rel=1e-9)
    answers = call("evidence.js", [["posteriors", each] for each in scores])
    assert np.array(answers) == pytest.approx(theirs.predict_proba(new), abs=1e-12)


def test_the_question_is_answered_by_a_zero() -> None:
    app = open_page(PAGE, step="0")
    app.radio(key="discrete_bayes answer choice").set_value("Good, with certainty.").run()
    app.button(key="discrete_bayes answer commit").click().run()
    odds = (60 / 5) * (40 / 2) * (50 / 10) * (100 / 80)
    smoothed = (61 / 6) * (41 / 3) * (51 / 11) * (1 / 21)
    text = plain_text(app)
    assert f"{100 * odds / (1 + odds):.1f} %. Now it is exactly 0." in text
    assert "the share is $(0+1)/(100+2)$" in text
    assert f"message is spam with probability {100 * smoothed / (1 + smoothed):.1f} %." in text


# The steps


def weigh(state: DiscreteBayesState) -> tuple[dict[str, float], float]:
    """Return the evidence by value, and the posterior of spam."""
    points = points_of(state)
    evidence = evaluate_counts(points, state.alpha).evidence
    terms = dict(zip(points.labels, evidence.features.tolist(), strict=True))
    return terms | {"prior": evidence.prior, "sum": evidence.log_odds}, evidence.posterior


def test_the_steps_show_what_they_say() -> None:
    steps = read_steps("discrete_bayes", DiscreteBayesState)
    places = range(1, len(steps) + 1)
    starts, ends = (
        {
            step.title: put(steps, k, DiscreteBayesState)
            for k, step in zip(places, steps, strict=True)
        }
        for put in (set_up, reach)
    )
    spam_share = sum(kind == "spam" for _, kind in MESSAGES) / len(MESSAGES)
    for state in (starts, ends):
        assert weigh(state["Free lunch"])[1] < 0.5, "more good mail, and a good message"
    empty, posterior = weigh(ends["No words at all"])
    assert posterior < spam_share
    assert min(empty, key=lambda name: empty[name] if name != "sum" else 0) == "no “free”"
    assert 0.5 < weigh(starts["Never seen"])[1] < 1
    assert weigh(ends["Never seen"])[1] == 0
    one_more = f"{DiscreteBayesState.messages_table}; meeting = spam"
    assert weigh(replace(ends["Never seen"], messages_table=one_more))[1] > 0
    with pytest.raises(ValueError, match="no counts"):
        weigh(starts["Two zeros"])
    for alpha in (0.5, 2):  # to which α may be dragged
        assert np.isfinite(weigh(replace(starts["Two zeros"], alpha=alpha))[1])
    little, _ = weigh(starts["Too much of it"])
    much, posterior = weigh(ends["Too much of it"])
    del little["sum"], much["sum"]
    assert max(little, key=lambda name: abs(little[name])) == "“free”"
    assert little.pop("prior") == much.pop("prior")
    assert max(map(abs, much.values())) < 0.05
    assert posterior == pytest.approx(spam_share, abs=0.02)
    formula = ends["In a formula"]
    assert abs(weigh(formula)[0]["sum"]) < 0.1
    told = describe_step(formula)
    assert told["ignored"] == "Other words would be ignored."
    assert describe_step(formula.change(new="hello"))["ignored"] == "Unknown, so ignored: “hello”."
    assert all(f"“{word}”" in told["known"] for word in points_of(formula).vocabulary)
    lunch = describe_step(ends["Free lunch"])
    assert (lunch["lunch_spam"], lunch["lunch_good"]) == ("0", "3")
    assert "is long" in lunch["free_bar"]
    assert describe_step(starts["Free lunch"])["free_bar"].startswith("type it")
    believed = ends["A belief before counting"]
    assert weigh(starts["A belief before counting"])[1] > 0.5 > weigh(believed)[1]
    told = describe_step(believed)
    assert told["posterior_at_one"] == describe_step(believed.change(alpha=1))["posterior"]


# The things to try


def state_of(place: int) -> DiscreteBayesState:
    """Return the state that a thing to try sets up, by its number."""
    item = read_tries(read_sections("discrete_bayes")["Try"], DiscreteBayesState)[place - 1]
    return DiscreteBayesState().change(**item.choices)


def test_without_smoothing_one_pixel_makes_the_six_of_the_try_impossible() -> None:
    state, digits = state_of(5), load_images("digits")
    assert len(digits.test_y) == NEW_DIGITS
    assert digits.test_y[state.digit - 1] == 6
    with pytest.raises(ValueError, match="makes this digit impossible"):
        equations(state)
    x = new_digit(state.digit)
    ink = digits.X[digits.y == 6] > 8
    never = np.flatnonzero((x == 1) & ~ink.any(axis=0))
    assert len(never) == 1
    assert not ((x == 0) & ink.all(axis=0)).any()
    erased = "".join(str(0 if i in never else int(pixel)) for i, pixel in enumerate(x))
    (first, *_) = tabulate(replace(state, pixels=erased))["digit"]
    assert first == "6"
    picture = drawn(state, script="digits")
    assert dict(picture["figures"])["crosses: impossible as 6"] == "1 pixel"
    assert {term["value"] for term in picture["terms"]} == {"−∞"}, "ln 0"
    row, column = divmod(int(never[0]), 8)
    assert f"as 6, row {row + 1}, column {column + 1}." in picture["words"]
    others = dict(drawn(state, script="digits", focus="class 0")["figures"])
    assert (
        others["crosses: impossible as 0"]
        == f"{np.count_nonzero(_barred(x, digits.X[digits.y == 0] > 8))} pixels"
    )
    after = drawn(state, script="digits", values={"pixels": erased})
    assert dict(after["figures"])["predicted"] == "6"


def _barred(x: np.ndarray, ink: np.ndarray) -> np.ndarray:
    """Return which pixels of `x` differ from what all digits of a class have there."""
    return ((x == 1) & ~ink.any(axis=0)) | ((x == 0) & ink.all(axis=0))


def drawn(state: DiscreteBayesState, **stage: Any) -> dict[str, Any]:
    return draw_picture(state, "alpha", "new", "pixels", **stage)


def test_words_that_are_absent_may_have_one_bar_together_and_no_share() -> None:
    state = DiscreteBayesState(new="free", detail="shares")
    short, whole, bars = (
        drawn(replace(state, detail=each), focus="value 1") for each in ("shares", "all", "few")
    )
    assert [
        (each["symbol"], each["value"]) for each in short["terms"] if isinstance(each, dict)
    ] == [(each["symbol"], each["value"]) for each in whole["terms"] if isinstance(each, dict)]
    assert "Share of “free” in spam" in short["words"]
    assert "Share of no “money” in spam" in whole["words"], "the value pointed at"
    assert "Evidence of no “money”" not in short["words"]
    assert "Share of" not in bars["words"]


def test_as_alpha_grows_the_farther_share_moves_farther() -> None:
    state = state_of(4)
    assert state.densities and state.new == "free"
    points = points_of(state)
    before, after = (evaluate_counts(points, alpha) for alpha in (state.alpha, 10 * state.alpha))
    (i,) = np.flatnonzero(np.array(points.labels) == "“free”")
    assert i == np.abs(before.evidence.features).argmax(), "its shares are below the bars"
    shares = np.stack([before.shares[:, i], after.shares[:, i]])
    assert (np.abs(shares[1] - 0.5) < np.abs(shares[0] - 0.5)).all()
    moved = np.abs(shares[1] - shares[0])
    assert moved.argmax() == np.abs(shares[0] - 0.5).argmax()
