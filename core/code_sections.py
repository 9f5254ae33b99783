"""The sections of exported code: the points, the classifiers, their accuracies, the pictures."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import indent
from typing import Any, get_args

import numpy as np
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from bayeslab.data.datasets import DATASETS, Dataset, DatasetSpec
from bayeslab.data.points import bounding_box
from bayeslab.estimators.kernel_bayes import KernelBayes, Variant
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.models import MODELS, build_model, last_step
from bayeslab.evaluation.splits import READS, EvaluationSpec
from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.islands import FINEST_DETAIL, bump_width, detailed_resolution
from bayeslab.scoring.regions import Box, decision_regions
from core.drawing import DrawnSpec
from core.effort import FINEST, Work, resolution_within
from core.fit_spec import PointsSpec, load_points
from core.limits import Names
from core.reports import describe_scheme
from core.state import LabState

Section = tuple[str, str]  # a title and lines of code

# Used by the pictures only; these need plotly.
FIGURES = {
    "bayeslab.figures": ("draw_projection", "draw_regions"),
    "bayeslab.figures.theme": ("PALETTE", "REST"),
}
NO_PLOTLY = "Pictures need plotly: the command at the top installs it."

# Parameters that are written even at their default, if the kernel has them.
ALWAYS_WRITTEN = {"variant", "covariance", "n_neighbors", "C", "gamma", "degree", "coef0"}
OF_KERNELS = {"gamma", "degree", "coef0"}
OF_SVC_KERNELS = {"linear": set[str](), "rbf": {"gamma"}, "poly": OF_KERNELS}

# The code for each display option of the lab that is switched off.
HIDE = {
    "boundary": 'figure.update_traces(visible=False, selector={"mode": "lines"})',
    "points": 'figure.update_traces(visible=False, selector={"mode": "markers"})',
    "axes": "figure.update_layout(xaxis_visible=False, yaxis_visible=False)",
}

ACCURACIES = """\
    training = "–" if row.training is None else f"{row.training:.1%}"
    held_out = row.problem
    if row.held_out is not None:
        held_out = f"{row.held_out.mean:.1%} ± {row.held_out.standard_error:.1%}"
    print(f"{row.name:20} {training:>8}  {held_out}")"""


@dataclass(frozen=True, eq=False)
class ExportedLab:
    """A state of the lab with its points, the box they are shown in and the classes they have.

    `table` are the keys of the classifiers whose accuracies are printed.
    """

    state: LabState
    spec: PointsSpec
    table: tuple[str, ...]
    points: Dataset
    box: Box
    classes: tuple[int, ...]

    @property
    def has_pictures(self) -> bool:
        """Whether the points have the two features that a picture shows."""
        return len(self.points.feature_names) == 2

    @property
    def visible_keys(self) -> tuple[str, ...]:
        """The keys of the classifiers in the picture."""
        return self.state.visible_models if self.has_pictures else ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all classifiers."""
        return tuple(dict.fromkeys((*self.table, *self.visible_keys)))

    def build(self, key: str) -> Any:
        """Return the unfitted classifier of that key; unused settings are at their defaults."""
        settings = MODELS[key].relevant(self.state.model_spec)
        return build_model(key, settings, len(self.classes))


def prepare_lab(
    state: LabState, table: Sequence[str], data: PointsSpec | None = None
) -> ExportedLab:
    """Load the points of a state of the lab, or other ones.

    Raises
    ------
    ValueError
        If the points are not available, or are not of two classes.
    """
    spec = data or state.dataset_spec
    points = load_points(spec)
    classes = tuple(np.unique(points.y).tolist())
    if len(classes) < 2:
        raise ValueError("There is no code yet: draw points of two classes.")
    box = spec.drawing.box if isinstance(spec, DrawnSpec) else bounding_box(points.X)
    return ExportedLab(state, spec, tuple(table), points, box, classes)


def find_names(code: str) -> set[str]:
    """Return the names of the variables, functions and classes in code."""
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}


def write_sections(lab: ExportedLab) -> list[Section]:
    """Return the titles and lines of code of all sections, in the order of the script."""
    sections = [
        ("The points", _write_points(lab)),
        ("The classifiers", _write_models(lab)),
        ("The accuracies (held out ± standard error)", _write_table(lab.state.evaluation_spec)),
    ]
    pictures: list[Section] = []
    for key in lab.visible_keys:
        title, model = MODELS[key].title, _fit_to_draw(lab, key)
        if model is None:
            sections.append((f"{title}: reason why there is no picture", _write_reason(title)))
            continue
        pictures.append((f"{title}: decision regions", _write_regions(lab, key, model)))
        pictures.append((f"{title}: projection and threshold", _write_line(lab, key, model)))
    if pictures:
        sections.append(("The pictures", _guard(pictures)))
    return sections


