"""The session and the URL: what the lab knows of a visitor between two runs of a page.

The state of the lab is one value (:class:`core.state.LabState`). It comes from the URL when the
page is opened by a link, from the session when the visitor comes back from another page, and from
the widgets and the drawing area in between; after every run it is written to the URL, so that the
address is always a link to what is on screen.

What the drawing area knows of the state stands in the session too (:mod:`ui.canvas_sync`).
"""

import math
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, TypeVar

import streamlit as st

from bayeslab.data.datasets import Dataset
from core.all_columns import AllColumns
from core.drawing import DrawnSpec, draw, encode_drawing, identify
from core.fields import State, fields_of
from core.limits import Names, Title
from core.link import decode, encode
from core.scenes import CONTROLS
from core.share import describe
from core.state import DRAWN, LIMITS, POINT_FIELDS, LabState
from ui import canvas
from ui.canvas_sync import CanvasSync, follow, is_blank, points_of
from ui.widget_states import UNREADABLE

__all__ = [
    "LAB",
    "LAB_PAGES",
    "LESSON_WIDGET",
    "START",
    "WIDGET",
    "Area",
    "all_columns",
    "ask_for_points",
    "asks_for_points",
    "choose_here",
    "choose_later",
    "chosen_later",
    "current_state",
    "describe_page",
    "enter",
    "follow_drawing",
    "follow_state",
    "forget",
    "forget_widgets",
    "give",
    "has_points",
    "keep_original",
    "knows_lab",
    "last_sheet",
    "lesson_state",
    "load_area",
    "load_lesson",
    "load_state",
    "original_points",
    "overrule",
    "page_query",
    "put_lesson",
    "replaced_state",
    "save_lesson",
    "save_state",
    "show_notices",
    "start_with",
    "sync_canvas",
    "theme",
    "unread_commit",
    "use_points",
    "value_of",
    "view",
    "was_pressed",
    "with_drawing",
]

ADDRESS = "lab address"  # the URL as this page last wrote it
NOTICES = "lab notices"
LATEST = "lab latest"  # a list with the state, for what is called outside a run
ORIGINAL = "lab original"  # which points are standardised, and those in the units of the table
COLUMNS = "lab columns"  # which points are of a table, and all its numeric columns
BEFORE = "lab before"  # the state that a link has replaced
SHEET = "lab sheet"  # the last drawing, restored when the visitor returns
LAB_PAGES = ("lab", "compare")  # they show the state of the lab
ASKS = "lab asks for a table"  # whether the window for a table of points is open
PAGE = "lab page"  # the page of the last run
SCENE = "lab scene"  # the number of the scene that it showed
IS_OPEN = "lab is open"  # whether that page has read the link that opened it
WIDGET = "lab."  # start of the key of every widget of the lab
LESSON_WIDGET = "lesson."  # start of the key of every widget of a lesson
LESSONS = "lessons"  # by page, what is known of a lesson
LATER = "chosen later"  # values by field of a lesson, which only the next run can choose
GIVEN = "given values"  # by widget: a GivenValue
WRITTEN = "written state"  # the last one that was written to the URL
UNDERWAY = 2.0  # s in which a browser that has the new address also has the new values


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class KnownLesson:
    """What the last run of a lesson has left: its state, its link, and notices about the link."""

    state: Any
    address: Mapping[str, str]
    notices: tuple[str, ...]


@dataclass
class GivenValue:
    """A value that a widget was given, those it had before, and when the URL was next written."""

    before: list[Any]
    value: Any
    written: float = math.inf


@dataclass(frozen=True)
class Area:
    """A drawing area, by the keys of the session: of its component, its state and what it knows."""

    key: str
    state: str
    sync: str


LAB = Area(canvas.KEY, "lab", "lab canvas")
START = Area("hero", "start", "start canvas")  # it leaves the lab as it is


def theme() -> str:
    """Return the theme of the visitor's browser, "light" or "dark"."""
    return st.context.theme.type or "light"


