"""Figures carry exactly the numbers they were given, for every eye and from any file."""

import itertools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bayeslab.estimators.threshold import ThresholdSearch, best_threshold
from bayeslab.figures import draw_projection, draw_regions
from bayeslab.figures.regions import SHADES
from bayeslab.figures.theme import PALETTE, REST, TEMPLATES, THEMES, mix
from figures import trace

Array = NDArray[np.float64]

HOSTILE = "<b>bold</b> & %{x} $x^2$"


def blobs(n_classes: int, n: int = 60, seed: int = 0) -> dict[str, Any]:
    """Return the arguments of a picture of the nearest of some centres, with points around them."""
    rng = np.random.default_rng(seed)
    centres = rng.uniform(-3, 3, size=(n_classes, 2))
    y = np.arange(n) % n_classes
    x1, x2 = np.linspace(-5, 5, 41), np.linspace(-4, 4, 31)
    nodes = np.stack(np.meshgrid(x1, x2), axis=-1)
    scores = -((nodes[:, :, None] - centres) ** 2).sum(axis=-1)
    order = np.sort(scores, axis=-1)
    return {
        "x1": x1,
        "x2": x2,
        "label": scores.argmax(axis=-1),
        "strength": order[..., -1] - order[..., -2] if n_classes > 1 else np.ones((31, 41)),
        "X": centres[y] + rng.normal(size=(n, 2)),
        "y": y,
        "class_names": [f"class {k}" for k in range(n_classes)],
    }


def plane(score: Array, x1: Array, x2: Array, **others: Any) -> dict[str, Any]:
    """Return the arguments of a picture of a decision function, without points."""
    no_points = {"X": np.empty((0, 2)), "y": np.empty(0), "class_names": ["a", "b"]}
    label, strength = score > 0, np.abs(score)
    return {"x1": x1, "x2": x2, "label": label, "strength": strength, **no_points, **others}


def points_of(figure: Any, n_classes: int) -> list[Any]:
    """Return the traces of the classes' points: they follow the raster and the boundary."""
    return list(figure.data[2 : 2 + n_classes])


def boundary_of(figure: Any) -> tuple[Array, Array]:
    """Return the boundary's points, without the gaps between its pieces."""
    x, y = figure.data[1].x, figure.data[1].y
    assert (np.isnan(x) == np.isnan(y)).all()
    return x[~np.isnan(x)], y[~np.isnan(y)]


def project(search: ThresholdSearch, criterion_name: str = "J", **options: Any) -> Any:
    return draw_projection(
        search.scores,
        search.labels,
        search.threshold,
        search.cuts,
        search.values,
        search.errors,
        search.realisable,
        search.index,
        criterion_name=criterion_name,
        **options,
    )


# Colours and shapes


def linear(colour: str) -> Array:
    """Return linear red, green and blue of "#rrggbb" (sRGB)."""
    c = np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it."""
    darker, lighter = sorted(linear(c) @ [0.2126, 0.7152, 0.0722] for c in (a, b))
    return float((lighter + 0.05) / (darker + 0.05))


# Linear red, green and blue as eyes without one kind of cone see them (Machado et al. 2009).
EYES = {
    "usual": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}


def lab(rgb: Array) -> Array:
    """Return CIE L*a*b* of linear red, green and blue."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(np.clip(to_xyz @ rgb, 0.01, None) / [0.9505, 1.0, 1.089])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eye", EYES)
def test_the_first_four_colours_stay_far_apart_for_every_eye(eye: str) -> None:
    colours = [lab(EYES[eye] @ linear(style.colour)) for style in PALETTE[:4]]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(colours, 2)) > 20


def test_no_two_classes_share_a_colour_or_a_shape() -> None:
    for field in ("colour", "symbol", "name"):
        assert len({getattr(style, field) for style in (*PALETTE, REST)}) == len(PALETTE) + 1


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_text_is_readable_and_outlines_stand_out_on_every_region(look: Any) -> None:
    for text in (look.ink, look.quiet):
        assert contrast(text, look.background) >= 4.5
    for style in (*PALETTE, REST):
        unsure, sure = (mix(style.colour, look.background, s) for s in (look.unsure, look.sure))
        assert contrast(look.ink, unsure) >= 4.5, "the threshold's value is written on this"
        assert contrast(look.ink, sure) >= 3


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_no_text_is_small(template: Any) -> None:
    layout = template.layout
    axes = [
        font for axis in (layout.xaxis, layout.yaxis) for font in (axis.tickfont, axis.title.font)
    ]
    assert min(font.size for font in (*axes, layout.legend.font, layout.hoverlabel.font)) >= 15


