"""The question of lesson 4: digits minus their class means, in floats and in bytes."""

import numpy as np
from numpy.typing import NDArray

from bayeslab.evaluation.formats import fixed, percent
from bayeslab.figures import draw_images
from core.images import DIGITS
from lessons import cached as computed
from lessons.linear_discriminants.numbers import fit_discriminants, residuals
from ui import compute
from ui.layout import show_figure
from ui.session import theme

__all__ = ["explain_bytes", "show_residuals"]

Array = NDArray[np.float64]

HEIGHT = 240  # pixels
EXAMPLE = 3  # the digit in the picture


def show_residuals(moved: bool) -> None:
    """Show a digit minus its class mean, and the accuracy on all digits."""
    x, m = _example()
    parts = {"x": x, "μ": m, "x − μ": x - m}
    if moved:
        parts = {"x − μ": x - m, "in bytes, same scale": residuals(x, m, "bytes")}
    accuracy = percent(_training_accuracy("bytes" if moved else "floats"))
    figure = compute.figure(
        draw_images,
        np.reshape([*parts.values()], (-1, 8, 8)),
        [*parts],
        signed=True,
        theme=theme(),
        title=f"Accuracy: {accuracy}",
    )
    alt = f"{', '.join(parts)}: blue below zero, vermillion above. Accuracy: {accuracy}."
    show_figure(figure, alt, HEIGHT, key="prediction")


def explain_bytes() -> dict[str, str]:
    """Return the arithmetic of the example's pixel that is farthest below its mean."""
    x, m = _example()
    i = int((x - m).argmin())
    return {
        "pixel": str(x[i]),
        "mean": f"{m[i]:.1f}",
        "cut": str(int(m[i])),
        "below": fixed(int(x[i]) - int(m[i]), 0),
        "wrapped": f"{residuals(x, m, 'bytes')[i]:.0f}",
        "correct": percent(_training_accuracy("floats")),
        "cut_off": percent(_training_accuracy("integers")),
        "broken": percent(_training_accuracy("bytes")),
    }


def _example() -> tuple[NDArray[np.uint8], Array]:
    """Return the pixels of a digit and the mean of its class, both (d,)."""
    X, y = _all_digits()
    members = X[y == EXAMPLE]
    return members[0], members.mean(axis=0)


def _training_accuracy(arithmetic: str) -> float:
    X, y = _all_digits()
    return float((fit_discriminants(X, y, arithmetic=arithmetic).predict(X) == y).mean())


def _all_digits() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    digits = computed.image_set(DIGITS)
    return np.concatenate((digits.X, digits.test_X)), np.concatenate((digits.y, digits.test_y))
