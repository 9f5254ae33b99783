"""The controls of the lab, which Compare shares."""

from dataclasses import replace
from typing import Any, ClassVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bayeslab.data.datasets import DATASETS, GeneratedEntry, RealEntry
from core.limits import Number
from core.state import DRAWN, LIMITS, LabState, gamma_grid
from ui.controls import Controls
from ui.session.address import view
from ui.session.areas import with_drawing
from ui.session.lab import last_drawing, load_state, save_state
from ui.session.widgets import LAB_WIDGET, forget_widgets, overrule, start_with, value_of

# Ten steps per decade, rounded to readable values: 1, 1.25, 1.6, 2 ... ("preferred numbers").
GAMMA_STEPS = gamma_grid(1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8)
# A slider over the preferred numbers; a link's number between two of them stays.
GAMMA_SLIDER: dict[str, Any] = {"steps": GAMMA_STEPS, "format_func": "{:g}".format}


def lab_state(title: str) -> LabState:
    """Draw the lab's controls and its title, and return the state.

    The sidebar comes first: it takes its share of the width from the title.
    """
    controls = LabControls()
    with st.sidebar:
        controls.ask_data()
        controls.ask_svc()
        with st.expander("Gaussian classes"):  # always in the table, too
            meaning = "Of a covariance, from n points and K means: of one class, or of all classes."
            controls.ask("divisor", always=True, label_visibility="visible", help=meaning)
        with st.expander("Evaluation"):
            controls.ask("scheme", widget="menu")
            controls.ask("folds", widget="box")
    # Above the picture, or on a phone below it.
    with st.container(key="lab-models"):
        controls.ask_frequent(title)
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            controls.ask("metric", label_visibility="visible")
            controls.ask("determinants")
    return controls.settle()


def picture_state() -> LabState:
    """Return the state of link and drawing area, on a projector with the chosen classifier."""
    controls = LabControls()
    if view() == "presented":
        controls.ask("model", widget="menu", label_visibility="collapsed", width=230)
    return controls.settle()


def state_beside(title: str) -> tuple[LabState, DeltaGenerator]:
    """Draw the lab's data and settings on another page; return the state and a place for more.

    The lab and this page share them: a choice here is a choice in the lab. This page shows all
    classifiers, so all settings apply. γ is beside the title, above the content that it changes;
    the place is below the title.
    """
    controls = LabControls(has_drawing=False)
    with st.sidebar:
        controls.ask_data()
        with st.expander("Kernels"):
            controls.ask("kernel", widget="menu", label="Kernel of kernel Bayes")
            label = "Degree of the polynomial kernel"
            controls.ask("degree", widget="box", always=True, label=label)
            label = "Constant of the polynomial kernel"
            controls.ask("coef0", widget="box", always=True, label=label)
            label = "Threshold of kernel Bayes"
            controls.ask("threshold", widget="menu", always=True, label=label)
        controls.ask_svc()
        controls.ask("folds", widget="box", always=True, label="Folds of the cross-validation")
    with st.container(horizontal=True, vertical_alignment="top", key="compare-head"):
        with st.container():
            st.title(title)
            place = st.container()
        controls.ask("gamma", always=True, **GAMMA_SLIDER)
    return controls.settle(), place


class LabControls(Controls[LabState]):
    """The controls of the lab's state, which follows the drawing area unless the page has none."""

    start: ClassVar[str] = LAB_WIDGET

    def __init__(self, *, has_drawing: bool = True) -> None:
        state = load_state(all_parameters=has_drawing)
        self.names: set[str] = set()
        state, self.sync = with_drawing(state) if has_drawing else (state, None)
        self.state = state.change()  # a value of a link that is the default is written as one

    def settle(self) -> LabState:
        """Store the state for the next run and in the page's link; return it."""
        save_state(self.state, self.sync)
        return self.state

    def ask_frequent(self, title: str) -> None:
        """Draw the title and the most frequently used controls in one row."""
        with st.container(horizontal=True, vertical_alignment="bottom", key="lab-controls"):
            st.title(title, width="content")
            self.ask("model", "beside", widget="menu", width=168)
            if self.state.reads("kernel"):
                self.ask("kernel", "threshold", widget="menu", width=168)
            if self.state.reads("degree"):
                self.ask("degree", "coef0", widget="box", width=140)

    def ask_data(self) -> None:
        """Draw the controls of the points."""
        before = self.state.data
        self.ask("data", widget="menu")
        if self.state.data != before:
            forget_widgets("features 0", "features 1")
            if self.state.data == DRAWN:
                self.state = replace(self.state, **vars(last_drawing()))
        if self.state.data == DRAWN:
            return
        entry = DATASETS[self.state.data]
        st.caption(entry.description)
        if isinstance(entry, RealEntry):
            self._ask_columns(entry)
        else:
            self._ask_generator(entry)
        help_text = "Give each feature mean 0 and variance 1, for all classifiers and the picture."
        self.ask("standardise", help=help_text)

    def _ask_generator(self, entry: GeneratedEntry) -> None:
        self.ask("n", widget="box")
        meaning = f"{entry.noise_meaning[0].upper()}{entry.noise_meaning[1:]}."
        self.ask("noise", help=meaning)
        self.ask("balance", label=f"Share of {entry.class_names[-1]}")
        self.ask("seed", widget="box")
        st.button("Draw new points", icon=":material/casino:", on_click=_next_seed, width="stretch")

    def _ask_columns(self, entry: RealEntry) -> None:
        """Draw menus of the features and the classes; two equal features are refused later."""
        features, classes = self.state.value("features"), self.state.value("classes")
        for axis in range(2):
            start_with(f"{LAB_WIDGET}features {axis}", features[axis])
        start_with(f"{LAB_WIDGET}classes", list(classes))
        pair = tuple(
            st.selectbox(
                label,
                range(len(entry.feature_names)),
                format_func=entry.feature_names.__getitem__,
                key=f"{LAB_WIDGET}features {axis}",
            )
            for axis, label in enumerate(("Horizontal feature", "Vertical feature"))
        )
        selection = st.multiselect(
            "Classes",
            entry.classes,
            format_func=entry.class_names.__getitem__,
            key=f"{LAB_WIDGET}classes",
        )
        self.state = self.state.change(features=pair, classes=tuple(sorted(selection)))

    def ask_svc(self) -> None:
        """Draw the settings of the SVC, which is always in the table."""
        with st.expander("SVC"):
            meaning = "The penalty for training points inside the margin or on the wrong side."
            self.ask("svc_C", widget="box", always=True, help=meaning)
            rule = "scikit-learn's rule 1 / (2 variance)"
            meaning = f"The value for kernel Bayes, {rule}, or a separate value."
            self.ask("svc_gamma", always=True, label_visibility="visible", help=meaning)
            if self.state.svc_gamma == "own":
                self.ask("svc_gamma_value", always=True, **GAMMA_SLIDER)
            self.ask("svc_standardise", always=True)


def _next_seed() -> None:
    limit = LIMITS["seed"]
    assert isinstance(limit, Number)
    overrule({LAB_WIDGET + "seed": (value_of(LAB_WIDGET + "seed") + 1) % (int(limit.high) + 1)})
