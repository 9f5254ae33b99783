"""Errata of Implementing Bayes Classifiers (Bint, Huus, Pratt 2014)."""

import numpy as np
from scipy.stats import multivariate_normal, skew
from sklearn.datasets import load_iris, load_wine

from bayeslab.bayes_error.optimal import Gaussian, Problem
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.splits import EvaluationSpec
from lessons.checking_the_sources.errata.erratum import Array, Drawing, Erratum, Outcome, by_rules
from lessons.naive_and_optimal_bayes.numbers import flat_class
from lessons.naive_and_optimal_bayes.resampling import split_accuracies

__all__ = ["ERRATA", "printed_densities"]

SOURCE = "Implementing Bayes Classifiers"
HALVES = EvaluationSpec("random half")
WIDE_AND_NARROW = Problem(
    "a narrow class in a wide one",
    (
        Gaussian((-1.0, 0.0), ((4.0, 0.0), (0.0, 4.0))),
        Gaussian((1.0, 0.0), ((0.6, 0.0), (0.0, 0.6))),
    ),
)


def printed_densities(model: GaussianBayes, X: Array, *, inside: bool) -> Array:
    """Return the logs of the densities of eq. 3 or eq. 4 for each row of `X` and class, (n, K).

    Eq. 3 has the exponential under the root, ((2 pi)^d |C| e^D')^(-1/2); eq. 4 has it outside,
    ((2 pi)^d |C|)^(-1/2) e^-D', with D' the squared Mahalanobis distance.

    Parameters
    ----------
    model : GaussianBayes
        Fitted, with regular covariances.
    X : array of shape (n, d)
    inside : bool
        True for eq. 3, the correct one.
    """
    log_determinants = np.linalg.slogdet(model.covariances_)[1]
    distances = model.mahalanobis(X)
    volumes = (X.shape[1] * np.log(2 * np.pi) + log_determinants) / 2
    densities: Array = -volumes - (distances / 2 if inside else distances)
    return densities


def _root() -> Drawing:
    (X, y), (X_new, y_new) = (WIDE_AND_NARROW.sample(n, seed=n) for n in (120, 2000))
    model = GaussianBayes("full").fit(X, y)

    def rule(P: Array, inside: bool) -> Array:
        wide, narrow = printed_densities(model, P, inside=inside).T
        return narrow - wide

    return Drawing(
        *(X, y, X_new, y_new),
        printed=lambda P: rule(P, inside=False),
        right=lambda P: rule(P, inside=True),
        formulas=(
            r"\frac{1}{\sqrt{(2\pi)^d|\Sigma|}\;e^{D'(x)}}",
            r"\frac{1}{\sqrt{(2\pi)^d|\Sigma|\;e^{D'(x)}}}",
        ),
        lab={"model": "full"},
        box=(-4.0, 4.0, -3.0, 3.0),
    )


def _priors() -> Drawing:
    train, new = (load(DatasetSpec("imbalanced", n=n, seed=n)) for n in (200, 2000))
    printed, right = (
        GaussianBayes("full", priors=priors).fit(train.X, train.y) for priors in ("equal", None)
    )
    terms = r"\ln|\Sigma_B|-\ln|\Sigma_A|\\&\quad+D'_B(x)-D'_A(x)"
    return Drawing(
        *(train.X, train.y, new.X, new.y),
        printed=printed.decision_function,
        right=right.decision_function,
        formulas=(terms, terms + r"\\&\quad+2\ln\tfrac{P(A)}{P(B)}"),
        lab={"model": "full"},
    )


def _divisor() -> Outcome:
    lengths = _setosa()[:, 0]
    return Outcome(
        "variance of the sepal length of setosa, with divisor n and with n − 1",
        float(lengths.var()),
        float(lengths.var(ddof=1)),
    )


def _products() -> Outcome:
    deviations = _setosa().std(axis=0, ddof=1)
    printed, right = np.outer(deviations, deviations), np.cov(_setosa().T)
    ranks = [int(np.linalg.matrix_rank(C)) for C in (printed, right)]
    return Outcome("rank of the matrix for setosa's four features", ranks[0], ranks[1])


