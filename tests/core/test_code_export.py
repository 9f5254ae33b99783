"""Code to take away: run, it prints the lab's numbers and draws its pictures."""

import ast
import csv
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import nbformat
import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.multiclass import OneVsRestClassifier

from bayeslab.data.datasets import DATASETS
from bayeslab.estimators.kernel_bayes import KernelBayes, Threshold
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.accuracy import Accuracy, Row
from bayeslab.evaluation.models import MODELS, TABLE_MODELS
from bayeslab.evaluation.splits import SPLITTERS, EvaluationSpec
from bayeslab.figures import draw_regions
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.regions import score_points
from cases import cloud
from core import compute, evaluations
from core.code_export import write_notebook, write_script
from core.code_sections import NO_PLOTLY
from core.drawing import draw, encode_drawing
from core.effort import FINEST
from core.reports import describe_scheme, write_accuracies_csv, write_accuracies_latex
from core.state import DRAWN, NOTHING, LabState
from core.wheel import ADDRESS, install_command
from saved_names import AttackError, check_export
from states import states

LONGEST_USUAL = 68  # lines
LINES_STAY = ("--ignore=E501", "--line-length=120")  # a call stays on one line
APP = ("app", "core", "lessons", "pages", "streamlit", "ui")
AFTER_EACH = "-- the end of a script --"
NASTY = (
    'a"b',
    "it's",
    '"""',
    "'''",
    "\\",
    "\\'\\\"",
    "line\nbreak\rand\u2028more",
    "{x} {{y}} %s",
    "$x$",
    "μ – 漢字 🎲 \x00",
)


def state_with(X: Any, y: Any, **choices: Any) -> LabState:
    return LabState(data=DRAWN, points=encode_drawing(draw(X, y)), **choices)


X, Y = cloud(14, 11, seed=3)
THREE = np.arange(25) % 3
LINE = np.outer(np.arange(8.0), [0.3, 0.7])
# Their ninth powers are finite, in the corners of the box they are not.
FAR = 0.92e17 * np.array([[1, 1], [0.9, 1], [-1, -1], [-1, -0.9]])

STATES = {
    "as it starts": LabState(n=60),
    "beside an SVC": LabState("two_gaussians", n=40, beside="svc-rbf", gamma=2.5),
    "three classes": LabState("iris", model="II", beside="full", metric="pooled", folds=3),
    "three blobs": LabState("three_blobs", n=30, model="svc-rbf", beside="process", folds=3),
    "two digits": LabState(
        "digits", classes=(3, 8), model="diagonal", divisor="n-1", scheme="first half"
    ),
    "leave one out": LabState(
        "xor", n=16, noise=0.2, balance=0.25, seed=7, threshold="loo", scheme="leave-one-out"
    ),
    "standardised": LabState(
        "wine", features=(12, 0), standardise=True, model="neighbours", scheme="hold-out"
    ),
    "an SVC that standardises": LabState(
        "unequal_gaussians", n=40, model="svc-polynomial", degree=3, svc_standardise=True, folds=2
    ),
    "determinants": LabState(
        "concentric", n=50, model="III", beside="I", kernel="laplacian", determinants=True, folds=3
    ),
    "an SVC with its own gamma": LabState(
        "rings", n=40, model="svc-linear", beside="svc-rbf", svc_gamma="own", svc_C=10.0, folds=3
    ),
    "scale, logistic": LabState(
        "checkerboard", n=60, model="logistic", svc_gamma="scale", scheme="random half"
    ),
    "polynomials": LabState(
        "spirals", n=40, kernel="polynomial", degree=4, coef0=0.5, beside="II", folds=2
    ),
    "drawn": state_with(X, Y, model="full", names=("width", "height", "no", "yes")),
    "drawn, three classes": state_with(X, THREE, folds=2, model="nearest-mean", divisor="n-K"),
    "drawn, without the class between": state_with(X, 2 * Y, beside="svc-linear", folds=2),
    "drawn, without the first class": state_with(X, THREE + 2, model="logistic", folds=2),
    "drawn, names to spare": state_with(X, Y, names=("x", "y", "A", "B", "C"), folds=2),
    "drawn, nasty names": state_with(X, Y, names=NASTY, model="II", beside="diagonal", folds=2),
    "nothing but points": LabState(n=30, switches=("shading", "boundary", "errors", "axes")),
    "nothing but regions": LabState(n=30, switches=("points", "axes", "equal")),
}


