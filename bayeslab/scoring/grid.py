"""Regular grids of the plane, row by row from the lower left corner."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def grid_axes(box: Sequence[float], resolution: int) -> tuple[Array, Array]:
    """Return the coordinates of a grid over a box along each axis, both ends included.

    Parameters
    ----------
    box : (x1_min, x1_max, x2_min, x2_max)
    resolution : int
        Nodes along each axis.

    Returns
    -------
    x1, x2 : arrays of shape (resolution,)
        Ascending.
    """
    x1_min, x1_max, x2_min, x2_max = box
    return np.linspace(x1_min, x1_max, resolution), np.linspace(x2_min, x2_max, resolution)


def grid_nodes(x1: Array, x2: Array) -> Array:
    """Return the nodes of a grid.

    Parameters
    ----------
    x1, x2 : arrays of shape (c,) and (r,)

    Returns
    -------
    array of shape (r c, 2)
        Row by row: reshaped to (r, c, 2), cell [i, j] is (x1[j], x2[i]).
    """
    return np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)