def view() -> str:
    """Return how the page is shown: "page", or with its picture alone "embedded" or "presented".

    "notes" is a window with the speaker's notes, which shows no page.
    """
    if st.context.is_embedded:
        return "embedded"
    if "notes" in st.query_params:
        return "notes"
    return "presented" if "present" in st.query_params else "page"


def was_pressed(button: str) -> bool:
    """Return whether this run was started by a button that it has not drawn yet."""
    return bool(st.session_state.get(button))


def choose_here(widget: str, sender: str, name: str, options: Container[str]) -> None:
    """Give a widget the value that a component has sent under a name, if it is an option."""
    value = st.session_state[sender].get(name)
    if value in options:
        st.session_state[widget] = value


def value_of(key: str, default: Any = None) -> Any:
    """Return the value of a widget, or what was stored by :func:`give`."""
    return st.session_state.get(key, default)


def give(values: Mapping[str, Any]) -> None:
    """Store values, those of widgets too: before these are drawn, or called back by a button."""
    st.session_state.update(values)


def overrule(values: Mapping[str, Any]) -> None:
    """Give widgets these values, whatever a browser says that has not heard of them yet.

    With each change a browser sends the values of all widgets, before an answer the old ones. A
    widget that is not drawn starts with the value of the state.
    """
    given = st.session_state.setdefault(GIVEN, {})
    for key in values.keys() & st.session_state.keys():
        before = given[key].before if key in given else []
        given[key] = GivenValue([*before, st.session_state[key]], values[key])
        st.session_state[key] = values[key]


def _give_again() -> None:
    """Give widgets again what a browser had not heard of when it sent their values.

    With them it sends its address. As long as that is an old one, the browser has not heard of the
    last run, however long its answer takes. The address changes a moment before the widgets do.
    """
    given: dict[str, GivenValue] = st.session_state.get(GIVEN, {})
    state = st.session_state.get(WRITTEN)
    has_heard = state is not None and _parameters_of(type(state)) == encode(state)
    for key, each in list(given.items()):
        if has_heard and monotonic() - each.written > UNDERWAY:
            del given[key]
        elif value_of(key) in each.before:
            give({key: each.value})


def start_with(key: str, value: Any) -> None:
    """Give a widget its first value, if it has none; that of a browser still loading is None.

    A visitor may interrupt the run that says so, before the browser has shown the widget: then the
    next run says it again. Else a slider would begin, and send, its lowest value.
    """
    if value_of(key) is None:
        st.session_state[key] = value
        st.session_state.setdefault(GIVEN, {})[key] = GivenValue([value], value)


def forget(key: str) -> None:
    """Remove the value of a key."""
    del st.session_state[key]


def current_state() -> LabState:
    """Return the state of the lab after the last run of a page that shows it."""
    state: LabState = st.session_state.get(LAB.state, LabState())
    return state


def describe_page(page: str, title: str) -> str:
    """Return what the page of this path and title shows, in a few words."""
    return describe(current_state()) if page in LAB_PAGES else title


def page_query() -> dict[str, list[str]]:
    """Return the parameters of the URL that say what the page shows."""
    return {name: st.query_params.get_all(name) for name in st.query_params if name not in CONTROLS}


def enter(page: str) -> None:
    """Note which page this run is of; reset the lab's widgets when it is another one."""
    scene = st.query_params.get("scene")
    if st.session_state.get(PAGE) == page and st.session_state.get(SCENE) == scene:
        _give_again()
        return
    forget_widgets()
    forget_widgets(start=LESSON_WIDGET)
    for key in (GIVEN, WRITTEN, LATER):
        st.session_state.pop(key, None)
    st.session_state[ASKS] = False
    st.session_state[PAGE], st.session_state[IS_OPEN] = page, False
    if st.session_state.get(SCENE) != scene:  # the link says all, also if it says nothing
        st.session_state.pop(LAB.state, None)
        st.session_state.get(LESSONS, {}).pop(page, None)
        if commit := unread_commit(LAB):  # what a hand did in the scene before
            known = st.session_state.get(LAB.sync, CanvasSync())
            st.session_state[LAB.sync] = replace(known, seq=commit.seq)
    st.session_state[SCENE] = scene


