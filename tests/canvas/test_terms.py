"""The formula below the picture of a lesson about classifiers in the plane."""

from typing import Any

from bayeslab.estimators.threshold import best_threshold
from javascript import call

LABELS = [-1, -1, 1, -1, 1, 1, 1]


def terms_of(panel: dict[str, Any], *, line: bool) -> list[Any]:
    board = {"data": {"lesson": {"line": line}}}
    told = {"hasFit": True, "isOld": False, "layout": None, "board": board} | panel
    terms: list[Any] = call("terms.js", [["formulaOf", told]])[0]["terms"]
    return terms


def test_the_label_consistency_of_each_cut_is_that_of_python() -> None:
    search = best_threshold(range(len(LABELS)), LABELS, "consistency")
    told = {"labels": LABELS, "errors": search.errors.tolist()}
    for k in range(len(LABELS) + 1):
        panel = {"fit": {"sides": [{"search": told, "offset": 0}]}, "shownCut": k}
        values = {term["part"]: term["value"] for term in terms_of(panel, line=True)[::2]}
        below, above = sum(LABELS[:k]), sum(LABELS[k:])
        assert values == {
            "J": str(abs(below) + abs(above)),
            "below": str(below).replace("-", "−"),
            "above": str(above).replace("-", "−"),
            "E": str(search.errors[k]),
        }
        assert values["J"] == str(search.values[k])


def test_without_a_fit_there_is_no_formula() -> None:
    assert terms_of({"hasFit": False}, line=True) == []


def test_many_points_are_outlined_for_their_term_and_not_for_a_single_point() -> None:
    jobs = [["countOutlines", {"name": "plus", "isMany": is_many}] for is_many in (True, False)]
    assert call("drawn.mjs", jobs) == [[1, 0], [1, 1]]
