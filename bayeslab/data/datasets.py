"""Data sets: points with known classes, to teach with.

A generated data set follows the model behind Bayes' rule: one shape (:mod:`bayeslab.data.shapes`)
is the *class-conditional density* of each class, and ``balance`` is the prior. The rest (class
sizes, labels, order, checks) is the same for all, in :func:`load`. A real data set is a
function that reads the rows of some classes; ``load`` keeps the features asked for.

A new data set is an entry in ``DATASETS``; its points and its Bayes error follow from its shapes.
The generated ones are about five units wide, so that a kernel
exp(-γ‖a - b‖²) with γ = 5 sees their shape and not each point.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from bayeslab.data.shapes import Arc, Board, Clouds, Shape

Array = NDArray[np.float64]

MAX_POINTS = 20_000
COORDINATES = ("x₁", "x₂")  # names of the features of generated and drawn points
STANDARDISED = ", standardised"  # after the name of a feature
FARTHEST = 1e150  # of a coordinate: beyond it, widths and their squares are not finite


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points with their classes; the arrays are read-only copies.

    Attributes
    ----------
    X : array of shape (n, d)
        The points, d >= 2.
    y : array of shape (n,)
        The class of each point, 0..K-1. With two classes, 0 is C- and 1 is C+.
    feature_names : d names
    class_names : K names
    title : str

    Raises
    ------
    ValueError
        If the shapes, the labels and the names do not fit together.
    """

    X: Array
    y: NDArray[np.int64]
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...]
    title: str

    def __post_init__(self) -> None:
        X, y = np.array(self.X, dtype=np.float64), np.array(self.y, dtype=np.int64)
        n, d = len(y), len(self.feature_names)
        _require(X.shape == (n, d), f"X must have the shape ({n}, {d}), but has {X.shape}.")
        k = len(self.class_names)
        _require(np.isin(y, range(k)).all(), f"The labels in y must be integers from 0 to {k - 1}.")
        for name, array in ("X", X), ("y", y):
            array.setflags(write=False)
            object.__setattr__(self, name, array)


@dataclass(frozen=True)
class DatasetSpec:
    """Which data set, in plain values that are hashable and can be stored as JSON.

    Attributes
    ----------
    name : str
        A key of ``DATASETS``.
    n : int
        Number of points. This and the next three count for generated data only.
    noise : float or None
        Its meaning depends on the data set (``GeneratedEntry.noise_meaning``); None means
        its default.
    balance : float or None
        Share of the points in the last class (C+ of two); the other classes share the
        rest equally. None means the data set's default, nearly always 1/K.
    seed : int
    features : tuple of int or None
        Real data only: the columns to keep, two or more; None means the data set's default pair.
    classes : tuple of int or None
        Real data only: the classes to keep, two or more, renumbered 0..K-1 in the order given;
        None means all.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, load
    >>> moons = load(DatasetSpec("moons", n=100, noise=0.3, seed=1))
    >>> moons.X.shape, moons.class_names
    ((100, 2), ('C−', 'C+'))
    """

    name: str
    n: int = 200
    noise: float | None = None
    balance: float | None = None
    seed: int = 0
    features: tuple[int, ...] | None = None
    classes: tuple[int, ...] | None = None
    standardise: bool = False

    def __post_init__(self) -> None:
        for name in "features", "classes":
            if getattr(self, name) is not None:  # JSON gives lists back
                object.__setattr__(self, name, tuple(getattr(self, name)))


