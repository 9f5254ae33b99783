"""The data of lesson 1: its picture, tables of the rules, and its formula."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bayeslab.bayes_error.densities import Density, Mixture
from bayeslab.bayes_error.optimal import Problem, class_errors
from bayeslab.evaluation.formats import decimal, percent
from core.latex import number
from lessons.bayes_rule.rules import (
    COSTS,
    CUT,
    MAP,
    ML,
    RULES,
    Costs,
    decision_shares,
    evaluate_rule,
    intervals_of,
    parts_of,
    standard_parts,
)
from lessons.bayes_rule.state import BayesRuleState
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation
from lessons.tries import try_states

Array = NDArray[np.float64]

MEDICAL_NAMES = ("healthy", "ill")
# By view: the rows of the picture, and what can be grabbed.
VIEWS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "cut": (("joint",), ("x",)),
    "share": (("joint",), ("prior",)),
    "test": (("joint",), ("mean_plus",)),
    "posterior": (("joint", "posterior"), ("x",)),
}
PEOPLE = 1000  # of whom the steps tell
RARE_SHARE = 0.05  # of the ill, in some steps
FEW = 50  # wrong ones, to be reached with a better test
RULES_ALT = "For each rule: the errors in each class, the error and the excess error."
COSTS_ALT = "For both rules: the error, the share of rejected points and the mean loss."
EQUAL_COSTS = Costs(1.0, 1.0)
BALANCED = BayesRuleState(classes="same_mean", prior=0.5)
RARE = BayesRuleState(classes="same_mean", prior=0.15)


def picture_data(state: BayesRuleState) -> dict[str, Any]:
    """Return the data of the picture besides the numbers that can be grabbed."""
    problem = state.problem
    return {
        "rule": state.rule,
        "ruleTitle": RULES[state.rule],
        "isMedical": state.medical,
        "names": list(MEDICAL_NAMES if state.medical else problem.class_names),
        "parts": list(map(standard_parts, problem.densities)),
        "view": view_of(state),
    }


def view_of(state: BayesRuleState) -> dict[str, Any] | None:
    """Return what a view of a step shows, and of how many people; None for everything."""
    if state.view not in VIEWS:
        return None
    rows, hands = VIEWS[state.view]
    names = list(MEDICAL_NAMES)
    return {"rows": list(rows), "hands": list(hands), "names": names, "people": PEOPLE}


def describe_step(state: BayesRuleState) -> dict[str, str]:
    """Return how many of ``PEOPLE`` are wrong with the cut and with the best rule, and the test."""
    problem = state.problem
    cut = intervals_of(problem, CUT, state.x, EQUAL_COSTS)
    (_, false_alarms, _), (misses, hits, _) = decision_shares(problem, cut)
    posterior = float(problem.posterior([[state.x]])[0, 1])
    counts = {
        "healthy": problem.priors[0],
        "ill": problem.priors[1],
        "wrong": find_errors(problem, CUT, state.x).sum(),
        "least": find_errors(problem, MAP).sum(),
        "alarms": false_alarms,
        "middle": find_errors(problem, CUT).sum(),
        "hits": hits,
    }
    rounded = {name: round(PEOPLE * share) for name, share in counts.items()}
    rounded["positive"] = rounded["hits"] + rounded["alarms"]  # so that they add up
    return {name: f"{count}" for name, count in rounded.items()} | {
        "people": f"{PEOPLE}",
        "few": f"{FEW}",
        "rare": f"{PEOPLE * RARE_SHARE:.0f}",
        "x": decimal(state.x, 2),
        "sensitivity": percent(hits / (hits + misses)),
        "predictive": percent(hits / (hits + false_alarms)),
        "posterior": number(posterior, 3),
    }


def list_parts(state: BayesRuleState) -> list[Part]:
    """Return the parts beside the picture."""
    costs = [TextPart("Costs", describe_costs), TablePart(compare_costs, COSTS_ALT)]
    return [
        *([TextPart("Test", describe_test)] if state.medical else []),
        TextPart("Picture"),
        *(costs if state.rule == COSTS else []),
        FormulaPart(equations),
        TablePart(tabulate_rules, RULES_ALT),
        TextPart("Notes", compare_rules),
    ]


def tabulate_rules(state: BayesRuleState) -> dict[str, list[str]]:
    """Return the columns of a table of the errors of all rules that count errors."""
    problem, rules = state.problem, [rule for rule in RULES if rule != COSTS]
    errors = np.array([find_errors(problem, rule, state.x) for rule in rules])
    total = errors.sum(axis=1)
    minus, plus = problem.class_names
    columns = {
        f"missed {minus}, of all": errors[:, 0],
        f"missed {plus}, of all": errors[:, 1],
        "error": total,
        "excess": total - total[rules.index(MAP)],
    }
    return {"rule": [RULES[rule] for rule in rules]} | {
        name: list(map(percent, shares)) for name, shares in columns.items()
    }


def compare_costs(state: BayesRuleState) -> dict[str, list[str]]:
    """Return the columns of a table of the error, the rejected points and the mean loss."""
    rows = {
        RULES[rule]: evaluate_rule(
            state.problem, intervals_of(state.problem, rule, 0.0, state.costs), state.costs
        )
        for rule in (MAP, COSTS)
    }
    return {
        "rule": list(rows),
        "error": [percent(row.error) for row in rows.values()],
        "rejected": [percent(row.rejected) for row in rows.values()],
        "mean loss": [number(row.risk, 3) for row in rows.values()],
    }


def describe_costs(state: BayesRuleState) -> dict[str, str]:
    """Return the numbers of the text about costs."""
    loss = state.loss
    return {
        "loss": number(loss, 3),
        "reject": number(state.reject, 3),
        "threshold": number(1 / (1 + loss), 3),
        "most": number(loss / (1 + loss), 3),
    }


def describe_test(state: BayesRuleState) -> dict[str, str]:
    """Return the performance of the cut as a medical test for C+."""
    intervals = intervals_of(state.problem, state.rule, state.x, EQUAL_COSTS)
    (healthy, false_alarms, _), (misses, hits, _) = decision_shares(state.problem, intervals)
    positive = hits + false_alarms
    return {
        "prevalence": percent(state.prior),
        "sensitivity": percent(hits / (hits + misses)),
        "specificity": percent(healthy / (healthy + false_alarms)),
        "positive": percent(positive),
        "predictive": percent(hits / positive) if positive else "–",
    }


def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, each computed for the state that it sets up."""
    cut, test, same, costly, unequal = try_states("bayes_rule", "Try", BayesRuleState)
    densities = np.exp(same.problem.log_densities([[0.0]]))[0]  # at the common mean
    qualities = describe_test(test)
    (_, alarms, _), (_, hits, _) = decision_shares(
        test.problem, intervals_of(test.problem, CUT, test.x, EQUAL_COSTS)
    )
    odds = alarms / test.problem.priors[0] * test.problem.priors[1] / hits  # of equally many
    boundary, moved, left = (
        intervals_of(state.problem, rule, state.x, state.costs).boundaries[0]
        for state, rule in ((cut, MAP), (costly, COSTS), (unequal, MAP))
    )
    return {
        "cut_error": percent(find_errors(cut.problem, CUT, cut.x).sum()),
        "boundary": decimal(boundary, 2),
        "sensitivity": qualities["sensitivity"],
        "predictive": qualities["predictive"],
        "even": percent(odds / (1 + odds)),
        "never": decimal(densities[0] / densities.sum(), 2),
        "loss": decimal(costly.loss),
        "moved": decimal(moved, 2),
        "left": decimal(left, 2),
    }