def list_others() -> Iterator[tuple[str, LabState]]:
    """Yield a state for each choice that no state above has."""
    registries: dict[str, Iterable[str]] = {"data": DATASETS, "model": MODELS, "kernel": KERNELS}
    registries |= {"scheme": SPLITTERS, "threshold": get_args(Threshold)}
    for name, registry in registries.items():
        values = {getattr(state, other) for state in STATES.values() for other in (name, "beside")}
        for key in (key for key in registry if key not in values):
            choices: dict[str, Any] = {name: key}
            yield key, replace(LabState(n=60, folds=2), **choices)


STATES |= dict(list_others())

FAILURES = {
    "singular covariances": state_with(LINE, np.arange(8) % 2, model="II", beside="full", folds=2),
    "too few points for its folds": state_with(
        X[:7], [0, 0, 0, 0, 0, 0, 1], model="III", beside="I"
    ),
    "too few neighbours": state_with(X[:4], [0, 1, 0, 1], model="neighbours", folds=2),
    "too many points": LabState(n=504, model="process", scheme="first half"),
    "overflow in the corners": state_with(
        FAR, [0, 0, 1, 1], kernel="polynomial", degree=9, folds=2
    ),
}

ALL = STATES | FAILURES


@cache
def run(code: str) -> tuple[list[str], list[go.Figure]]:
    """Run code and return the lines it prints and the figures it shows."""
    out, figures = io.StringIO(), list[go.Figure]()
    showing = patch.object(go.Figure, "show", lambda figure: figures.append(figure))
    with redirect_stdout(out), showing:
        exec(compile(code, "taken away", "exec"), {})
    return out.getvalue().splitlines(), figures


def keys_shown(state: LabState) -> list[str]:
    return [key for key in dict.fromkeys((state.model, state.beside)) if key != NOTHING]


def table_in_the_lab(state: LabState) -> Iterator[str]:
    """Yield the rows of the lab's table, to the digits that it shows."""
    for key in dict.fromkeys((*TABLE_MODELS, *keys_shown(state))):
        row = evaluations.row(state.fit_spec(key), state.evaluation_spec)
        training = "–" if row.training is None else f"{100 * row.training:.1f}%"
        others = row.problem
        if row.held_out is not None:
            mean, error = row.held_out.mean, row.held_out.standard_error
            others = f"{100 * mean:.1f}% ± {100 * error:.1f}%"
        yield f"{MODELS[key].title:20} {training:>8}  {others}"


def with_names(line: str) -> str:
    """Return a sentence as the lab shows it, which calls the two classes by their names."""
    return line.replace("lass 0 ", "lass C− ").replace("lass 1 ", "lass C+ ")


def regions_in_the_lab(state: LabState, key: str) -> go.Figure:
    points, grid = compute.dataset(state.dataset_spec), compute.regions(state.fit_spec(key), FINEST)
    predicted = compute.fitted_model(state.fit_spec(key)).predict(points.X)
    return draw_regions(
        grid.x1,
        grid.x2,
        grid.classes[grid.label],
        grid.strength,
        points.X,
        points.y,
        class_names=points.class_names,
        feature_names=points.feature_names,
        wrong=None if "errors" in state.switches else predicted != points.y,
        title=MODELS[key].title,
        equal_scale="equal" in state.switches,
        **grid.islands(predicted),
    )