@dataclass(frozen=True)
class GeneratedEntry:
    """A data set drawn at random from K class-conditional densities in the plane.

    `shapes` has one for each class, in order; of two, 0 is C- and 1 is C+. `noise` runs from 0 to
    `noise_max`; `balance` is the default share of the last class.
    """

    key: str
    title: str
    description: str
    shapes: tuple[Shape, ...]
    noise: float
    noise_max: float
    noise_meaning: str
    balance: float = 0.5
    kind: Literal["generated"] = "generated"

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.shapes)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of the two coordinates."""
        return COORDINATES

    @property
    def class_names(self) -> tuple[str, ...]:
        """Names of the classes; of two, the last one is C+."""
        if self.n_classes == 2:
            return ("C−", "C+")
        return tuple(f"class {number}" for number in range(1, self.n_classes + 1))


@dataclass(frozen=True)
class RealEntry:
    """A data set of measurements; the rows keep the order of their file.

    `read(classes)` returns the rows of the given classes with all features; `features` is the
    default pair.
    """

    key: str
    title: str
    description: str
    read: Callable[[tuple[int, ...]], Dataset]
    n_classes: int
    features: tuple[int, int]
    kind: Literal["real"] = "real"

    @property
    def classes(self) -> tuple[int, ...]:
        """All class numbers."""
        return tuple(range(self.n_classes))

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of all features that can be chosen."""
        return self.read(self.classes).feature_names

    @property
    def class_names(self) -> tuple[str, ...]:
        """Names of all classes."""
        return self.read(self.classes).class_names


Entry = GeneratedEntry | RealEntry


def load(spec: DatasetSpec) -> Dataset:
    """Return the data set that `spec` names; the same spec always gives the same points.

    Generated classes have the sizes that `n` and `balance` fix (rounded, not drawn), and the points
    come in random order, so that the first half of them is a fair sample.

    Raises
    ------
    ValueError
        If `spec` is no DatasetSpec, a value of it is out of range, or it leaves a class without
        points.

    Examples
    --------
    >>> from bayeslab import DatasetSpec, load
    >>> iris = load(DatasetSpec("iris", features=(2, 3)))
    >>> iris.X.shape, iris.feature_names
    ((150, 2), ('petal length (cm)', 'petal width (cm)'))
    """
    _require(
        isinstance(spec, DatasetSpec),
        f'{spec!r} is no DatasetSpec; write load(DatasetSpec("moons")).',
    )
    _require(
        spec.name in DATASETS,
        f"There is no data set {spec.name!r}: choose one of {', '.join(DATASETS)}.",
    )
    entry = DATASETS[spec.name]
    points = _generate(entry, spec) if entry.kind == "generated" else _select(entry, spec)
    return standardised(points) if spec.standardise else points


def standardised(dataset: Dataset) -> Dataset:
    """Return the data set with every feature at mean 0 and variance 1 (divisor n).

    A constant feature becomes 0.

    Raises
    ------
    ValueError
        If a feature is so large that its square overflows.
    """
    _require(
        (np.abs(dataset.X) <= FARTHEST).all(),
        f"A feature is larger than {FARTHEST:g}, and its square overflows: scale it down.",
    )
    return replace(
        dataset,
        X=StandardScaler().fit_transform(dataset.X),
        feature_names=tuple(f"{name}{STANDARDISED}" for name in dataset.feature_names),
    )


def _generate(entry: GeneratedEntry, spec: DatasetSpec) -> Dataset:
    noise = entry.noise if spec.noise is None else spec.noise
    balance = entry.balance if spec.balance is None else spec.balance
    fewest = 2 * entry.n_classes
    _require(
        _within(spec.n, Integral, fewest, MAX_POINTS),
        f"The number of points must be a whole number from {fewest} to {MAX_POINTS}.",
    )
    _require(_within(spec.seed, Integral, 0, np.inf), "The seed must be a whole number, 0 or more.")
    _require(
        _within(noise, Real, 0, entry.noise_max),
        f"The noise of this data set must be a number from 0 to {entry.noise_max:g}.",
    )
    _require(_within(balance, Real, 0, 1), "The balance must be a number between 0 and 1.")
    sizes = _class_sizes(spec.n, balance, entry.n_classes)
    _require(
        min(sizes) > 0,
        f"A balance of {balance:g} leaves a class of these {spec.n} points empty: "
        "choose one nearer to the middle or ask for more points.",
    )
    rng = np.random.default_rng(spec.seed)
    pairs = zip(entry.shapes, sizes, strict=True)
    X = np.vstack([shape.draw(size, noise, rng) for shape, size in pairs])
    order = rng.permutation(spec.n)
    y = np.repeat(np.arange(entry.n_classes), sizes)
    return Dataset(X[order], y[order], entry.feature_names, entry.class_names, entry.title)


