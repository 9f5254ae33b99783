"""Errata of the kernelized Bayes classifier notes: what they conclude, and their comparison."""

import re

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.svm import SVC

from bayeslab.data.datasets import Dataset, DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.estimators.kernel_bayes import KernelBayes
from bayeslab.estimators.kernels import RBF
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.formats import decimal
from bayeslab.evaluation.splits import EvaluationSpec
from lessons.checking_the_sources.errata.erratum import Array, Erratum, Outcome
from lessons.checking_the_sources.errata.kernel_notes import SOURCE
from lessons.kernel_bayes_and_svm.tuned_comparison import read_draws, summarise

__all__ = ["ERRATA", "FITCSVM"]

GAMMA = 5.0  # of all examples of the notes
FITCSVM = (
    "fitcsvm(X',y,'Standardize',true,'KernelFunction','linear','KernelScale','auto'))"  # verbatim
)


def _all_separated() -> Outcome:
    moons = _points("moons")
    model = KernelBayes(gamma=GAMMA).fit(moons.X, moons.y)
    return Outcome(
        "training accuracy on the moons: of separated classes, and of type 1 with γ = 5",
        1.0,
        float(model.score(moons.X, moons.y)),
        is_share=True,
    )


def _definite() -> Outcome:
    xor = _points("xor")
    plus, minus = (np.linalg.inv(np.cov(xor.X[xor.y == k].T)) for k in (1, 0))
    low, high = np.linalg.eigvalsh(-(plus - minus) / 2)
    return Outcome(
        "eigenvalues of W on XOR",
        "both positive or both negative",
        f"{decimal(low)} and {decimal(high)}",
    )


def _same_covariance() -> Outcome:
    points, kernel = _points("concentric"), RBF(GAMMA)
    # In feature space |image|^2 = K(x, x) = 1, and |mean|^2 is the mean of K over all pairs.
    plus, minus = (
        1 - float(kernel.mean(own, own).mean())
        for own in (points.X[points.y == 1], points.X[points.y == 0])
    )
    return Outcome(
        "total variance of C+ divided by that of C− in the space of the RBF kernel, γ = 5, on "
        "concentric Gaussians",
        1.0,
        plus / minus,
    )


def _which_space() -> Outcome:
    points = _points("unequal_gaussians")
    images, is_plus = _degree_two(points.X), points.y == 1
    model = KernelBayes("II", kernel="polynomial", degree=2, coef0=0.0).fit(points.X, points.y)
    of_points = np.linalg.pinv(images) @ model.projection_
    pooled = GaussianBayes("pooled").fit(images, points.y).covariances_[0]
    difference = images[is_plus].mean(axis=0) - images[~is_plus].mean(axis=0)
    lda = LinearDiscriminantAnalysis().fit(images, points.y).coef_[0]
    return Outcome(
        "degrees between w and LDA's direction in the space of the kernel (xᵀy)², unequal "
        "Gaussians: with the metric of the points, and of their images",
        _degrees(of_points, lda),
        _degrees(np.linalg.solve(pooled, difference), lda),
    )


def _degree_two(X: Array) -> Array:
    """Return the images of points (n, 2) whose inner products are (x'y)^2, shape (n, 3)."""
    x1, x2 = X.T
    return np.column_stack((x1**2, np.sqrt(2) * x1 * x2, x2**2))


def _degrees(a: Array, b: Array) -> float:
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    return float(np.degrees(2 * np.arcsin(np.linalg.norm(a - b) / 2)))


def _unit_of_gamma() -> Outcome:
    iris = load(DatasetSpec("iris", features=(2, 3), classes=(1, 2)))
    printed, right = (
        cross_validated_accuracy(
            KernelBayes(variant, gamma=GAMMA), 10 * iris.X, iris.y, EvaluationSpec("k-fold")
        ).mean
        for variant in ("I", "II")
    )
    return Outcome(
        "10-fold accuracy on versicolor and virginica with γ = 5 and petals in mm: types 1 and 2",
        *(printed, right),
        is_share=True,
    )


def _fitcsvm() -> Outcome:
    train, new = _points("xor"), _points("xor", 2000)
    (name,) = re.findall("'KernelFunction','(.*?)'", FITCSVM)
    printed, right = (
        float(SVC(kernel=kernel, gamma=GAMMA).fit(train.X, train.y).score(new.X, new.y))
        for kernel in (name, "rbf")
    )
    return Outcome(
        f"accuracy of the SVM on new points of XOR: kernel “{name}”, and RBF with γ = 5",
        *(printed, right),
        is_share=True,
    )