def load_state() -> LabState:
    """Return the state this run starts from: that of the link that opened the page, else the last.

    While the page stays, its address only follows the state: the browser may know an older one, if
    the visitor was quicker than the answer, and going back leaves the page (:mod:`ui.index_page`).
    """
    parameters, known = _parameters(), st.session_state.get(LAB.state)
    is_open = st.session_state[IS_OPEN]
    if known is not None and (is_open or parameters in ({}, st.session_state[ADDRESS])):
        return known
    # Compare has parameters of its own.
    is_lab = st.session_state[PAGE] == LAB_PAGES[0]
    state, st.session_state[NOTICES] = decode(st.query_params.to_dict() if is_lab else parameters)
    forget_widgets()
    if known is not None:
        st.session_state[BEFORE] = known
    return state


def replaced_state() -> LabState | None:
    """Return what the lab showed before a link replaced it, if one has."""
    before: LabState | None = st.session_state.get(BEFORE)
    return None if before == current_state() else before


def with_drawing(state: LabState, area: Area = LAB) -> tuple[LabState, CanvasSync | None]:
    """Return the state with what the drawing area says, if that is new, and what it then knows.

    The session is told only when all controls have run: a run that is interrupted before has read
    nothing, and the next one reads it again.
    """
    sync, commit = st.session_state.get(area.sync), unread_commit(area)
    if commit is None:
        return state, sync
    shown, sync = follow(commit, state, sync)
    if commit.setting is not None and shown is not state:
        forget_widgets()
    elif points_of(shown) != points_of(state):
        forget_widgets("data")
    return shown, sync


def unread_commit(area: Area) -> canvas.Commit | None:
    """Return the message of a drawing area, unless there is none that no run has read."""
    sync = st.session_state.get(area.sync)
    commit = canvas.read_commit(st.session_state.get(area.key))
    return None if commit is None or (sync is not None and commit.seq <= sync.seq) else commit


def load_area(area: Area, first: LabState) -> LabState:
    """Return the state of a drawing area outside the lab: `first`, and what a hand has changed.

    A field of `first` that is another than in the last run counts again; points count as one.
    """
    begun, known = st.session_state.get(area.state, (first, first))
    news = {name: value for name, value in vars(first).items() if value != getattr(begun, name)}
    if news.keys() & set(POINT_FIELDS):
        news |= points_of(first)
    state, sync = with_drawing(replace(known, **news), area)
    st.session_state[area.state] = first, state
    if sync is not None:
        st.session_state[area.sync] = sync
    _tell_of_unreadable(area)
    return state


def knows_lab() -> bool:
    """Return whether the visitor has been in the lab."""
    return LAB.state in st.session_state


def sync_canvas(state: LabState, area: Area = LAB) -> CanvasSync:
    """Return what the drawing area is to know: a new revision if it has to show other points."""
    sync = st.session_state.get(area.sync, CanvasSync())
    if not sync.shows(state):
        sync = CanvasSync(sync.revision + 1, sync.seq, given=state, shown=state)
        st.session_state[area.sync] = sync
    return sync


def has_points(sync: CanvasSync, area: Area = LAB) -> bool:
    """Return whether the drawing area has answered that it has the points of its revision."""
    commit = canvas.read_commit(st.session_state.get(area.key))
    return commit is not None and commit.revision == sync.revision


def ask_for_points(is_open: bool) -> None:
    """Open or close the window for a table of points.

    A button alone would open it for one run, and the next one, which another part of the page may
    ask for, would close it under the visitor's hands.
    """
    st.session_state[ASKS] = is_open


def asks_for_points() -> bool:
    """Return whether the window for a table of points is open."""
    return bool(st.session_state.get(ASKS))


