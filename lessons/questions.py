"""The lessons' questions, for a vote in the class room."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from lessons import LESSONS
from lessons.bayes_rule.best_rule import explain_never_predicted
from lessons.bayes_rule.view import RARE
from lessons.checking_the_sources.view import check_root
from lessons.covariance_assumptions.view import explain_equal_covariances
from lessons.discrete_bayes.zero_count import explain_zero
from lessons.frame import read_sections, split_question
from lessons.inner_products.view import describe_limit
from lessons.kernel_bayes_and_svm.deletion import explain_deletion
from lessons.kernel_width.view import NARROW, WIDE, explain_overfitting
from lessons.linear_discriminants.residuals import explain_bytes
from lessons.naive_and_optimal_bayes.singular import far_numbers
from lessons.threshold_search.view import explain_imbalance
from ui.layout import fill

__all__ = ["NUMBERS", "list_questions"]

# What computes the numbers in the sections "Question" and "Why" of a lesson, if it has any.
NUMBERS: Mapping[str, Callable[[], dict[str, str]]] = {
    "bayes_rule": lambda: explain_never_predicted(RARE),
    "covariance_assumptions": explain_equal_covariances,
    "naive_and_optimal_bayes": far_numbers,
    "linear_discriminants": explain_bytes,
    "discrete_bayes": explain_zero,
    "inner_products": describe_limit,
    "threshold_search": explain_imbalance,
    "kernel_width": lambda: explain_overfitting(WIDE, NARROW),
    "kernel_bayes_and_svm": explain_deletion,
    "checking_the_sources": check_root,
}


@cache
def list_questions() -> list[dict[str, Any]]:
    """Return the question of each lesson: title, question, options, answer, why, and its page.

    The answer is the place of the correct option. The texts are Markdown with formulas in LaTeX.
    """
    found = []
    for lesson in LESSONS:
        sections, numbers = read_sections(lesson.stem), NUMBERS.get(lesson.stem, dict)()
        question, options, correct = split_question(fill(sections["Question"], numbers))
        told = {"question": question, "options": options, "why": fill(sections["Why"], numbers)}
        place = {"answer": options.index(correct), "page": lesson.stem}
        found.append({"title": lesson.heading, **told, **place})
    return found
