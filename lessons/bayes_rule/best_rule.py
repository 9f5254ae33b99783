"""Decision rules for two known densities on a line: picture, equations and table of errors."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from bayeslab.bayes_error.densities import Density, Gaussian, Mixture
from bayeslab.bayes_error.optimal import Problem, class_errors
from bayeslab.bayes_error.problems import PROBLEMS_1D
from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_bayes_rule
from lessons.bayes_rule.rules import (
    COSTS,
    RULES,
    Costs,
    evaluate_rule,
    intervals_of,
    move_density,
)
from lessons.frame import Equation
from ui import compute
from ui.latex import number
from ui.layout import show_figure
from ui.session import theme

__all__ = [
    "REACH",
    "SIGNS",
    "SITUATIONS",
    "compare_rules",
    "equations_of",
    "explain_never_predicted",
    "known_classes",
    "moved_classes",
    "show_costs",
    "show_rule",
    "show_rule_table",
]

SITUATIONS = {
    "equal σ": "equal_variances",
    "unequal σ": "unequal_variances",
    "same μ": "same_mean",
    "bumps": "mixture",
}
EQUAL_COSTS = Costs(1.0, 1.0)
SIGNS = ("minus", "plus")
REACH = 5.0  # of the picture, on both sides of 0
HEIGHT = 590  # pixels


def known_classes(situation: str, prior: float) -> Problem:
    """Return the two classes of a situation; `prior` is that of C+."""
    return replace(PROBLEMS_1D[SITUATIONS[situation]], priors=(1 - prior, prior))


def moved_classes(situation: str, values: Mapping[str, float]) -> Problem:
    """Return the classes with the prior, the means and the standard deviations of the picture."""
    problem = known_classes(situation, values["prior"])
    densities = tuple(
        move_density(density, values[f"mean_{sign}"], values[f"sd_{sign}"])
        for sign, density in zip(SIGNS, problem.densities, strict=True)
    )
    return replace(problem, densities=densities)


def show_rule(problem: Problem, rule: str, key: str, x: float | None = None) -> None:
    """Show densities, joint densities and posteriors with the predictions and errors of a rule."""
    line = np.linspace(-REACH, REACH, 1001)
    intervals = intervals_of(problem, rule, x or 0.0, EQUAL_COSTS)
    error, bayes = (_errors(problem, each, x or 0.0).sum() for each in (rule, "MAP"))
    title = f"error {percent(bayes)} = Bayes error"
    if percent(error) != percent(bayes):
        title = f"error {percent(error)} = {percent(bayes)} Bayes + {percent(error - bayes)} excess"
    figure = compute.figure(
        draw_bayes_rule,
        line,
        np.exp(problem.log_densities(line[:, None])),
        np.array(problem.priors),
        intervals.labels[np.searchsorted(intervals.boundaries, line)],
        class_names=problem.class_names,
        at=x,
        theme=theme(),
        title=title,
    )
    alt = f"Densities, joint densities and posteriors of two classes. {rule}: {title}."
    show_figure(figure, alt, HEIGHT, key=key)


def show_rule_table(problem: Problem, x: float) -> None:
    """Show a table of the errors of all rules."""
    rules = tuple(rule for rule in RULES if rule != COSTS)
    errors = np.array([_errors(problem, rule, x) for rule in rules])
    total = errors.sum(axis=1)
    minus, plus = problem.class_names
    columns = {
        f"{minus} missed": errors[:, 0],
        f"{plus} missed": errors[:, 1],
        "error": total,
        "excess": total - total[rules.index("MAP")],
    }
    st.dataframe(
        {"rule": rules} | {name: list(map(percent, shares)) for name, shares in columns.items()},
        alt="For each rule: the errors in each class, the error and the excess error.",
    )


def show_costs(problem: Problem, costs: Costs) -> None:
    """Show a table of the errors, the rejected points and the mean loss of MAP and of the costs."""
    rows = [
        evaluate_rule(problem, intervals_of(problem, rule, 0.0, costs), costs)
        for rule in ("MAP", COSTS)
    ]
    st.dataframe(
        {
            "rule": ("MAP", COSTS),
            "error": [percent(row.error) for row in rows],
            "rejected": [percent(row.rejected) for row in rows],
            "mean loss": [number(row.risk, 3) for row in rows],
        },
        alt="For both rules: the error, the share of rejected points and the mean loss.",
    )


def equations_of(problem: Problem, x: float) -> list[Equation]:
    """Return the equations of Bayes' rule at x, of the boundaries and of the Bayes error."""
    densities = np.exp(problem.log_densities([[x]]))[0]
    joint = densities * problem.priors
    boundaries = map(number, intervals_of(problem, "MAP", x, EQUAL_COSTS).boundaries)
    best = "+" if joint[1] > joint[0] else "-"
    return [
        *(
            Equation(rf"p(x\mid {sign})", _symbols(density), _numbers(density, x, value))
            for sign, density, value in zip("-+", problem.densities, densities, strict=True)
        ),
        *(
            Equation(
                rf"p(x,{sign})",
                rf"P({sign})\,p(x\mid {sign})",
                rf"{number(prior)}\cdot {number(value)}\\&\quad={number(prior * value)}",
            )
            for sign, prior, value in zip("-+", problem.priors, densities, strict=True)
        ),
        Equation("p(x)", "p(x,-)+p(x,+)", number(joint.sum())),
        Equation(
            r"P(+\mid x)",
            r"\tfrac{p(x,+)}{p(x)}",
            rf"\tfrac{{{number(joint[1])}}}{{{number(joint.sum())}}}"
            rf"={number(joint[1] / joint.sum())}",
        ),
        Equation("f^*(x)", r"\operatorname{arg\,max}_k\,p(x,k)", best),
        Equation(
            "x^*",
            r"\text{where }p(x^*,-)=p(x^*,+)",
            r",\;".join(boundaries) or r"\text{nowhere}",
        ),
        Equation(
            "E^*",
            r"\textstyle\int\min_k\,p(x,k)\,dx",
            number(_errors(problem, "MAP").sum()),
        ),
    ]