def _guard(pictures: Iterable[Section]) -> str:
    """Return code that draws the pictures if plotly is installed, else says how to install it."""
    code = "\n\n".join(f"# {title}\n{each}" for title, each in pictures)
    imports = "\n".join(
        f"from {module} import {', '.join(sorted(used))}"
        for module, names in FIGURES.items()
        if (used := find_names(code).intersection(names))
    )
    return f"""\
try:
{indent(imports, "    ")}
except ModuleNotFoundError:
    print({_literal(NO_PLOTLY)})
else:
{indent(code, "    ")}"""


def _write_points(lab: ExportedLab) -> str:
    spec = lab.spec
    if isinstance(spec, DatasetSpec):
        lines, is_standardised = _write_choice(spec), spec.standardise
    elif isinstance(spec, DrawnSpec):
        lines, is_standardised = _write_rows(spec.load()), False
    else:
        lines, is_standardised = _write_rows(spec.original()), spec.standardise
    if is_standardised:
        lines.append("points = standardised(points)")
    lines.append("X, y = points.X, points.y")
    if lab.has_pictures:
        box = lab.box if isinstance(spec, DrawnSpec) else "bounding_box(X)"
        names = '{"class_names": points.class_names, "feature_names": points.feature_names}'
        lines += [f"box = {box}", f"names = {names}"]
    return "\n".join(lines)


def _write_rows(points: Dataset) -> list[str]:
    rows = zip(points.X.tolist(), points.y.tolist(), strict=True)
    features, classes = (
        f"({', '.join(map(_literal, names))})"
        for names in (points.feature_names, points.class_names)
    )
    return [
        f"table = np.array([  # {', '.join(Names.fit(*points.feature_names))}, class",
        *(f"    [{', '.join(map(repr, x))}, {label}]," for x, label in rows),
        "])",
        f"feature_names = {features}",
        f"class_names = {classes}",
        f"title = {_literal(points.title)}",
        "points = Dataset(table[:, :-1], table[:, -1], feature_names, class_names, title)",
    ]


def _write_choice(spec: DatasetSpec) -> list[str]:
    is_generated = DATASETS[spec.name].kind == "generated"
    names = ("n", "noise", "balance", "seed") if is_generated else ("features", "classes")
    values = {name: getattr(spec, name) for name in names}
    arguments = [f", {name}={_literal(v)}" for name, v in values.items() if v is not None]
    return [f"points = load(DatasetSpec({_literal(spec.name)}{''.join(arguments)}))"]


def _write_models(lab: ExportedLab) -> str:
    entries = [
        f"    {_literal(MODELS[key].title)}: {_express(lab.build(key))}," for key in lab.keys
    ]
    return "\n".join(["models = {", *entries, "}"])


def _express(part: Any) -> str:
    """Return the code that creates an unfitted classifier or a part of one."""
    if isinstance(part, Pipeline):
        return f"make_pipeline({', '.join(_express(step) for _, step in part.steps)})"
    if not hasattr(part, "get_params"):
        return _literal(part)
    arguments = ", ".join(label + _express(value) for label, value in _list_settings(part))
    return f"{type(part).__name__}({arguments})"


