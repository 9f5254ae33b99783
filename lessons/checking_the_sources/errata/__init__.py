"""Errata: where the sources of this package are wrong, what is right, and both computed.

Each of the five sources has a module of its own. An :class:`Erratum` says what is printed and what
is right, and knows how to compute both on the same points. Some of them are pairs of decision rules
in the plane, which can be drawn. Some are cautions: nothing is wrong, but a condition or a word is
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
    kernel_notes,
    linear_post,
)
from lessons.checking_the_sources.errata.erratum import (
    Drawing,
    Erratum,
    Kind,
    Outcome,
    Panels,
    evaluate,
    share_right,
)

__all__ = [
    "ERRATA",
    "Drawing",
    "Erratum",
    "Kind",
    "Outcome",
    "Panels",
    "evaluate",
    "of_kind",
    "share_right",
]

ERRATA: Mapping[str, Erratum] = MappingProxyType(
    {
        erratum.key: erratum
        for module in (kernel_notes, implementing, linear_post, discriminant_notes, bayes_post)
        for erratum in module.ERRATA
    }
)


def of_kind(kind: Kind) -> list[Erratum]:
    """Return the errors or the cautions of all sources, source by source."""
    return [erratum for erratum in ERRATA.values() if erratum.kind == kind]
