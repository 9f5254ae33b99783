"""The data of lesson 7: numbers of its texts, a table, and its formula."""

from dataclasses import replace
from typing import Any

from bayeslab.evaluation.formats import percent
from core.latex import number
from core.state import LabState
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.steps import read_steps
from lessons.texts import Equation
from lessons.threshold_search.numbers import (
    IMBALANCED,
    count_errors,
    label_sums,
    search_both,
    share_below_half,
)
from lessons.threshold_search.people import cuts_of
from lessons.threshold_search.state import ThresholdSearchState
from lessons.tries import try_states

STEM = "threshold_search"
CRITERIA = ("label consistency", "fewest errors")
CRITERIA_ALT = "The cut that each criterion chooses, with its errors."
DRAWS = 200  # of imbalanced classes
BALANCED = LabState(
    data="imbalanced", n=100, noise=1.5, balance=0.5, kernel="linear", threshold="consistency"
)
UNEQUAL = replace(BALANCED, balance=0.1)


def line_data(state: ThresholdSearchState) -> dict[str, Any]:
    """Return all cuts of the line with their errors, costs and J."""
    cuts = cuts_of(state.people)
    numbers = {
        "numbers": cuts.values,
        "isIll": cuts.is_ill,
        "places": cuts.places,
        "missed": cuts.missed,
        "alarms": cuts.alarms,
        "below": cuts.below,
        "above": cuts.above,
        "errors": cuts.errors,
        "costs": cuts.costs(state.cost),
        "purity": cuts.purity,
    }
    plain = {name: values.tolist() for name, values in numbers.items()}
    return plain | {"cost": state.cost, "curves": state.curves}


def describe_step(state: ThresholdSearchState) -> dict[str, str]:
    """Return the numbers of the steps: those of the cut on the line, and of the plane."""
    cuts, k = cuts_of(state.people), state.value("at")
    even = cuts.errors.argmin()
    before = describe_cuts(state.reset("points", "cut").lab)
    (near,) = [step for step in read_steps(STEM, type(state)) if "points" in step.goal]
    moved = describe_cuts(state.change(**near.changes).change(**near.goal).lab)
    numbers = {
        "people": len(cuts.values),
        "ill": cuts.is_ill.sum(),
        "healthy": (~cuts.is_ill).sum(),
        "even_missed": cuts.missed[even],
        "even_alarms": cuts.alarms[even],
        "cost": state.cost,
        "missed": cuts.missed[k],
        "alarms": cuts.alarms[k],
        "errors": cuts.errors[k],
        "fewest": cuts.errors.min(),
        "below": abs(cuts.below[k]),
        "above": abs(cuts.above[k]),
        "purity": cuts.purity[k],
    }
    return (
        describe_cuts(state.lab)
        | {"near_errors": moved["printed_errors"]}
        | {f"before_{name}": value for name, value in before.items()}
        | {name: f"{value}" for name, value in numbers.items()}
    )


def list_costs(state: ThresholdSearchState) -> list[Part]:
    """Return the parts beside the line."""
    return [TextPart("Costs", describe_costs)]


def describe_costs(state: ThresholdSearchState) -> dict[str, str]:
    """Return the numbers of the text about costs: what the cheapest cut gets wrong."""
    cheapest = state.reset("at")
    return {name: describe_step(cheapest)[name] for name in ("cost", "missed", "alarms", "fewest")}


def list_parts(state: ThresholdSearchState) -> list[Part]:
    """Return the parts beside the picture."""
    return [
        TextPart("Moved" if state.points else state.example, numbers),
        FormulaPart(equations),
        TablePart(compare_criteria, CRITERIA_ALT),
        TextPart("Notes"),
    ]


def numbers(state: ThresholdSearchState) -> dict[str, str]:
    """Return the numbers of the text about the current points."""
    share = f"{100 * share_below_half(IMBALANCED, DRAWS):.0f}"
    return describe_cuts(state.lab) | {"share": share, "draws": f"{DRAWS}"}


