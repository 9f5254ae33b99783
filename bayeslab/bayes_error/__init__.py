"""Known class densities, the Bayes-optimal rule and its error."""

from bayeslab.bayes_error.densities import Gaussian
from bayeslab.bayes_error.optimal import Problem, error_rate
from bayeslab.bayes_error.problems import known_problem

__all__ = ["Gaussian", "Problem", "error_rate", "known_problem"]