def _closed_form() -> Outcome:
    moons = _points("moons")
    model = SVC(gamma=GAMMA).fit(moons.X, moons.y)
    return Outcome(
        "kernel values for one prediction, moons, γ = 5: of type 1, and of the SVM (C = 1)",
        len(moons.y),
        int(model.n_support_.sum()),
    )


def _more_accurate() -> Outcome:
    means = summarise(read_draws())
    ahead = sum(mean.low > 0 for mean in means)
    behind = sum(mean.high < 0 for mean in means)
    return Outcome(
        f"data sets of lesson 9 on which kernel Bayes is more accurate by an interval without "
        f"zero, both tuned, {means[0].n} draws of each",
        "often",
        f"{ahead} of {len(means)}; the SVM on {behind}",
    )


def _points(name: str, n: int = 200) -> Dataset:
    return load(DatasetSpec(name, n=n, seed=n))


ERRATA = (
    Erratum(
        "all-separated",
        "Not all groups can be separated",
        SOURCE,
        "introduction",
        "In the space of the kernel “all groups can be separated”.",
        "Points at the same place have the same image, so no kernel separates them if their "
        "labels differ. With the Gaussian kernel *some* hyperplane separates any set of distinct "
        "points, but kernel Bayes does not search for it: its weights are equal, and only $b$ is "
        "chosen. In the tables of the notes, too, some accuracies are below one.",
        _all_separated,
    ),
    Erratum(
        "definite",
        "W is often indefinite",
        SOURCE,
        "text after the code",
        "$W$ “may be either positive or negative definite”.",
        "$W$ is half the difference of two positive definite matrices, which can be any symmetric "
        "matrix. Where each class is narrower than the other in some direction, $W$ has "
        "eigenvalues of both signs and is indefinite. Some of the entries of $D^{1/2}$ are then "
        "real and some imaginary.",
        _definite,
    ),
    Erratum(
        "same-covariance",
        "Separable does not mean equal covariances",
        SOURCE,
        "text after eq. 182",
        "That a hyperplane separates the images of the classes “allows the assumption” of one "
        "covariance matrix.",
        "It does not follow: classes with different covariances can be separated, and classes with "
        "equal ones can overlap. What does follow is that the second-order term is not needed to "
        "separate them. That is reason enough to drop it.",
        _same_covariance,
    ),
    Erratum(
        "which-space",
        "Covariances of which space",
        SOURCE,
        "eq. 180",
        "$f$ is the decision function in the new, higher dimensional space.",
        r"$f$ is evaluated in that space, but its metrics are not of that space: $\Sigma_\pm$ are "
        "the covariances of the points $x$, not of their images. So with any kernel but the linear "
        "one, $f$ is not the Bayes rule of Gaussian images: types 2 and 3 are not LDA and QDA of "
        "the images.",
        _which_space,
        kind="caution",
    ),
    Erratum(
        "unit-of-gamma",
        "γ has a unit",
        SOURCE,
        "text before example 1",
        r"$\gamma=5$ in all examples; $1<\gamma<9$ is called a wide range.",
        "In type 1, $1/\\gamma$ is a squared length (with the kernel as printed, a length): the "
        "same points in other units need another $\\gamma$. Standardise the features first. In "
        "types 2 and 3 $\\gamma$ has no unit, but distances are measured in other metrics, so one "
        "$\\gamma$ is not one width.",
        _unit_of_gamma,
        kind="caution",
    ),
    Erratum(
        "fitcsvm",
        "A call that sets one kernel",
        SOURCE,
        "text before example 1",
        f"`{FITCSVM}`",
        f"The line has {FITCSVM.count('(')} opening bracket and {FITCSVM.count(')')} closing ones, "
        "so it does not run. It sets only the linear kernel; the RBF results of the tables need "
        "`'KernelFunction','rbf'`.",
        _fitcsvm,
    ),
    Erratum(
        "closed-form",
        "What a closed form costs",
        SOURCE,
        "text before example 1",
        "The method “is closed-form and therefore extremely efficient computationally”.",
        "Training needs no iteration, but all $N^2$ kernel values, and each prediction needs $N$ "
        "more. The SVM keeps only its support vectors. So the closed form is faster for few points "
        "and, summed as in the notes, slower for many. See lesson 9.",
        _closed_form,
        kind="caution",
    ),
    Erratum(
        "more-accurate",
        "More accurate than the SVM",
        SOURCE,
        "text before example 1",
        "The results are comparable with those of the SVM and often more accurate.",
        "The tables may well be right, but they do not name test points, except for iris, so they "
        "do not show which method is better on new points. The features are standardised for the "
        "SVM only (types 2 and 3 have a metric of their own), and no setting is tuned. With both "
        "methods tuned, lesson 9 finds them comparable, but not kernel Bayes often ahead.",
        _more_accurate,
        kind="caution",
    ),
)
