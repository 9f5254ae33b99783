"""The page of lesson 6: a line through two rings, bumps that separate them, and the algebra."""

from lessons.inner_products.data import (
    describe_step,
    describe_tries,
    list_parts,
    picture_data,
)
from lessons.page import Block, Live, Page

PAGE = Page(
    (
        Block(
            lambda state: Live(picture_data(state)),
            ("kernel", "points", "variant", "view"),
            ("x1", "x2", "gamma"),
            parts=list_parts,
            computed=("isStep",),
            probes=lambda state: [{"gamma": 0.05}] if state.applies("gamma") else [],
        ),
    ),
    lab=lambda state: state.lab,
    steps=describe_step,
    tries=describe_tries,
)
