"""The documents have a place for each benchmark, and a result fills only its own."""

import sys

import pytest

from source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from performance import BENCHMARKS, PAGES, fill, render, run

RESULT = {
    "command": "python benchmarks/some.py",
    "when": "2026-01-02T03:04:05+00:00",
    "load": [0.1, 1.5],
    "output": r"| a | \d |",
    "problem": None,
}


def test_every_benchmark_is_there_and_has_one_place() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name, (arguments, _) in BENCHMARKS.items():
        assert (ROOT / arguments[0]).is_file()
        assert pages.count(f"<!-- begin {name} -->") == pages.count(f"<!-- end {name} -->") == 1


def test_a_result_replaces_the_one_before_it_and_nothing_else() -> None:
    page = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n<!-- begin y -->\n<!-- end y -->\n"
    filled = fill(page, {"x": RESULT})
    assert filled == page.replace("old", render(RESULT))
    assert r"| a | \d |" in filled
    assert fill(filled, {"x": RESULT}) == filled
    assert fill(page, {"z": RESULT}) == page


def test_a_failed_benchmark_has_a_reason() -> None:
    assert render(RESULT | {"problem": "It was given up."}).endswith("It was given up.")


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("print('done')", None),
        ("print('done'); 1 / 0", "ZeroDivisionError: division by zero"),
        (
            "import time; print('done', flush=True); time.sleep(60)",
            "It was given up after 3 seconds.",
        ),
    ],
)
def test_a_run_keeps_its_output_and_the_reason_of_a_failure(
    program: str, problem: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BENCHMARKS, "some", (["-c", program], 3))
    result = run("some", 3)
    assert (result["output"], result["problem"]) == ("done", problem)
