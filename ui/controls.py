"""The controls of the lab: the one place that reads and writes the session and the URL.

The state of the lab is one value (:class:`bayeslab.state.LabState`). It comes from the URL when the
page is opened by a link, from the session when the visitor comes back from another page, and from
the widgets and the drawing area in between; after every run it is written to the URL, so that the
address is always a link to what is on screen. Widgets hold no defaults of their own: each is
started with the state's value.

The drawing area owns its points. It is told others only with a new *revision*, and it is told the
number of the last message of its own that was read.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st

from bayeslab.datasets import DATASETS, Dataset, GeneratedEntry, RealEntry
from bayeslab.drawing import draw, encode_drawing
from bayeslab.evaluation import SPLITTERS
from bayeslab.limits import Names, Number
from bayeslab.models import MODELS
from bayeslab.sharing import decode, encode
from bayeslab.state import DRAWN, GAMMA_RANGE, LIMITS, NOTHING, LabState
from ui import canvas, compute

__all__ = [
    "Turn",
    "choose_here",
    "drawing_turn",
    "lab_state",
    "start_at_lab_gamma",
    "state_beside",
    "theme",
    "use_points",
    "was_pressed",
]

STATE = "lab"  # the state, kept while the visitor is on another page
ADDRESS = "lab address"  # the URL as this page last wrote it
OUTDATED = "lab addresses before"  # the URLs that this page wrote over, and over which connection
NOTICES = "lab notices"
TURN = "lab turn"  # what the drawing area knows
SHEET = "lab sheet"  # the last drawing, for who comes back to it
# The fields of the state that say which points there are.
POINTS = (
    *("data", "n", "noise", "balance", "seed", "features", "classes", "standardise"),
    *("points", "names"),
)
VALUES = "lab values"  # of the widgets, when the page was drawn last
MOST_OUTDATED = 8  # a link of 600 points takes some kilobytes
PLACE = "lab place"  # where the widgets were drawn last
WIDGET = "lab."  # start of the key of every widget

KERNEL_TITLES = {
    "rbf": "RBF (Gaussian)",
    "linear": "Linear",
    "laplacian": "Laplacian",
    "polynomial": "Polynomial",
}
THRESHOLD_TITLES = {
    "error": "Fewest errors",
    "loo": "Leave one out",
    "consistency": "Eq. 181 as printed",
}
METRIC_TITLES = {"sum": "C₊ + C₋, as printed", "pooled": "Pooled covariance"}
SVC_GAMMA_TITLES = {"same": "same γ", "scale": "scale", "own": "its own"}
# Ten steps a decade, rounded so that each reads well: 1, 1.25, 1.6, 2 ... ("preferred numbers").
GAMMA_STEPS = (
    *(
        float(f"{decade * step:.3g}")
        for decade in (0.01, 0.1, 1.0, 10.0, 100.0)
        for step in (1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8)
    ),
    GAMMA_RANGE[1],
)


@dataclass(frozen=True)
class Turn:
    """What the drawing area knows.

    `given` is the state with the points that it was given with `revision`, `shown` the one with
    those it shows now; `seq` is the number of its last message that was read.
    """

    revision: int = 0
    seq: int = 0
    given: LabState | None = None
    shown: LabState | None = None

    def shows(self, state: LabState) -> bool:
        """Return whether these are the points it shows."""
        return self.shown is not None and _points_of(self.shown) == _points_of(state)


def theme() -> str:
    """Return the theme of the visitor's browser, "light" or "dark"."""
    return st.context.theme.type or "light"


def lab_state() -> LabState:
    """Draw the lab's controls and return what is chosen."""
    state, turn = _with_drawing(_arriving_state("lab"))
    with st.sidebar:
        state = _data_controls(state)
        state = _svc_controls(state)
        state = _evaluation_controls(state)
    state = _model_controls(state)
    _leave_in_session_and_address(state)
    if turn is not None:
        st.session_state[TURN] = turn
    return state


