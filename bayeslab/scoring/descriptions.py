"""Descriptions: fitted models as score functions.

To draw decision regions or to show the terms of a score one needs a model's score function, not the
model. Here each type of model has a function that makes its
:class:`bayeslab.scoring.scores.ScoreFunction` from the fitted attributes. A new type is one
function and one line in ``DESCRIBERS``.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.validation import check_is_fitted

from bayeslab.estimators.covariance import whiten
from bayeslab.estimators.gaussian import Discriminant, GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import (
    CustomKernel,
    Kernel,
    LinearKernel,
    PolynomialKernel,
    PrecomputedKernel,
    RBFKernel,
)
from bayeslab.estimators.weights import mean_of
from bayeslab.scoring.scores import Expansion, ScoreFunction

Description = tuple[ScoreFunction, ...]


def describe(model: Any) -> Description | None:
    """Return a fitted model's decision function as score functions.

    Parameters
    ----------
    model : fitted classifier
        Of any type; only those in ``DESCRIBERS`` and their subclasses have a description.

    Returns
    -------
    tuple of ScoreFunction, or None
        One for each column of the model's decision function: two classes have one, K > 2 have K.
        None if the model has no such description.

    Raises
    ------
    ValueError
        If the model is of a known type and not fitted.
    """
    describers = (DESCRIBERS[kind] for kind in type(model).__mro__ if kind in DESCRIBERS)
    describer = next(describers, None)
    if describer is None:
        return None
    check_is_fitted(model)
    return describer(model)


def _describe_kernel_bayes(model: KernelBayes) -> Description | None:
    if model.against_rest_:
        return _join(model.against_rest_)
    kernel, plus, minus = model.kernel_, model.plus_, model.minus_
    # All bumps have the same length, in both classes' coordinates: their difference is 0.
    has_lengths = model.variant_ == "III" and not kernel.is_bump
    if isinstance(kernel, (CustomKernel, PrecomputedKernel)):
        return None
    if isinstance(kernel, LinearKernel):
        return (_centred(_collapsed(model), model),)
    expansions = tuple(
        Expansion(
            kernel,
            side.points,
            sign * side.shares,
            side.root,
            -sign / 2 if has_lengths else 0.0,
        )
        for sign, side in ((1, plus), (-1, minus))
    )
    w = np.zeros(model.n_features_in_)
    return (_centred(ScoreFunction(w, expansions=expansions, offset=model.offset_), model),)


def _centred(score: ScoreFunction, model: KernelBayes) -> ScoreFunction:
    """Return the score of x that this one gives to x - center."""
    return score.after(model.center_, np.ones(len(score.w))) if model.center_.any() else score


def _collapsed(model: KernelBayes) -> ScoreFunction:
    """Multiply out the linear kernel: with R = L^-T, K(z_i, z) = u'R z_i and K(z, z) = u'RR'u."""
    identity = np.eye(model.n_features_in_)
    plus, minus = (
        identity if side.root is None else whiten(side.root, identity)
        for side in (model.plus_, model.minus_)
    )
    of_plus, of_minus = (mean_of(side.points, side.counts) for side in (model.plus_, model.minus_))
    w = plus @ of_plus - minus @ of_minus
    W = (minus @ minus.T - plus @ plus.T) / 2 if model.variant_ == "III" else None
    return ScoreFunction(w, W, offset=model.offset_)


def _describe_gaussian_bayes(model: GaussianBayes) -> Description:
    return _describe_discriminant(model.discriminant_)


def _describe_discriminant(discriminant: Discriminant) -> Description:
    d = discriminant.w.shape[-1]
    terms = (discriminant.w.reshape(-1, d), discriminant.W.reshape(-1, d, d))
    constants = np.atleast_1d(discriminant.w0).tolist()
    return tuple(ScoreFunction(w, W, w0) for w, W, w0 in zip(*terms, constants, strict=True))


def _describe_qda(model: QuadraticDiscriminantAnalysis) -> Description:
    """Multiply out log P(k) - (log |C_k| + |R'(x - m)|^2) / 2, with C_k^-1 = RR'."""
    roots = [R / np.sqrt(S) for R, S in zip(model.rotations_, model.scalings_, strict=True)]
    means = [R.T @ m for R, m in zip(roots, model.means_, strict=True)]
    log_determinants = np.array([np.log(S).sum() for S in model.scalings_])
    W = np.stack([-(R @ R.T) / 2 for R in roots])
    w = np.stack([R @ m for R, m in zip(roots, means, strict=True)])
    w0 = np.log(model.priors_) - (log_determinants + [m @ m for m in means]) / 2
    if len(w) == 2:
        W, w, w0 = np.diff(W, axis=0), np.diff(w, axis=0), np.diff(w0)
    return _describe_discriminant(Discriminant(W, w, w0))


def _describe_linear(model: LinearDiscriminantAnalysis | SVC) -> Description:
    offsets = model.intercept_.tolist()
    return tuple(ScoreFunction(w, offset=b) for w, b in zip(model.coef_, offsets, strict=True))


def _describe_svc(model: SVC) -> Description | None:
    if len(model.classes_) > 2:
        return None  # it lets its pairwise scores vote
    if model.kernel == "linear":
        return _describe_linear(model)
    gamma = model._gamma  # the number of "scale" and "auto"; scikit-learn has no public name for it
    kernel: Kernel
    if model.kernel == "rbf":
        kernel, points = RBFKernel(gamma), model.support_vectors_
    elif model.kernel == "poly":  # (gamma a'b + coef0)^degree
        kernel, points = PolynomialKernel(model.degree, model.coef0), gamma * model.support_vectors_
    else:
        return None
    expansion = Expansion(kernel, points, model.dual_coef_[0])
    (offset,) = model.intercept_.tolist()
    return (ScoreFunction(np.zeros(points.shape[1]), expansions=(expansion,), offset=offset),)


def _describe_one_vs_rest(model: OneVsRestClassifier) -> Description | None:
    return _join(model.estimators_)


def _join(models: Sequence[Any]) -> Description | None:
    """Return the columns of models of one class against the rest each."""
    columns = [describe(model) for model in models]
    descriptions = [column for column in columns if column is not None]
    return sum(descriptions, ()) if len(descriptions) == len(columns) else None


def _describe_pipeline(model: Pipeline) -> Description | None:
    *scalers, (_, classifier) = model.steps
    scores = describe(classifier)
    if scores is None or any(type(scaler) is not StandardScaler for _, scaler in scalers):
        return None
    for _, scaler in reversed(scalers):
        shift = scaler.mean_ if scaler.with_mean else np.zeros(scaler.n_features_in_)
        scale = scaler.scale_ if scaler.with_std else np.ones(scaler.n_features_in_)
        scores = tuple(score.after(shift, scale) for score in scores)
    return scores


DESCRIBERS: Mapping[type, Callable[[Any], Description | None]] = MappingProxyType(
    {
        KernelBayes: _describe_kernel_bayes,
        GaussianBayes: _describe_gaussian_bayes,
        SVC: _describe_svc,
        LinearDiscriminantAnalysis: _describe_linear,
        QuadraticDiscriminantAnalysis: _describe_qda,
        OneVsRestClassifier: _describe_one_vs_rest,
        Pipeline: _describe_pipeline,
    }
)
