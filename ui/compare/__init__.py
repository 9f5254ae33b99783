"""The sections of the page Compare, shown one at a time."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ui.compare.accuracy import show_accuracy
from ui.compare.comparison import Comparison
from ui.compare.disagreement import show_disagreement
from ui.compare.errors import show_errors
from ui.compare.gallery import show_gallery
from ui.compare.takeaway import show_takeaway
from ui.compare.timing import show_timing
from ui.compare.tuning import show_tuning

SECTIONS: Mapping[str, Callable[[Comparison], None]] = MappingProxyType(
    {
        "Gallery": show_gallery,
        "Accuracy": show_accuracy,
        "Disagreement": show_disagreement,
        "Tuning": show_tuning,
        "Errors": show_errors,
        "Timing": show_timing,
        "Code": show_takeaway,
    }
)