def line_in_the_lab(state: LabState, key: str) -> tuple[NDArray[np.float64], float]:
    """Return the projections and the threshold that the drawing area shows for the first class."""
    model, points = compute.fitted_model(state.fit_spec(key)), compute.dataset(state.dataset_spec)
    side = model.estimators_[0] if isinstance(model, OneVsRestClassifier) else model
    if isinstance(side, KernelBayes):
        return side.threshold_search_.scores, -side.offset_
    scores = describe(model)
    if scores is not None:
        return scores[0](points.X) - scores[0].offset, -scores[0].offset
    return score_points(model, points.X).reshape(len(points.y), -1)[:, 0], 0.0


def code_of(notebook: str) -> list[str]:
    """Return the code cells after the first one, which installs the package."""
    cells = json.loads(notebook)["cells"]
    install, *code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert install == "%" + write_script(LabState()).partition("\n")[0].removeprefix("# ")
    return code


def ruff(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ruff on a folder, as it is without a configuration."""
    command = [sys.executable, "-m", "ruff", *arguments, "--isolated", "--no-cache", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def check_table(state: LabState, head: str, lines: list[str]) -> None:
    expected = list(table_in_the_lab(state))
    assert head.endswith(f"held out, {describe_scheme(state.evaluation_spec)}")
    for line, own in zip(lines, expected, strict=False):  # the package adds features and remedies
        assert with_names(line).startswith(own)


@pytest.mark.parametrize("name", STATES)
def test_it_prints_the_table_and_draws_the_regions_and_the_line_of_the_lab(name: str) -> None:
    state = STATES[name]
    (head, *lines), figures = run(write_script(state))
    check_table(state, head, lines)
    keys = keys_shown(state)
    for key, regions, line in zip(keys, figures[::2], figures[1::2], strict=True):
        for trace, expected in zip(regions.data, regions_in_the_lab(state, key).data, strict=True):
            content = trace.to_plotly_json()
            content.pop("visible", None)
            np.testing.assert_equal(content, expected.to_plotly_json())
        scores, threshold = line_in_the_lab(state, key)
        projections = np.concatenate([line.data[k].x for k in (0, 1)])
        np.testing.assert_allclose(np.sort(projections), np.sort(scores), rtol=1e-9, atol=1e-12)
        assert line.layout.shapes[-1].x0 == pytest.approx(threshold, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", FAILURES)
def test_a_classifier_that_fails_prints_its_sentence_and_the_others_their_results(
    name: str,
) -> None:
    state = FAILURES[name]
    lines, figures = run(write_script(state))
    check_table(state, lines[0], lines[1:])
    title = f"{MODELS[state.model].title}: "
    (sentence,) = (line.removeprefix(title) for line in lines if line.startswith(title))
    with pytest.raises(ValueError) as problem:
        compute.regions(state.fit_spec())
    assert with_names(sentence).startswith(str(problem.value))
    assert len(lines) > len(TABLE_MODELS)
    assert len(figures) == 2 * (state.beside == "I")


def run_without(absent: Iterable[str], *codes: str) -> list[list[str]]:
    """Return the lines that each code prints where some packages are absent."""
    start = f"""
import json, sys
sys.modules |= dict.fromkeys({list(absent)})
for code in json.load(sys.stdin):
    exec(code, {{}})
    print({AFTER_EACH!r})
"""
    process = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", start],
        input=json.dumps(codes),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")
    return [output.splitlines() for output in process.stdout.split(f"{AFTER_EACH}\n")[:-1]]


def test_where_app_and_plotly_are_absent_all_numbers_are_printed_and_one_sentence() -> None:
    usual, uneven = ALL["as it starts"], ALL["too few points for its folds"]
    drawing_state = STATES["drawn, three classes"]
    show = "\nprint(X.tolist(), y.tolist(), points.class_names, sep='\\n')"
    *outputs, points_shown = run_without(
        ["plotly", *APP],
        write_script(usual),
        "\n".join(code_of(write_notebook(uneven))),
        write_script(drawing_state).partition("# The pictures")[0] + show,
    )
    for state, lines in zip((usual, uneven), outputs, strict=True):
        assert lines == [*run(write_script(state))[0], NO_PLOTLY]
    points = compute.dataset(drawing_state.dataset_spec)
    expected = [points.X.tolist(), points.y.tolist(), points.class_names]
    assert [ast.literal_eval(line) for line in points_shown[-3:]] == expected


def imported_roots(script: str) -> set[str]:
    nodes = [node for node in ast.walk(ast.parse(script)) if isinstance(node, ast.ImportFrom)]
    return {str(node.module).partition(".")[0] for node in nodes}


def test_switches_hide_parts_of_the_picture() -> None:
    def is_hidden(name: str) -> dict[str, bool]:
        traces = run(write_script(STATES[name]))[1][0].data
        return {trace.mode: trace.visible is False for trace in traces if trace.type == "scatter"}

    assert is_hidden("as it starts") == {"lines": False, "markers": False}
    assert is_hidden("nothing but points") == {"lines": True, "markers": False}
    assert is_hidden("nothing but regions") == {"lines": False, "markers": True}


@pytest.mark.parametrize("name", ["as it starts", "drawn, nasty names"])
def test_the_notebook_is_valid_and_its_cells_do_what_the_script_does(name: str) -> None:
    state = ALL[name]
    notebook = write_notebook(state)
    nbformat.validate(nbformat.reads(notebook, as_version=4), version=4)
    lines, figures = run("\n".join(code_of(notebook)))
    assert lines == run(write_script(state))[0]
    assert figures == run(write_script(state))[1]


def test_the_code_is_complete_and_imports_what_it_needs_from_the_package_alone(
    tmp_path: Path,
) -> None:
    for number, state in enumerate(ALL.values()):
        script = write_script(state)
        (tmp_path / f"{number}.py").write_text(script, encoding="utf-8")
        assert imported_roots(script) <= {"bayeslab", "sklearn"}
        (tmp_path / f"{number}.ipynb").write_text(write_notebook(state), encoding="utf-8")
    process = ruff(tmp_path, "check", "--select=E,F,I,W,B,SIM,UP", *LINES_STAY)
    assert process.returncode == 0, process.stdout


@given(states)
def test_any_state_of_the_lab_gives_code_or_a_sentence(state: LabState) -> None:
    try:
        script = write_script(replace(state, n=min(state.n, 40)))
    except ValueError as problem:
        assert re.fullmatch(r"[A-Z].*\.", str(problem))
    else:
        compile(script, "taken away", "exec")


def given_values(script: str) -> dict[str, ast.expr]:
    return {
        ast.unparse(node.targets[0]): node.value
        for node in ast.parse(script).body
        if isinstance(node, ast.Assign)
    }


def read_names(script: str) -> tuple[str, ...]:
    """Return the names that the code gives to a drawing, and nothing if they are not literals."""
    names = given_values(script)
    features, classes = (ast.literal_eval(names[f"{of}_names"]) for of in ("feature", "class"))
    return (*features, *classes)


def everything_but_text(script: str) -> list[tuple[int, str]]:
    tokens = tokenize.generate_tokens(io.StringIO(script).readline)
    layout = {tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.STRING, tokenize.COMMENT}
    return [(token.type, token.string) for token in tokens if token.type not in layout]


texts = st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=()), max_size=8)


TAME = everything_but_text(write_script(replace(STATES["drawn"], names=("a", "b", "c", "d"))))


@given(st.tuples(texts, texts, texts, texts))
def test_names_stay_within_their_quotes(names: tuple[str, ...]) -> None:
    script = write_script(replace(STATES["drawn"], names=names))
    assert read_names(script) == names
    assert everything_but_text(script) == TAME
    assert script.encode().decode() == script


def test_the_columns_of_the_table_have_the_names_of_the_features() -> None:
    for names, heading in {
        ("width", "height", "a", "b"): "width, height, class",
        ("two\nlines", "\x00", "a", "b"): "two lines, ?, class",
    }.items():
        script = write_script(replace(STATES["drawn"], names=names))
        assert f"table = np.array([  # {heading}\n" in script


@given(texts.filter(bool))
@example('"""')
@example("two\nlines\rof it")
@example("coding: latin-1")
def test_a_title_stays_within_its_quotes(title: str) -> None:
    state = replace(STATES["drawn"], title=title)
    script = write_script(state)
    assert ast.literal_eval(given_values(script)["title"]) == title
    assert everything_but_text(script) == TAME
    assert "title" not in json.loads(write_notebook(state))["cells"][0]["source"]


FRAGMENTS = [
    *("attack()", "(attack())", '"', "'", '"""', "'''", "\\", "\n", "\r", "#", ")", ";", "+", "="),
    *("{", "}", "%s", "\u2028", "\x0c", "coding: utf-7", "\\N{", "\x00", "-1", "@", "\t", "[", "$"),
]
ATTACKS = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=5).map("".join)