def use_points(
    points: Dataset,
    title: str,
    original: Dataset | None = None,
    columns: AllColumns | None = None,
) -> None:
    """Let the lab go on with these points as if the visitor had drawn them.

    The title is that of the file they were read from, or empty. Points in other units that they
    were made from are kept for :func:`original_points`, the columns of their table for
    :func:`all_columns`.
    """
    sheet = _sheet_of(points, title)
    known, sync = with_drawing(current_state())  # else the next run would bring back its points
    if sync is not None:
        st.session_state[LAB.sync] = sync
    _go_on_with(replace(known, data=DRAWN, **vars(sheet)).consistent())
    forget_widgets("data")
    ask_for_points(False)
    number = identify(sheet.points)
    keep_original(number, None if original is None else _sheet_of(original, title))
    st.session_state[COLUMNS] = number, columns


def _sheet_of(points: Dataset, title: str) -> DrawnSpec:
    names = Names.fit(*points.feature_names, *points.class_names)
    return DrawnSpec(encode_drawing(draw(points.X, points.y)), names, Title.fit(title))


def keep_original(number: str, original: DrawnSpec | None) -> None:
    """Keep what the points with this number were before they were standardised."""
    st.session_state[ORIGINAL] = number, original


def original_points(state: LabState) -> DrawnSpec | None:
    """Return what the points of the lab were before they were standardised, unless edited since."""
    original: DrawnSpec | None = _kept_for(ORIGINAL, state)
    return original


def all_columns(state: LabState) -> AllColumns | None:
    """Return all numeric columns of the table that the points are of, unless edited since."""
    columns: AllColumns | None = _kept_for(COLUMNS, state)
    return columns


def _kept_for(key: str, state: LabState) -> Any:
    """Return what is kept for the points that are shown; None if it is for other ones."""
    number, kept = st.session_state.get(key, ("", None))
    return kept if state.data == DRAWN and identify(state.points) == number else None


def _go_on_with(state: LabState) -> None:
    """Use this state as that of the address, until the page writes its own."""
    st.session_state[LAB.state], st.session_state[ADDRESS] = state, _parameters()


def last_sheet() -> DrawnSpec:
    """Return the visitor's last drawing, or an empty one."""
    sheet: DrawnSpec = st.session_state.get(SHEET, DrawnSpec())
    return sheet


def save_state(state: LabState, sync: CanvasSync | None = None) -> None:
    """Keep the state, and what the drawing area knows; tell what of the link could not be read."""
    _keep_state(state, sync)
    show_notices(st.session_state[NOTICES])


def follow_drawing() -> LabState:
    """Return the state with what the drawing area says, where that alone runs (a fragment).

    γ, the switches and where the points are change nothing outside the fragment. If anything else
    has changed, the whole page runs again.
    """
    known = current_state()
    state, sync = with_drawing(known)
    if _shown_elsewhere(known) != _shown_elsewhere(state):
        st.rerun()
    if sync != st.session_state.get(LAB.sync):
        _keep_state(state, sync)
    _tell_of_unreadable(LAB)
    return state


def _shown_elsewhere(state: LabState) -> tuple[Any, ...]:
    """Return what the page shows of the state outside the fragment of :func:`follow_drawing`."""
    lasting = {name: getattr(LabState, name) for name in ("gamma", "switches", "points")}
    has_none = state.data == DRAWN and is_blank(state.points)
    return replace(state, **lasting), has_none, original_points(state) is None


def follow_state() -> Callable[[], LabState]:
    """Return a function that returns the current state, also where no session is at hand."""
    latest: list[LabState] = st.session_state.setdefault(LATEST, [LabState()])
    return lambda: latest[0]


def _keep_state(state: LabState, sync: CanvasSync | None) -> None:
    """Keep the state, and what the drawing area knows, and write the state to the URL."""
    st.session_state[LAB.state], st.session_state[ADDRESS] = state, encode(state)
    st.session_state.setdefault(LATEST, [state])[0] = state
    st.session_state[IS_OPEN] = True
    if sync is not None:
        st.session_state[LAB.sync] = sync
    if state.data == DRAWN:
        st.session_state[SHEET] = state.dataset_spec
    _write_address(state)


