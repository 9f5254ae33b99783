"""The best γ over the number of features in lesson 8: a picture and numbers."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayeslab.evaluation.formats import percent
from core.latex import number
from lessons.kernel_width.dimension import (
    BAYES_ERROR,
    DIMENSIONS,
    DRAWS,
    GAMMAS,
    TOLERANCE,
    N,
    WidthStudy,
    read_studies,
)
from lessons.kernel_width.state import KernelWidthState
from lessons.parts import Part, TextPart


def dimension_data(state: KernelWidthState) -> dict[str, Any]:
    """Return the good γ for each number of features."""
    studies = read_studies(state.situation)
    return {
        "gammas": GAMMAS.tolist(),
        "rules": list(studies[state.features].rules),
        "best": 1 - BAYES_ERROR,
        "rows": [{"d": d} | _row(study) for d, study in studies.items()],
    }


def _row(study: WidthStudy) -> dict[str, Any]:
    return {
        "accuracies": study.accuracies.tolist(),
        "spread": study.spread.tolist(),
        "rules": [list(rule) for rule in study.rules.values()],
        "best": study.best,
        "good": list(study.good),
    }


def list_features(state: KernelWidthState) -> list[Part]:
    """Return the parts beside the picture."""
    sections = ("Features", f"Features of {state.situation}")
    return [TextPart(section, describe_features) for section in sections]


def describe_features(state: KernelWidthState) -> dict[str, str]:
    """Return the numbers of the text about many features."""
    studies = read_studies(state.situation)
    few, many = DIMENSIONS[0], 50
    words = {
        "n": f"{N}",
        "draws": f"{DRAWS}",
        "bayes": percent(BAYES_ERROR),
        "tolerance": f"{100 * TOLERANCE:g}",
        "few": f"{few}",
        "many": f"{many}",
        "spread_few": number((2 / few) ** 0.5, 2),
        "spread_many": number((2 / many) ** 0.5, 2),
    }
    words |= {
        "from": f"{first_with_poor_rules(studies)}",
        "upper": number(slope_of_largest(studies), 2),
    }
    return words | {
        f"{name}_{case}": value
        for case, d in (("few", few), ("many", many))
        for name, value in _numbers(studies[d]).items()
    }


def slope_of_largest(studies: Mapping[int, WidthStudy]) -> float:
    """Return the exponent a of the power d^a that fits the largest good γ, by least squares."""
    largest = [GAMMAS[study.good[1]] for study in studies.values()]
    return float(np.polyfit(np.log(list(studies)), np.log(largest), 1)[0])


def first_with_poor_rules(studies: Mapping[int, WidthStudy]) -> int | None:
    """Return the number of features from which on neither rule is as good as the best γ.

    None if there is none.
    """
    first = None
    for d, study in sorted(studies.items(), reverse=True):
        least = study.accuracies.max() - TOLERANCE
        if any(share >= least for _, share in study.rules.values()):
            break
        first = d
    return first


def _numbers(study: WidthStudy) -> dict[str, str]:
    scale, share = next(iter(study.rules.values()))
    return {
        "best": number(GAMMAS[study.best], 2),
        "last": number(GAMMAS[study.good[1]], 2),
        "accuracy": percent(study.accuracies[study.best]),
        "rule": number(scale, 2),
        "rule_accuracy": percent(share),
    }