def _class_sizes(n: int, balance: float, n_classes: int) -> list[int]:
    last = round(balance * n)
    each, left_over = divmod(n - last, n_classes - 1)
    return [each + (label < left_over) for label in range(n_classes - 1)] + [last]


def _select(entry: RealEntry, spec: DatasetSpec) -> Dataset:
    classes = entry.classes if spec.classes is None else spec.classes
    _check_indices(classes, entry.n_classes, "classes")
    full = entry.read(classes)
    features = entry.features if spec.features is None else spec.features
    _check_indices(features, len(full.feature_names), "features")
    return replace(
        full,
        X=full.X[:, features],
        feature_names=tuple(full.feature_names[index] for index in features),
        title=entry.title,
    )


def _check_indices(indices: Sequence[Any], available: int, what: str) -> None:
    _require(
        len(set(indices)) == len(indices) >= 2
        and all(_within(index, Integral, 0, available - 1) for index in indices),
        f"Choose two or more different {what}, numbered from 0 to {available - 1}.",
    )


def _within(value: Any, kind: Any, lowest: float, highest: float) -> bool:
    return isinstance(value, kind) and lowest <= value <= highest


def _require(holds: bool | np.bool_, sentence: str) -> None:
    if not holds:
        raise ValueError(sentence)


# Readers of real data: read(classes) -> the rows of these classes, all features.


@lru_cache(maxsize=32)
def read_table(fetch: Callable[[], Any], classes: tuple[int, ...]) -> Dataset:
    """Read the given classes of a table that comes with scikit-learn."""
    table = fetch()
    label_of = np.full(len(table.target_names), -1)
    label_of[list(classes)] = range(len(classes))
    y = label_of[table.target]
    return Dataset(
        X=table.data[y >= 0],
        y=y[y >= 0],
        feature_names=tuple(str(name).replace("_", " ") for name in table.feature_names),
        class_names=tuple(str(table.target_names[c]).replace("_", " ") for c in classes),
        title="",
    )


@lru_cache(maxsize=32)
def read_digits(classes: tuple[int, ...]) -> Dataset:
    """Read the given digits as their first ten principal components.

    The components are those of the chosen digits alone. Their signs are fixed: scikit-learn makes
    the largest loading of each positive.
    """
    pixels = read_table(load_digits, classes)
    return replace(
        pixels,
        X=PCA(n_components=10, svd_solver="full").fit_transform(pixels.X),
        feature_names=tuple(f"principal component {number}" for number in range(1, 11)),
    )


def _pair(distance: float) -> tuple[Shape, ...]:
    """Return two clouds whose means are `distance` apart."""
    halves = (-0.5 * distance, 0.5 * distance)
    return tuple(Clouds(((0.8 * half, 0.6 * half),)) for half in halves)


def _blobs(count: int) -> tuple[Shape, ...]:
    """Return clouds whose means are spaced evenly on the circle of radius 1.4."""
    angles = np.pi / 2 + 2 * np.pi * np.arange(count) / count
    return tuple(Clouds(((1.4 * np.cos(a), 1.4 * np.sin(a)),)) for a in angles.tolist())


_ROUND = Clouds(((0.0, 0.0),))
_SPREAD = "standard deviation of every class in every direction"
_STRAY = "standard deviation by which points stray from the shape of their class"

