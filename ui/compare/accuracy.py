"""Held-out accuracies with intervals, differences, and excess errors over the Bayes error."""

import math
from dataclasses import replace

import numpy as np
import streamlit as st

from bayeslab.bayes_error.optimal import ErrorRate
from bayeslab.data.datasets import DatasetSpec
from bayeslab.evaluation.accuracy import Row
from bayeslab.evaluation.comparison import Difference, differences
from bayeslab.evaluation.formats import fixed, percent
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.figures import draw_accuracies, draw_differences
from bayeslab.figures.accuracies import AccuracyRow
from core.reports import write_accuracies_csv, write_accuracies_latex
from core.verdicts import describe_difference, verdict_of
from ui import pictures
from ui.compare.choices import NO_BREAK, TITLES, choose_classifiers, choose_title, offer, say
from ui.compare.comparison import Comparison
from ui.compare.parts import evaluation_of, integral_of
from ui.compare.waiting import finish
from ui.layout import problem_instead, show_figure
from ui.linked import ask_whole_number
from ui.session.address import theme

ROW_HEIGHT, FRAME_HEIGHT = 26, 180  # pixels

New = dict[str, ErrorRate | None]  # of each classifier on new points


def show_accuracy(comparison: Comparison) -> None:
    """Show every classifier's accuracy by repeated k-fold, and the differences to a reference."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        keys = choose_classifiers()
        reference = choose_title("Reference", list(TITLES), "reference", "I")
        repeats = ask_whole_number("Repeats", 1, 20, 5, key="repeats", width=130)
        seed = ask_whole_number("Seed of the folds", 0, 999_999, 0, key="fold_seed", width=160)
    if reference not in keys:
        keys.append(reference)
    folds = comparison.state.folds
    evaluation = EvaluationSpec("repeated k-fold", folds, repeats, seed=seed)
    rows = finish([evaluation_of(comparison.fit_spec(key), evaluation) for key in keys], "accuracy")
    if rows is None:
        return
    rows.sort(key=lambda row: -1.0 if row.held_out is None else row.held_out.mean, reverse=True)
    best, new = _compare_with_best(comparison, keys)
    against: dict[str, Difference] = {}
    with problem_instead():
        against = differences(rows, reference)
    _show_figures(rows, new, best, against)
    numbers = {"folds": str(folds), "repeats": str(repeats), "reference": TITLES[reference]}
    say("Accuracy", **numbers)
    if best is not None:
        say("Bayes error", error=percent(best))
    else:
        say("No Bayes error")
    if against:
        st.markdown(f"**{sentence_of(next(iter(against.values())))}**")
    st.table(
        accuracy_table(rows, against, reference, new, best),
        border="horizontal",
        alt="Accuracy of every classifier on held-out points, with differences and excess errors.",
    )
    if against:
        with st.expander("All differences in words"):
            st.markdown("\n".join(f"- {sentence_of(each)}" for each in against.values()))
    with st.container(horizontal=True):
        offer("Table as CSV", write_accuracies_csv(rows), "bayeslab-accuracies.csv", "text/csv")
        latex = write_accuracies_latex(rows, f"{repeats} × {folds}-fold")
        offer("Table as LaTeX", latex, "bayeslab-accuracies.tex", "application/x-tex")


def _compare_with_best(comparison: Comparison, keys: list[str]) -> tuple[float | None, New | None]:
    """Return the Bayes error and every classifier's error, where the densities are known."""
    spec = comparison.data
    best = pictures.bayes_error(spec) if isinstance(spec, DatasetSpec) else None
    if best is None:
        return None, None
    errors = finish([integral_of(comparison.fit_spec(key)) for key in keys], "new points")
    return best, None if errors is None else dict(zip(keys, errors, strict=True))


def accuracy_table(
    rows: list[Row],
    against: dict[str, Difference],
    reference: str,
    new: New | None,
    best: float | None,
) -> dict[str, list[str]]:
    """Return the columns of the table by heading."""
    table = {
        "Classifier": [f"**{TITLES[row.name]}**" for row in rows],
        "Held out (95\u00a0% interval)": [_held_out(row) for row in rows],
        "Training": [percent(row.training) for row in rows],
    }
    if new is not None and best is not None:
        errors = [new.get(row.name) for row in rows]
        table["Expected on new points"] = [
            percent(None if each is None else 1 - each.value) for each in errors
        ]
        table["Excess error (± error bound)"] = [_excess(each) for each in errors]
    table[f"Difference from {TITLES[reference]} (95\u00a0% interval)"] = [
        "the reference" if row.name == reference else _verdict(against.get(row.name))
        for row in rows
    ]
    return table


def _held_out(row: Row) -> str:
    """Return the held-out accuracy with its interval, or the reason why there is none."""
    if row.held_out is None:
        return row.problem or "–"
    low, high = row.held_out.interval
    return f"{percent(row.held_out.mean)} ({fixed(100 * low, 1)} to {fixed(100 * high, 1)})"


def _verdict(difference: Difference | None) -> str:
    if difference is None:
        return "–"
    mean, low, high = (
        fixed(100 * share, 1, "+") for share in (difference.mean, difference.low, difference.high)
    )
    return f"{mean} ({low} to {high}): {verdict_of(difference)}"


def _excess(rate: ErrorRate | None) -> str:
    """Return the excess error in percentage points; the bound includes the rounding."""
    if rate is None:
        return "–"
    excess = 100 * rate.excess
    digits = 2 if excess < 10 else 1
    rounded_excess = round(excess, digits) + 0.0
    steps = (100 * rate.uncertainty + abs(excess - rounded_excess)) * 10**digits
    bound = math.ceil(steps) / 10**digits
    return f"{fixed(rounded_excess, digits)} ± {fixed(bound, digits)}".replace(" ", NO_BREAK)


def sentence_of(difference: Difference) -> str:
    """Return the sentence of a difference, with the titles of the classifiers."""
    name, reference = TITLES[difference.name], TITLES[difference.reference]
    return describe_difference(replace(difference, name=name, reference=reference))


def _show_figures(
    rows: list[Row], new: New | None, best: float | None, against: dict[str, Difference]
) -> None:
    standings = [
        AccuracyRow(
            TITLES[row.name],
            row.training,
            row.held_out.mean,
            *row.held_out.interval,
            _right(new, row.name),
        )
        for row in rows
        if row.held_out is not None
    ]
    if not standings:
        return
    left, right = st.columns(2, gap="medium") if against else (st.container(), None)
    with left:
        figure = draw_accuracies(standings, best=None if best is None else 1 - best, theme=theme())
        alt = ", ".join(f"{each.name} {percent(each.held_out)}" for each in standings)
        height = FRAME_HEIGHT + ROW_HEIGHT * len(standings)
        show_figure(figure, f"Held-out accuracies: {alt}.", height, key="standings")
    if right is not None:
        with right:
            _show_differences(against, height)


def _right(new: New | None, name: str) -> float | None:
    error = None if new is None else new.get(name)
    return None if error is None else 1 - error.value


def _show_differences(against: dict[str, Difference], height: int) -> None:
    gaps = list(against.values())
    figure = draw_differences(
        [TITLES[each.name] for each in gaps],
        np.array([each.mean for each in gaps]),
        np.array([each.low for each in gaps]),
        np.array([each.high for each in gaps]),
        sides=("behind", "ahead"),
        axis_name="difference in percentage points",
        theme=theme(),
    )
    alt = " ".join(map(sentence_of, gaps))
    show_figure(figure, alt, height, key="differences")
