"""The lesson of Bayes' rule: its numbers by hand, its controls at their ends, its link."""

import numpy as np
import pytest
from scipy.stats import norm
from streamlit.testing.v1 import AppTest
from test_lessons import lab_link, shown_text
from test_pages import open_page, sentences

from bayeslab.data.datasets import DatasetSpec
from core.link import decode
from lessons.bayes_rule.best_rule import RULES, SITUATIONS, explain_never_predicted, known_classes
from lessons.bayes_rule.excess_errors import DATA, GAMMA, NOISE, SIZES
from ui import compute
from ui.layout import percent

PAGE = "bayes_rule.py"


def latex(app: AppTest) -> str:
    return "".join(line.value for line in app.latex)


def table(app: AppTest) -> dict[str, list[str]]:
    """Return the rows of the table of rules: error in C−, in C+, in both, and the excess error."""
    values = app.dataframe[0].value
    return {row["rule"]: list(row.drop("rule")) for _, row in values.iterrows()}


def test_bayes_rule_is_worked_out_at_the_chosen_point() -> None:
    text = latex(open_page(PAGE, formula="numbers", prior="0.3", x="0.5"))
    # Means -1 and 1, variances 1: the densities at 0.5 are those of 1.5 and 0.5.
    minus, plus = norm.pdf(1.5), norm.pdf(0.5)
    joint = 0.7 * minus + 0.3 * plus
    for value in minus, plus, 0.7 * minus, 0.3 * plus, joint, 0.3 * plus / joint:
        assert f"={value:.4g}" in text or f"= {value:.4g}" in text
    assert f"x^* &= {np.log(0.7 / 0.3) / 2:.4g}" in text


def test_the_rules_have_their_errors_by_hand() -> None:
    rows = table(open_page(PAGE, prior="0.3", x="0.5"))
    for rule, cut in (("MAP", np.log(0.7 / 0.3) / 2), ("ML", 0.0), ("cut at x", 0.5)):
        errors = 0.7 * norm.sf(cut + 1), 0.3 * norm.cdf(cut - 1)
        assert rows[rule][:3] == [*map(percent, (*errors, sum(errors)))]
    assert rows["MAP"][3] == percent(0)


def test_a_rare_narrow_class_is_never_predicted() -> None:
    # Deviations 2 and 1/2: the densities at the mean are 4 to 1, and 85 to 15 is more than that.
    told = explain_never_predicted(known_classes("same μ", 0.15))
    assert told["ratio"] == "4"
    assert told["odds"] == "5.67"
    assert told["accuracy"] == percent(0.85)
    app = open_page(PAGE, classes="same μ", prior="0.15", formula="numbers")
    assert r"\text{nowhere}" in latex(app)
    assert table(app)["MAP"] == [*map(percent, (0, 0.15, 0.15, 0))]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_sliders_at_their_ends_give_a_picture(situation: str) -> None:
    ends = {"prior": "0.05", "x": "-5.0", "rule": RULES[-1], "formula": "numbers"}
    app = open_page(PAGE, classes=situation, **ends)
    app.slider(key="prior").set_value(0.95)
    app.slider(key="x").set_value(5.0).run()
    assert not app.exception
    assert sentences(app) == []
    assert len(app.get("plotly_chart")) == 4
    assert "nan" not in latex(app)
    assert all(float(row[3].split()[0]) >= 0 for row in table(app).values())


@pytest.mark.parametrize("title", DATA)
def test_every_data_set_has_its_pictures_even_with_two_points_of_a_class(title: str) -> None:
    app = open_page(PAGE, data=title, balance="0.1", n=str(SIZES[0]))
    assert not app.exception
    assert len(app.get("plotly_chart")) == 4 - len(sentences(app))
    bayes = compute.bayes_error(DatasetSpec(DATA[title], SIZES[0], NOISE[DATA[title]], 0.1))
    assert bayes is not None
    assert f"**{percent(bayes)}**" in shown_text(app)


def test_a_classifier_that_cannot_be_fitted_is_a_sentence() -> None:
    app = open_page(PAGE, balance="0.1", n="20", model="Gaussian, full")
    assert not app.exception
    (sentence,) = sentences(app)
    assert "singular" in sentence
    assert "Cannot be fitted to these points: " in shown_text(app)


def test_the_link_opens_the_data_and_the_classifier_of_the_plane() -> None:
    app = open_page(PAGE, data="Moons", balance="0.3", n="200", model="SVC, RBF")
    state, notices = decode(lab_link(app))
    assert notices == ()
    assert (state.data, state.n, state.noise, state.balance) == ("moons", 200, 0.5, 0.3)
    assert (state.model, state.gamma) == ("svc-rbf", GAMMA)


def test_on_few_new_points_chance_makes_counted_excess_errors_negative_and_on_many_none() -> None:
    few, many = (shown_text(open_page(PAGE, new=new)) for new in ("100 new points", "10 000"))
    assert "10 of 13 classifiers" in few
    assert "0 of 13 classifiers" in many
