"""Choices and number formats that several sections of Compare share."""

from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bayeslab.data.datasets import STANDARDISED, Dataset, cut_name
from bayeslab.estimators.validation import count_labels
from bayeslab.evaluation.models import MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.scoring.regions import Regions
from core.state import LabState
from core.texts import fill, split_sections
from ui.layout import read_prose

MOST_NAMED, LONGEST_LIST = 8, 120  # of many features: names, and their characters
LONGEST_CLASS = 20  # characters of the name of a class
NO_BREAK = "\u00a0"  # a space that keeps a number and its unit on one line
TITLES: Mapping[str, str] = {key: entry.title for key, entry in MODELS.items()}


def say(section: str, **numbers: str) -> None:
    """Show a section of the page's text, its fields filled."""
    st.markdown(fill(split_sections(read_prose("compare"))[section], numbers))


def describe_data(points: Dataset) -> str:
    """Describe the data of the comparison: title, features, and the size of each class.

    Of features with long names it says only how many there are.
    """
    names, features = points.class_names, points.feature_names
    counts = zip(count_labels(points.y, len(names)), names, strict=True)
    classes = ", ".join(
        f"{count} {cut_name(name, LONGEST_CLASS)}" for count, name in counts if count
    )
    text = " × ".join(map(shorten, features))
    if len(features) > 2:
        text, listing = f"{len(features)} features", list_features(points)
        if len(listing) <= LONGEST_LIST:
            text += f" ({listing})"
    text += STANDARDISED * features[0].endswith(STANDARDISED)
    return f"{points.title}: {text}, {classes}"


def list_features(points: Dataset) -> str:
    """Return the names of the features, the first of many."""
    features = points.feature_names
    rest = len(features) - MOST_NAMED
    listing = ", ".join(map(shorten, features[:MOST_NAMED]))
    return f"{listing} and {rest} more" if rest > 0 else listing


def shorten(feature: str) -> str:
    """Return the name of a feature without the remark that it is standardised."""
    return feature.removesuffix(STANDARDISED)


def choose_classifiers() -> list[str]:
    """Ask which classifiers are compared; return their keys in the order of the registry."""
    with st.popover("Classifiers", icon=":material/checklist:"):
        selection = st.pills(
            "Classifiers to compare",
            list(TITLES),
            default=list(TITLES),
            format_func=TITLES.__getitem__,
            selection_mode="multi",
            key="classifiers",
            bind="query-params",
        )
    keys = [key for key in TITLES if key in selection]
    if not keys:
        raise ValueError("No classifier is selected: select at least one.")
    return keys


def choose_title(label: str, keys: Sequence[str], key: str, default: str) -> str:
    """Ask for one of some classifiers by its title; return its key."""
    choice: str = st.selectbox(
        label,
        keys,
        index=list(keys).index(default),
        format_func=TITLES.__getitem__,
        key=key,
        bind="query-params",
        width=200,
    )
    return choice


def choose_pair(default: tuple[str, str]) -> tuple[str, str]:
    """Ask for two different classifiers; return their keys."""
    with st.container(horizontal=True, key="pair"):
        first = choose_title("First", list(TITLES), "first", default[0])
        second = choose_title("Second", list(TITLES), "second", default[1])
    if first == second:
        raise ValueError("The two classifiers are the same: choose two different ones.")
    return first, second


def k_fold(state: LabState) -> EvaluationSpec:
    """Return the scheme that tests each point once, with the lab's number of folds."""
    return EvaluationSpec("k-fold", folds=state.folds)


def class_of(regions: Regions) -> NDArray[np.int64]:
    """Return the class of each cell; a class without points keeps its number."""
    classes: NDArray[np.int64] = regions.classes[regions.label]
    return classes


def offer(label: str, text: str, name: str, mime: str) -> None:
    """Offer a text as a file."""
    icon = ":material/download:"
    st.download_button(label, text, name, mime, on_click="ignore", icon=icon, key=f"get {name}")
