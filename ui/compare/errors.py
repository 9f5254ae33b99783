"""Errors of two classifiers on held-out points: confusion matrices, ROC and calibration."""

import numpy as np
import streamlit as st
from sklearn.metrics import confusion_matrix

from bayeslab.evaluation.diagnostics import HeldOutPredictions, calibration_curve, roc_curve
from bayeslab.evaluation.formats import percent
from bayeslab.figures import draw_calibration, draw_confusion, draw_roc
from bayeslab.figures.diagnostics import RateCurve
from ui.compare.choices import TITLES, choose_pair, k_fold, say
from ui.compare.comparison import Comparison
from ui.compare.parts import predictions_of
from ui.compare.waiting import finish
from ui.layout import show_figure
from ui.session.address import theme
from ui.session.widgets import give

HEIGHT = 440
WITH_PROBABILITIES = ("full", "logistic")  # the pair shown first


def show_errors(comparison: Comparison) -> None:
    """Show both classifiers' confusion matrices, ROC curves and calibration curves."""
    keys = choose_pair(WITH_PROBABILITIES)
    evaluation = k_fold(comparison.state)
    parts = [predictions_of(comparison.fit_spec(key), evaluation) for key in keys]
    results = finish(parts, "errors")
    if results is None:
        return
    points, predictions = comparison.points, {}
    names = [points.class_names[k] for k in np.unique(points.y)]
    # Bottom: of two headings only one may take two lines.
    columns = st.columns(2, gap="medium", vertical_alignment="bottom")
    for place, key, each in zip(columns, keys, results, strict=True):
        with place:
            if isinstance(each, str):
                st.subheader(TITLES[key])
                st.warning(each, icon=":material/info:")
                continue
            _show_confusion(TITLES[key], each, names)
            predictions[TITLES[key]] = each
    say("Errors", folds=str(evaluation.folds))
    if not predictions:
        return
    positive = _choose_positive(names)
    roc, calibration = st.columns(2, gap="medium")
    with roc:
        _show_roc(predictions, positive)
        say("ROC")
    with calibration:
        _show_calibration(predictions, positive)


def _choose_positive(names: list[str]) -> int:
    """Ask which class is the positive one, where there are more than two."""
    last = len(names) - 1
    if last == 1:
        return last
    choice: int = st.selectbox(
        "Positive class",
        range(len(names)),
        index=last,
        format_func=names.__getitem__,
        key="positive",
        bind="query-params",
        width=230,
    )
    return choice


def _show_confusion(title: str, predictions: HeldOutPredictions, names: list[str]) -> None:
    right = float((predictions.predicted == predictions.y).mean())
    st.subheader(f"{title}: {percent(right)} accuracy")
    counts = confusion_matrix(predictions.y, predictions.predicted, labels=predictions.classes)
    figure = draw_confusion(counts, names, theme=theme())
    figure.update_traces(textfont_size=max(24 - 2 * len(names), 12))
    alt = f"Confusion matrix of {title}; {percent(right)} of the points are classified correctly."
    show_figure(figure, alt, HEIGHT, key=f"confusion {title}")


def _show_roc(predictions: dict[str, HeldOutPredictions], k: int) -> None:
    st.subheader("ROC")
    lines = []
    for title, each in predictions.items():
        if each.scores is None:
            st.caption(f"{title} gives no scores, so it has no ROC curve.")
            continue
        curve = roc_curve(each, k)
        positive, is_predicted = each.y == each.classes[k], each.predicted == each.classes[k]
        in_use = (float(is_predicted[~positive].mean()), float(is_predicted[positive].mean()))
        name = f"{title}, area {curve.area:.3f}"
        lines.append(RateCurve(name, curve.false_positive, curve.true_positive, in_use))
    if lines:
        alt = f"ROC curves: {'; '.join(line.name for line in lines)}."
        show_figure(draw_roc(lines, theme=theme()), alt, HEIGHT, key="roc")


def _show_calibration(predictions: dict[str, HeldOutPredictions], k: int) -> None:
    st.subheader("Calibration")
    without = [title for title, each in predictions.items() if each.probabilities is None]
    if len(without) == len(predictions):
        _offer_probabilities(without)
        return
    lines = []
    for title, each in predictions.items():
        if each.probabilities is not None:
            curve = calibration_curve(each, k)
            lines.append(
                RateCurve(f"{title}, Brier {curve.brier:.3f}", curve.predicted, curve.observed)
            )
    alt = f"Calibration curves: {'; '.join(line.name for line in lines)}."
    show_figure(draw_calibration(lines, theme=theme()), alt, HEIGHT, key="calibration")
    for title in without:
        st.caption(f"{title} is not shown: it gives scores but no probabilities.")
    say("Calibration")


def _offer_probabilities(without: list[str]) -> None:
    """Explain why there is no calibration curve, and offer two classifiers that have one."""
    st.markdown(
        "A calibration curve compares predicted probabilities with observed frequencies. "
        f"{' and '.join(without)} {'give' if len(without) > 1 else 'gives'} scores but no "
        "probabilities."
    )
    pair = " and ".join(TITLES[key] for key in WITH_PROBABILITIES)
    choices = dict(zip(("first", "second"), WITH_PROBABILITIES, strict=True))
    st.button(f"Show {pair}", key="with probabilities", on_click=give, args=(choices,))
