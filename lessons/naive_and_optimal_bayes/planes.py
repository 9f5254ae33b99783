"""Figures in the plane: classifiers with estimated densities, and a point far from a flat class."""

from collections.abc import Iterator

import plotly.graph_objects as go

from bayeslab.data.datasets import Dataset
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import percent
from bayeslab.figures import add_ellipses, add_star, draw_regions
from bayeslab.scoring.regions import decision_regions
from core import compute
from lessons.naive_and_optimal_bayes.data import FLAT_CLASS, NAMES, Pair, fit_remedy
from lessons.naive_and_optimal_bayes.state import REMEDIES

LOWEST_TOP = 10  # x2 up to which the plane is shown at least


def draw_with_densities(
    points: Dataset,
    box: tuple[float, float, float, float],
    model: GaussianBayes,
    title: str,
    theme: str,
) -> go.Figure:
    """Return the regions of a classifier with the ellipses of its estimated densities."""
    regions = decision_regions(model, box, compute.RESOLUTION)
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, points.X, points.y),
        class_names=points.class_names,
        feature_names=points.feature_names,
        theme=theme,
        title=title,
        equal_scale=points.feature_names == NAMES[:2],
    )
    return add_ellipses(figure, model.means_, model.covariances_, theme=theme)


def describe_planes(pair: Pair) -> Iterator[tuple[str, GaussianBayes, str, str]]:
    """Yield the name of each classifier, the fitted one, the title of its plane, and its text."""
    classifiers = {"Naive Bayes": pair.naive, "Optimal Bayes": pair.optimal}
    for (name, model), each in zip(classifiers.items(), pair.performances, strict=True):
        accuracy = f"accuracy {percent(each.accuracy)}"
        yield name, model, f"{name}: {accuracy}", f"Regions of {name.lower()}, {accuracy}."


def draw_far_point(remedy: str, height: float, theme: str) -> go.Figure:
    """Return the regions of the flat class and the other one, and a new point at a height."""
    (X, y), top = FLAT_CLASS, max(LOWEST_TOP, 1.15 * height)
    regions = decision_regions(fit_remedy(remedy), (-6, 6, -0.25 * top, top), compute.RESOLUTION)
    figure = draw_regions(
        *(regions.x1, regions.x2, regions.label, regions.strength, X, y),
        class_names=NAMES[2:],
        theme=theme,
    )
    return add_star(figure, 0, height, f"new point: {predict_at(remedy, height)}", theme=theme)


def describe_far_point(remedy: str, height: float) -> str:
    """Return in words what :func:`draw_far_point` draws."""
    return (
        f"Regions of two classes, one of them on the line x₂ = 0, with {REMEDIES[remedy]}. "
        f"A new point at x₂ = {height:g} is assigned to {predict_at(remedy, height)}."
    )


def predict_at(remedy: str, height: float) -> str:
    """Return the class that is predicted for a new point at a height."""
    return NAMES[2:][int(fit_remedy(remedy).predict([[0, height]])[0])]