def state_beside() -> LabState:
    """Draw the lab's data and settings in the sidebar of another page and return what is chosen.

    The lab and this page share them: what is chosen here is chosen in the lab.
    """
    state = _arriving_state("beside")
    with st.sidebar:
        state = _data_controls(state)
        state = _kernel_controls(state)
        state = _svc_controls(state)
        folds = _number(state, "folds", "Folds of the cross-validation", step=1)
    state = replace(state, folds=folds)
    _leave_in_session_and_address(state)
    return state


def was_pressed(button: str) -> bool:
    """Return whether this run was started by a button that it has not drawn yet."""
    return bool(st.session_state.get(button))


def choose_here(widget: str, sender: str, name: str, options: Container[str]) -> None:
    """Give a widget the value that a component has sent under a name, if it is an option."""
    value = st.session_state[sender].get(name)
    if value in options:
        st.session_state[widget] = value


def start_at_lab_gamma(key: str, gammas: Sequence[float]) -> None:
    """Let a widget of another page begin with the value nearest to the lab's γ.

    A value that the page's link names, or that was chosen on the page, stays.
    """
    if key not in st.session_state and key not in st.query_params:
        known: LabState = st.session_state.get(STATE, LabState())
        st.session_state[key] = min(gammas, key=lambda gamma: abs(np.log(gamma / known.gamma)))


def _arriving_state(place: str) -> LabState:
    """Return the state this run starts from: that of a new link, else the last one."""
    if st.session_state.get(PLACE) != place:  # widgets of another page do not live on here
        _forget_widgets()
        st.session_state[PLACE] = place
    parameters = _parameters()
    known = st.session_state.get(STATE)
    if known is not None and parameters in ({}, st.session_state[ADDRESS]):
        return known
    if known is not None and _is_outdated(parameters):
        return known
    state, st.session_state[NOTICES] = decode(parameters)
    _forget_widgets()
    return state


def _is_outdated(parameters: dict[str, str]) -> bool:
    """Return whether the browser had not been told the newest address when it asked for this run.

    It has an address of before if the visitor was quicker than the answer, or if the connection
    was lost. Without either, the visitor has gone back.
    """
    outdated, connection = st.session_state.get(OUTDATED, ([], None))
    return parameters in outdated and (connection != _connection() or _was_operated())


def _was_operated() -> bool:
    """Return whether this run was started by a widget of the lab or by its drawing area."""
    turn, commit = st.session_state.get(TURN), canvas.read_commit(st.session_state.get(canvas.KEY))
    if turn is not None and commit is not None and commit.seq > turn.seq:
        return True
    before = st.session_state.get(VALUES, {})
    return any(st.session_state.get(key, value) != value for key, value in before.items())


def _connection() -> str | None:
    """Return what tells this connection of the browser from its others."""
    return st.context.headers.get("Sec-WebSocket-Key")


def _with_drawing(state: LabState) -> tuple[LabState, Turn | None]:
    """Return the state with what the drawing area says, if that is new, and what it then knows.

    The session is told only when all controls have run: a run that is interrupted before has read
    nothing, and the next one reads it again.
    """
    turn = st.session_state.get(TURN)
    commit = canvas.read_commit(st.session_state.get(canvas.KEY))
    if commit is None or (turn is not None and commit.seq <= turn.seq):
        return state, turn
    if turn is not None and commit.revision != turn.revision:  # drawn on points of before
        return state, replace(turn, seq=commit.seq)
    changes = commit.changes
    if commit.edited and state.data != DRAWN:
        changes = changes | {"data": DRAWN, "names": _names(state)}
    if commit.edited:
        _forget_widgets("data")
    elif state.data == DRAWN and turn is not None and turn.given is not None:
        changes = changes | _points_of(turn.given)  # everything was undone
        _forget_widgets("data")
    state = replace(state, **changes).fitting_its_data()
    given = state if turn is None else turn.given
    return state, Turn(commit.revision, commit.seq, given, shown=state)


def drawing_turn(state: LabState) -> Turn:
    """Return what the drawing area is to know: a new revision if it has to show other points."""
    turn = st.session_state.get(TURN, Turn())
    if not turn.shows(state):
        turn = Turn(turn.revision + 1, turn.seq, given=state, shown=state)
        st.session_state[TURN] = turn
    return turn


