"""The best γ over the number of features, on the page."""

from dataclasses import dataclass
from math import log10
from typing import Any

import streamlit as st

from bayeslab.evaluation.formats import percent
from lessons.frame import LessonPage, choose
from lessons.kernel_width.dimension import (
    BAYES_ERROR,
    DIMENSIONS,
    DRAWS,
    GAMMAS,
    SITUATIONS,
    TOLERANCE,
    N,
    WidthStudy,
    read_studies,
)
from ui.latex import number
from ui.live_picture import Number, live_picture

__all__ = ["FEATURES", "describe_features", "show_features"]

STEM = "kernel_width"


@dataclass(frozen=True)
class FeatureScale(Number):
    """A number of features in a live picture, as its logarithm; the widget has the number."""

    def ask(self) -> int:
        """Ask for one of ``DIMENSIONS``; it is in the page's link."""
        return st.select_slider(
            self.label, DIMENSIONS, round(10**self.start), key=self.widget, bind="query-params"
        )

    def read(self, sent: Any) -> float | None:
        """Return the nearest of ``DIMENSIONS``."""
        value = super().read(sent)
        return None if value is None else min(DIMENSIONS, key=lambda d: abs(log10(d) - value))


FEATURES = FeatureScale(
    "ld", "Features", log10(DIMENSIONS[0]), log10(DIMENSIONS[-1]), log10(2), "features"
)


def show_features(lesson: LessonPage) -> None:
    """Show how the good γ depend on the number of features, and why."""
    st.subheader("What happens to the best γ with many features?")
    text, picture = st.columns((2, 3), gap="large")
    with picture:
        situation = _show_picture()
    with text:
        numbers = describe_features(situation)
        lesson.say("Features", **numbers)
        lesson.say(f"Features of {situation}", **numbers)


def _show_picture() -> str:
    """Show the good γ for each number of features; return the situation that was chosen."""
    situation, place = choose("Situation", SITUATIONS, "situation"), st.container()
    with st.expander("Exact values", icon=":material/tune:"):
        d = FEATURES.ask()
    studies = read_studies(situation)
    with place:
        live_picture(
            STEM,
            [FEATURES],
            {FEATURES.name: log10(d)},
            script="dimension",
            gammas=GAMMAS.tolist(),
            rules=list(studies[d].rules),
            best=1 - BAYES_ERROR,
            rows=[{"d": d} | _row(study) for d, study in studies.items()],
        )
    return situation


def _row(study: WidthStudy) -> dict[str, Any]:
    return {
        "accuracies": study.accuracies.tolist(),
        "spread": study.spread.tolist(),
        "rules": [list(rule) for rule in study.rules.values()],
        "best": study.best,
        "good": list(study.good),
    }


def describe_features(situation: str) -> dict[str, str]:
    """Return the numbers of the text about many features."""
    studies = read_studies(situation)
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
    return words | {
        f"{name}_{case}": value
        for case, d in (("few", few), ("many", many))
        for name, value in _numbers(studies[d]).items()
    }


def _numbers(study: WidthStudy) -> dict[str, str]:
    scale, share = next(iter(study.rules.values()))
    return {
        "best": number(GAMMAS[study.best], 2),
        "last": number(GAMMAS[study.good[1]], 2),
        "accuracy": percent(study.accuracies[study.best]),
        "rule": number(scale, 2),
        "rule_accuracy": percent(share),
    }