def _first_half() -> Outcome:
    table = load_iris()
    printed, right = (
        float(split_accuracies(GaussianBayes(), table.data, table.target, spec).mean())
        for spec in (EvaluationSpec("first half"), EvaluationSpec("k-fold"))
    )
    measure = "accuracy on iris, sorted by class: first half, and 10-fold"
    return Outcome(measure, printed, right, is_share=True)


def _pseudo_inverse() -> Outcome:
    X, y = flat_class()
    names = np.array(["class A", "class B"])
    answers = [
        str(names[model.fit(X, y).predict([[0, 1000]])[0]])
        for model in (GaussianBayes("full", singular="pseudo"), GaussianBayes("pooled"))
    ]
    return Outcome(
        "class of a point at x₂ = 1000, with class A on x₂ = 0 and class B around x₂ = 5",
        answers[0],
        answers[1],
    )


def _density() -> Outcome:
    flowers = _setosa()
    normal = multivariate_normal(flowers.mean(axis=0), np.cov(flowers.T))
    table = load_iris()
    posterior = GaussianBayes("full").fit(table.data, table.target).predict_proba(flowers)
    return Outcome(
        "largest value for a setosa: density, and posterior probability",
        float(normal.pdf(flowers).max()),
        float(posterior[:, 0].max()),
    )


def _central_limit() -> Outcome:
    waiting_times = np.random.default_rng(0).exponential(size=(10_000, 100))
    return Outcome(
        "skewness of a million exponential draws, and of 10 000 means of 100 draws (Gaussian: 0)",
        float(skew(waiting_times, axis=None)),
        float(skew(waiting_times.mean(axis=1))),
    )


def _running_total() -> Outcome:
    deviations = _setosa()[:, 0] - _setosa()[:, 0].mean()
    return Outcome(
        "total divided by n for the sepal length of setosa: deviations, and their squares",
        float(deviations.mean()),
        float((deviations**2).mean()),
    )


def _sigma() -> Outcome:
    lengths = _setosa()[:, 0]
    return Outcome(
        "σ and σ² of the sepal length of setosa, in cm and cm²",
        float(lengths.std()),
        float(lengths.var()),
    )


def _two_classes() -> Outcome:
    X, y = load_iris(return_X_y=True)
    pair = y < 2
    printed, right = (
        float(GaussianBayes("full").fit(X[rows], y[rows]).score(X, y))
        for rows in (pair, np.full(len(y), True))
    )
    measure = "accuracy on all flowers of iris: fitted to two classes, and to all three"
    return Outcome(measure, printed, right, is_share=True)


def _optimal() -> Outcome:
    wine = load_wine()
    full, naive = (
        float(split_accuracies(GaussianBayes(structure), wine.data, wine.target, HALVES).mean())
        for structure in ("full", "diagonal")
    )
    return Outcome(
        f"accuracy on wine (13 features), {HALVES.repeats} random halves: optimal, and naive Bayes",
        *(full, naive),
        is_share=True,
    )


def _setosa() -> Array:
    table = load_iris()
    setosa: Array = table.data[table.target == 0]
    return setosa


