"""Two classes with known densities: the Bayes error, and the error with equal priors."""

from dataclasses import replace

import numpy as np

from bayeslab.bayes_error import error_rate, known_problem
from bayeslab.figures import draw_bayes_rule

problem = replace(known_problem("unequal_variances"), priors=(0.7, 0.3))
x = np.linspace(-5, 5, 1001)
densities = np.exp(problem.log_densities(x[:, None]))

ml = problem.rule("equal")
print(f"Bayes error: {error_rate(problem).value:.2%}")
print(f"with equal priors: {error_rate(problem, ml).value:.2%}")

figure = draw_bayes_rule(
    x,
    densities,
    np.array(problem.priors),
    answers=ml.predict(x[:, None]),
    class_names=problem.class_names,
    title="maximum likelihood",
)
figure.show()
