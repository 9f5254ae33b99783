"""The controls of the lab: one widget for each choice in its state.

Widgets have no defaults of their own: each starts with the value of the state, and the values of
the widgets make the next state (:mod:`ui.session`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from bayeslab.data.datasets import DATASETS, GeneratedEntry, RealEntry
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS
from bayeslab.evaluation.splits import SPLITTERS
from core.limits import Number
from core.state import DRAWN, GAMMA_RANGE, LIMITS, NOTHING, LabState
from core.titles import METRIC_TITLES, SVC_GAMMA_TITLES, THRESHOLD_TITLES
from ui.session import (
    WIDGET,
    forget_widgets,
    last_sheet,
    load_state,
    overrule,
    save_state,
    start_with,
    value_of,
    view,
    with_drawing,
)

__all__ = ["lab_state", "picture_state", "state_beside"]

# Ten steps a decade, rounded so that each reads well: 1, 1.25, 1.6, 2 ... ("preferred numbers").
GAMMA_STEPS = (
    *(
        float(f"{decade * step:.3g}")
        for decade in (0.01, 0.1, 1.0, 10.0, 100.0)
        for step in (1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8)
    ),
    GAMMA_RANGE[1],
)


def lab_state(title: str) -> LabState:
    """Draw the lab's controls and its title, and return what is chosen.

    The sidebar comes first: it takes its share of the width from the title.
    """
    state, sync = with_drawing(load_state())
    with st.sidebar:
        state = _data_controls(state)
        state = _svc_controls(state)
        state = _evaluation_controls(state)
    state = _model_controls(state, title)
    save_state(state, sync)
    return state


def picture_state() -> LabState:
    """Return what the link and the drawing area say, and on a projector the chosen classifier."""
    state, sync = with_drawing(load_state())
    if view() == "presented":
        titles = _titles(MODELS)
        model = _choose(
            state, "model", "Classifier", titles, label_visibility="collapsed", width=230
        )
        state = replace(state, model=model)
    save_state(state, sync)
    return state


def state_beside() -> LabState:
    """Draw the lab's data and settings in the sidebar of another page and return what is chosen.

    The lab and this page share them: what is chosen here is chosen in the lab.
    """
    state = load_state()
    with st.sidebar:
        state = _data_controls(state)
        state = _kernel_controls(state)
        state = _svc_controls(state)
        folds = _number(state, "folds", "Folds of the cross-validation", step=1)
    state = replace(state, folds=folds)
    save_state(state)
    return state


def _ask(widget: Callable[..., Any], state: LabState, name: str, label: str, **options: Any) -> Any:
    """Draw a widget for one field of the state, started with the field's value if it is new."""
    key = WIDGET + name
    start = options.pop("start", None)
    start_with(key, getattr(state, name) if start is None else start)
    return widget(label, key=key, **options)


def _titles(registry: Mapping[str, Any]) -> dict[str, str]:
    return {key: entry.title for key, entry in registry.items()}


def _choose(state: LabState, name: str, label: str, titles: dict[Any, str], **options: Any) -> Any:
    return _ask(
        st.selectbox, state, name, label, options=list(titles), format_func=titles.get, **options
    )


def _segments(
    state: LabState, name: str, label: str, titles: dict[Any, str], **options: Any
) -> Any:
    shown = {"options": list(titles), "format_func": titles.get, "required": True}
    return _ask(st.segmented_control, state, name, label, **shown, **options)


def _number(state: LabState, name: str, label: str, **options: Any) -> Any:
    return _ask(st.number_input, state, name, label, **_ends(name), **options)


def _ends(name: str) -> dict[str, float]:
    """Return the smallest and the largest value of a field, as widgets want them."""
    limit = LIMITS[name]
    assert isinstance(limit, Number)
    kind = int if limit.whole else float
    return {"min_value": kind(limit.low), "max_value": kind(limit.high)}


def _data_controls(state: LabState) -> LabState:
    titles = _titles(DATASETS) | {DRAWN: "Your own points"}
    data = _choose(state, "data", "Data", titles)
    if data != state.data:
        axes = (f"features {axis}" for axis in range(2))
        forget_widgets("noise", "balance", *axes, "classes", "standardise")
        fresh = LabState(data=data)
        fields = ("data", "noise", "balance", "features", "classes")
        state = replace(state, **{name: getattr(fresh, name) for name in fields})
        if data == DRAWN:
            state = replace(state, **vars(last_sheet()))
        state = state.fitting_its_data()
    if data == DRAWN:
        return state
    entry = DATASETS[data]
    st.caption(entry.description)
    if isinstance(entry, RealEntry):
        state = _real_controls(state, entry)
    else:
        state = _generator_controls(state, entry)
    standardise = _ask(
        st.toggle,
        state,
        "standardise",
        "Standardise the features",
        help="Give each feature mean 0 and variance 1, for all classifiers and the picture.",
    )
    return replace(state, standardise=standardise).fitting_its_data()


def _generator_controls(state: LabState, entry: GeneratedEntry) -> LabState:
    n = _number(state, "n", "Points", step=20)
    noise = _ask(
        st.slider,
        state,
        "noise",
        "Noise",
        start=entry.noise if state.noise is None else state.noise,
        min_value=0.0,
        max_value=float(entry.noise_max),
        step=0.01,
        help=f"{entry.noise_meaning[0].upper()}{entry.noise_meaning[1:]}.",
    )
    balance = _ask(
        st.slider,
        state,
        "balance",
        f"Share of {entry.class_names[-1]}",
        start=entry.balance if state.balance is None else state.balance,
        step=0.01,
        **_ends("balance"),
    )
    seed = _number(state, "seed", "Seed", step=1)
    st.button("Draw new points", icon=":material/casino:", on_click=_next_seed, width="stretch")
    return replace(
        state,
        n=n,
        noise=None if noise == entry.noise else noise,
        balance=None if balance == entry.balance else balance,
        seed=seed,
    )


