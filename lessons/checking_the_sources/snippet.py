"""A density must integrate to one: equation 3 and equation 4 of Implementing Bayes Classifiers."""

import numpy as np

from bayeslab.figures import draw_regions

covariances = {"wide": np.diag([2.2, 2.2]), "narrow": np.diag([0.5, 0.5])}
x = np.linspace(-8, 8, 200)
plane = np.stack(np.meshgrid(x, x), axis=-1)


def densities(root_over_all):
    """Return both classes' densities on the plane, about the origin."""
    for C in covariances.values():
        distance = (plane @ np.linalg.inv(C) * plane).sum(axis=-1)  # D'
        volume = (2 * np.pi) ** 2 * np.linalg.det(C)
        if root_over_all:  # eq. 3
            yield 1 / np.sqrt(volume * np.exp(distance))
        else:  # eq. 4
            yield 1 / (np.sqrt(volume) * np.exp(distance))


for equation, root_over_all in (("eq. 3", True), ("eq. 4", False)):
    wide, narrow = densities(root_over_all)
    cell = (x[1] - x[0]) ** 2
    print(f"{equation}: the wide density integrates to {wide.sum() * cell:.3f}")
    score = np.log(narrow) - np.log(wide)
    figure = draw_regions(
        *(x, x, score > 0, np.abs(score), np.zeros((0, 2)), np.zeros(0)),
        class_names=list(covariances),
        title=equation,
        equal_scale=True,
    )
    figure.show()
