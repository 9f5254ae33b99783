"""Synchronisation of the drawing area with the state of the lab.

The drawing area owns its points. It gets points only with a new *revision*, until it confirms
them, and the number of its last message that was read.
"""

from dataclasses import dataclass, replace

from core import compute
from core.drawing import DrawnSpec, is_kept
from core.limits import Names
from core.state import DRAWN, LabState
from ui.session.commit import Commit


@dataclass(frozen=True)
class CanvasSync:
    """What the drawing area knows.

    `origin` is the state with the points sent to it with `revision`, `current` the state with the
    points it shows now; `seq` is the number of its last message that was read.
    """

    revision: int = 0
    seq: int = 0
    origin: LabState | None = None
    current: LabState | None = None

    def shows(self, state: LabState) -> bool:
        """Return whether the drawing area shows these points."""
        return self.current is not None and self.current.point_values == state.point_values


def follow(commit: Commit, state: LabState, sync: CanvasSync | None) -> tuple[LabState, CanvasSync]:
    """Return the state after a message of the drawing area, and what the area then knows."""
    if commit.setting is not None:
        return _go_to(commit.setting, commit, state, sync or CanvasSync())
    if not commit.revision or (sync is not None and commit.revision != sync.revision):
        return state, replace(sync or CanvasSync(), seq=commit.seq)  # drawn on no or other points
    changes = commit.changes
    if commit.edited and state.data != DRAWN:
        changes = changes | {"data": DRAWN, "names": _names(state)}
    if commit.edited and is_blank(changes["points"]):
        changes = changes | {"title": ""}  # later drawings are not from the file
    elif not commit.edited and state.data == DRAWN and sync is not None and sync.origin is not None:
        changes = changes | sync.origin.point_values  # everything was undone
    state = replace(state, **changes).consistent()
    origin = state if sync is None else sync.origin
    return state, CanvasSync(commit.revision, commit.seq, origin, current=state)


def is_blank(points: str) -> bool:
    """Return whether this is the text of a drawing without points."""
    return not is_kept(points) and not len(DrawnSpec(points).drawing.labels)


def _names(state: LabState) -> tuple[str, ...]:
    try:
        points = compute.dataset(state.dataset_spec)
    except ValueError:
        return LabState().names
    return Names.fit(*points.feature_names, *points.class_names)


def _go_to(
    setting: LabState, commit: Commit, state: LabState, sync: CanvasSync
) -> tuple[LabState, CanvasSync]:
    """Return a setting of the lab with the points that came with it, as a new revision."""
    if commit.edited:
        names = setting.names if setting.data == DRAWN else _names(setting)
        setting = replace(setting, **commit.changes, data=DRAWN, names=names).consistent()
    if setting == state:  # the message came twice
        return state, replace(sync, seq=commit.seq)
    return setting, CanvasSync(sync.revision, commit.seq)
