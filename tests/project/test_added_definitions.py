"""A kernel, a classifier and a data set are each a definition and a line in a registry.

Those of tests/helpers/added_definitions.py are added in a process of their own, before the app is
loaded, and must appear wherever the app lists kernels, classifiers and data sets.
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from source import ROOT


@pytest.fixture(scope="module")
def lab() -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "helpers" / "added_definitions.py"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shown: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert shown["problems"] == []
    return shown


def test_a_kernel_is_in_the_widgets_the_link_the_code_and_the_message(lab: dict[str, Any]) -> None:
    assert "Cauchy" in lab["options"]["Kernel"]
    assert lab["link"]["kernel"] == "cauchy"
    assert 'KernelBayes("I", kernel="cauchy", gamma=5.0)' in lab["code"]
    assert (lab["told"]["gamma"], lab["told"]["limits"]["gamma"]) == (5.0, [0.01, 1000.0])
    model = lab["told"]["panels"][0]["model"]
    assert (model["kind"], model["kernel"], model["is_bump"]) == ("kernel", "cauchy", True)


def test_a_classifier_is_in_the_widgets_the_link_the_table_the_code_and_the_message(
    lab: dict[str, Any],
) -> None:
    assert "Nearest centroid" in lab["options"]["Classifier"]
    assert "Nearest centroid" in lab["options"]["Beside it"]
    assert lab["link"]["beside"] == "centroid"
    rows = lab["told"]["table"]["rows"]
    (row,) = [each["row"] for each in rows if each["title"] == "Nearest centroid"]
    assert row["training"] > 0 and row["heldOut"]["mean"] > 0
    assert "from sklearn.neighbors import NearestCentroid" in lab["code"]
    assert [panel["title"] for panel in lab["told"]["panels"]][1] == "Nearest centroid"


def test_a_data_set_is_in_the_widgets_the_link_and_the_code(lab: dict[str, Any]) -> None:
    assert "Stripes" in lab["options"]["Data"]
    assert lab["link"]["data"] == "stripes"
    assert 'DatasetSpec("stripes", n=40' in lab["code"]
