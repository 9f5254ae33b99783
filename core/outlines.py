"""The outlines of markers, for the canvas and for figures as SVG; Plotly has its own."""

from collections.abc import Callable, Mapping
from math import cos, pi, sin, sqrt
from types import MappingProxyType

__all__ = ["OUTLINES"]

Outline = tuple[tuple[float, float], ...]

ARM = 0.42
PLUS: Outline = (
    *((-ARM, -1.2), (ARM, -1.2), (ARM, -ARM), (1.2, -ARM), (1.2, ARM), (ARM, ARM)),
    *((ARM, 1.2), (-ARM, 1.2), (-ARM, ARM), (-1.2, ARM), (-1.2, -ARM), (-ARM, -ARM)),
)


def _corners(count: int, radius: Callable[[int], float]) -> Outline:
    """Return corners at equal angles, the first on top."""
    angles = [2 * pi * k / count for k in range(count)]
    return tuple((radius(k) * sin(t), -radius(k) * cos(t)) for k, t in enumerate(angles))


# The corners around the middle, in units of the marker's radius, y downwards, of all markers but
# "circle". Their sizes differ so that they weigh the same to the eye.
OUTLINES: Mapping[str, Outline] = MappingProxyType(
    {
        "square": ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)),
        "triangle-up": ((0, -1.2), (1.08, 0.72), (-1.08, 0.72)),
        "triangle-down": ((0, 1.2), (1.08, -0.72), (-1.08, -0.72)),
        "diamond": ((0, -1.22), (1.22, 0), (0, 1.22), (-1.22, 0)),
        "cross": PLUS,
        "x": tuple(((x - y) / sqrt(2), (x + y) / sqrt(2)) for x, y in PLUS),
        "star": _corners(10, lambda k: 0.58 if k % 2 else 1.4),
        "pentagon": _corners(5, lambda _: 1.1),
        "hexagon": _corners(6, lambda _: 1.0),
        "bowtie": (
            *((-1.15, -0.95), (0, -0.2), (1.15, -0.95)),
            *((1.15, 0.95), (0, 0.2), (-1.15, 0.95)),
        ),
    }
)