@given(st.lists(ATTACKS, min_size=5, max_size=5))
def test_names_and_titles_stay_as_they_are_when_what_is_saved_is_run(texts: list[str]) -> None:
    assert check_export("~".join(texts).encode())


@pytest.mark.parametrize(
    ("function", "broken"),
    [
        ("core.code_sections._literal", lambda x: f'"{x}"' if "attack" in str(x) else repr(x)),
        ("core.csv_import.escape", lambda text: text),
        ("core.reports.escape", lambda text: text),
        ("core.reports._escape", lambda text: text),
    ],
)
def test_an_attack_that_succeeds_is_noticed(
    function: str, broken: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b'=[2~"+attack()+"~=1+1~-x~pets'
    assert check_export(content)
    monkeypatch.setattr(function, broken)
    with pytest.raises((AssertionError, AttackError)):
        check_export(content)


def test_only_settings_that_matter_are_written() -> None:
    usual = write_script(LabState())
    assert usual.count("\n") <= LONGEST_USUAL
    assert 'DatasetSpec("moons", n=200, seed=0)' in usual
    assert 'KernelBayes("II", gamma=5.0),' in usual
    assert not re.search("degree|coef0|metric|determinants|numpy as|noise|balance", usual)
    iris = LabState("iris", n=77, seed=3, kernel="polynomial", gamma=2.5, svc_gamma="scale")
    code = write_script(iris).partition("# The points")[2]
    assert 'DatasetSpec("iris")' in code
    assert 'KernelBayes("III", kernel="polynomial", degree=2, coef0=1.0)' in code
    assert not re.search("77|seed|2\\.5", code)


def test_the_script_begins_with_its_installation_title_settings_and_requirements() -> None:
    state = LabState("iris", classes=(1, 2), gamma=20.0, beside="svc-rbf")
    page = "https://bayes.example.edu:8443/lab/compare?data=iris"
    command, _, heading, settings, *needs = write_script(state, page=page).split("\n")[:6]
    assert heading == (
        "# Kernel Bayes I beside SVC, RBF on Iris flowers, as the lab of bayeslab shows it."
    )
    assert settings == (
        "# Settings: data iris, classes 1-2, beside svc-rbf, gamma 20; all others default."
    )
    assert "the first line installs it" in " ".join(line[2:] for line in needs)
    versions = " ".join(rf"{name}==\d\S+" for name in ("numpy", "scikit-learn", "scipy"))
    address = re.escape(f"https://bayes.example.edu:8443/lab{ADDRESS}")
    assert re.fullmatch(rf'# pip install "bayeslab\[figures\] @ {address}" {versions}', command)


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("http://10.0.0.7:8501/compare", f"http://10.0.0.7:8501{ADDRESS}"),
        ("http://[::1]:8501/", f"http://[::1]:8501{ADDRESS}"),
        ("", f"http://localhost:8501{ADDRESS}"),
        ('http://x";rm -r ~', f"http://localhost:8501{ADDRESS}"),
        ("https://x/\nimport os/compare", f"https://x{ADDRESS}"),
        ("javascript:alert(1)", f"http://localhost:8501{ADDRESS}"),
    ],
)
def test_the_package_is_installed_from_the_server_of_the_page(page: str, address: str) -> None:
    assert install_command(page) == f'pip install "bayeslab[figures] @ {address}"'