def equations(state: BayesRuleState) -> list[Equation]:
    """Return the equations of Bayes' rule at x, of the boundaries and of the Bayes error."""
    problem, x = state.problem, state.x
    densities = np.exp(problem.log_densities([[x]]))[0]
    joint = densities * problem.priors
    boundaries = map(number, intervals_of(problem, MAP, x, EQUAL_COSTS).boundaries)
    best = "+" if joint[1] > joint[0] else "-"
    return [
        *(
            Equation(rf"p(x\mid {sign})", _symbols(density, sign), _numbers(density, x, value))
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
            number(find_errors(problem, MAP).sum()),
        ),
    ]


def compare_rules(state: BayesRuleState) -> dict[str, str]:
    """Return the excess error of ML, and the share of the rarer class that each rule misses."""
    problem = state.problem
    best, ml = find_errors(problem, MAP), find_errors(problem, ML)
    rarer = int(np.argmin(problem.priors))
    return {
        "prior": number(problem.priors[1], 3),
        "excess": percent(ml.sum() - best.sum()),
        "rarer": problem.class_names[rarer],
        "best_missed": percent(best[rarer] / problem.priors[rarer]),
        "ml_missed": percent(ml[rarer] / problem.priors[rarer]),
    }


def explain_never_predicted() -> dict[str, str]:
    """Return the numbers behind a C+ so rare that MAP, unlike ML, never predicts it."""
    problem = RARE.problem
    densities = np.exp(problem.log_densities([[0.0]]))[0]
    minus, plus = densities * problem.priors
    ml, prior = find_errors(problem, ML), problem.priors[1]
    return {
        "prior": percent(prior),
        "ratio": number(densities[1] / densities[0], 3),
        "odds": number(problem.priors[0] / prior, 3),
        "joint_minus": number(minus, 3),
        "joint_plus": number(plus, 3),
        "accuracy": percent(1 - find_errors(problem, MAP).sum()),
        "found": percent(1 - ml[1] / prior),
        "ml_error": percent(ml.sum()),
    }


def find_errors(problem: Problem, rule: str, x: float = 0.0) -> Array:
    """Return P(k) P(misclassified | k) for each class, shape (2,); `x` is the boundary of CUT."""
    return class_errors(problem, intervals_of(problem, rule, x, EQUAL_COSTS))


def _symbols(density: Density, sign: str) -> str:
    """Return a density in the symbols of its class."""
    if isinstance(density, Mixture):
        of = f"{{{sign}j}}"
        return rf"\textstyle\sum_jw_{of}\,\mathcal N(x;\mu_{of},\sigma_{of}^2)"
    return rf"\mathcal N(x;\mu_{sign},\sigma_{sign}^2)"


def _numbers(density: Density, x: float, value: float) -> str:
    """Return a normal density, or a mixture of them, with its parameters and its value at x."""
    terms = []
    for weight, mean, deviation in parts_of(density):
        factor, variance = "" if weight == 1 else number(weight), number(deviation**2)
        terms.append(rf"{factor}\,\mathcal N({number(x)};{number(mean)},{variance})")
    return r"\\&\quad+".join(terms) + rf"\\&\quad={number(value)}"