def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, each computed for the state that it sets up."""
    names = "moons", "restored", "ties"
    return {
        f"{name}_{what}": value
        for name, state in zip(names, try_states(STEM, "Try", ThresholdSearchState), strict=True)
        for what, value in describe_cuts(state.lab).items()
    }


def describe_cuts(state: LabState) -> dict[str, str]:
    """Return the numbers for the texts about a search."""
    printed, repaired = search_both(state)
    n_plus = int((printed.labels > 0).sum())
    errors = count_errors(printed)
    numbers = {
        "n": len(printed.labels),
        "n_plus": n_plus,
        "n_minus": len(printed.labels) - n_plus,
        "fewest": errors.min(),
        "most": errors.max(),
        "printed_k": printed.index,
        "printed_j": printed.values[printed.index],
        "printed_errors": errors[printed.index],
        "printed_wrong": printed.errors[printed.index],
        "repaired_k": repaired.index,
        "repaired_errors": repaired.errors[repaired.index],
        "on_cut": (printed.scores == printed.threshold).sum(),
    }
    return {name: f"{value}" for name, value in numbers.items()}


def compare_criteria(state: ThresholdSearchState) -> dict[str, list[str]]:
    """Return the columns of a table of the cuts that both criteria choose."""
    columns = {"": ["cut k", "J(k)", "errors", "accuracy"]}
    for criterion, search in zip(CRITERIA, search_both(state.lab), strict=True):
        k, n = search.index, len(search.labels)
        below, above = label_sums(search)
        errors = int(count_errors(search)[k])
        values = (k, abs(below[k]) + abs(above[k]), errors)
        columns[criterion] = [*(f"{value}" for value in values), percent(1 - errors / n)]
    return columns


def equations(state: ThresholdSearchState) -> list[Equation]:
    """Return both criteria with the numbers of the cut, and the cuts they choose."""
    k = state.value("cut")
    printed, repaired = search_both(state.lab)
    n, n_plus = len(printed.labels), int((printed.labels > 0).sum())
    below, above = label_sums(printed)
    J, E = printed.values[k], printed.errors[k]
    low = int((printed.labels[:k] > 0).sum())
    return [
        Equation(
            "J(k)",
            r"\Bigl|\sum_{i\le k}y_i\Bigr|+\Bigl|\sum_{i>k}y_i\Bigr|",
            rf"J({k})=|{below[k]}|+|{above[k]}|={J}",
        ),
        Equation(
            "E(k)",
            r"|\{i\le k:y_i=+1\}|\\&\quad+|\{i>k:y_i=-1\}|",
            rf"E({k})={low}+{E - low}={E}",
        ),
        Equation(
            "J(k)",
            r"\max\bigl(|N-2E(k)|,\\&\qquad\;\;|n_+-n_-|\bigr)",
            rf"\max(|{n}-2\cdot {E}|,|{n_plus}-{n - n_plus}|)\\&={J}",
        ),
        Equation("k_J", r"\min\operatorname{arg\,max}_kJ(k)", str(printed.index)),
        Equation("b_J", "-t_{k_J}", number(printed.offset)),
        Equation("k_E", r"\operatorname{arg\,min}_kE(k)", str(repaired.index)),
        Equation("b_E", "-t_{k_E}", number(repaired.offset)),
    ]


def explain_imbalance() -> dict[str, str]:
    """Return the errors of both searches when C+ becomes rare, and those before."""
    before = describe_cuts(BALANCED)
    texts = {"n_before": before["n_plus"], "errors_before": before["printed_errors"]}
    (state,) = try_states(STEM, "Try answer", ThresholdSearchState)
    numbers = describe_cuts(state.lab) | {"cut": str(state.value("cut"))}
    numbers["errors"] = str(count_errors(search_both(state.lab)[0])[state.value("cut")])
    return texts | describe_cuts(UNEQUAL) | {f"try_{name}": text for name, text in numbers.items()}
