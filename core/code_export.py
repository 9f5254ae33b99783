"""Code to take away: a state of the lab as a Python script or a Jupyter notebook.

What is written is what a teacher would write by hand for this one state: its points, its
classifiers with the settings that matter to them, the table of accuracies and the pictures. Run, it
prints the numbers and draws the pictures of the lab. To keep it that plain, whether a classifier
can be shown at all is found out here, by fitting it; the code of one that cannot prints the reason.
The pictures come last: they need plotly, and without it the numbers are printed all the same.

Texts of users, which are the names of features and classes and a drawing, get into the code as
string literals only. The code is formatted as ruff does it.
"""

import ast
import inspect
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from textwrap import fill, indent
from typing import Any, get_args

import numpy as np
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from bayeslab import __version__
from bayeslab.data import datasets
from bayeslab.data.datasets import DATASETS, Dataset, DatasetSpec
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.accuracy import EvaluationSpec
from bayeslab.evaluation.models import MODELS, TABLE_MODELS, build_model
from bayeslab.scoring.regions import Box, decision_regions
from core.drawing import DrawnSpec
from core.effort import FINEST, resolution_within
from core.link import encode
from core.reports import describe_scheme
from core.state import NOTHING, LabState

__all__ = ["write_notebook", "write_script"]

Section = tuple[str, str]  # a title and lines of code

WIDTH = 88  # columns of code, ruff's default
PINNED = ("numpy", "scikit-learn", "scipy")  # the numbers depend on their versions

# What the code may use, as sorted imports.
IMPORTS = {
    "bayeslab": ("GaussianBayes", "KernelBayes", "decision_regions"),
    "bayeslab.data.datasets": ("DatasetSpec", "bounding_box", "load", "standardised"),
    "bayeslab.estimators.threshold": ("best_threshold",),
    "bayeslab.evaluation.accuracy": ("EvaluationSpec", "compare"),
    "bayeslab.evaluation.models": ("BoundedNeighbours", "BoundedProcess", "BoundedSVC"),
    "bayeslab.scoring.regions": ("score_points",),
    "core.drawing": ("DrawnSpec",),
    "sklearn.gaussian_process.kernels": ("RBF",),
    "sklearn.linear_model": ("LogisticRegression",),
    "sklearn.multiclass": ("OneVsRestClassifier",),
    "sklearn.pipeline": ("make_pipeline",),
    "sklearn.preprocessing": ("StandardScaler",),
}
# What the pictures use besides; it needs plotly, which the classifiers do without.
FIGURES = ("PALETTE", "REST", "draw_projection", "draw_regions")
NO_PLOTLY = 'Pictures need plotly: pip install ".[figures]" in the folder of bayeslab.'
WITHIN = WIDTH - 4  # columns for code of the pictures, which are indented

# Parameters that matter at their default too, if the kernel has them.
ALWAYS_WRITTEN = {"variant", "covariance", "n_neighbors", "C", "gamma", "degree", "coef0"}
OF_KERNELS = {"gamma", "degree", "coef0"}
OF_SVC_KERNELS = {"linear": set[str](), "rbf": {"gamma"}, "poly": OF_KERNELS}

# What the lab's switches take from the picture.
HIDE = {
    "boundary": 'figure.update_traces(visible=False, selector={"mode": "lines"})',
    "points": 'figure.update_traces(visible=False, selector={"mode": "markers"})',
    "axes": "figure.update_layout(xaxis_visible=False, yaxis_visible=False)",
}

ACCURACIES = """\
    training = "–" if row.training is None else f"{row.training:.1%}"
    others = row.problem
    if row.held_out is not None:
        others = f"{row.held_out.mean:.1%} ± {row.held_out.standard_error:.1%}"
    print(f"{row.name:20} {training:>8}  {others}")"""


@dataclass(frozen=True, eq=False)
class Scene:
    """A state of the lab with its points, the box they are shown in and the classes they have.

    `table` are the keys of the classifiers whose accuracies are printed.
    """

    state: LabState
    table: tuple[str, ...]
    points: Dataset
    box: Box
    classes: tuple[int, ...]

    @property
    def shown(self) -> tuple[str, ...]:
        """The keys of the classifiers in the picture."""
        keys = (self.state.model, self.state.beside)
        return tuple(dict.fromkeys(key for key in keys if key != NOTHING))

    def build(self, key: str) -> Any:
        """Return the unfitted classifier of that key; what it does not read is at its default."""
        settings = MODELS[key].relevant(self.state.model_spec)
        return build_model(key, settings, len(self.classes))


