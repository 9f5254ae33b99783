"""The widget: its traits, what drawing in the browser changes, and what the browser is told.

A frozen :class:`LabState`, which a link describes too, says what is on the screen. Setting a trait
makes a new state; drawing makes one as well, and the traits follow it. Then the browser is told.
What Python sets is computed at once, so that an error appears in the cell that caused it; after
drawing, another thread computes (:mod:`bayeslab.widget.later`).
"""

from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from anywidget import AnyWidget
from numpy.typing import ArrayLike, NDArray
from sklearn.base import is_classifier
from traitlets import Dict, List, TraitType, observe, validate

from bayeslab.estimators.kernels import GAMMA
from bayeslab.widget.bundle.core import compute
from bayeslab.widget.bundle.core.state import DRAWN, THRESHOLDS, LabState
from bayeslab.widget.checks import (
    as_trait_error,
    check_gamma,
    check_lengths,
    check_model,
    check_selection,
    check_settings,
    check_threshold,
)
from bayeslab.widget.fitting import fit, measure
from bayeslab.widget.later import Later
from bayeslab.widget.links import read_link, write_link
from bayeslab.widget.messages import BUNDLE, describe_sheet, follows_alone, panels_of
from bayeslab.widget.points import (
    Labels,
    feature_names,
    labels_for,
    read_labels,
    read_points,
    state_after,
    with_points,
)

