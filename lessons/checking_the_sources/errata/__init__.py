"""Errata: errors and cautions in the sources of the lessons, with computations of both sides.

The modules are the five sources; the kernelized notes have two. An :class:`Erratum` holds the claim
of the source and its correction, and computes both on the same points. Some errata are pairs of
decision rules in the plane, which can be drawn. A caution is correct, but a condition or a word is
easily overlooked.

Sources: the kernelized Bayes classifier notes; Implementing Bayes Classifiers (Bint, Huus, Pratt
2014); the linear classifiers post; the Gaussian discriminants notes; the Bayes classifier post.
"""

from collections.abc import Mapping
from types import MappingProxyType

from lessons.checking_the_sources.errata import (
    bayes_post,
    discriminant_notes,
    implementing,
    kernel_claims,
    kernel_notes,
    linear_post,
)
from lessons.checking_the_sources.errata.erratum import (
    Drawing,
    Erratum,
    Kind,
    Outcome,
    Panels,
    compute_panels,
    share_correct,
)

__all__ = [
    "ERRATA",
    "Drawing",
    "Erratum",
    "Kind",
    "Outcome",
    "Panels",
    "compute_panels",
    "of_kind",
    "share_correct",
]

ERRATA: Mapping[str, Erratum] = MappingProxyType(
    {
        erratum.key: erratum
        for module in (
            *(kernel_notes, kernel_claims),
            *(implementing, linear_post, discriminant_notes, bayes_post),
        )
        for erratum in module.ERRATA
    }
)


def of_kind(kind: Kind) -> list[Erratum]:
    """Return the errors or the cautions, ordered by source."""
    return [erratum for erratum in ERRATA.values() if erratum.kind == kind]
