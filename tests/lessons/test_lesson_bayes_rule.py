"""The lesson on Bayes' rule: its numbers, its picture and its page."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import norm
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from streamlit.testing.v1 import AppTest

from app_pages import canvas_data, latex, open_page, sentences, shown_text
from bayeslab.bayes_error.optimal import Problem, error_rate
from bayeslab.bayes_error.problems import PROBLEMS_1D
from bayeslab.evaluation.formats import percent
from bayeslab.figures.theme import THEMES
from densities import PROBLEMS_2D, each_problem
from javascript import call
from lesson_pictures import draw_picture
from lessons.bayes_rule.data import (
    describe_step,
    describe_test,
    describe_tries,
    explain_never_predicted,
)
from lessons.bayes_rule.excess_errors import draw_excess, simulate_excess
from lessons.bayes_rule.rules import COSTS
from lessons.bayes_rule.state import BayesRuleState
from lessons.steps import reach, read_steps, set_up
from lessons.texts import read_sections
from lessons.tries import read_tries


class Contrary:
    """Answers with the class that is not the best."""

    def __init__(self, problem: Problem) -> None:
        self.best = problem.rule()

    def predict(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        return 1 - self.best.predict(X)


def test_a_rule_that_contradicts_the_best_has_excess_error_one_minus_twice_its() -> None:
    problem, n = PROBLEMS_1D["equal_variances"], 2000
    X, y = problem.sample(n, 3)
    wrong = (problem.rule().predict(X) != y).mean()
    excess = simulate_excess(problem, {"contrary": Contrary(problem)}, n, seed=3)["contrary"]
    assert excess.counted == pytest.approx(1 - 2 * wrong)
    # Each difference is 1 or -1.
    assert excess.standard_error == pytest.approx(np.sqrt((1 - excess.counted**2) / n))
    lead = np.abs(np.diff(problem.posterior(X), axis=1))
    assert excess.expected == pytest.approx(lead.mean())


@each_problem
def test_no_classifier_is_expected_to_beat_the_best_rule(problem: Problem) -> None:
    X, y = problem.sample(60, seed=0)
    models = {
        "best": problem.rule(),
        "equal priors": problem.rule("equal"),
        "tree": DecisionTreeClassifier(random_state=0).fit(X, y),
        "neighbours": KNeighborsClassifier(5).fit(X, y),
    }
    for excess in simulate_excess(problem, models, 3000).values():
        assert excess.expected >= 0
        assert abs(excess.counted - excess.expected) <= 4 * excess.standard_error
    best = simulate_excess(problem, models, 100)["best"]
    assert (best.counted, best.standard_error, best.expected) == (0, 0, 0)


@pytest.mark.parametrize("problem", [PROBLEMS_1D["same_mean"], PROBLEMS_2D["three_classes"]])
def test_the_expected_excess_is_the_integrated_one(problem: Problem) -> None:
    tree = DecisionTreeClassifier(max_leaf_nodes=5, random_state=0).fit(*problem.sample(60, seed=0))
    rate = error_rate(problem, tree)
    excess = simulate_excess(problem, {"tree": tree}, 20_000)["tree"]
    # No term is above 1, so the variance of the mean is at most that of a share.
    margin = 4 * np.sqrt(rate.excess / 20_000) + rate.uncertainty
    assert excess.expected == pytest.approx(rate.excess, abs=margin)


def test_impossible_counts_are_refused() -> None:
    problem = PROBLEMS_1D["equal_variances"]
    stranger = KNeighborsClassifier(1).fit([[0], [1]], [1, 7])
    with pytest.raises(ValueError, match="labels 0 to 1"):
        simulate_excess(problem, {"stranger": stranger}, 50)


# The picture


EXCESSES = {
    "poor": (0.08, 0.01, 0.07),
    "lucky": (-0.02, 0.015, 0.004),
    "<best>": (0.0, 0.0, 0.0),
}


def test_rows_are_ordered_by_the_expected_excess_and_show_both_numbers() -> None:
    figure = draw_excess(EXCESSES)
    counted, expected = figure.data
    assert figure.layout.yaxis.ticktext == ("&lt;best&gt;", "lucky", "poor")
    assert counted.x == pytest.approx([0, -2, 8])
    assert expected.x == pytest.approx([0, 0.4, 7])
    assert counted.error_x.array == pytest.approx([0, 3, 2])
    assert counted.marker.symbol != expected.marker.symbol
    notes = [note.text for note in figure.layout.annotations]
    assert notes == [*map(percent, (0, 0.004, 0.07))]
    top, bottom = figure.layout.yaxis.range[::-1]
    assert top < 0 < 2 < bottom


def test_everything_fits_and_counts_better_than_the_best_lie_on_grey() -> None:
    figure = draw_excess(EXCESSES)
    low, high = figure.layout.xaxis.range
    assert low < -2 - 3
    assert high > 8 + 2
    ground, line = figure.layout.shapes
    assert (ground.x0, ground.x1, line.x0, line.x1) == (low, 0, 0, 0)


@pytest.mark.parametrize("theme", THEMES)
def test_equal_classifiers_are_drawn_too(theme: str) -> None:
    figure = draw_excess({"one": (0.0, 0.0, 0.0)}, theme=theme)
    low, high = figure.layout.xaxis.range
    assert low < 0 < high
    assert figure.layout.template.layout.paper_bgcolor == THEMES[theme].background


# The page


PAGE = "bayes_rule.py"


def table(app: AppTest) -> dict[str, list[str]]:
    """Return the rows of the table of rules: error in C−, in C+, in both, and the excess error."""
    values = next(each.value for each in app.dataframe if "excess" in each.value)
    return {row["rule"]: list(row.drop("rule")) for _, row in values.iterrows()}


def test_bayes_rule_is_worked_out_at_the_chosen_point() -> None:
    text = latex(open_page(PAGE, step="0", formula="numbers", prior="0.3", x="0.5"))
    # Means -1 and 1, variances 1: the densities at 0.5 are those of 1.5 and 0.5.
    minus, plus = norm.pdf(1.5), norm.pdf(0.5)
    joint = 0.7 * minus + 0.3 * plus
    for value in minus, plus, 0.7 * minus, 0.3 * plus, joint, 0.3 * plus / joint:
        assert f"={value:.3g}" in text or f"= {value:.3g}" in text
    assert f"x^* &= {np.log(0.7 / 0.3) / 2:.3g}" in text


def test_the_rules_have_their_errors_by_hand() -> None:
    rows = table(open_page(PAGE, step="0", prior="0.3", x="0.5"))
    for rule, cut in (("MAP", np.log(0.7 / 0.3) / 2), ("ML", 0.0), ("cut at x", 0.5)):
        errors = 0.7 * norm.sf(cut + 1), 0.3 * norm.cdf(cut - 1)
        assert rows[rule][:3] == [*map(percent, (*errors, sum(errors)))]
    assert rows["MAP"][3] == percent(0)


def test_a_rare_narrow_class_is_never_predicted() -> None:
    # Deviations 2 and 1/2: the densities at the mean are 4 to 1, and 85 to 15 is more than that.
    texts = explain_never_predicted()
    assert texts["ratio"] == "4"
    assert texts["odds"] == "5.67"
    assert texts["accuracy"] == percent(0.85)
    app = open_page(PAGE, step="0", classes="same_mean", prior="0.15", formula="numbers")
    assert r"\text{nowhere}" in latex(app)
    assert table(app)["MAP"] == [*map(percent, (0, 0.15, 0.15, 0))]


def test_a_classifier_that_cannot_be_fitted_is_a_sentence() -> None:
    app = open_page(PAGE, step="0", balance="0.1", n="20", model="full")
    (sentence,) = sentences(app)
    assert "singular" in sentence
    assert "Cannot be fitted to these points: " in shown_text(app)


# The steps


def test_what_the_steps_say_is_so() -> None:
    steps = read_steps("bayes_rule", BayesRuleState)
    starts, ends = (
        [describe_step(put(steps, k + 1, BayesRuleState)) for k in range(len(steps))]
        for put in (set_up, reach)
    )
    best, rare, positive, elsewhere, better, formula = ends
    # Means at -1 and 1 with variance 1.
    assert int(starts[0]["wrong"]) > int(best["wrong"]) == int(best["least"]) == 159
    assert starts[0]["ill"] == starts[1]["ill"] == "500"
    assert rare["ill"] == rare["rare"] == "50" and rare["wrong"] == rare["least"]
    assert int(rare["wrong"]) < int(rare["middle"])
    assert int(rare["hits"]) < int(rare["ill"]) / 2, "further left finds more of the ill"
    assert int(positive["hits"]) < int(positive["alarms"]) / 3
    assert int(elsewhere["hits"]) == pytest.approx(int(elsewhere["alarms"]), abs=3)
    (at_least,) = (step.until[0].low for step in steps if step.title == "A better test")
    few = describe_step(set_up(steps, 5, BayesRuleState).change(mean_plus=at_least))
    assert int(better["least"]) < int(few["least"]) < int(few["few"]) <= int(few["least"]) + 1
    assert float(formula["posterior"]) == pytest.approx(0.5, abs=0.02)
    assert rare["middle"] == best["wrong"], "as many in the middle as in the first town"
    assert better["ill"] == formula["ill"] == "300", "a third town"
    for each in ends:
        assert int(each["positive"]) == int(each["hits"]) + int(each["alarms"])


def test_the_picture_of_a_step_has_the_numbers_of_its_answer() -> None:
    steps = read_steps("bayes_rule", BayesRuleState)
    end = reach(steps, 4, BayesRuleState)
    figures, texts = dict(drawn(end, (500, 300))["figures"]), describe_step(end)
    assert figures["of these ill"] == texts["hits"]
    assert figures["positive of 1000 people"] == texts["positive"]
    end = reach(steps, 6, BayesRuleState)
    shown = [term for term in drawn(end, (500, 300))["terms"] if isinstance(term, dict)]
    ill, healthy, also_ill, posterior = shown
    assert ill == also_ill, "each curve has one term"
    total = float(ill["value"]) + float(healthy["value"])
    assert float(posterior["value"]) == pytest.approx(float(ill["value"]) / total, abs=0.005)
    assert posterior["value"] == describe_step(end)["posterior"]


@pytest.mark.parametrize("number", range(1, 7))
def test_a_step_has_only_its_handles(number: int) -> None:
    state = set_up(read_steps("bayes_rule", BayesRuleState), number, BayesRuleState)
    picture = drawn(state, (500, 300))
    hands = ["x", "x", "x", "prior", "mean_plus", "x"]
    assert [grip["name"] for grip in picture["grips"]] == [hands[number - 1]]


def test_the_things_to_try_show_what_they_say() -> None:
    texts = {
        name: float(text.replace("−", "-").split("\u00a0")[0])
        for name, text in describe_tries().items()
    }
    # Means at -1 and 1 with variance 1: as many false alarms as found where 1 - P(+) = Phi(1).
    assert texts["even"] == pytest.approx(100 * norm.sf(1), abs=0.05)
    assert texts["moved"] == pytest.approx(texts["boundary"] - np.log(texts["loss"]) / 2, abs=0.01)
    never = texts["never"]
    for prior, is_predicted in ((never - 0.01, False), (never + 0.01, True)):
        problem = BayesRuleState(classes="same_mean", prior=prior).problem
        assert bool((problem.rule().predict([[0.0]]) == 1).all()) == is_predicted
    problem = BayesRuleState(classes="unequal_variances").problem
    assert problem.rule().predict([[texts["left"] - 0.1], [texts["left"] + 0.1]]).tolist() == [1, 0]


# The cut as a medical test


def test_few_positives_are_ill_if_the_illness_is_rare() -> None:
    tries = read_tries(read_sections("bayes_rule")["Try"], BayesRuleState)
    (chosen,) = (item.choices for item in tries if item.label == "A medical test")
    state = BayesRuleState().change(**chosen)
    texts = describe_test(state)
    # Means at -1 and 1 with variance 1, the cut at 0, one in twenty ill.
    good = norm.cdf(1)
    assert texts["sensitivity"] == texts["specificity"] == percent(good) == "84.1\u00a0%"
    predictive = 0.05 * good / (0.05 * good + 0.95 * (1 - good))
    assert texts["predictive"] == percent(predictive) == "21.8\u00a0%"
    half = replace(state, prior=1 - good)  # as many false alarms as found
    assert describe_test(half)["predictive"] == "50.0\u00a0%"

    classes = [{"prior": prior, "parts": [[1, mean, 1]]} for prior, mean in ((0.95, -1), (0.05, 1))]
    (answers,) = call("rules.js", [["qualities", classes, {"boundaries": [0], "labels": [0, 1]}]])
    assert answers["predictive"] == pytest.approx(predictive)
    assert answers["sensitivity"] == answers["specificity"] == pytest.approx(good)
    assert answers["positive"] == pytest.approx(0.05 * good + 0.95 * (1 - good))


def test_only_a_cut_can_be_read_as_a_medical_test_with_its_terms_explained() -> None:
    app = open_page("bayes_rule.py", step="0", rule="cut", medical="yes", x="0", prior="0.05")
    assert canvas_data(app)["isMedical"] and canvas_data(app)["names"] == ["healthy", "ill"]
    text = shown_text(app)
    assert all(f"*{word}*" in text for word in ("prevalence", "sensitivity", "specificity"))
    app.segmented_control(key="lesson.rule").set_value("map").run()
    assert not canvas_data(app)["isMedical"] and not app.toggle
    assert "prevalence" not in shown_text(app)


def drawn(state: BayesRuleState, size: tuple[int, int]) -> dict[str, Any]:
    sliders = ("prior", "x", "mean_minus", "sd_minus", "mean_plus", "sd_plus", "loss", "reject")
    return draw_picture(state, *sliders, size=size)


def test_an_error_below_the_bayes_error_says_that_points_are_rejected() -> None:
    figures = {
        reject: dict(drawn(BayesRuleState(rule=COSTS, reject=reject), (800, 500))["figures"])
        for reject in (0.3, 1.0)
    }
    assert {"error", "Bayes error"} < figures[1.0].keys()
    names = "error besides the rejected", "Bayes error, rejecting none"
    error, least = (float(figures[0.3][name].split()[0]) for name in names)
    assert error < least


@pytest.mark.parametrize(("width", "said"), [(800, "P(C+) = 0.3"), (360, "0.3")])
def test_the_priors_are_beside_the_handle_of_their_bar(width: int, said: str) -> None:
    picture = drawn(BayesRuleState(prior=0.3), (width, 500))
    handle, level = next(grip["place"] for grip in picture["grips"] if grip["name"] == "prior")
    texts = (each["args"] for each in picture["calls"] if each["args"][:1] == [said])
    (bar,) = (text for text in texts if abs(text[2] - level) < 5)
    half = 8 * len(said) / 2  # as wide as each letter is here
    assert bar[1] - half > handle + 13  # half of the handle, and its halo


@pytest.mark.parametrize(("loss", "reject"), [(10.0, 1.0), (5.0, 0.3), (1.0, 0.45), (0.2, 0.1)])
def test_no_line_of_a_cost_crosses_the_words_of_one(loss: float, reject: float) -> None:
    picture = drawn(BayesRuleState(rule=COSTS, loss=loss, reject=reject), (800, 500))
    costs = [grip for grip in picture["grips"] if grip["name"] in ("loss", "reject")]
    lines = [grip["place"][1] for grip in costs]
    texts = [each["args"] for each in picture["calls"] if each["name"] == "fillText"]
    words = [bottom for text, _, bottom in texts if str(text)[:3] in ("λ =", "r =")]
    names = [y + 8 for text, _, y in texts if text in ("C−", "rejected", "C+")]  # of regions
    assert len(words) == len(lines) == 2 <= len(names)
    for bottom in words + names:
        assert not any(bottom - 15 < line < bottom for line in lines)
    assert all(name <= word - 15 or name - 15 >= word for name in names for word in words)
    across = [grip["place"][0] for grip in picture["grips"] if grip["name"] in ("x", "reject")]
    assert abs(across[0] - across[1]) > 28, "the handles of a new visitor are not on each other"
