"""The recipes of docs/recipes.md, all followed in one copy of the project.

A recipe is complete: with its edits what is added passes the tests below, which run over the
registries, compare Python with JavaScript and export code.
"""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

import pytest

from recipes import copy_project, read_recipes
from source import ROOT

RECIPES = read_recipes()
# What is to pass, the quickest first.
LAYERS = "tests/project/test_layers.py::test"
ALL = f"{LAYERS}_other_modules_use_no_name_with_an_underscore"
LESSONS = "tests/lessons/test_lesson"
THUMBNAIL = "tests/ui/test_start.py::test_the_picture_of_a_lesson"
PICTURES = "tests/lessons/test_question_pictures.py::test_the"
PAGES = "tests/ui/test_pages.py::test_every"
EXPORT = "tests/core/test_code_export.py"
SUITES: dict[str, list[str]] = {
    "A kernel": [
        "tests/bayeslab/test_kernels.py",
        "tests/canvas/test_vectors.py",
        f"{EXPORT}::test_it_prints_the_table_and_draws_the_regions_and_the_line_of_the_lab[cauchy]",
        f"{PAGES}_kernel_works_with_every_threshold_rule_and_in_every_variant[cauchy]",
    ],
    "A data set": [
        ALL,
        "tests/bayeslab/test_datasets.py::test_an_rbf_kernel_with_gamma_5_suits_the_scale_of_the_plane",
        "tests/bayeslab/test_problems.py::test_the_density_is_that_of_the_generator[stripes]",
        "tests/pocket/test_pocket_data.py::test_a_seed_generates_the_points_of_the_lab",
        f"{EXPORT}::test_it_prints_the_table_and_draws_the_regions_and_the_line_of_the_lab[stripes]",
        f"{PAGES}_data_set_is_shown_with_all_classifiers[stripes]",
    ],
    "A classifier": [
        "tests/bayeslab/test_models.py",
        "tests/core/test_fit_spec.py",
        f"{EXPORT}::test_it_prints_the_table_and_draws_the_regions_and_the_line_of_the_lab[tree]",
        f"{PAGES}_classifier_can_be_in_the_picture_and_beside_it[tree]",
    ],
    "A lesson": [
        f"{LAYERS}_numeric_modules_load_no_plotly_and_those_below_the_app_no_streamlit",
        f"{LESSONS}s.py::test_every_lesson_has_one_folder_with_all_its_parts_and_a_page",
        f"{LESSONS}s.py::test_the_text_has_no_number_that_is_not_computed[coin]",
        f"{LESSONS}s.py::test_a_lesson_has_all_its_parts[coin]",
        f"{LESSONS}s.py::test_what_a_try_sets_up_is_undone_and_the_same_after_every_other_try[coin]",
        f"{LESSONS}_states.py::test_any_state_survives_its_link[coin]",
        f"{LESSONS}_states.py::test_a_value_that_cannot_be_used_gets_a_notice[coin]",
        f"{PICTURES}_lesson_shows_the_same_pictures_beside_its_question[coin]",
        f"{LESSONS}s.py::test_the_code_runs_as_printed[coin]",
        f"{THUMBNAIL}_is_a_small_svg_in_the_colours_of_the_theme[coin-light]",
    ],
    "A control of the lab": [
        "tests/core/test_fit_spec.py",
        "tests/core/test_link.py",
        f"{EXPORT}::test_any_state_of_the_lab_gives_code_or_a_sentence",
        f"{PAGES}_choice_of_the_lab_has_a_control",
    ],
}


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in a copy of the project."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=tree,
        env=own,
        capture_output=True,
        text=True,
        check=False,
    )


def test_each_recipe_has_a_suite() -> None:
    assert RECIPES.keys() == SUITES.keys()


@pytest.mark.parametrize("title", RECIPES)
def test_the_edits_of_a_recipe_fit_the_files_of_today(title: str, tmp_path: Path) -> None:
    for path in {edit.path for edit in RECIPES[title]}:
        if (ROOT / path).exists():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            copyfile(ROOT / path, tmp_path / path)
    for edit in RECIPES[title]:
        edit.make(tmp_path)


@pytest.mark.soak
def test_what_the_recipes_add_passes_the_tests(tmp_path: Path) -> None:
    tree = tmp_path / "project"
    copy_project(tree)
    for edits in RECIPES.values():
        for edit in edits:
            edit.make(tree)
    suites = [test for suite in SUITES.values() for test in suite]
    for command in (
        ("ruff", "check", "--no-cache"),
        ("ruff", "format", "--check", "--no-cache"),
        ("pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *suites),
        ("pyrefly", "check", "--python-interpreter-path", sys.executable),
    ):
        done = run(tree, *command)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
