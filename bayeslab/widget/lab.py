"""The widget: its traits, what a hand does to them, and what the browser is told.

A frozen :class:`LabState` says what is on the screen, and so does a link.
Traits that somebody sets give a new state; a hand gives one too, and the traits follow. After
either the browser is told. What Python sets is computed at once, so that an error appears where it
was made; what follows from a hand is computed beside the notebook (:mod:`bayeslab.widget.later`).
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from anywidget import AnyWidget
from numpy.typing import ArrayLike, NDArray
from sklearn.base import is_classifier
from traitlets import Dict, List, TraitError, TraitType, observe, validate

from bayeslab.evaluation.models import MODELS
from bayeslab.widget import fitting, messages
from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.state import DRAWN, LIMITS, POINT_FIELDS, THRESHOLDS, LabState
from bayeslab.widget.later import Later
from bayeslab.widget.links import read_link, write_link
from bayeslab.widget.picture import draw_picture
from bayeslab.widget.points import (
    Labels,
    feature_names,
    labels_for,
    named,
    read_labels,
    read_points,
    with_points,
)

__all__ = ["Lab"]

MOST_VIEWS = 16  # whose messages are remembered


class Lab(AnyWidget):
    """Points to draw and to drag in a notebook, and what a classifier makes of them.

    Every attribute below is a trait: set it, and the picture follows; draw, and it follows the
    picture. ``lab.observe(function, "y")`` calls a function after each change. A value that cannot
    be used raises a :class:`traitlets.TraitError`, one sentence, and changes nothing.

    Parameters
    ----------
    X : array-like of shape (n, 2), optional
        The points, or a table with two columns, whose names are those of the features. Without
        points there is a blank sheet.
    y : array-like of shape (n,), optional
        Their labels, numbers or names.
    model : str
        The classifier, a key of ``bayeslab.evaluation.models.MODELS``.
    gamma : float
        The width of the kernel: larger is narrower.
    threshold : {"error", "loo", "consistency"} or float
        The rule of the threshold of kernel Bayes, or the threshold.
    estimator : scikit-learn classifier, optional
        In the place of `model`: any classifier or pipeline. Python fits it, after each release.

    Attributes
    ----------
    X : array of shape (n, 2)
        The points, in the units of the axes. The array itself cannot be changed: set another one.
    y : array of shape (n,)
        Their labels. A class that a hand adds gets the next whole number, or a name.
    model : str or None
        The classifier in the picture; None is the `estimator` that was given.
    gamma : float
        The parameter of the kernel.
    threshold : str or float
        The rule of the threshold; a number where a hand has moved it, on the line of projections.
    selection : list of int
        The indices of the selected points.
    measures : dict
        Of the classifier in the picture, in percent: "training" (accuracy), "leave_one_out"
        (kernel Bayes of two classes); and the number of "errors". Nobody else can set it.

    Raises
    ------
    ValueError
        If points and labels, or the estimator, cannot be used.
    TraitError
        If another value cannot be used.

    Examples
    --------
    >>> from bayeslab.widget import Lab
    >>> lab = Lab([[-1, 0], [-1, 1], [1, 0], [1, 1]], ["a", "a", "b", "b"], model="I", gamma=5)
    >>> lab.measures["training"]
    100.0
    >>> lab.estimator().predict([[2, 0]]).tolist()
    ['b']
    """

    _esm: ClassVar[Any] = messages.BUNDLE / "lab.js"
    _told = Dict().tag(sync=True)  # what Python says; web/drawing.js and the host there read it
    _hand = Dict().tag(sync=True)  # what a hand has drawn or chosen
    _screen = Dict().tag(sync=True)  # what it has selected, and where it has moved the threshold

    # Traits of any type, whose values the functions below check.
    X = TraitType(read_points([]))
    y = TraitType(read_labels([]))
    model = TraitType("I")
    gamma = TraitType(5.0)
    threshold = TraitType("error")
    selection = List()
    measures = Dict(read_only=True)

    def __init__(
        self,
        X: ArrayLike | None = None,
        y: ArrayLike | None = None,
        *,
        model: str = "I",
        gamma: float = 5.0,
        threshold: str | float = "error",
        estimator: Any = None,
    ) -> None:
        if estimator is not None and not is_classifier(estimator):
            raise ValueError(
                f"{type(estimator).__name__} is no classifier: give one of scikit-learn's kind."
            )
        if (X is None) != (y is None):
            raise ValueError("Points need labels: give both X and y, or neither.")
        self._own = estimator
        self._start(replace(LabState(), data=DRAWN))
        super().__init__()
        with self.hold_trait_notifications():
            self.model = model if estimator is None else None
            self.gamma = gamma
        self._put([] if X is None else X, [] if y is None else y)
        self.threshold = threshold

    def _start(self, state: LabState) -> None:
        # The traits have the same values; a trait that differs was set by the user.
        self._state = self._given = state
        self._model: str | None = state.model if self._own is None else None
        self._moved: float | None = None
        self._selected: list[int] = []
        self._labels: Labels = (0, 1)
        self._revision = 0
        self._author = ""  # the view whose hand has made the drawing; nobody's is Python's
        self._answers: dict[str, int] = {}  # of each view the number of its last message
        self._wishes = 0
        self._panels: list[dict[str, Any]] = []
        self._later = Later()

    @classmethod
    def from_link(cls, url: str) -> Self:
        """Return what a link to a lab shows.

        Parameters
        ----------
        url : str
            The address, or only what is after its question mark. A value in it that cannot be used
            is replaced by the default, with a warning.

        Raises
        ------
        ValueError
            If it is a link to another page, or its points are not in it.
        """
        lab = cls()
        lab._open(read_link(url))
        return lab

    # What people ask for

    def estimator(self) -> Any:
        """Return the classifier of what is on the screen, fitted to `X` and `y`.

        Returns
        -------
        scikit-learn classifier
            A new one each time. Where a hand has moved the threshold of two classes it is in a
            :class:`sklearn.model_selection.FixedThresholdClassifier`.

        Raises
        ------
        ValueError
            If there are not points of two classes, or the classifier cannot be fitted to them.
        """
        return fitting.fit(self._state, self._own_shown, self.X, self.y, self._moved)

    @property
    def situation(self) -> str:
        """The link to what is on the screen, from the address of the pages on: "lab?gamma=20".

        Raises
        ------
        ValueError
            If the classifier is one that only this notebook has, or the points do not fit.
        """
        if self._own_shown is not None:
            raise ValueError("A link cannot hold this estimator: set model to one that it can.")
        return write_link(self._state)

    def set_points(self, X: ArrayLike, y: ArrayLike) -> None:
        """Show other points, of another number, too.

        Parameters
        ----------
        X : array-like of shape (n, 2)
        y : array-like of shape (n,)

        Raises
        ------
        ValueError
            If they cannot be used; nothing is changed then.
        """
        self._put(X, y)

    def change(self, **settings: Any) -> None:
        """Change settings that have no trait: those of a link, by their names there.

        Parameters
        ----------
        **settings
            Such as ``kernel="polynomial", degree=3``, ``beside="svc-rbf"`` or ``data="iris"``.

        Raises
        ------
        ValueError
            If there is no such setting, or its value cannot be used; nothing is changed then.
        """
        checked: dict[str, Any] = {}
        for name, value in settings.items():
            if name not in LIMITS or name in ("points", "names", "title"):
                raise ValueError(f"There is no setting {name!r}: use one of {', '.join(LIMITS)}.")
            self._may(name)
            try:
                checked[name] = LIMITS[name].check(value)
            except ValueError as reason:
                raise ValueError(f"The {name} {value!r} cannot be used: {reason}.") from None
        self._open(replace(self._state, **checked).consistent())

    # What Python sets

    def _may(self, name: str) -> None:
        """Raise a ValueError if a field of the state may not be changed; here each may."""

    @validate("X")
    def _check_X(self, proposal: Any) -> NDArray[np.float64]:
        with _as_trait_error():
            X = read_points(proposal["value"])
            self._agree(X, self.y)
        return X

    @validate("y")
    def _check_y(self, proposal: Any) -> NDArray[Any]:
        with _as_trait_error():
            y = read_labels(proposal["value"])
            self._agree(self.X, y)
        return y

    def _check_may(self, name: str) -> None:
        with _as_trait_error():
            self._may(name)

    def _agree(self, X: Any, y: Any) -> None:
        if len(X) != len(y):
            raise ValueError(
                f"{len(X)} points and {len(y)} labels do not fit together: to change their number "
                "use set_points(X, y)."
            )

    @validate("model")
    def _check_model(self, proposal: Any) -> str | None:
        model = proposal["value"]
        if model is None and self._own is not None:
            return None
        if model != self._state.model:
            self._check_may("model")
        if not isinstance(model, str) or model not in MODELS:
            raise TraitError(
                f"There is no classifier {model!r}: choose one of {', '.join(MODELS)}."
            )
        return model

    @validate("gamma")
    def _check_gamma(self, proposal: Any) -> float:
        with _as_trait_error("gamma"):
            gamma: Any = LIMITS["gamma"].check(proposal["value"])
        if gamma != self._state.gamma:
            self._check_may("gamma")
        return float(gamma)

    @validate("threshold")
    def _check_threshold(self, proposal: Any) -> str | float:
        value = proposal["value"]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if (isinstance(value, str) and value in THRESHOLDS) or (is_number and np.isfinite(value)):
            if value != self._threshold:
                is_rule = isinstance(value, str) and value != self._state.threshold
                self._check_may("threshold" if is_rule else "cut")
            return value
        rules = ", ".join(map(repr, THRESHOLDS))
        raise TraitError(f"The threshold cannot be {value!r}: use one of {rules}, or a number.")

    @validate("selection")
    def _check_selection(self, proposal: Any) -> list[int]:
        chosen = proposal["value"]
        if not all(isinstance(i, int | np.integer) and 0 <= i < len(self.X) for i in chosen):
            raise TraitError(f"A selection holds whole numbers from 0 to {len(self.X) - 1}.")
        return sorted({int(i) for i in chosen})

    @observe("X", "y")
    def _points_were_set(self, _change: Any) -> None:
        if not all(map(np.array_equal, (self.X, self.y), self._arrays())):
            self._put(self.X, self.y)

    @observe("model", "gamma")
    def _setting_was_set(self, _change: Any) -> None:
        if (self.model, self.gamma) != (self._model, self._state.gamma):
            self._model = self.model
            model = self._state.model if self.model is None else self.model
            self._take(replace(self._state, model=model, gamma=self.gamma).consistent())

    @observe("threshold")
    def _threshold_was_set(self, _change: Any) -> None:
        if self.threshold == self._threshold:
            return
        threshold: Any = self.threshold
        if threshold in THRESHOLDS:
            self._take(replace(self._state, threshold=threshold))
        else:
            self._moved = float(threshold)
            self._wish()

    @observe("selection")
    def _selection_was_set(self, _change: Any) -> None:
        if self.selection != self._selected:
            self._selected = self.selection
            self._wish()

    def _put(self, X: Any, y: Any) -> None:
        """Take points as somebody gives them."""
        points, labels = read_points(X), read_labels(y)
        self._agree(points, labels)
        self._may("points")
        self._given, self._labels = with_points(self._state, points, labels, feature_names(X))
        self._take(self._given)

    def _open(self, state: LabState) -> None:
        """Show a state with points of its own, whose labels are whole numbers."""
        points = compute.dataset(state.dataset_spec)
        if points_of(state) != points_of(self._state):
            self._given, self._labels = state, tuple(range(len(points.class_names)))
        if self._model is not None or state.model != self._state.model:
            self._model = state.model
        self._take(state)

    def _take(self, state: LabState) -> None:
        """Show another state, at once."""
        with self.hold_trait_notifications():
            is_new = points_of(state) != points_of(self._state) or not self._told
            self._settle(state)
            self._revision += is_new
            self._author = ""
            self._wish()

    def _wish(self) -> None:
        self._wishes += 1
        self._compute(later=False)

    def _settle(self, state: LabState) -> None:
        """Let the state be this one, and the traits follow it. A moved threshold is of a fit."""
        points = compute.dataset(state.dataset_spec)
        self._labels = labels_for(self._labels, len(points.class_names))
        self._state, self._moved = state, None
        self._model = None if self._model is None else state.model
        self._selected = [i for i in self._selected if i < len(points.y)]
        self._follow()

    def _follow(self) -> None:
        """Let the traits say what the state says; who observes them finds all of them new."""
        with self.hold_trait_notifications():
            # A trait whose value stays has no event; arrays are compared here, since == has many.
            for name, value in zip(("X", "y"), self._arrays(), strict=True):
                if not np.array_equal(getattr(self, name), value):
                    self.set_trait(name, value)
            self.model, self.gamma = self._model, self._state.gamma
            self.threshold = self._threshold
            self.selection = self._selected

    def _arrays(self) -> tuple[NDArray[np.float64], NDArray[Any]]:
        """Return the points of the state, with their labels."""
        points = compute.dataset(self._state.dataset_spec)
        return points.X, read_labels(np.array(self._labels)[points.y] if len(points.y) else [])

    @property
    def _threshold(self) -> str | float:
        return self._state.threshold if self._moved is None else self._moved

    # What a hand does

    @observe("_hand")
    def _follow_hand(self, change: Any) -> None:
        """Take what a hand has drawn or chosen; the browser can be made to send anything."""
        try:
            author, number = str(change["new"]["author"]), int(change["new"]["seq"])
            is_current = change["new"]["base"] == self._revision or author == self._author
            state = self._with_hand(change["new"]) if is_current else self._state
        except (KeyError, TypeError, ValueError):
            return
        self._answers = dict([*self._answers.items(), (author, number)][-MOST_VIEWS:])
        with self.hold_trait_notifications():
            if points_of(state) != points_of(self._state):
                self._revision += 1
                self._author = author
            if state.fit_spec() != self._state.fit_spec():
                self._settle(state)
            self._state = state
            self._follow()
            self._compute(later=True)

    def _with_hand(self, sent: Mapping[str, Any]) -> LabState:
        """Return the state after a message of a view."""
        names = ("gamma", "switches")
        checked: dict[str, Any] = {
            n: LIMITS[n].check(sent[n]) for n in names if sent.get(n) is not None
        }
        if sent["points"] is None:
            checked |= points_of(self._given)  # everything was undone
        else:
            checked |= {"points": LIMITS["points"].check(sent["points"]), "data": DRAWN}
            if self._state.data != DRAWN:
                checked["names"] = named(compute.dataset(self._state.dataset_spec))
        return replace(self._state, **checked).consistent()

    @observe("_screen")
    def _follow_screen(self, change: Any) -> None:
        """Take the selection, and the threshold that a hand has moved."""
        chosen, moved = change["new"].get("selection"), change["new"].get("threshold")
        if isinstance(chosen, list) and all(i in range(len(self.X)) for i in chosen):
            self._selected = sorted(chosen)
        has_moved = moved != self._moved
        if moved is None or (isinstance(moved, int | float) and np.isfinite(moved)):
            self._moved = moved
        self._follow()
        if has_moved:
            self._compute(later=True)

    # What the browser is told

    @property
    def _own_shown(self) -> Any:
        """The classifier that was given, while it is in the picture."""
        return self._own if self._model is None else None

    def _compute(self, later: bool) -> None:
        """Compute what Python says of the classifiers, and tell it."""
        state, own, X, y, moved = self._state, self._own_shown, self.X, self.y, self._moved

        def work() -> tuple[list[dict[str, Any]], dict[str, float]]:
            panels = messages.panels_of(state, own)
            try:
                fitted = fitting.fit(state, own, X, y, moved)
                return panels, fitting.measure(fitted, state, X, y)
            except Exception:  # the panel says what is wrong
                return panels, {}

        def take(result: tuple[list[dict[str, Any]], dict[str, float]]) -> None:
            self._panels, measures = result
            self.set_trait("measures", measures)
            self._tell()

        if not later:
            self._later.forget()
            take(work())
            return
        if messages.follows_alone(state, own):
            self._panels = messages.panels_of(state, own)
            self._tell()  # the view waits for an answer
        self._later.run(work, take)

    def _tell(self) -> None:
        wish = {"number": self._wishes, "selection": self.selection, "threshold": self._moved}
        self._told = {
            "revision": self._revision,
            "author": self._author,
            "answers": self._answers,
            "panels": self._panels,
            "wish": wish,
            **self._describe_more(),
            **messages.describe_sheet(self._state, self._own_shown, self._labels),
        }

    def _describe_more(self) -> dict[str, Any]:
        """Return what else the browser is told."""
        return {}

    # The picture that stays

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, and for a saved notebook the picture of what it shows now."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        picture = draw_picture(self._state, self._own_shown)
        return {**data, "image/svg+xml": picture}, metadata


def points_of(state: LabState) -> dict[str, Any]:
    """Return the fields of a state that say which points it has."""
    return {name: getattr(state, name) for name in POINT_FIELDS}


@contextmanager
def _as_trait_error(name: str = "") -> Generator[None]:
    """Say what is wrong with a value as the error of a trait."""
    try:
        yield
    except ValueError as problem:
        raise TraitError(f"{name}: {problem}." if name else str(problem)) from None