def use_points(points: Dataset) -> None:
    """Let the lab go on with these points as if the visitor had drawn them."""
    names = Names.fit(*points.feature_names, *points.class_names)
    text = encode_drawing(draw(points.X, points.y))
    known = st.session_state.get(STATE, LabState())
    _go_on_with(replace(known, data=DRAWN, points=text, names=names).fitting_its_data())
    _forget_widgets("data")


def _go_on_with(state: LabState) -> None:
    """Let this state be the one that the address stands for, until the page writes its own."""
    st.session_state[STATE], st.session_state[ADDRESS] = state, _parameters()


def _points_of(state: LabState) -> dict[str, Any]:
    """Return the fields of the state that say which points it has."""
    return {name: getattr(state, name) for name in POINTS}


def _names(state: LabState) -> tuple[str, ...]:
    try:
        points = compute.dataset(state)
    except ValueError:
        return LabState().names
    return Names.fit(*points.feature_names, *points.class_names)


def _leave_in_session_and_address(state: LabState) -> None:
    parameters, shown = encode(state), _parameters()
    if parameters != shown:
        _remember_outdated(shown)
    st.session_state[STATE], st.session_state[ADDRESS] = state, parameters
    st.session_state[VALUES] = {
        key: value for key, value in st.session_state.items() if str(key).startswith(WIDGET)
    }
    if state.data == DRAWN:
        st.session_state[SHEET] = state.points, state.names
    for name in shown.keys() - parameters.keys():
        del st.query_params[name]
    if parameters.items() - shown.items():
        st.query_params.update(parameters)
    for notice in st.session_state[NOTICES]:
        st.info(notice, icon=":material/link_off:")


def _remember_outdated(parameters: dict[str, str]) -> None:
    connection = _connection()
    outdated, before = st.session_state.get(OUTDATED, ([], connection))
    kept = outdated[1 - MOST_OUTDATED :] if connection == before else []
    st.session_state[OUTDATED] = [*kept, parameters], connection


def _parameters() -> dict[str, str]:
    """Return the parameters of the URL that are the lab's; others belong to a page or a server."""
    return {name: text for name, text in st.query_params.to_dict().items() if name in LIMITS}


def _forget_widgets(*names: str) -> None:
    """Let the named widgets, or all of them, start again with the value of the state."""
    prefixes = tuple(WIDGET + name for name in names) or WIDGET
    for key in [key for key in st.session_state if str(key).startswith(prefixes)]:
        del st.session_state[key]


def _ask(widget: Callable[..., Any], state: LabState, name: str, label: str, **options: Any) -> Any:
    """Draw a widget for one field of the state, started with the field's value if it is new."""
    key = WIDGET + name
    start = options.pop("start", None)
    if key not in st.session_state:
        st.session_state[key] = getattr(state, name) if start is None else start
    return widget(label, key=key, **options)


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
    value = _ask(st.number_input, state, name, label, **_ends(name), **options)
    return getattr(state, name) if value is None else value


def _ends(name: str) -> dict[str, float]:
    """Return the smallest and the largest value of a field, as widgets want them."""
    limit = LIMITS[name]
    assert isinstance(limit, Number)
    kind = int if limit.whole else float
    return {"min_value": kind(limit.low), "max_value": kind(limit.high)}


def _data_controls(state: LabState) -> LabState:
    titles = {key: entry.title for key, entry in DATASETS.items()} | {DRAWN: "Your own points"}
    data = _choose(state, "data", "Data", titles)
    if data != state.data:
        _forget_widgets("noise", "balance", "features", "classes", "standardise")
        fresh = LabState(data=data)
        names = ("data", "noise", "balance", "features", "classes")
        state = replace(state, **{name: getattr(fresh, name) for name in names})
        if data == DRAWN:
            points, names = st.session_state.get(SHEET, (fresh.points, fresh.names))
            state = replace(state, points=points, names=names)
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
        help="Mean 0 and variance 1 for each feature, for all classifiers and the picture.",
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
    st.button("Draw other points", icon=":material/casino:", on_click=_next_seed, width="stretch")
    return replace(
        state,
        n=n,
        noise=None if noise == entry.noise else noise,
        balance=None if balance == entry.balance else balance,
        seed=seed,
    )


