"""The panels of the page that compares classifiers, shown one at a time."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bayeslab.state import LabState
from ui.comparing.accuracy import show_accuracy
from ui.comparing.disagreement import show_disagreement
from ui.comparing.errors import show_errors
from ui.comparing.takeaway import show_takeaway
from ui.comparing.timing import show_timing
from ui.comparing.tuning import show_tuning
from ui.comparing.wall import show_wall

__all__ = ["SECTIONS"]

SECTIONS: Mapping[str, Callable[[LabState], None]] = MappingProxyType(
    {
        "Wall": show_wall,
        "Accuracy": show_accuracy,
        "Disagreement": show_disagreement,
        "Tuning": show_tuning,
        "Errors": show_errors,
        "Timing": show_timing,
        "Code": show_takeaway,
    }
)
