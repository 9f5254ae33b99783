"""The numbers of the text about the paired comparison of the tuned classifiers."""

from collections.abc import Sequence
from functools import cache

from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.formats import fixed
from lessons.kernel_bayes_and_svm.tuned_comparison import (
    CONFIDENCE,
    N_TEST,
    PairedMean,
    read_draws,
    summarise,
)

MARGIN = 0.01  # of accuracy: differences below one point count as comparable


@cache
def study() -> tuple[PairedMean, ...]:
    """Return the mean differences between kernel Bayes and the SVM when both are tuned."""
    return tuple(summarise(read_draws()))


def in_points(mean: PairedMean) -> str:
    """Return a difference in percentage points, with its sign."""
    return fixed(100 * mean.mean, 2, "+")


def describe_study() -> dict[str, str]:
    """Return the results of the study in words."""
    return describe_means(study())


def describe_means(means: Sequence[PairedMean]) -> dict[str, str]:
    """Return the mean differences, kernel Bayes minus SVM, and the verdicts that follow from them.

    "Comparable" means that the whole interval lies within ``MARGIN`` of zero.
    """
    lowest, *_, highest = sorted(means, key=lambda mean: mean.mean)
    counts = {
        "sets": len(means),
        "draws": means[0].n,
        "behind": sum(mean.mean < 0 for mean in means),
        "decided": sum(mean.high < 0 for mean in means),
        "ahead": sum(mean.low > 0 for mean in means),
        "close": sum(mean.low > -MARGIN and mean.high < MARGIN for mean in means),
        "confidence": round(100 * CONFIDENCE),
    }
    words = {
        "n_test": f"{N_TEST:,}",
        "margin": f"{100 * MARGIN:g}",
        "comparable": f"On {counts['close']} of {len(means)} data sets.",
        "often_ahead": f"On {counts['ahead']} of {len(means)} data sets.",
    }
    for name, mean in (("lowest", lowest), ("highest", highest)):
        words[name] = in_points(mean)
        words[f"{name}_set"] = DATASETS[mean.name].title
    return {name: f"{count}" for name, count in counts.items()} | words