def compare_rules(problem: Problem) -> dict[str, str]:
    """Return the excess error of ML, and the share of the rarer class that each rule misses."""
    best, ml = _errors(problem, "MAP"), _errors(problem, "ML")
    rarer = int(np.argmin(problem.priors))
    return {
        "prior": number(problem.priors[1], 3),
        "excess": percent(ml.sum() - best.sum()),
        "rarer": problem.class_names[rarer],
        "best_missed": percent(best[rarer] / problem.priors[rarer]),
        "ml_missed": percent(ml[rarer] / problem.priors[rarer]),
    }


def explain_never_predicted(problem: Problem) -> dict[str, str]:
    """Return why MAP never predicts a rare C+ when both means are 0, and what ML does instead."""
    densities = np.exp(problem.log_densities([[0.0]]))[0]
    minus, plus = densities * problem.priors
    ml, prior = _errors(problem, "ML"), problem.priors[1]
    return {
        "prior": percent(prior),
        "ratio": number(densities[1] / densities[0], 3),
        "odds": number(problem.priors[0] / prior, 3),
        "joint_minus": number(minus, 3),
        "joint_plus": number(plus, 3),
        "accuracy": percent(1 - _errors(problem, "MAP").sum()),
        "found": percent(1 - ml[1] / prior),
        "ml_error": percent(ml.sum()),
    }


def _errors(problem: Problem, rule: str, x: float = 0.0) -> np.ndarray:
    """Return P(k) P(misclassified | k) for each class, shape (2,); `x` is the boundary of CUT."""
    return class_errors(problem, intervals_of(problem, rule, x, EQUAL_COSTS))


def _symbols(density: Density) -> str:
    if isinstance(density, Mixture):
        return r"\textstyle\sum_jw_j\,\mathcal N(x;\mu_j,\sigma_j^2)"
    return r"\mathcal N(x;\mu,\sigma^2)"


def _numbers(density: Density, x: float, value: float) -> str:
    """Return a normal density, or a mixture of them, with its parameters and its value at x."""
    mixture = density if isinstance(density, Mixture) else Mixture((1.0,), (density,))
    terms = []
    for weight, part in zip(mixture.weights, mixture.parts, strict=True):
        assert isinstance(part, Gaussian)
        mean, variance = part.mean[0], part.covariance[0][0]
        factor = "" if weight == 1 else number(weight)
        terms.append(rf"{factor}\,\mathcal N({number(x)};{number(mean)},{number(variance)})")
    return r"\\&\quad+".join(terms) + rf"\\&\quad={number(value)}"
