"""Known class densities, the Bayes-optimal rule and its error."""

from bayeslab.bayes_error.densities import (
    Density,
    Gaussian,
    Mixture,
    NoisyBoard,
    NoisyCurve,
    normal,
)
from bayeslab.bayes_error.optimal import (
    BayesOptimal,
    ErrorRate,
    Problem,
    bayes_error,
    error_rate,
    simulate_error,
)
from bayeslab.bayes_error.problems import PROBLEMS_1D, known_problem

__all__ = [
    "PROBLEMS_1D",
    "BayesOptimal",
    "Density",
    "ErrorRate",
    "Gaussian",
    "Mixture",
    "NoisyBoard",
    "NoisyCurve",
    "Problem",
    "bayes_error",
    "error_rate",
    "known_problem",
    "normal",
    "simulate_error",
]
