"""The page of lesson 1: known densities on a line, then classifiers in the plane."""

from lessons.bayes_rule.data import (
    VIEWS,
    describe_step,
    describe_tries,
    list_parts,
    picture_data,
    view_of,
)
from lessons.bayes_rule.excess_errors import show_plane
from lessons.bayes_rule.state import BayesRuleState
from lessons.page import Block, Live, Page, Rows

PAGE = Page(
    (
        Block(
            lambda state: Live(picture_data(state)),
            ("classes", "rule", "medical"),
            ("prior", "x", "mean_minus", "sd_minus", "mean_plus", "sd_plus", "loss", "reject"),
            parts=list_parts,
            rows=(
                Rows(
                    "view",
                    ("view",),
                    view_of,
                    lambda: [BayesRuleState(view=name) for name in ("all", *VIEWS)],
                ),
            ),
        ),
    ),
    lab=lambda state: state.lab,
    steps=describe_step,
    tries=describe_tries,
    further=(show_plane,),
    in_app="The lesson goes on with two features there: the Bayes classifier in the plane, and the "
    "excess errors of trained classifiers on thousands of new points.",
)
