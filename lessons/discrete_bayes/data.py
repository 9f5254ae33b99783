"""The data of lesson 5: its picture, the formula, a table and the numbers of the text."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.formats import decimal, fixed, percent
from core import compute
from core.caching import memoize
from core.grips import read_pixels
from core.images import DIGITS, load_images
from core.state import LabState
from lessons.discrete_bayes.binary_digits import (
    count_pixels,
    describe_accuracy,
    draw_digits,
    new_digit,
    score_digit,
    tabulate_scores,
    write_scores,
)
from lessons.discrete_bayes.numbers import (
    CountedPoints,
    count_values,
    evaluate_counts,
    tabulate_evidence,
    write_evidence,
)
from lessons.discrete_bayes.rows import FEATURES, parse_rows, read_categories, read_messages
from lessons.discrete_bayes.state import PIXELS, DiscreteBayesState
from lessons.discrete_bayes.words import split_words
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation
from lessons.tries import try_states

STEM = "discrete_bayes"
TABLE_ALT = "For each value its counts, shares and evidence; for each digit its score."
GAUSSIAN = LabState(data="digits", model="diagonal")


def points_of(state: DiscreteBayesState) -> CountedPoints:
    """Return the points in the table of a state, and its new point.

    Raises
    ------
    ValueError
        If messages have no words.
    """
    rows = parse_rows(state.data, state.value(f"{state.data}_table"))
    if state.data == "messages":
        return read_messages(rows, state.new)
    return read_categories(rows, tuple(state.value(name) for name in FEATURES))


def list_words(state: DiscreteBayesState) -> list[Part]:
    """Return the texts about the picture."""
    if state.table:
        return [TextPart(state.data.capitalize(), numbers), TextPart("Shares")]
    section = TextPart("Drawn" if state.shown == "drawn" else "Expected")
    return [TextPart("Paint"), section, TextPart("Digits", numbers)]


def list_numbers(state: DiscreteBayesState) -> list[Part]:
    """Return the text about the densities, the formula and its table."""
    return [
        *([TextPart("Densities")] if state.densities else []),
        FormulaPart(equations),
        TablePart(tabulate, TABLE_ALT, writers={"evidence": partial(fixed, places=2, sign="+")}),
        *([TextPart("Notes")] if state.table else []),
    ]


def picture_data(state: DiscreteBayesState) -> dict[str, Any]:
    """Return the data of the picture besides the movable fields: the counts, and the new point.

    Raises
    ------
    ValueError
        If the rows of a table cannot be classified.
    """
    if state.data == "digits":
        model = count_pixels(state.alpha)
        drawings = draw_digits(model, state.drawing).tolist() if state.shown == "drawn" else None
        return {
            "sizes": model.class_count_.tolist(),
            "ones": model.feature_count_.tolist(),
            "names": [str(name) for name in model.classes_],
            "start_pixels": new_digit(state.digit).tolist(),
            "drawings": drawings,
        }
    points = points_of(state)
    model = count_values(points)
    return {
        "features": [list(names) for names in points.values],
        "vocabulary": list(points.vocabulary),
        "counts": [np.asarray(table).tolist() for table in model.category_count_],
        "sizes": model.class_count_.tolist(),
        "names": list(points.class_names),
        "x": [] if points.vocabulary else points.x.tolist(),
        "densities": state.densities,
        "isShort": state.applies("detail") and state.detail in ("shares", "few"),
        "hasShares": not state.applies("detail") or state.detail in ("all", "shares"),
    }


def describe_step(state: DiscreteBayesState) -> dict[str, str]:
    """Return the numbers of the steps, which are about messages."""
    points = points_of(state)
    counts = dict(zip(points.vocabulary, count_values(points).category_count_, strict=True))
    good, spam = count_labels(points.y).tolist()
    texts = {
        "messages": f"{good + spam}",
        "good": f"{good}",
        "spam": f"{spam}",
        "meetings": f"{counts['meeting'][0][1]}",
        "frees": f"{counts['free'][1][1]}",
        "spam_share": percent(spam / (good + spam)),
        "alpha": f"{state.alpha:g}",
    }
    if state.alpha == 0 and {"meeting", "free"} <= set(split_words(state.new)):
        return texts  # impossible in both classes
    evaluation = evaluate_counts(points, state.alpha)
    free = points.vocabulary.index("free")
    return texts | {
        "sum": fixed(evaluation.evidence.log_odds, 2, "+"),
        "posterior": decimal(evaluation.evidence.posterior),
        "prior": fixed(evaluation.evidence.prior, 2, "+"),
        "in_good": percent(evaluation.shares[0, free]),
        "in_spam": percent(evaluation.shares[1, free]),
        "no_free": fixed(evaluation.evidence.features[free], 2, "+"),
    }


def numbers(state: DiscreteBayesState) -> dict[str, str]:
    """Return the fields of the text about the picture."""
    if state.data == "digits":
        return describe_accuracy(count_pixels(state.alpha))
    return dict(zip(("left", "right"), points_of(state).class_names, strict=True))


def equations(state: DiscreteBayesState) -> list[Equation]:
    """Return the equations from the counts of one feature to the posterior of the new point.

    Raises
    ------
    ValueError
        If the new point is impossible in all classes.
    """
    if state.data != "digits":
        return write_evidence(evaluate_counts(points_of(state), state.alpha))
    model, x = count_pixels(state.alpha), _ink(state)
    return write_scores(model, score_digit(model, x), x)


def tabulate(state: DiscreteBayesState) -> dict[str, Any]:
    """Return the columns of a table: the evidence of each feature, or the score of each digit."""
    if state.data != "digits":
        return tabulate_evidence(evaluate_counts(points_of(state), state.alpha))
    model = count_pixels(state.alpha)
    return tabulate_scores(model, score_digit(model, _ink(state)))


def _ink(state: DiscreteBayesState) -> Any:
    """Return the pixels that are painted, or those of the new digit."""
    pixels = read_pixels(state.pixels, PIXELS, 1)
    return new_digit(state.digit) if pixels is None else pixels


@memoize(1)
def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, and the accuracy of Gaussian naive Bayes."""
    empty, silent, smoothed, free, six, *_ = try_states(STEM, "Try", DiscreteBayesState)
    mended = replace(silent, messages_table=f"{silent.messages_table}; free coffee = good")
    digits, model = compute.dataset(GAUSSIAN.dataset_spec), count_pixels(six.alpha)
    x = new_digit(six.digit)
    is_barred = (x == 1) & (model.feature_prob_[load_images(DIGITS).test_y[six.digit - 1]] == 0)
    (digit, *_) = tabulate_scores(model, score_digit(model, np.where(is_barred, 0, x)))["digit"]
    predicted = compute.fitted_model(GAUSSIAN.fit_spec()).predict(digits.X)
    return {
        "spam": describe_step(empty)["spam_share"],
        "empty": describe_step(empty)["posterior"],
        "mended": percent(1 - evaluate_counts(points_of(mended), 0.0).evidence.posterior),
        "prior": describe_step(smoothed)["prior"],
        "in_good": describe_step(free)["in_good"],
        "in_spam": describe_step(free)["in_spam"],
        "erased": digit,
        "gaussian": percent((predicted == digits.y).mean()),
    }
