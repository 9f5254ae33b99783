"""States of the lab, of any kind that a link can name."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from core.drawing import draw, encode_drawing
from core.limits import (
    Choice,
    Flag,
    Indices,
    Limit,
    Moved,
    Names,
    Number,
    Points,
    Text,
    Title,
    Words,
)
from core.state import LIMITS, LabState

POINTS = np.random.default_rng(0).normal(size=(700, 2))
LABELS = np.arange(700) % 4
MOVED_VALUE = r"[0-9]_-?[0-9]{1,3}\.[0-9]{1,9}(e-[0-9]{2})?"


def values_within(limit: Limit) -> st.SearchStrategy[Any]:
    match limit:
        case Choice(options):
            return st.sampled_from(options)
        case Number(among=(_, *_) as options):
            return st.sampled_from(options)
        case Number(low, high, True):
            return st.integers(int(low), int(high))
        case Number(low, high):
            return st.floats(low, high)
        case Indices(fewest, most):
            return st.lists(st.integers(0, 9), min_size=fewest, max_size=most, unique=True).map(
                tuple
            )
        case Flag():
            return st.booleans()
        case Words(options):
            return st.sets(st.sampled_from(options), min_size=1).map(
                lambda chosen: tuple(option for option in options if option in chosen)
            )
        case Moved():
            threshold = st.from_regex(f"[01]_{MOVED_VALUE}", fullmatch=True)
            return st.lists(threshold, max_size=2).map("~".join)
        case Names():
            return st.lists(st.text(max_size=50), min_size=4, max_size=12).map(
                lambda names: Names.fit(*names)
            )
        case Text(longest):
            return st.text(max_size=longest)
        case Title():
            return st.text(max_size=70).map(Title.fit)
        case Points():
            on_grid = st.integers(0, 600).map(lambda n: draw(POINTS[:n], LABELS[:n]).on_grid())
            exact = st.integers(1, 150).map(lambda n: draw(POINTS[:n], LABELS[:n]))
            return (on_grid | exact).map(encode_drawing)


states = st.fixed_dictionaries(
    {}, optional={name: values_within(limit) for name, limit in LIMITS.items()}
).map(lambda chosen: LabState(**chosen).consistent())
