"""Known class densities, the Bayes-optimal rule and its error."""