def test_mixing_is_by_shares() -> None:
    assert mix("#ff8000", "#000000", 0.5) == "#804000"
    assert mix("#123456", "#ffffff", 1.0) == "#123456"
    assert mix("#123456", "#fedcba", 0.0) == "#fedcba"


# Regions


def test_a_cell_is_its_class_and_its_depth_of_shade() -> None:
    # Six of the nine strengths are 4, so 4 is the 0.9 quantile and the deepest shade.
    strength = np.array([[0.0, 1.0, 2.0], [4.0, 4.0, 4.0], [4.0, 4.0, 4.0]])
    label = np.array([[0, 0, 0], [0, 1, 1], [1, 1, 1]])
    axis = np.arange(3.0)
    figure = draw_regions(
        axis, axis, label, strength, np.empty((0, 2)), np.empty(0), class_names="ab"
    )
    assert SHADES == 25
    assert figure.data[0].z.tolist() == [[0, 6, 12], [24, 49, 49], [49, 49, 49]]


@given(
    n_classes=st.integers(1, 10),
    n=st.integers(0, 40),
    seed=st.integers(0, 99),
    theme=st.sampled_from(sorted(TEMPLATES)),
)
def test_regions_and_points_are_the_arrays_given(
    n_classes: int, n: int, seed: int, theme: str
) -> None:
    data = blobs(n_classes, n, seed)
    figure = draw_regions(**data, theme=theme)
    raster = figure.data[0]
    assert (raster.z // SHADES == data["label"]).all()
    order = np.argsort(data["strength"], axis=None)
    assert (np.diff((raster.z % SHADES).ravel()[order].astype(int)) >= 0).all(), "surer is deeper"
    assert (raster.x == data["x1"]).all() and (raster.y == data["x2"]).all()
    assert raster.zmin == 0 and raster.zmax == n_classes * SHADES - 1

    for k, points in enumerate(points_of(figure, n_classes)):
        places = np.column_stack((points.x, points.y))
        expected = data["X"][data["y"] == k]
        assert np.array_equal(places[~np.isnan(places).any(axis=1)], expected)
        assert (points.marker.color, points.marker.symbol, points.name) == (
            PALETTE[k].colour,
            PALETTE[k].symbol,
            f"class {k}",
        )
    json.loads(figure.to_json(), parse_constant=pytest.fail)


@pytest.mark.parametrize("theme", THEMES)
def test_the_colours_of_a_class_run_from_unsure_to_sure(theme: str) -> None:
    figure, look = draw_regions(**blobs(10), theme=theme), THEMES[theme]
    stops = [(round(at * (10 * SHADES - 1), 6), colour) for at, colour in figure.data[0].colorscale]
    for k, style in enumerate(PALETTE):
        assert stops[2 * k] == (k * SHADES, mix(style.colour, look.background, look.unsure))
        last = (k + 1) * SHADES - 1
        assert stops[2 * k + 1] == (last, mix(style.colour, look.background, look.sure))
    assert figure.layout.template.layout.paper_bgcolor == look.background


def test_a_raster_is_sent_as_one_byte_per_cell() -> None:
    axis = np.linspace(-1, 1, 200)
    figure = draw_regions(**plane(axis[:, None] + axis, axis, axis))
    raster = json.loads(figure.to_json())["data"][0]["z"]
    assert raster["dtype"] == "u1" and raster["shape"] == "200, 200"
    assert len(raster["bdata"]) < 1.4 * 200 * 200
    assert len(figure.to_json()) < 80_000, (
        "all of it: the raster, its axes, the boundary, the style"
    )


def test_the_boundary_of_a_linear_decision_function_is_its_line() -> None:
    x1, x2 = np.linspace(-2, 2, 30), np.linspace(-1, 3, 20)
    figure = draw_regions(**plane(3 * x1 - 2 * x2[:, None] + 0.7, x1, x2))
    x, y = boundary_of(figure)
    assert len(x) > 20
    np.testing.assert_allclose(3 * x - 2 * y + 0.7, 0, atol=1e-12)


def test_where_nothing_is_decided_a_cell_is_pale_and_has_no_boundary() -> None:
    axis = np.linspace(-3, 3, 61)
    data = plane(np.sin(3 * axis) + 0 * axis[:, None], axis, axis)
    far = np.zeros((61, 61), dtype=bool)
    far[:, :31] = True
    figure = draw_regions(**data, far=far)
    x, _ = boundary_of(figure)
    assert len(x) > 0 and (x > -0.2).all()
    cells = np.asarray(figure.data[0].z)
    assert (cells[far] % SHADES == 0).all() and (cells[~far] % SHADES > 0).any()


def test_markers_shrink_on_narrow_bumps_and_have_a_rim_of_the_predicted_class() -> None:
    data = plane(-np.ones((61, 61)), *[np.linspace(-3, 3, 61)] * 2)
    data |= {"X": np.array([[-1.0, 0.0], [1.0, 0.0]]), "y": np.array([0, 1])}
    figure = draw_regions(**data, bump=0.004, predicted=data["y"])
    assert {each.marker.size for each in figure.data if each.name} == {4.8}
    (disc,) = (each for each in figure.data[2:] if each.name is None)
    assert (*disc.x, *disc.y) == (1.0, 0.0) and disc.marker.size == pytest.approx([8.8])
    assert disc.marker.color == mix(PALETTE[1].colour, "#ffffff", THEMES["light"].sure)
    usual = draw_regions(**data, bump=0.2, predicted=np.zeros(2, dtype=int))
    assert {trace.marker.size for trace in points_of(usual, 2)} == {14}


def test_a_boundary_between_many_classes_is_where_two_are_best() -> None:
    data = blobs(3, seed=1)
    centres = np.random.default_rng(1).uniform(-3, 3, size=(3, 2))
    x, y = boundary_of(draw_regions(**data))
    squared = np.sort((x[:, None] - centres[:, 0]) ** 2 + (y[:, None] - centres[:, 1]) ** 2, axis=1)
    lead = squared[:, 1] - squared[:, 0]
    # Linear between the nodes, so exact but in the one cell where all three meet.
    assert np.mean(lead < 1e-9) > 0.9
    assert lead.max() < data["strength"].max() / 20


def test_no_boundary_runs_through_one_class_not_even_where_nothing_is_decided() -> None:
    axis = np.linspace(0, 1, 5)
    one = plane(np.ones((5, 5)), axis, axis)
    assert len(boundary_of(draw_regions(**one))[0]) == 0
    flat = plane(np.zeros((5, 5)), axis, axis)
    assert len(boundary_of(draw_regions(**flat))[0]) == 0
    label = np.tile([0, 0, 0, 1, 1], (5, 1))
    halves = plane(np.zeros((5, 5)), axis, axis) | {"label": label}
    x, y = boundary_of(draw_regions(**halves))
    assert x.tolist() == [0.625] * 5 and sorted(y) == axis.tolist()


def test_infinite_strength_has_the_deepest_colour() -> None:
    axis = np.linspace(0, 1, 2)
    figure = draw_regions(**plane(np.array([[-np.inf, -1.0], [1.0, np.inf]]), axis, axis))
    assert figure.data[0].z.tolist() == [[24, 0], [25, 49]]


def test_exactly_the_wrong_points_are_ringed() -> None:
    data = blobs(3)
    wrong = np.arange(60) % 7 == 2
    rings = trace(draw_regions(**data, wrong=wrong), "misclassified")
    assert np.array_equal(np.column_stack((rings.x, rings.y)), data["X"][wrong])
    # With the background on both sides they are no boundaries around single points.
    casing = draw_regions(**data, wrong=wrong).data[-2]
    assert np.array_equal(casing.x, rings.x) and casing.marker.size == rings.marker.size
    assert casing.marker.color == THEMES["light"].background
    assert casing.marker.line.width > 2 * rings.marker.line.width
    for nothing in (None, np.zeros(60, dtype=bool)):
        names = [trace.name for trace in draw_regions(**data, wrong=nothing).data]
        assert "misclassified" not in names


def test_a_class_without_points_stays_in_the_legend() -> None:
    data = blobs(3) | {"X": np.zeros((1, 2)), "y": [1]}
    for points in points_of(draw_regions(**data), 3):
        assert len(points.x) == 1 and points.showlegend is None


def test_markers_shrink_as_points_crowd() -> None:
    sizes = [draw_regions(**blobs(2, n)).data[2].marker.size for n in (0, 8, 200, 2000, 5000)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[1] == 14 and 7 < sizes[2] < 10 and 5 <= sizes[3] < 6


def test_the_picture_ends_where_the_grid_ends() -> None:
    layout = draw_regions(**blobs(2), title="Two blobs", equal_scale=True).layout
    assert (layout.xaxis.range, layout.yaxis.range) == ((-5, 5), (-4, 4))
    assert layout.yaxis.scaleanchor == "x"
    assert layout.title.text == "Two blobs"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"theme": "sepia"}, "theme"),
        ({"class_names": []}, "0 class names"),
        ({"class_names": ["name"] * 11}, "11 class names"),
        ({"x1": np.arange(40.0)}, "label has shape"),
        ({"strength": np.ones((2, 2))}, "strength has shape"),
        ({"strength": np.full((31, 41), np.nan)}, "strength holds NaN"),
        ({"strength": np.full((31, 41), -1.0)}, "negative"),
        ({"label": np.full((31, 41), 2)}, "label holds"),
        ({"label": np.full((31, 41), 0.5)}, "label holds"),
        ({"X": np.zeros((60, 3))}, "X has shape"),
        ({"X": np.full((60, 2), np.inf)}, "X holds"),
        ({"y": np.zeros(59)}, "y has shape"),
        ({"y": np.full(60, -1)}, "y holds"),
        ({"wrong": np.ones(59, dtype=bool)}, "wrong has shape"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(change: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as refusal:
        draw_regions(**(blobs(2) | change))
    assert str(refusal.value).endswith(".") and "\n" not in str(refusal.value)


# Names from files


def test_names_are_shown_as_they_are_and_never_read_as_markup() -> None:
    name = "&lt;b&gt;bold&lt;/b&gt; &amp; %&#123;x} &#36;x^2&#36;"
    names: dict[str, Any] = {"class_names": [HOSTILE, HOSTILE], "title": HOSTILE}
    regions = draw_regions(**(blobs(2) | names), feature_names=[HOSTILE, HOSTILE])
    search = best_threshold([0.0, 1.0], [-1, 1])
    line = project(search, criterion_name=HOSTILE, axis_name=HOSTILE, **names)
    assert regions.data[2].name == regions.layout.title.text == line.layout.title.text == name
    assert regions.layout.xaxis.title.text == regions.layout.yaxis.title.text == name
    assert line.layout.xaxis2.title.text == line.layout.yaxis2.title.text == name
    assert line.layout.yaxis.ticktext == (name, name)
    for figure in (regions, line):
        message = figure.to_json()
        # Plotly's JSON writes "<" as an escape of its own; read it back before looking.
        texts = [text for text in strings(json.loads(message)) if "bold" in text]
        assert texts and all("<b>bold" not in text and "$" not in text for text in texts)
        assert all("%{x} " not in text for text in texts)


def strings(value: Any) -> list[str]:
    if isinstance(value, (dict, list)):
        parts = value.values() if isinstance(value, dict) else value
        return [text for part in parts for text in strings(part)]
    return [value] if isinstance(value, str) else []


def test_a_long_name_is_cut_and_lines_are_joined() -> None:
    names = ["two\n lines", "x" * 200]
    figure = draw_regions(**(blobs(2) | {"class_names": names}))
    assert [points.name for points in points_of(figure, 2)] == ["two lines", "x" * 31 + "…"]


# Projections

CRITERIA: Any = ("error", "consistency")
SCORES = np.array([-2.0, -1.0, -1.0, 0.5, 3.0])
LABELS = np.array([-1, -1, 1, 1, 1])


def test_each_class_has_its_scores_in_its_own_band() -> None:
    figure = project(best_threshold(SCORES, LABELS), class_names=("low", "high"))
    for k, (name, scores) in enumerate({"low": [-2, -1], "high": [-1, 0.5, 3]}.items()):
        points = trace(figure, name)
        assert points.x.tolist() == scores
        assert (abs(points.y - k) <= 0.4).all()
        assert points.marker.symbol == PALETTE[k].symbol


@given(
    scores=st.lists(st.integers(-20, 20), min_size=2, max_size=60),
    criterion=st.sampled_from(CRITERIA),
    seed=st.integers(0, 99),
)
def test_the_lower_row_is_the_search_itself(scores: list[int], criterion: Any, seed: int) -> None:
    labels = np.random.default_rng(seed).permutation(np.resize([-1, 1], len(scores)))
    search = best_threshold(scores, labels, criterion)
    figure = project(search)

    chosen, cut, tie = (trace(figure, name) for name in ("chosen", "cut", "tie"))
    marks = np.concatenate([(m.x, m.y, m.customdata) for m in (chosen, cut, tie)], axis=1)
    every = np.stack((search.cuts, search.values, search.errors))
    assert {tuple(mark) for mark in marks.T} == {tuple(mark) for mark in every.T}
    assert tie.x.tolist() == search.cuts[~search.realisable].tolist()
    assert (chosen.x.tolist(), chosen.y.tolist()) == (
        [search.threshold],
        [search.values[search.index]],
    )

    # Read the curve at thresholds between the scores and count by hand.
    curve = trace(figure, "J" if criterion == "error" else "errors")
    for threshold in np.arange(min(scores) - 0.5, max(scores) + 1):
        height = curve.y[np.searchsorted(curve.x, threshold, side="right") - 1]
        assert height == ((np.array(scores) > threshold) != (labels > 0)).sum()
    json.loads(figure.to_json(), parse_constant=pytest.fail)


def test_errors_are_drawn_beside_a_criterion_that_is_another_number() -> None:
    names = {c: [t.name for t in project(best_threshold(SCORES, LABELS, c)).data] for c in CRITERIA}
    assert "errors" not in names["error"]
    assert "errors" in names["consistency"]


@pytest.mark.parametrize("threshold", [-7.25, -1.5, 0.0, 2.5])
def test_the_threshold_is_a_line_through_both_rows_with_its_value(threshold: float) -> None:
    search = best_threshold(SCORES, LABELS)
    arrays = (search.cuts, search.values, search.errors, search.realisable, search.index)
    figure = draw_projection(SCORES, LABELS, threshold, *arrays, criterion_name="errors")
    layout = figure.layout
    lines = [shape for shape in layout.shapes if shape.type == "line"]
    assert sorted(line.xref for line in lines) == ["x", "x2"]
    assert all(line.x0 == line.x1 == threshold for line in lines)
    (note,) = layout.annotations
    value = f"{threshold:.3g}".replace("-", "−")
    assert note.x == threshold and note.text == f"<b>\u00a0threshold {value}\u00a0</b>"
    low, high = layout.xaxis.range
    assert layout.xaxis2.range == (low, high) and layout.xaxis.matches == "x2"
    assert low < threshold < high and low < SCORES.min() and SCORES.max() < high
    sides = [(shape.x0, shape.x1) for shape in layout.shapes if shape.type == "rect"]
    assert sides == [(low, threshold), (threshold, high)]


def test_labels_may_be_signs_or_zero_and_one() -> None:
    search = best_threshold(SCORES, LABELS)
    arrays = (search.cuts, search.values, search.errors, search.realisable, search.index)
    signs, bits = (
        draw_projection(SCORES, labels, search.threshold, *arrays, criterion_name="errors")
        for labels in (LABELS, LABELS > 0)
    )
    assert signs == bits


def test_classes_may_be_shown_in_other_styles() -> None:
    styles = (REST, PALETTE[4])
    figure = project(best_threshold(SCORES, LABELS), styles=styles)
    for points, style in zip(figure.data[:2], styles, strict=True):
        assert (points.marker.color, points.marker.symbol) == (style.colour, style.symbol)
    tints = [shape.fillcolor for shape in figure.layout.shapes if shape.type == "rect"]
    look = THEMES["light"]
    assert tints == [mix(style.colour, look.background, look.unsure) for style in styles]


@pytest.mark.parametrize("scores", [[], [4.0], [4.0, 4.0]], ids=["none", "one", "equal"])
@pytest.mark.parametrize("theme", TEMPLATES)
def test_a_line_with_two_points_is_drawn(scores: list[float], theme: str) -> None:
    n = len(scores)
    cuts, counts = np.arange(4.0, 5.0 + n), np.arange(n + 1)
    possible = np.ones(n + 1, dtype=bool)
    figure = draw_projection(
        np.array(scores), np.ones(n), 4.0, cuts, counts, counts, possible, 0,
        criterion_name="errors", theme=theme,
    )  # fmt: skip
    assert figure.layout.xaxis.range == (3, 5)
    assert len(trace(figure, "C+").x) == max(n, 1) and np.isnan(trace(figure, "C−").x).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"theme": "sepia"}, "theme"),
        ({"class_names": ["one"]}, "1 class names"),
        ({"labels": LABELS[1:]}, "labels has shape"),
        ({"scores": [np.nan, 0, 0, 0, 0]}, "scores holds"),
        ({"cuts": np.zeros(5)}, "cuts has shape"),
        ({"values": np.zeros(5)}, "values has shape"),
        ({"errors": np.zeros(7)}, "errors has shape"),
        ({"realisable": np.full(6, 2)}, "realisable holds"),
        ({"threshold": np.nan}, "threshold holds"),
        ({"index": 6}, "index holds"),
    ],
)
def test_a_search_that_does_not_fit_is_refused_in_one_sentence(change: Any, words: str) -> None:
    search = best_threshold(SCORES, LABELS)
    fields = ("scores", "labels", "threshold", "cuts", "values", "errors", "realisable", "index")
    fitting = {field: getattr(search, field) for field in fields} | {"criterion_name": "errors"}
    with pytest.raises(ValueError, match=words) as refusal:
        draw_projection(**(fitting | change))
    assert str(refusal.value).endswith(".") and "\n" not in str(refusal.value)