@pytest.mark.parametrize("drawing", [state_with(X[:0], Y[:0]), state_with(X, 0 * Y)])
def test_points_that_are_not_of_two_classes_give_a_sentence(drawing: LabState) -> None:
    with pytest.raises(ValueError, match="draw points of two classes"):
        write_script(drawing)


def test_points_that_only_a_browser_has_give_a_sentence() -> None:
    with pytest.raises(ValueError, match="Open the link there"):
        write_notebook(LabState(data=DRAWN, points="@0123abcd"))


ROWS = [
    Row("I", 0.995, Accuracy(0.9655, 0.0151, (1.0, 0.931), (29, 29), (29, 29)), 0.001),
    Row("my model, 100 %", 1.0, None, 0.1, "1 point_s & {no}\nmore."),
    Row("svc-rbf", None, None, None, "Lower C."),
]


def test_the_table_is_written_as_csv() -> None:
    assert list(csv.reader(io.StringIO(write_accuracies_csv(ROWS)))) == [
        ["classifier", "training", "held_out", "standard_error", "problem"],
        ["Kernel Bayes I", "0.995", "0.9655", "0.0151", ""],
        ["my model, 100 %", "1.0", "", "", ROWS[1].problem],
        ["SVC, RBF", "", "", "", "Lower C."],
    ]