# A table, one data set per paragraph: its names, its description, how it is made.
# fmt: off
DATASETS: Mapping[str, Entry] = MappingProxyType({entry.key: entry for entry in (
    GeneratedEntry("two_gaussians", "Two Gaussians",
        "Two round Gaussians of equal spread: the best boundary is a straight line.",
        _pair(2), 0.5, 2, _SPREAD),
    GeneratedEntry("unequal_gaussians", "Unequal Gaussians",
        "Two overlapping Gaussians with different covariances: the best boundary is a curve.",
        (Clouds(((-0.5, -0.3),), ((0.8, 0.0), (0.6, 0.3))),  # a long tilted ellipse
         Clouds(((0.7, 0.3),), ((0.4, 0.0), (-0.2, 0.5)))),  # a rounder one tilted across
        1, 2, "factor on the standard deviations of both classes"),
    GeneratedEntry("concentric", "Concentric Gaussians",
        "A narrow Gaussian inside a wide one: equal means, so only the spread tells them apart.",
        (replace(_ROUND, spread=1.5), _ROUND), 0.15, 1.5,
        "standard deviation of C+; that of C− is 1.5"),
    GeneratedEntry("xor", "XOR",
        "Four round clouds on the corners of a square, opposite corners in the same class.",
        (Clouds(((-1.0, -1.0), (1.0, 1.0))), Clouds(((-1.0, 1.0), (1.0, -1.0)))), 0.3, 1.5,
        "standard deviation of each of the four clouds"),
    GeneratedEntry("rings", "Rings",
        "One ring around another: no straight line separates them, a circle does.",
        tuple(Arc(radius, 2 * np.pi, 2 * np.pi * radius) for radius in (2, 1)), 0.15, 1, _STRAY),
    GeneratedEntry("moons", "Moons",
        "Two interlocking half circles: the best boundary is a wave.",
        tuple(Arc(size, np.pi, 4.8, shift=(0.5, 0.25)) for size in (1.5, -1.5)), 0.3, 1, _STRAY),
    GeneratedEntry("spirals", "Two spirals",
        "Two interleaved spirals: only a flexible boundary can follow them.",
        tuple(Arc(2, 3 * np.pi, 10, start, is_spiral=True) for start in (0, np.pi)),
        0.1, 1, _STRAY),
    GeneratedEntry("three_blobs", "Three blobs",
        "Three round Gaussians of equal spread: the best boundaries are three half lines.",
        _blobs(3), 0.45, 2, _SPREAD, 1 / 3),
    GeneratedEntry("four_blobs", "Four blobs",
        "Four round Gaussians of equal spread: the best boundaries are four half lines.",
        _blobs(4), 0.45, 2, _SPREAD, 1 / 4),
    GeneratedEntry("checkerboard", "Checkerboard",
        "The two colours of a 4 × 4 checkerboard: each class consists of eight squares.",
        (Board(0), Board(1)), 0.05, 1, _STRAY),
    GeneratedEntry("imbalanced", "Imbalanced Gaussians",
        "Two overlapping Gaussians with nine points of C− to each of C+: the priors matter.",
        _pair(1), 0.9, 2, _SPREAD, balance=0.1),
    GeneratedEntry("random_labels", "Random labels",
        "One cloud with random labels: a training accuracy above chance is memorised.",
        (_ROUND, _ROUND), 1, 2, "standard deviation of the cloud"),
    RealEntry("iris", "Iris flowers",
        "150 flowers of three species, measured in centimetres; setosa is well separated.",
        partial(read_table, load_iris), 3, (2, 3)),
    RealEntry("wine", "Wine",
        "178 wines of three cultivars, described by thirteen chemical measurements.",
        partial(read_table, load_wine), 3, (0, 6)),
    RealEntry("breast_cancer", "Breast cancer",
        "569 tumours, malignant or benign, described by thirty measurements of their cell nuclei.",
        partial(read_table, load_breast_cancer), 2, (0, 1)),
    RealEntry("digits", "Handwritten digits",
        "1797 digits of 8 × 8 pixels, described by their principal components.",
        read_digits, 10, (0, 1)),
)})
# fmt: on


def cut_name(name: str, longest: int) -> str:
    """Return a name of at most `longest` characters; a standardised feature remains one."""
    end = STANDARDISED if name.endswith(STANDARDISED) else ""
    stem, room = name.removesuffix(end), longest - len(end)
    return (stem if len(stem) <= room else f"{stem[: room - 1].strip()}…") + end
