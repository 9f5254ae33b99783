"""
Bayes' rule and the Bayes error
===============================

Where the class densities and the priors are known, no classifier makes fewer errors than the Bayes
classifier. Here equal priors are assumed although one class is more frequent: the filled area is
the excess error, the hatched area is the Bayes error.
"""

from dataclasses import replace

import numpy as np

from bayeslab.bayes_error import error_rate, known_problem
from bayeslab.figures import draw_bayes_rule

problem = replace(known_problem("unequal_variances"), priors=(0.7, 0.3))
equal_priors = problem.rule("equal")
print(f"Bayes error {error_rate(problem).value:.1%}")
print(f"with equal priors {error_rate(problem, equal_priors).value:.1%}")

x = np.linspace(-5, 5, 1001)
figure = draw_bayes_rule(
    x,
    np.exp(problem.log_densities(x[:, None])),
    np.array(problem.priors),
    equal_priors.predict(x[:, None]),
    class_names=problem.class_names,
    theme="light",
)
figure.show()
