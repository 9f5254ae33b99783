"""The lab's drawing component as the picture of a lesson.

Its points, γ and the threshold can be moved. During a drag the browser fits the classifiers
itself; on release, the page runs with the new values. A page calls :func:`take_hand` before it
draws the controls of movable fields, and then :func:`show_lab_picture`.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from core.fields import fields_of
from core.input_error import InputError
from core.messages import describe_refit, describe_switches
from core.state import MODEL_TITLES, LabState
from ui.canvas import drawing_area
from ui.controls import Controls
from ui.lab.panels import describe_drawing
from ui.lab.table import describe_table
from ui.session.address import theme
from ui.session.areas import Area, unread_commit
from ui.session.canvas_sync import follow
from ui.session.widgets import give, value_of


def take_hand(controls: Controls[Any]) -> None:
    """Take over the values dragged in a lesson's picture, before controls are drawn.

    The state of the lesson has a property `lab`, and some of the fields `points`, `gamma`, `cut`.
    """
    state, area = controls.state, _area(controls.page)
    commit = unread_commit(area)
    if commit is None:
        return
    lab, sync = follow(commit, state.lab, value_of(area.sync))
    before = replace(state, points="").lab
    news = {
        "points": lab.points if lab.point_values != before.point_values else "",
        "gamma": commit.changes.get("gamma"),
        "cut": commit.cut,
    }
    declarations = fields_of(type(state))
    values = {
        name: value for name, value in news.items() if value is not None and name in declarations
    }
    with suppress(InputError):  # a browser can be made to send anything
        controls.change(**{name: declarations[name].limit.check(values[name]) for name in values})
    give({area.sync: sync})


def show_lab_picture(
    stem: str,
    state: LabState,
    cut: int | None = None,
    *,
    weights: bool = False,
    titles: Mapping[str, str] = MODEL_TITLES,
) -> None:
    """Show the drawing component with the classifiers of a state, one or two.

    Parameters
    ----------
    stem : str
        Of the lesson.
    state : LabState
        The browser must be able to fit its classifiers.
    cut : int, optional
        The cut of the projections, which are shown below the plane; without it they are not.
    weights : bool
        Whether the areas of markers are the weights of the points, and rings do not mark errors.
    titles : dict
        Of the classifiers, by key.
    """
    area = _area(stem)
    table, _ = describe_table(state, is_shown=False)
    data = describe_drawing(state, theme(), area) | {
        "offered": describe_switches(equal=False),
        "presets": [],
        "table": table,
        "panels": [describe_panel(state, key, titles[key]) for key in state.visible_models],
        "lesson": {"line": cut is not None, "cut": cut, "weights": weights},
    }
    drawing_area(data, area.key)


def _area(stem: str) -> Area:
    return Area(f"drawing {stem}", f"{stem} state", f"{stem} sync")


def describe_panel(state: LabState, key: str, title: str) -> dict[str, Any]:
    """Return a panel of the drawing component whose classifier the browser fits."""
    model = describe_refit(key, state.model_spec)
    return {"title": title, "name": key, "model": model, "accuracy": None}