def _list_settings(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield "name=" and value of the parameters that matter; the first one may need no name."""
    useless, values = _list_ignored(part), part.get_params(deep=False)
    for place, (name, parameter) in enumerate(inspect.signature(type(part)).parameters.items()):
        is_set = name in ALWAYS_WRITTEN or values[name] != parameter.default
        if is_set and name not in useless:
            is_first = place == 0 and parameter.kind != parameter.KEYWORD_ONLY
            yield "" if is_first else f"{name}=", values[name]


def _list_ignored(part: Any) -> set[str]:
    """Return the parameters that a classifier's kernel does not have."""
    if isinstance(part, KernelBayes):
        return OF_KERNELS - set(inspect.signature(KERNELS[str(part.kernel)]).parameters)
    return OF_KERNELS - OF_SVC_KERNELS[part.kernel] if isinstance(part, SVC) else set()


def _write_table(evaluation: EvaluationSpec) -> str:
    head = f"{'Classifier':20} training  held out, {describe_scheme(evaluation)}"
    usual = EvaluationSpec(evaluation.scheme)
    values = {name: getattr(evaluation, name) for name in READS.get(evaluation.scheme, ())}
    arguments = [f", {name}={v}" for name, v in values.items() if v != getattr(usual, name)]
    return f"""\
print({_literal(head)})
for row in compare(models, X, y, EvaluationSpec({_literal(evaluation.scheme)}{"".join(arguments)})):
{ACCURACIES}"""


def _fit_to_draw(lab: ExportedLab, key: str) -> Any:
    """Return the classifier, fitted, or None if it cannot be fitted or drawn."""
    try:
        model = lab.build(key).fit(lab.points.X, lab.points.y)
        # Scores are largest in the corners: where those do not overflow, none does.
        decision_regions(model, lab.box, resolution=2)
    except ValueError:
        return None
    return model


def _write_reason(title: str) -> str:
    return f"""\
try:
    decision_regions(models["{title}"].fit(X, y), box)
except ValueError as problem:
    print("{title}:", problem)"""


def _write_regions(lab: ExportedLab, key: str, model: Any) -> str:
    title = MODELS[key].title
    work = Work(key, lab.state.kernel, len(lab.points.y), len(lab.classes))
    nodes, detailed = (resolution_within(work, most) for most in (FINEST, FINEST_DETAIL))
    resolution = "" if nodes == FINEST else f", resolution={nodes}"
    if detailed_resolution(bump_width(describe(model) or (), lab.box), nodes, detailed) > nodes:
        resolution += f", finest={detailed}"  # narrow bumps
    switches, is_gapless = lab.state.switches, max(lab.classes) < len(lab.classes)
    label = "regions.label" if is_gapless else "regions.classes[regions.label]"
    wrong = "" if "errors" in switches else ", wrong=predicted != y"
    is_equal = lab.state.shares_a_scale(lab.points.feature_names)
    scale = ", equal_scale=True" if is_equal else ""
    lines = [
        f'model = models["{title}"].fit(X, y)',
        f"regions = decision_regions(model, box{resolution})",
        f"grid = (regions.x1, regions.x2, {label}, regions.strength)",
        "predicted = model.predict(X)",
        "islands = regions.islands(predicted)",
        f'figure = draw_regions(*grid, X, y, **names, **islands{wrong}{scale}, title="{title}")',
        *(line for switch, line in HIDE.items() if switch in switches),
        "figure.show()",
    ]
    return "\n".join(lines)


def _write_line(lab: ExportedLab, key: str, model: Any) -> str:
    """Return the code for the projection of two classes, or of the first class and the rest."""
    threshold = lab.state.threshold if key in get_args(Variant) else "error"
    criterion = "criterion" if threshold == "consistency" else "errors"
    axis = '    axis_name="leave-one-out projection",\n' if threshold == "loo" else ""
    return f"""\
{_write_search(lab, key, model)}
line = (search.scores, search.labels, threshold)
cuts = (search.cuts, search.values, search.errors, search.realisable, cut)
figure = draw_projection(
    *line,
    *cuts,
{_name_sides(lab)}    criterion_name="{criterion}",
{axis}    title="{MODELS[key].title}",
)
figure.show()"""


def _write_search(lab: ExportedLab, key: str, model: Any) -> str:
    """Return the code that evaluates every cut of the scores, and finds the classifier's own.

    Kernel Bayes has evaluated them itself. The other classifiers cut their scores at 0; for an SVC
    with two classes the scores are its kernel sums, cut at minus its intercept.
    """
    is_pair, last = len(lab.classes) == 2, last_step(model)
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
search = best_threshold(scores, np.where(y == {lab.classes[is_pair]}, 1, -1))
cut = (scores <= threshold).sum()"""


def _name_sides(lab: ExportedLab) -> str:
    """Return the arguments that name and style the two sides of a line."""
    if len(lab.points.class_names) == 2:
        return "    class_names=points.class_names,\n"
    labels = lab.classes if len(lab.classes) == 2 else lab.classes[:1]
    names = [f"points.class_names[{label}]" for label in labels]
    styles = [f"PALETTE[{label}]" for label in labels]
    if len(labels) == 1:
        names, styles = ['"the rest"', *names], ["REST", *styles]
    return f"    class_names=[{', '.join(names)}],\n    styles=[{', '.join(styles)}],\n"


def _literal(value: Any) -> str:
    """Return a value as code; text is in double quotes, unless it has some itself."""
    if isinstance(value, str) and '"' not in value:
        return repr(value + "'")[:-2] + '"'  # a single quote makes repr use double ones
    return repr(float(value) if isinstance(value, float) else value)  # of a numpy scalar too