def test_the_table_is_written_as_latex() -> None:
    assert (
        write_accuracies_latex(ROWS, "10-fold")
        == r"""\begin{tabular}{lrr}
\toprule
Classifier & Training & Held out, 10-fold (mean $\pm$ standard error) \\
\midrule
Kernel Bayes I & 99.5\,\% & $96.5 \pm 1.5$\,\% \\
my model, 100 \% & 100.0\,\% & \multicolumn{1}{p{0.5\textwidth}}{1 point\_s \& \{no\} more.} \\
SVC, RBF & -- & \multicolumn{1}{p{0.5\textwidth}}{Lower C.} \\
\bottomrule
\end{tabular}
"""
    )


COMMAND = re.compile(r"\\(text\w+\{\}|[&%$#_{}])")


@given(st.text(st.sampled_from("\\{}$&#^_~%<>| ab\n"), max_size=20))
def test_latex_reads_no_text_as_a_command(text: str) -> None:
    table = write_accuracies_latex([Row(text, 1.0)], "hold-out")
    (line,) = (line for line in table.splitlines() if "100.0" in line)
    cell = line.partition(r" & 100.0\,\%")[0]
    assert not set(COMMAND.sub("", cell)) & set("\\{}$&#^_~%<>|")


SWITCH = re.compile(r"\\ifdefined\\Umathchar (.+?)\\else (\?+)\\fi\{\}")


@given(st.text(st.sampled_from("ab éßł−“”γ₁ قطب 猫αж😀"), min_size=1, max_size=20))
def test_no_letter_stops_latex_and_none_is_lost(text: str) -> None:
    table = write_accuracies_latex([Row(f"k{text}k", 1.0)], "hold-out")
    (line,) = (line for line in table.splitlines() if "100.0" in line)
    cell = line.partition(r" & 100.0\,\%")[0]
    assert not set(SWITCH.sub("", cell)) & set("γ₁قطب猫αж😀")
    assert table.startswith("%") == bool(SWITCH.search(cell))
    read = cell.replace(r"$\gamma$", "γ").replace(r"\textsubscript{1}", "₁")
    assert SWITCH.sub(r"\1", read) == " ".join(f"k{text}k".split())
    assert all(len(letters) == len(marks) for letters, marks in SWITCH.findall(cell))


def test_a_scheme_has_the_name_that_the_lab_uses() -> None:
    assert describe_scheme(EvaluationSpec("k-fold", folds=7)) == "7-fold"
    assert describe_scheme(EvaluationSpec("hold-out", folds=7)) == "hold-out"
