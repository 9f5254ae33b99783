"""What the page for users of scikit-learn claims, computed with the installed version."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import norm
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics.pairwise import laplacian_kernel
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import NearestCentroid

from bayeslab import BernoulliBayes, GaussianBayes
from bayeslab.estimators.kernels import LaplacianKernel
from source import ROOT

PAGE = (ROOT / "docs" / "guide" / "scikit_learn.md").read_text(encoding="utf-8")
X, y = load_iris(return_X_y=True)
UNEQUAL = [0.05, 0.9, 0.05]


def distance(theirs: Any, ours: Any) -> float:
    """Return the largest difference of posteriors."""
    pair = (model.fit(X, y).predict_proba(X) for model in (theirs, ours))
    return float(abs(np.subtract(*pair)).max())


@pytest.mark.parametrize("solver", ["svd", "lsqr", "eigen"])
def test_the_solvers_of_lda_agree_unless_priors_are_given(solver: Any) -> None:
    assert "none with class frequencies as priors" in PAGE
    lda = LinearDiscriminantAnalysis(solver=solver)
    assert distance(lda, GaussianBayes("pooled")) < 1e-9
    lda.set_params(priors=UNEQUAL)
    difference = distance(lda, GaussianBayes("pooled", priors=UNEQUAL))
    assert (difference < 1e-9) == (solver == "svd")
    assert solver == "svd" or difference > 0.1


def test_the_nearest_centroid_doubles_the_log_odds() -> None:
    assert "its log odds are twice those of Gaussian classes" in PAGE
    P, labels = X[y > 0], y[y > 0]
    theirs = NearestCentroid().fit(P, labels)
    probabilities = theirs.predict_proba(P)
    log_odds = np.log(probabilities[:, 1] / probabilities[:, 0])
    means: NDArray[np.float64] = theirs.centroids_
    lower, upper = (norm(m, theirs.within_class_std_dev_).logpdf(P).sum(axis=1) for m in means)
    assert log_odds == pytest.approx(2 * (upper - lower), rel=1e-9, abs=1e-9)
    ours = GaussianBayes("spherical", priors="equal").fit(P, labels)
    assert (ours.predict(P) == theirs.predict(P)).all()


def test_bernoulli_features_below_zero_differ() -> None:
    assert "negative values become 0" in PAGE
    values, labels = np.array([[-1.0], [0.0], [2.0], [0.0]]), [0, 0, 1, 1]
    theirs = np.exp(BernoulliNB(alpha=1.0).fit(values, labels).feature_log_prob_[:, 0])
    ours = BernoulliBayes(alpha=1.0).fit(values, labels).feature_prob_[:, 0]
    assert theirs.tolist() == pytest.approx([1 / 4, 2 / 4])
    assert ours.tolist() == pytest.approx([2 / 4, 2 / 4])


def test_their_laplacian_kernel_has_the_manhattan_distance() -> None:
    assert "theirs has the Manhattan distance, ours the Euclidean one" in PAGE
    pair = np.array([[0.0, 0.0], [3.0, 4.0]])
    assert laplacian_kernel(pair, gamma=0.5)[0, 1] == pytest.approx(np.exp(-3.5))
    assert LaplacianKernel(0.5)(pair, pair)[0, 1] == pytest.approx(np.exp(-2.5))