def write_script(state: LabState, table: Sequence[str] = TABLE_MODELS) -> str:
    """Return a Python script that rebuilds what the lab shows.

    Parameters
    ----------
    state : LabState
    table : sequence of str
        The keys of the classifiers whose accuracies are printed; those in the picture are added.

    Raises
    ------
    ValueError
        If the state's points cannot be had, or are not of two classes.
    """
    scene = _set_scene(state, table)
    sections = _write_sections(scene)
    heading, settings, needs, command = _introduce(scene)
    comment = [*_wrap(heading), *_wrap(settings), "#", f"# {needs}", f"#     {command}"]
    body = [f"# {title}\n{code}" for title, code in sections]
    return "\n\n".join(["\n".join(comment), _write_imports(sections), *body]) + "\n"


def write_notebook(state: LabState, table: Sequence[str] = TABLE_MODELS) -> str:
    """Return a Jupyter notebook (nbformat 4.5, JSON) that rebuilds what the lab shows.

    Parameters
    ----------
    state, table
        As for :func:`write_script`.

    Raises
    ------
    ValueError
        As :func:`write_script`.
    """
    scene = _set_scene(state, table)
    sections = _write_sections(scene)
    heading, settings, needs, command = _introduce(scene)
    introduction = f"# {heading}\n\n{settings}\n\n{needs}\n\n```sh\n{command}\n```"
    cells = [("markdown", introduction), ("code", _write_imports(sections))]
    for title, code in sections:
        cells += [("markdown", f"## {title}"), ("code", code)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": [_write_cell(number, *cell) for number, cell in enumerate(cells)],
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _set_scene(state: LabState, table: Sequence[str]) -> Scene:
    spec = state.dataset_spec
    points = spec.load() if isinstance(spec, DrawnSpec) else datasets.load(spec)
    classes = tuple(np.unique(points.y).tolist())
    if len(classes) < 2:
        raise ValueError("There is no code to write yet: draw points of two classes.")
    if state.standardise:
        points = datasets.standardised(points)
    box = spec.drawing.box if isinstance(spec, DrawnSpec) else datasets.bounding_box(points.X)
    return Scene(state, tuple(table), points, box, classes)


def _introduce(scene: Scene) -> tuple[str, str, str, str]:
    """Return what the code is, its settings, what it needs, and the command to install that."""
    titles = " beside ".join(MODELS[key].title for key in scene.shown)
    chosen = encode(scene.state)
    texts = ", ".join(f"{key} {chosen[key]}" for key in chosen if key not in ("points", "names"))
    packages = " ".join(f"{name}=={version(name)}" for name in PINNED)
    return (
        f"{titles} on {scene.points.title}, as the lab of bayeslab shows it.",
        f"Its settings: {f'{texts}; else' if texts else 'all'} as it starts.",
        f"This needs bayeslab {__version__}; in its folder:",
        f'pip install ".[figures]" {packages}',
    )


def _wrap(text: str) -> list[str]:
    """Return the text as comments; what breaks a line becomes a space."""
    filled = fill(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in filled.split("\n")]


def _write_imports(sections: Iterable[Section]) -> str:
    used = set().union(*(_find_names(code) for _, code in sections))
    lines = ["import numpy as np"] if "np" in used else []
    for module, names in IMPORTS.items():
        if not used.isdisjoint(names):
            lines.append(f"from {module} import {', '.join(filter(used.__contains__, names))}")
    return "\n".join(lines)


def _find_names(code: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}


def _write_cell(number: int, kind: str, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell | {"source": source.splitlines(keepends=True)}


def _write_sections(scene: Scene) -> list[Section]:
    sections = [
        ("The points", _write_points(scene.state)),
        ("The classifiers", _write_models(scene)),
        ("How often each is right (± standard error)", _write_table(scene.state.evaluation_spec)),
    ]
    pictures: list[Section] = []
    for key in scene.shown:
        title, model = MODELS[key].title, _fit_to_draw(scene, key)
        if model is None:
            sections.append((f"{title}: why there is no picture", _write_reason(title)))
            continue
        pictures.append((f"{title}: its decision regions", _write_regions(scene, key)))
        pictures.append((f"{title}: its line and threshold", _write_line(scene, key, model)))
    if pictures:
        sections.append(("The pictures", _guard(pictures)))
    return sections


def _guard(pictures: Iterable[Section]) -> str:
    """Return code that draws the pictures where plotly is installed, else says what to do."""
    code = "\n\n".join(f"# {title}\n{each}" for title, each in pictures)
    used = ", ".join(filter(_find_names(code).__contains__, FIGURES))
    return f"""\
try:
    from bayeslab.figures import {used}
except ModuleNotFoundError:
    print({_literal(NO_PLOTLY)})
else:
{indent(code, "    ")}"""


def _write_points(state: LabState) -> str:
    spec = state.dataset_spec
    if isinstance(spec, DrawnSpec):
        made, loaded, box = _write_drawing(spec), "spec.load()", "spec.drawing.box"
    else:
        made, loaded, box = _write_choice(spec), "load(spec)", "bounding_box(X)"
    return f"""\
{made}
points = {f"standardised({loaded})" if state.standardise else loaded}
X, y = points.X, points.y
box = {box}
names = {{"class_names": points.class_names, "feature_names": points.feature_names}}"""


def _write_drawing(spec: DrawnSpec) -> str:
    arguments = [_literal(spec.points)]
    if spec.names != DrawnSpec.names:
        arguments.append(_write_call("names=", map(_literal, spec.names), WIDTH - 5))
    return _write_call("spec = DrawnSpec", arguments)


def _write_choice(spec: DatasetSpec) -> str:
    is_generated = DATASETS[spec.name].kind == "generated"
    names = ("n", "noise", "balance", "seed") if is_generated else ("features", "classes")
    given = {name: getattr(spec, name) for name in names}
    chosen = [f"{name}={_literal(value)}" for name, value in given.items() if value is not None]
    return _write_call("spec = DatasetSpec", [_literal(spec.name), *chosen])


def _write_models(scene: Scene) -> str:
    entries = [
        _express(scene.build(key), f"{_literal(MODELS[key].title)}: ", WIDTH - 5)
        for key in dict.fromkeys((*scene.table, *scene.shown))
    ]
    return "\n".join(["models = {", *(indent(f"{entry},", "    ") for entry in entries), "}"])


def _express(part: Any, head: str = "", room: int = WIDTH) -> str:
    """Return, after `head`, the code that makes an unfitted classifier or a part of one."""
    if isinstance(part, Pipeline):
        steps = [_express(step, room=room - 5) for _, step in part.steps]
        return _write_call(f"{head}make_pipeline", steps, room)
    if not hasattr(part, "get_params"):
        return head + _literal(part)
    arguments = [_express(value, label, room - 5) for label, value in _list_settings(part)]
    return _write_call(head + type(part).__name__, arguments, room)


def _list_settings(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield "name=" and value of the parameters that matter; the first one may need no name."""
    ignored, given = _list_ignored(part), part.get_params(deep=False)
    for place, (name, parameter) in enumerate(inspect.signature(type(part)).parameters.items()):
        is_set = name in ALWAYS_WRITTEN or given[name] != parameter.default
        if is_set and name not in ignored:
            is_first = place == 0 and parameter.kind != parameter.KEYWORD_ONLY
            yield "" if is_first else f"{name}=", given[name]


def _list_ignored(part: Any) -> set[str]:
    """Return the parameters that a classifier's kernel does not have."""
    if isinstance(part, KernelBayes):
        return OF_KERNELS - set(inspect.signature(KERNELS[str(part.kernel)]).parameters)
    return OF_KERNELS - OF_SVC_KERNELS[part.kernel] if isinstance(part, SVC) else set()


def _write_table(evaluation: EvaluationSpec) -> str:
    head = f"{'Classifier':20} training  others, {describe_scheme(evaluation)}"
    folds = f", folds={evaluation.folds}" if "k-fold" in evaluation.scheme else ""
    return f"""\
print({_literal(head)})
for row in compare(models, X, y, EvaluationSpec({_literal(evaluation.scheme)}{folds})):
{ACCURACIES}"""


def _fit_to_draw(scene: Scene, key: str) -> Any:
    """Return the classifier, fitted, or None if it cannot be fitted or drawn."""
    try:
        model = scene.build(key).fit(scene.points.X, scene.points.y)
        # Scores are largest in the corners: where those do not overflow, none does.
        decision_regions(model, scene.box, resolution=2)
    except ValueError:
        return None
    return model


def _write_reason(title: str) -> str:
    return f"""\
try:
    decision_regions(models["{title}"].fit(X, y), box)
except ValueError as problem:
    print("{title}:", problem)"""


def _write_regions(scene: Scene, key: str) -> str:
    title, n, kernel = MODELS[key].title, len(scene.points.y), scene.state.kernel
    nodes = resolution_within(key, kernel, n, len(scene.classes))
    resolution = "" if nodes == FINEST else f", resolution={nodes}"
    switches, is_gapless = scene.state.switches, max(scene.classes) < len(scene.classes)
    label = "regions.label" if is_gapless else "regions.classes[regions.label]"
    rings = [] if "errors" in switches else ["wrong=wrong"]
    scale = ["equal_scale=True"] if "equal" in switches else []
    arguments = ["*grid", "X", "y", "**names", *rings, *scale, f'title="{title}"']
    lines = [
        f'model = models["{title}"].fit(X, y)',
        f"regions = decision_regions(model, box{resolution})",
        f"grid = (regions.x1, regions.x2, {label}, regions.strength)",
        *("wrong = model.predict(X) != y" for _ in rings),
        _write_call("figure = draw_regions", arguments, WITHIN),
        *(line for switch, line in HIDE.items() if switch in switches),
        "figure.show()",
    ]
    return "\n".join(lines)


def _write_line(scene: Scene, key: str, model: Any) -> str:
    """Return the code for the line that parts two classes, or the first of more from the rest."""
    threshold = scene.state.threshold if key in get_args(Variant) else "error"
    criterion = "criterion" if threshold == "consistency" else "errors"
    axis = ['axis_name="leave-one-out projection"'] if threshold == "loo" else []
    names = [f'criterion_name="{criterion}"', *axis, *_name_sides(scene)]
    arguments = ["*line", "*cuts", *names, f'title="{MODELS[key].title}"']
    return f"""\
{_write_search(scene, key, model)}
line = (search.scores, search.labels, threshold)
cuts = (search.cuts, search.values, search.errors, search.realisable, cut)
{_write_call("figure = draw_projection", arguments, WITHIN)}
figure.show()"""


def _write_search(scene: Scene, key: str, model: Any) -> str:
    """Return the code that finds every cut of the line, and the one the classifier makes.

    Kernel Bayes has searched them itself. The others cut their scores at 0; the line of an SVC of
    two classes is that of its kernel sums, cut at minus its intercept.
    """
    is_pair, last = len(scene.classes) == 2, model[-1] if isinstance(model, Pipeline) else model
    if key in get_args(Variant):
        side = "model" if is_pair else "model.estimators_[0]"
        return f"search = {side}.threshold_search_\nthreshold, cut = search.threshold, search.index"
    has_scores = hasattr(model, "decision_function")
    scores = "model.decision_function(X)" if has_scores else "score_points(model, X)"
    threshold = "0.0"
    if not is_pair:
        scores += "[:, 0]"
    elif isinstance(last, SVC):
        scores += " + threshold"
        threshold = f"-model{'' if last is model else '[-1]'}.intercept_[0]"
    return f"""\
threshold = {threshold}
scores = {scores}
search = best_threshold(scores, np.where(y == {scene.classes[is_pair]}, 1, -1))
cut = (scores <= threshold).sum()"""


def _name_sides(scene: Scene) -> list[str]:
    """Return the arguments that name and style the two sides of a line."""
    if len(scene.points.class_names) == 2:
        return ["class_names=points.class_names"]
    parted = scene.classes if len(scene.classes) == 2 else scene.classes[:1]
    names = [f"points.class_names[{label}]" for label in parted]
    styles = [f"PALETTE[{label}]" for label in parted]
    if len(parted) == 1:
        names, styles = ['"the rest"', *names], ["REST", *styles]
    return [f"class_names=[{', '.join(names)}]", f"styles=[{', '.join(styles)}]"]


def _write_call(head: str, arguments: Iterable[str], room: int = WIDTH) -> str:
    """Return a call on one line if there is room, else with a line for each argument.

    Bytes are counted: characters never take more columns than bytes.
    """
    arguments = list(arguments)
    line = f"{head}({', '.join(arguments)})"
    if "\n" not in line and len(line.encode()) <= room:
        return line
    return "\n".join([f"{head}(", *(indent(f"{each},", "    ") for each in arguments), ")"])


def _literal(value: Any) -> str:
    """Return a value as ruff writes it: text in double quotes, unless it holds more of these."""
    if isinstance(value, float):
        return repr(float(value))  # of a numpy scalar too
    if not isinstance(value, str):
        return repr(value)
    body = repr('"' + value)[2:-1]  # with a double quote in it, repr quotes by single ones
    if value.count('"') > value.count("'"):
        return f"'{body}'"
    return '"' + body.replace("\\'", "'").replace('"', '\\"') + '"'
