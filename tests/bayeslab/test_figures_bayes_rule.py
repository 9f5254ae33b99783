"""The picture of Bayes' rule on the line: curves, shaded errors and answers are the numbers."""

from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from bayeslab.bayes_error.optimal import error_rate
from bayeslab.bayes_error.problems import PROBLEMS_1D
from bayeslab.figures import draw_bayes_rule
from bayeslab.figures.theme import PALETTE, THEMES
from figures import trace

PROBLEM = replace(PROBLEMS_1D["unequal_variances"], priors=(0.7, 0.3))
X = np.linspace(-10, 10, 2001)
DENSITIES = np.exp(PROBLEM.log_densities(X[:, None]))
ANSWERS = PROBLEM.rule("equal").predict(X[:, None])


def draw(**changes: Any) -> go.Figure:
    arguments: dict[str, Any] = {
        "x": X,
        "densities": DENSITIES,
        "priors": np.array(PROBLEM.priors),
        "answers": ANSWERS,
        "class_names": PROBLEM.class_names,
    }
    return draw_bayes_rule(**(arguments | changes))


def curves(figure: go.Figure, axis: str) -> list[go.Scatter]:
    return [trace for trace in figure.data if trace.yaxis == axis and trace.line.width]


def test_the_rows_are_densities_joints_and_posteriors() -> None:
    figure = draw()
    joint = DENSITIES * PROBLEM.priors
    rows = {"y": DENSITIES, "y2": joint, "y3": PROBLEM.posterior(X[:, None])}
    for axis, values in rows.items():
        heights = np.column_stack([curve.y for curve in curves(figure, axis)])
        np.testing.assert_allclose(heights, values)
    assert [curve.showlegend for curve in curves(figure, "y")] == [True, True]
    assert {curve.showlegend for axis in ("y2", "y3") for curve in curves(figure, axis)} == {False}


def test_the_shaded_areas_are_the_bayes_error_and_the_excess() -> None:
    figure, model = draw(), PROBLEM.rule("equal")
    hatched, coloured = trace(figure, "Bayes error"), trace(figure, "excess error")
    rate = error_rate(PROBLEM, model)
    assert np.trapezoid(hatched.y, X) == pytest.approx(error_rate(PROBLEM).value, abs=1e-5)
    assert np.trapezoid(coloured.y - hatched.y, X) == pytest.approx(rate.excess, abs=1e-3)
    assert (coloured.y >= hatched.y).all()


def test_the_best_rule_has_no_excess_error() -> None:
    best = PROBLEM.rule().predict(X[:, None])
    names = [trace.name for trace in draw(answers=best).data]
    assert "Bayes error" in names
    assert "excess error" not in names


def test_no_curve_runs_through_the_name_of_a_class() -> None:
    same_mean = replace(PROBLEMS_1D["same_mean"], priors=(0.5, 0.5))
    x = np.linspace(-5, 5, 401)
    densities = np.exp(same_mean.log_densities(x[:, None]))
    answers = densities.argmax(axis=1)
    figure = draw_bayes_rule(x, densities, np.array([0.5, 0.5]), answers, class_names=("-", "+"))
    posteriors = [curve.y for curve in curves(figure, "y3")]
    for name in figure.layout.annotations:
        assert all(abs(np.interp(name.x, x, y) - name.y) > 0.1 for y in posteriors)


def test_predicted_classes_are_tinted_and_named_between_their_boundaries() -> None:
    figure = draw(answers=(X > 1).astype(int) * (X < 4))
    grounds = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    lines = [shape.x0 for shape in figure.layout.shapes if shape.type == "line"]
    assert [ground.x0 for ground in grounds] == pytest.approx([-10, 1.005, 3.995])
    assert [ground.x1 for ground in grounds] == pytest.approx([1.005, 3.995, 10])
    assert lines == pytest.approx([1.005, 3.995])
    assert grounds[0].fillcolor == grounds[2].fillcolor != grounds[1].fillcolor
    assert [note.text for note in figure.layout.annotations] == [
        "<b>C−</b>",
        "<b>C+</b>",
        "<b>C−</b>",
    ]


def test_a_narrow_region_has_no_name_and_a_single_class_no_boundary() -> None:
    narrow = draw(answers=(np.abs(X) < 0.2).astype(int))
    assert len(narrow.layout.annotations) == 2
    assert len(narrow.layout.shapes) == 3 + 2
    silent = draw(answers=np.zeros(len(X), int))
    assert [note.text for note in silent.layout.annotations] == ["<b>C−</b>"]
    assert len(silent.layout.shapes) == 1


def test_markers_of_the_classes_lie_on_their_curves() -> None:
    figure = draw(at=0.505)
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    posterior = PROBLEM.posterior([[0.505]])[0]
    assert [mark.y[0] for mark in marks[-2:]] == pytest.approx(posterior, abs=1e-4)
    assert [mark.marker.symbol for mark in marks] == [style.symbol for style in PALETTE[:2]] * 3
    assert figure.layout.shapes[-1].x0 == 0.505


@pytest.mark.parametrize("theme", THEMES)
def test_three_classes_have_three_colours_and_dashes(theme: str) -> None:
    problem = PROBLEMS_1D["three_classes"]
    densities = np.exp(problem.log_densities(X[:, None]))
    figure = draw_bayes_rule(
        *(X, densities, np.array(problem.priors), densities.argmax(axis=1)),
        class_names=problem.class_names,
        theme=theme,
        title="<b>",
    )
    lines = [curve.line for curve in curves(figure, "y2")]
    assert len({line.color for line in lines}) == len({line.dash for line in lines}) == 3
    assert figure.layout.title.text == "&lt;b&gt;"
    assert figure.layout.template.layout.paper_bgcolor == THEMES[theme].background


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"class_names": ["one"]}, "shows 2 or 3"),
        ({"class_names": list("abcd")}, "shows 2 or 3"),
        ({"densities": DENSITIES[1:]}, "densities has shape"),
        ({"priors": np.array([np.nan, 1.0])}, "priors holds NaN"),
        ({"answers": ANSWERS + 1}, "answers holds values other"),
        ({"theme": "pink"}, "theme"),
    ],
)
def test_what_cannot_be_drawn_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw(**changes)