MOST_VIEWS = 16  # whose last messages are remembered


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
        Their labels. A class that the user adds gets the next whole number, or a name.
    model : str or None
        The classifier in the picture; None is the `estimator` that was given.
    gamma : float
        The parameter of the kernel.
    threshold : str or float
        The rule of the threshold; a number if the user has moved it, on the line of projections.
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

    _esm: ClassVar[Any] = BUNDLE / "lab.js"
    _told = Dict().tag(sync=True)  # what Python says; web/drawing.js and the host there read it
    _hand = Dict().tag(sync=True)  # what has been drawn or chosen in the browser
    _screen = Dict().tag(sync=True)  # what is selected there, and the threshold if it was moved

    # Traits of any type; the functions below check their values.
    X = TraitType(read_points([]))
    y = TraitType(read_labels([]))
    model = TraitType("I")
    gamma = TraitType(GAMMA)
    threshold = TraitType("error")
    selection = List()
    measures = Dict(read_only=True)

    def __init__(
        self,
        X: ArrayLike | None = None,
        y: ArrayLike | None = None,
        *,
        model: str = "I",
        gamma: float = GAMMA,
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
        self._state = self._origin = state  # undoing everything leads back to the origin
        self._model: str | None = state.model if self._own is None else None
        self._manual_threshold: float | None = None
        self._selection: list[int] = []
        self._labels: Labels = (0, 1)
        self._revision = 0
        self._author = ""  # the view in which the points were drawn; "" if Python set them
        self._answers: dict[str, int] = {}  # the number of each view's last message
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

    def estimator(self) -> Any:
        """Return the classifier of what is on the screen, fitted to `X` and `y`.

        Returns
        -------
        scikit-learn classifier
            A new one each time. If the user has moved the threshold of two classes, it is in a
            :class:`sklearn.model_selection.FixedThresholdClassifier`.

        Raises
        ------
        ValueError
            If there are not points of two classes, or the classifier cannot be fitted to them.
        """
        return fit(self._state, self._override, self.X, self.y, self._manual_threshold)

    @property
    def situation(self) -> str:
        """The link to what is on the screen, without a host: "lab?gamma=20".

        Raises
        ------
        ValueError
            If the classifier is one that only this notebook has, or the points do not fit.
        """
        if self._override is not None:
            raise ValueError("A link cannot hold this estimator: set model to one that it can.")
        return write_link(self._state)

    def set_points(self, X: ArrayLike, y: ArrayLike) -> None:
        """Show other points; their number may change.

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
        """Change settings that have no trait, by their names in a link.

        Parameters
        ----------
        **settings
            Such as ``kernel="polynomial", degree=3``, ``beside="svc-rbf"`` or ``data="iris"``.

        Raises
        ------
        ValueError
            If there is no such setting, or its value cannot be used; nothing is changed then.
        """
        for name in settings:
            self._require_editable(name)
        self._open(replace(self._state, **check_settings(settings)).consistent())

    # What Python sets

    def _require_editable(self, name: str) -> None:
        """Raise a ValueError if a field of the state may not be changed; here each may."""

    @validate("X")
    def _check_X(self, proposal: Any) -> NDArray[np.float64]:
        with as_trait_error():
            X = read_points(proposal["value"])
            check_lengths(X, self.y)
        return X

    @validate("y")
    def _check_y(self, proposal: Any) -> NDArray[Any]:
        with as_trait_error():
            y = read_labels(proposal["value"])
            check_lengths(self.X, y)
        return y

    @validate("model")
    def _check_model(self, proposal: Any) -> str | None:
        if proposal["value"] is None and self._own is not None:
            return None
        model = check_model(proposal["value"])
        if model != self._state.model:
            with as_trait_error():
                self._require_editable("model")
        return model

    @validate("gamma")
    def _check_gamma(self, proposal: Any) -> float:
        gamma = check_gamma(proposal["value"])
        if gamma != self._state.gamma:
            with as_trait_error():
                self._require_editable("gamma")
        return gamma

    @validate("threshold")
    def _check_threshold(self, proposal: Any) -> str | float:
        threshold = check_threshold(proposal["value"])
        if threshold != self._threshold:
            is_rule = isinstance(threshold, str) and threshold != self._state.threshold
            with as_trait_error():
                self._require_editable("threshold" if is_rule else "cut")
        return threshold

    @validate("selection")
    def _check_selection(self, proposal: Any) -> list[int]:
        return check_selection(proposal["value"], len(self.X))

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
            self._manual_threshold = float(threshold)
            self._wish()

    @observe("selection")
    def _selection_was_set(self, _change: Any) -> None:
        if self.selection != self._selection:
            self._selection = self.selection
            self._wish()

    def _put(self, X: Any, y: Any) -> None:
        """Check and show points that Python sets."""
        points, labels = read_points(X), read_labels(y)
        check_lengths(points, labels)
        self._require_editable("points")
        self._origin, self._labels = with_points(self._state, points, labels, feature_names(X))
        self._take(self._origin)

    def _open(self, state: LabState) -> None:
        """Show a state with points of its own, whose labels are whole numbers."""
        points = compute.dataset(state.dataset_spec)
        if state.point_values != self._state.point_values:
            self._origin, self._labels = state, tuple(range(len(points.class_names)))
        if self._model is not None or state.model != self._state.model:
            self._model = state.model
        self._take(state)

    def _take(self, state: LabState) -> None:
        """Show another state, at once."""
        with self.hold_trait_notifications():
            is_new = state.point_values != self._state.point_values or not self._told
            self._settle(state)
            self._revision += is_new
            self._author = ""
            self._wish()

    def _wish(self) -> None:
        self._wishes += 1
        self._compute(later=False)

    def _settle(self, state: LabState) -> None:
        """Adopt a state, and let the traits follow; a moved threshold belonged to the old fit."""
        points = compute.dataset(state.dataset_spec)
        self._labels = labels_for(self._labels, len(points.class_names))
        self._state, self._manual_threshold = state, None
        self._model = None if self._model is None else state.model
        self._selection = [i for i in self._selection if i < len(points.y)]
        self._follow()

    def _follow(self) -> None:
        """Set the traits to the state; observers are called when all of them are new."""
        with self.hold_trait_notifications():
            # A trait whose value stays has no event; arrays are compared here, since == has many.
            for name, value in zip(("X", "y"), self._arrays(), strict=True):
                if not np.array_equal(getattr(self, name), value):
                    self.set_trait(name, value)
            self.model, self.gamma = self._model, self._state.gamma
            self.threshold = self._threshold
            self.selection = self._selection

    def _arrays(self) -> tuple[NDArray[np.float64], NDArray[Any]]:
        """Return the points of the state, with their labels."""
        points = compute.dataset(self._state.dataset_spec)
        return points.X, read_labels(np.array(self._labels)[points.y] if len(points.y) else [])

    @property
    def _threshold(self) -> str | float:
        manual = self._manual_threshold
        return self._state.threshold if manual is None else manual

    # What is done in the browser

    @observe("_hand")
    def _follow_hand(self, change: Any) -> None:
        """Show what has been drawn or chosen; ignore a message that cannot be read."""
        message = change["new"]
        try:
            author, number = str(message["author"]), int(message["seq"])
            is_current = message["base"] == self._revision or author == self._author
            state = self._state
            if is_current:
                state = state_after(message, state, self._origin)
        except (KeyError, TypeError, ValueError):
            return
        self._answers = dict([*self._answers.items(), (author, number)][-MOST_VIEWS:])
        with self.hold_trait_notifications():
            if state.point_values != self._state.point_values:
                self._revision += 1
                self._author = author
            if state.fit_spec() != self._state.fit_spec():
                self._settle(state)
            self._state = state
            self._follow()
            self._compute(later=True)

    @observe("_screen")
    def _follow_screen(self, change: Any) -> None:
        """Adopt the selection, and the threshold if it was moved."""
        indices, threshold = change["new"].get("selection"), change["new"].get("threshold")
        if isinstance(indices, list) and all(i in range(len(self.X)) for i in indices):
            self._selection = sorted(indices)
        has_moved = threshold != self._manual_threshold
        if threshold is None or (isinstance(threshold, int | float) and np.isfinite(threshold)):
            self._manual_threshold = threshold
        self._follow()
        if has_moved:
            self._compute(later=True)

    # What the browser is told

    @property
    def _override(self) -> Any:
        """The user's own classifier while it is in the picture, else None."""
        return self._own if self._model is None else None

    def _compute(self, later: bool) -> None:
        """Compute what Python says about the classifiers, and tell the browser."""
        state, own, X, y = self._state, self._override, self.X, self.y
        threshold = self._manual_threshold

        def work() -> tuple[list[dict[str, Any]], dict[str, float]]:
            panels = panels_of(state, own)
            try:
                return panels, measure(fit(state, own, X, y, threshold), state, X, y)
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
        if follows_alone(state, own):
            self._panels = panels_of(state, own)
            self._tell()  # the view waits for an answer
        self._later.run(work, take)

    def _tell(self) -> None:
        wish = {
            "number": self._wishes,
            "selection": self.selection,
            "threshold": self._manual_threshold,
        }
        self._told = {
            "revision": self._revision,
            "author": self._author,
            "answers": self._answers,
            "panels": self._panels,
            "wish": wish,
            **self._describe_more(),
            **describe_sheet(self._state, self._override, self._labels),
        }

    def _describe_more(self) -> dict[str, Any]:
        """Return what else the browser is told."""
        return {}