ERRATA = (
    Erratum(
        "central-limit",
        "The central limit theorem",
        SOURCE,
        "section 1",
        "The theorem is said to state that a large sample of any random variables “will "
        "approximate” a Gaussian.",
        "The theorem concerns *means* (or sums) of many independent variables with the same "
        "distribution of finite variance. A larger sample does not change the distribution of the "
        "data. That the data are Gaussian is an assumption.",
        _central_limit,
    ),
    Erratum(
        "two-classes",
        "Only two classes",
        SOURCE,
        "section 2",
        "The formulas “only work” for two classes; all other data are disregarded.",
        "This is correct for eqs. 4 and 5, which compare two classes. The rule behind them works "
        "for any number: eq. 3 gives a density for every class; choose the class with the largest "
        "product of density and prior.",
        _two_classes,
        kind="caution",
    ),
    Erratum(
        "sigma",
        "Variance and standard deviation",
        SOURCE,
        "section 2.2",
        r"“Each $\sigma_i$ represents the variance”.",
        r"The variance is $\sigma_i^2$, as in the matrix and the formula next to this sentence; "
        r"$\sigma_i$ is the standard deviation.",
        _sigma,
    ),
    Erratum(
        "running-total",
        "A sum without squares",
        SOURCE,
        "section 2.2",
        r"For the variance, $x_i-\mu_i$ of each sample is added to a running total.",
        r"Add $(x_i-\mu_i)^2$, as in the formula above this sentence. The sum of the deviations "
        "themselves is zero.",
        _running_total,
    ),
    Erratum(
        "root",
        "The root that ends too early",
        SOURCE,
        "eq. 4",
        r"The density is $1\,/\,(\sqrt{(2\pi)^d|\Sigma|}\;e^{D'})$.",
        "$e^{D'}$ belongs under the root, as in eq. 3, so that the exponent is $-D'/2$. Eq. 5 is "
        "derived from the correct form.",
        by_rules(_root, WIDE_AND_NARROW.title),
        _root,
    ),
    Erratum(
        "priors",
        "Dropped priors",
        SOURCE,
        "eq. 5",
        r"Class A is chosen where $\ln|\Sigma_B|-\ln|\Sigma_A|+D'_B-D'_A>0$.",
        "This is correct if the classes are equally frequent, which is not stated. Otherwise add "
        r"$2\ln\frac{P(A)}{P(B)}$.",
        by_rules(_priors, "one in ten points from C+"),
        _priors,
        kind="caution",
    ),
    Erratum(
        "divisor",
        "Two divisors",
        SOURCE,
        "sections 2.2 and 4.4",
        r"The variance is divided by $n$ in one section, by $n-1$ in the other.",
        r"Both are common: $n$ gives the maximum likelihood estimate, $n-1$ the unbiased one. Use "
        "the same one throughout.",
        _divisor,
        kind="caution",
    ),
    Erratum(
        "optimal",
        "Optimal under conditions",
        SOURCE,
        "section 3",
        "The classifier with full covariance matrices is called optimal.",
        "It is optimal if the classes are Gaussian and their means, covariances and priors are "
        "known. Estimated from few points, its many covariances can cost more accuracy than the "
        "correlations are worth. See lesson 3.",
        _optimal,
        kind="caution",
    ),
    Erratum(
        "products",
        "Not a product",
        SOURCE,
        "section 3",
        r"$\sigma_i\sigma_j=E[(x_i-\mu_i)(x_j-\mu_j)]$",
        "The right side is correct, and so is the matrix. The left side is only a name for it, "
        r"usually written $\sigma_{ij}$. Read as a product of standard deviations, it would make "
        "every correlation one and the matrix singular.",
        _products,
        kind="caution",
    ),
    Erratum(
        "first-half",
        "The first half",
        SOURCE,
        "section 4.1",
        r"Train on the first $\lceil n/2\rceil$ rows, test on the others.",
        "In a file sorted by class, such as iris, a class is then missing from the training set. "
        "Shuffle first. The text itself recommends an error for an empty class (section 4.2) and, "
        "for more accurate tests, random halves or folds (section 4.6).",
        _first_half,
        kind="caution",
    ),
    Erratum(
        "pseudo-inverse",
        "A safe pseudo-inverse",
        SOURCE,
        "section 4.5, note",
        "The pseudo-inverse of a singular covariance is called “a safe approximation”.",
        "It ignores the directions in which a class has no variance, although these can separate "
        "the classes best. See lesson 3.",
        _pseudo_inverse,
    ),
    Erratum(
        "density",
        "A probability above one",
        SOURCE,
        "section 2.3",
        "The normal density is said to give “the probability” that a point is in the distribution.",
        "It gives a density, which can be larger than one. Bayes' rule gives probabilities.",
        _density,
    ),
)