def show_notices(notices: Sequence[str]) -> None:
    """Say what of the link was ignored; several notices are folded into one."""
    icon = ":material/link_off:"
    if len(notices) == 1:
        st.info(notices[0], icon=icon)
    elif notices:  # together they would push the picture off the screen
        with st.expander(f"{len(notices)} parts of the link were ignored", icon=icon):
            st.markdown("\n".join(f"- {notice}" for notice in notices))


def _tell_of_unreadable(area: Area) -> None:
    if UNREADABLE in st.session_state.get(area.key, ()):
        st.info("The drawing area sent a message that cannot be read. The points are unchanged.")


def _parameters() -> dict[str, str]:
    """Return the parameters of the URL that are the lab's; others belong to a page or a server."""
    return {name: text for name, text in st.query_params.to_dict().items() if name in LIMITS}


def forget_widgets(*names: str, start: str = WIDGET) -> None:
    """Let the named widgets, or all of them, start again with the value of the state.

    The key of each begins with `start`: that of the lab's, or ``LESSON_WIDGET``.
    """
    keys = [start + name for name in names]
    for key in keys or [key for key in st.session_state if str(key).startswith(start)]:
        st.session_state.pop(key, None)


def load_lesson(page: str, first: S) -> tuple[S, tuple[str, ...]]:
    """Return the state this run of a lesson starts from, and notices about its link.

    It is that of the link that opened the page, else that of the last run.

    Parameters
    ----------
    page : str
        The stem of the lesson.
    first : State
        For a visitor who comes without a link for the first time.
    """
    known: KnownLesson | None = st.session_state.setdefault(LESSONS, {}).get(page)
    parameters = _parameters_of(type(first))
    if known is not None and (st.session_state[IS_OPEN] or parameters in ({}, dict(known.address))):
        return known.state, known.notices
    forget_widgets(start=LESSON_WIDGET)
    return decode(parameters, type(first)) if parameters else (first, ())


def save_lesson(page: str, state: State, notices: tuple[str, ...]) -> None:
    """Keep the state of a lesson for its next run, and write it to the URL."""
    st.session_state[LESSONS][page] = KnownLesson(state, encode(state), notices)
    st.session_state[IS_OPEN] = True
    st.session_state.pop(LATER, None)
    _write_address(state)


def put_lesson(page: str, state: State) -> None:
    """Give a lesson this state, before its next run: called back by a button or a hand."""
    known: KnownLesson = st.session_state[LESSONS][page]
    st.session_state[LESSONS][page] = replace(known, state=state)
    changed = state.differing(known.state)
    overrule({LESSON_WIDGET + name: value for name, value in changed.items()})


def choose_later(chosen: Mapping[str, Any]) -> None:
    """Let the next run of a lesson choose these values, whose widgets this run has drawn."""
    st.session_state[LATER] = chosen
    st.rerun()


def chosen_later() -> Mapping[str, Any]:
    """Return what an earlier run wanted to be chosen, until a run has saved it."""
    chosen: Mapping[str, Any] = st.session_state.get(LATER, {})
    return chosen


def lesson_state(page: str) -> Any:
    """Return the state of a lesson after its last run."""
    return st.session_state[LESSONS][page].state


def _parameters_of(kind: type[State]) -> dict[str, str]:
    """Return the parameters of the URL that a state reads, also under names of earlier releases."""
    given = st.query_params.to_dict()
    renamed = kind.renamed(given)
    read = {name for name in given if name not in renamed} | fields_of(kind).keys()
    return {name: text for name, text in given.items() if name in read}


def _write_address(state: State) -> None:
    """Write a state to the URL."""
    parameters, shown = encode(state), _parameters_of(type(state))
    for name in shown.keys() - parameters.keys():
        del st.query_params[name]
    if parameters.items() - shown.items():
        st.query_params.update(parameters)
    st.session_state[WRITTEN] = state
    for each in st.session_state.get(GIVEN, {}).values():
        each.written = min(each.written, monotonic())