def _next_seed() -> None:
    seeds = int(_ends("seed")["max_value"]) + 1
    st.session_state[WIDGET + "seed"] = (st.session_state[WIDGET + "seed"] + 1) % seeds


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
        for axis, label in enumerate(("Feature across", "Feature up"))
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
        C = _number(state, "svc_C", "C", step=0.5, help="The price of a point inside the margin.")
        gamma = _segments(
            state,
            "svc_gamma",
            "γ of the SVC",
            SVC_GAMMA_TITLES,
            help="The same as kernel Bayes, scikit-learn's rule 1 / (2 variance), or its own.",
        )
        value = state.svc_gamma_value
        if gamma == "own":
            value = _ask(_gamma_slider, state, "svc_gamma_value", "γ of the SVC, its own")
        standardise = _ask(st.toggle, state, "svc_standardise", "Standardise inside the SVC")
    return replace(
        state, svc_C=C, svc_gamma=gamma, svc_gamma_value=value, svc_standardise=standardise
    )


def _evaluation_controls(state: LabState) -> LabState:
    with st.expander("Evaluation"):
        scheme = _choose(state, "scheme", "Judge by", {name: name for name in SPLITTERS})
        folds = state.folds
        if "k-fold" in scheme:
            folds = _number(state, "folds", "Folds", step=1)
    return replace(state, scheme=scheme, folds=folds)


def _kernel_controls(state: LabState) -> LabState:
    """Draw what the kernel classifiers share, for a page that shows them all."""
    with st.expander("Kernels"):
        kernel = _choose(state, "kernel", "Kernel of kernel Bayes", KERNEL_TITLES)
        gamma = _ask(_gamma_slider, state, "gamma", "γ")
        degree = _number(state, "degree", "Degree of the polynomials", step=1)
        coef0 = _number(state, "coef0", "Their constant", step=0.5)
        threshold = _choose(state, "threshold", "Threshold of kernel Bayes", THRESHOLD_TITLES)
    return replace(
        state, kernel=kernel, gamma=gamma, degree=degree, coef0=coef0, threshold=threshold
    )


def _model_controls(state: LabState) -> LabState:
    """Draw what a teacher reaches for all the time, above the picture."""
    models = {key: entry.title for key, entry in MODELS.items()}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        model = _choose(state, "model", "Classifier", models, width=168)
        beside = _choose(state, "beside", "Beside it", {NOTHING: "nothing", **models}, width=168)
        kernel = _choose(state, "kernel", "Kernel", KERNEL_TITLES, width=168)
        state = replace(state, model=model, beside=beside, kernel=kernel)
        if {model, beside} & {"I", "II", "III"}:
            threshold = _choose(state, "threshold", "Threshold", THRESHOLD_TITLES, width=168)
            state = replace(state, threshold=threshold)
        if kernel == "polynomial":
            degree = _number(state, "degree", "Degree", step=1, width=140)
            coef0 = _number(state, "coef0", "Constant", step=0.5, width=140)
            state = replace(state, degree=degree, coef0=coef0)
    return _rule_controls(state)


def _rule_controls(state: LabState) -> LabState:
    """Draw what only some of the classifiers shown have."""
    shown = {state.model, state.beside}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if "II" in shown:
            metric = _segments(state, "metric", "Metric of II", METRIC_TITLES)
            state = replace(state, metric=metric)
        if "III" in shown and state.kernel in ("rbf", "laplacian"):
            determinants = _ask(st.toggle, state, "determinants", "Determinants in III")
            state = replace(state, determinants=determinants)
    return state


def _gamma_slider(label: str, *, key: str) -> float:
    """Draw a slider over the preferred numbers; a link's number between two of them stays."""
    steps = sorted({*GAMMA_STEPS, st.session_state[key]})
    return float(st.select_slider(label, options=steps, key=key, format_func="{:g}".format))
