"""The lesson of naive and optimal Bayes: its numbers, and its sliders at their ends."""

import numpy as np
import pytest
from test_lessons import lab_link, shown_text
from test_pages import accuracies, open_page, sentences

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.models import TABLE_MODELS
from core.link import decode
from lessons.naive_and_optimal_bayes.naive_bayes import MEASUREMENTS, fit_pair, written_out
from lessons.naive_and_optimal_bayes.numbers import SITUATIONS
from lessons.naive_and_optimal_bayes.singular import HEIGHTS, REMEDIES, far_numbers
from ui.layout import percent

PAGE = "naive_and_optimal_bayes.py"


@pytest.mark.parametrize("rho", ["-0.95", "0", "0.95"])
@pytest.mark.parametrize("data", [*SITUATIONS, *MEASUREMENTS])
def test_all_classes_are_shown_whatever_the_correlation(data: str, rho: str) -> None:
    app = open_page(PAGE, classes=data, rho=rho, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    assert len(app.get("plotly_chart")) == 4
    assert "nan" not in "".join(line.value for line in app.latex)
    state, notices = decode(lab_link(app))
    assert notices == ()
    assert (state.model, state.beside) == ("diagonal", "full")


def test_the_formula_holds_the_numbers_of_the_hand_worked_case() -> None:
    # Means (-1, 0) and (1, 0), C = (1, 0.6; 0.6, 1): w = 2 C^-1 (-2, 0) = (-6.25, 3.75).
    pair = fit_pair("level", 0.6)
    assert written_out(pair.optimal) == "-6.25x_1+3.75x_2"
    assert written_out(pair.naive) == "-4x_1"
    text = "".join(
        line.value for line in open_page(PAGE, rho="0.6", classes="level", formula="numbers").latex
    )
    assert r"\begin{pmatrix}1&0.6\\0.6&1\end{pmatrix}" in text
    assert "-6.25x_1+3.75x_2" in text


def test_quadratic_terms_stand_on_a_line_of_their_own() -> None:
    curved, straight = written_out(fit_pair("crossed", 0.8).optimal).split(r"\\&\quad")
    assert curved == "8.89x_1x_2"
    assert straight == "-3.33x_1"


@pytest.mark.parametrize("data", [*SITUATIONS, *MEASUREMENTS])
def test_the_lab_has_the_accuracies_of_the_lesson(data: str) -> None:
    app = open_page(PAGE, classes=data)
    in_lab = accuracies(open_page("lab.py", **lab_link(app)))
    shown = app.dataframe[0].value.set_index("")
    for name, key in (("naive", "diagonal"), ("optimal", "full")):
        row = in_lab.iloc[list(TABLE_MODELS).index(key)].astype(str)
        for what, column in (("right on these points", 1), ("right on new points", 2)):
            share = shown.loc[what, name].removesuffix("\u00a0%")
            if column == 1 or data in MEASUREMENTS:  # of drawn points, the lesson draws more
                assert row.iloc[column].startswith(share)


@pytest.mark.parametrize("table", MEASUREMENTS)
def test_the_text_about_the_splits_has_the_numbers_of_the_table(table: str) -> None:
    text = shown_text(open_page(PAGE, table=table))
    spec = DatasetSpec(table, features=tuple(range({"iris": 4, "wine": 13}[table])))
    points = load(spec)
    X, y = points.X, points.y
    half = (len(y) + 1) // 2
    right = (GaussianBayes("diagonal").fit(X[:half], y[:half]).predict(X[half:]) == y[half:]).mean()
    assert f"{percent(right)} for naive Bayes" in text
    assert f"All {len(y)} points" in text


@pytest.mark.parametrize("remedy", REMEDIES)
@pytest.mark.parametrize("height", [HEIGHTS[0], HEIGHTS[-1]])
def test_after_the_question_the_new_point_can_be_moved(remedy: str, height: int) -> None:
    app = open_page(PAGE)
    question = app.radio(key="naive_and_optimal_bayes answer choice")
    question.set_value(question.options[1]).run()
    app.button(key="naive_and_optimal_bayes answer commit").click().run()
    app.segmented_control(key="remedy").set_value(remedy)
    app.select_slider(key="height").set_value(height).run()
    assert not app.exception
    answer = "class A" if height == 0 or remedy == "pseudo-inverse" else "class B"
    assert f"new point: {answer}" in app.get("plotly_chart")[-1].proto.spec


def test_the_reason_names_what_the_pseudo_inverse_loses() -> None:
    numbers = far_numbers()
    assert 0 < int(numbers["lost"]) < int(numbers["size"])
    assert float(numbers["far_a"]) < 1
    assert np.isclose(float(numbers["far_b"].partition(r"\cdot")[0]), 1, atol=0.2)
