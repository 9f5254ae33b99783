"""Shapes of classes in the plane, to draw data sets from.

A shape is one class-conditional density, as plain numbers. It does not know how many points other
classes have, so the prior stays free. ``draw(size, noise, rng)`` returns points of shape (size, 2);
`noise` is a standard deviation or a factor on one (0 is allowed and gives the bare shape), `rng`
the source of randomness. At their usual noise the points lie within about ±2.5.

:mod:`bayeslab.data.datasets` names and describes the sets, :mod:`bayeslab.bayes_error.problems`
has the densities of shapes, and ``web/hosts/pocket/generators.js`` draws from them as here.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Array = NDArray[np.float64]
Place = tuple[float, float]

INNER = 0.04  # the square of the radius at which a spiral begins


@dataclass(frozen=True)
class Clouds:
    """N(μ, noise² LL') for each mean μ in turn; `noise` is `spread` if there is one."""

    means: tuple[Place, ...]
    factor: tuple[Place, Place] = ((1.0, 0.0), (0.0, 1.0))  # L, lower triangular
    spread: float | None = None

    def draw(self, size: int, noise: float, rng: Generator) -> Array:
        """Draw points."""
        deviation = noise if self.spread is None else self.spread
        means = np.array(self.means)[np.arange(size) % len(self.means)]
        return deviation * rng.standard_normal((size, 2)) @ np.array(self.factor).T + means


@dataclass(frozen=True)
class Arc:
    """Around scale (r (cos φ, sin φ) - shift) with φ = start + turn t, 0 < t < 1.

    The radius r is 1, of a spiral t; its t are the more frequent the larger they are, which spreads
    the points evenly along the arm. `length` is about the length of the curve.
    """

    scale: float
    turn: float
    length: float
    start: float = 0.0
    shift: Place = (0.0, 0.0)
    is_spiral: bool = False

    def at(self, u: Array) -> Array:
        """Return the places on the curve of numbers spread evenly from 0 to 1."""
        t = np.sqrt(INNER + (1 - INNER) * u) if self.is_spiral else u
        radius = t[:, None] if self.is_spiral else 1.0
        return self.scale * (radius * circle(self.start + self.turn * t) - self.shift)

    def draw(self, size: int, noise: float, rng: Generator) -> Array:
        """Draw points."""
        return self.at(rng.random(size)) + noise * rng.standard_normal((size, 2))


@dataclass(frozen=True)
class Board:
    """The fields of one colour of a 4 × 4 board about the origin, each of side 1."""

    colour: int

    def draw(self, size: int, noise: float, rng: Generator) -> Array:
        """Draw points."""
        column = rng.integers(4, size=size)
        row = 2 * rng.integers(2, size=size) + (column + self.colour) % 2
        field = np.column_stack([column, row]) - 2
        return field + rng.random((size, 2)) + noise * rng.standard_normal((size, 2))


Shape = Clouds | Arc | Board


def circle(angles: Array) -> Array:
    """Return the directions of angles."""
    return np.column_stack([np.cos(angles), np.sin(angles)])