def _next_seed() -> None:
    seeds = int(_ends("seed")["max_value"]) + 1
    overrule({WIDGET + "seed": (value_of(WIDGET + "seed") + 1) % seeds})


def _real_controls(state: LabState, entry: RealEntry) -> LabState:
    names = entry.feature_names
    chosen = state.features or entry.features
    features = tuple(
        _ask(
            st.selectbox,
            state,
            f"features {axis}",
            label,
            start=chosen[axis],
            options=range(len(names)),
            format_func=names.__getitem__,
        )
        for axis, label in enumerate(("Horizontal feature", "Vertical feature"))
    )
    classes = tuple(
        sorted(
            _ask(
                st.multiselect,
                state,
                "classes",
                "Classes",
                start=list(state.classes or entry.classes),
                options=entry.classes,
                format_func=entry.class_names.__getitem__,
            )
        )
    )
    return replace(
        state,
        features=None if features == entry.features else features,
        classes=None if classes == entry.classes else classes,
    )


def _svc_controls(state: LabState) -> LabState:
    with st.expander("SVC"):
        C = _number(
            state,
            "svc_C",
            "C",
            step=0.5,
            help="The penalty for training points inside the margin or on the wrong side.",
        )
        gamma = _segments(
            state,
            "svc_gamma",
            "γ of the SVC",
            SVC_GAMMA_TITLES,
            help="That of kernel Bayes, scikit-learn's rule 1 / (2 variance), or a separate value.",
        )
        value = state.svc_gamma_value
        if gamma == "own":
            value = _ask(_gamma_slider, state, "svc_gamma_value", "Value of the SVC's γ")
        standardise = _ask(st.toggle, state, "svc_standardise", "Standardise inside the SVC")
    return replace(
        state, svc_C=C, svc_gamma=gamma, svc_gamma_value=value, svc_standardise=standardise
    )


def _evaluation_controls(state: LabState) -> LabState:
    with st.expander("Evaluation"):
        scheme = _choose(state, "scheme", "Evaluate by", {name: name for name in SPLITTERS})
        folds = state.folds
        if "k-fold" in scheme:
            folds = _number(state, "folds", "Folds", step=1)
    return replace(state, scheme=scheme, folds=folds)


def _kernel_controls(state: LabState) -> LabState:
    """Draw the settings that the kernel classifiers share, for a page that shows all of them."""
    with st.expander("Kernels"):
        kernel = _choose(state, "kernel", "Kernel of kernel Bayes", _titles(KERNELS))
        gamma = _ask(_gamma_slider, state, "gamma", "γ")
        degree = _number(state, "degree", "Degree of the polynomial kernel", step=1)
        coef0 = _number(state, "coef0", "Constant of the polynomial kernel", step=0.5)
        threshold = _choose(state, "threshold", "Threshold of kernel Bayes", THRESHOLD_TITLES)
    return replace(
        state, kernel=kernel, gamma=gamma, degree=degree, coef0=coef0, threshold=threshold
    )


def _model_controls(state: LabState, title: str) -> LabState:
    """Draw the title and the most frequently used controls in one row, above the picture."""
    models = _titles(MODELS)
    with st.container(horizontal=True, vertical_alignment="bottom", key="lab-controls"):
        st.title(title, width="content")
        model = _choose(state, "model", "Classifier", models, width=168)
        beside = _choose(state, "beside", "Beside it", {NOTHING: "nothing", **models}, width=168)
        kernel = _choose(state, "kernel", "Kernel", _titles(KERNELS), width=168)
        state = replace(state, model=model, beside=beside, kernel=kernel)
        if "threshold" in _settings_read(state):
            threshold = _choose(state, "threshold", "Threshold", THRESHOLD_TITLES, width=168)
            state = replace(state, threshold=threshold)
        if KERNELS[kernel].has("degree"):
            degree = _number(state, "degree", "Degree", step=1, width=140)
            coef0 = _number(state, "coef0", "Constant", step=0.5, width=140)
            state = replace(state, degree=degree, coef0=coef0)
    return _rule_controls(state)


def _rule_controls(state: LabState) -> LabState:
    """Draw the controls that only some of the classifiers have."""
    read = _settings_read(state)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if "metric" in read:
            metric = _segments(state, "metric", "Metric of II", METRIC_TITLES)
            state = replace(state, metric=metric)
        if "determinants" in read and KERNELS[state.kernel].is_bump:
            determinants = _ask(st.toggle, state, "determinants", "Determinants in III")
            state = replace(state, determinants=determinants)
    return state


def _settings_read(state: LabState) -> set[str]:
    """Return the settings that the classifiers in the picture read."""
    shown = {state.model, state.beside} - {NOTHING}
    return {name for key in shown for name in MODELS[key].reads}


def _gamma_slider(label: str, *, key: str) -> float:
    """Draw a slider over the preferred numbers; a link's number between two of them stays."""
    steps = sorted({*GAMMA_STEPS, value_of(key)})
    return float(st.select_slider(label, options=steps, key=key, format_func="{:g}".format))
