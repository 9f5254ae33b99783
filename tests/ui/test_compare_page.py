"""The page that compares classifiers: right numbers, and a sentence where one fails."""

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from playwright.sync_api import Page, expect
from scipy import stats
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from streamlit.testing.v1 import AppTest

from app_pages import components, open_lab, open_page, sentences
from bayeslab.bayes_error.optimal import error_rate
from bayeslab.bayes_error.problems import known_problem
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.accuracy import compare, cross_validated_accuracy
from bayeslab.evaluation.comparison import (
    differences,
    mcnemar,
)
from bayeslab.evaluation.models import MODELS, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from browser import visit
from core import compute
from core.code_export import write_notebook, write_script
from core.drawing import draw, encode_drawing
from core.link import encode
from core.state import DRAWN, LabState
from ui.compare import SECTIONS, parts, takeaway
from ui.compare.choices import NO_BREAK, TITLES
from ui.compare.disagreement import describe_test

HELD_OUT = "Held out (95\u00a0% interval)"
EXPECTED, EXCESS = "Expected on new points", "Excess error (± error bound)"
SMALL = LabState(n=60, folds=3)
# Four points in one place and four in another: nothing with a covariance can be fitted.
SINGULAR = LabState(data="two_gaussians", n=40, noise=0.0, folds=3)


@pytest.fixture(autouse=True)
def compute_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute everything at once: by the times that a busy machine measures, it would take long."""
    monkeypatch.setattr(parts, "estimate_seconds", lambda *_: 0.0)


# Of each canvas the share of pixels that are bluer than red, and of those that are redder.
SHARES = """canvases => canvases.map((canvas) => {
  const { width, height } = canvas, shares = [0, 0];
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  for (let k = 0; k < data.length; k += 4) {
    const redder = data[k] - data[k + 2];
    if (Math.abs(redder) > 15) shares[Number(redder > 0)] += 4 / data.length;
  }
  return shares;
})"""


def open_compare(
    section: str = "Gallery", state: LabState = SMALL, **own: str | list[str]
) -> AppTest:
    app = open_page("compare.py", **encode(state), show=section, **own)
    return app


def gallery_of(app: AppTest) -> list[dict[str, Any]]:
    (component,) = components(app)
    thumbnails: list[dict[str, Any]] = json.loads(component.proto.json)[0]
    return thumbnails


def table_of(app: AppTest) -> list[dict[str, str]]:
    """Return the rows of the page's table, with plain spaces and names."""
    rows: list[dict[str, str]] = app.table[0].value.to_dict("records")
    return [
        {name: cell.replace(NO_BREAK, " ").strip("*") for name, cell in row.items()} for row in rows
    ]


def parameter(app: AppTest, name: str) -> str:
    """Return a parameter of the URL; AppTest gives a list once the page has written it."""
    value = app.query_params[name]
    return value if isinstance(value, str) else str(value[-1])


def drawn(*classes: int) -> LabState:
    """Return a drawing of eight points of each class, on a circle, not quite apart."""
    rng = np.random.default_rng(len(classes))
    y = np.repeat(classes, 8)
    angles = 2 * np.pi * y / (max(classes) + 1)
    X = 2 * np.column_stack([np.cos(angles), np.sin(angles)]) + rng.normal(0, 0.5, (len(y), 2))
    return LabState(data=DRAWN, points=encode_drawing(draw(X, y)), folds=2)


@pytest.mark.parametrize("labels", ["01", "012", "0123456789", "02"])
def test_drawn_points_of_any_classes_are_shown_in_every_section(labels: str) -> None:
    state = drawn(*map(int, labels))
    assert all(thumbnail["picture"] for thumbnail in gallery_of(open_compare(state=state)))
    for section in SECTIONS:
        said = sentences(open_compare(section, state, large=TITLES["I"], repeats="1"))
        assert said == [] or section in ("Tuning", "Timing")


def test_the_page_says_what_the_classifiers_are_compared_on() -> None:
    names = ("temperature", '<b>"glucose', "healthy", "sick")
    points = encode_drawing(draw([[0.0, 1.0], [1.0, 0.5], [2.0, 2.0]], [0, 0, 1]))
    state = LabState(data=DRAWN, points=points, names=names, title="ward.csv")
    app = open_page("compare.py", **encode(state), show="Code")
    (told,) = (part.proto.body for part in app.get("html") if "ward" in part.proto.body)
    glucose = "&lt;b&gt;&quot;glucose"
    assert told == (
        f'<strong title="temperature, {glucose}">'
        f"ward.csv: temperature × {glucose}, 2 healthy, 1 sick</strong>"
    )


# The gallery


def test_the_gallery_shows_all_classifiers_the_best_on_held_out_points_first() -> None:
    thumbnails = gallery_of(open_compare())
    assert {thumbnail["key"] for thumbnail in thumbnails} == set(MODELS)
    points = load(SMALL.dataset_spec)  # pyrefly: ignore[bad-argument-type]
    expected = {
        key: cross_validated_accuracy(
            build_model(key, SMALL.model_spec), points.X, points.y, EvaluationSpec(folds=3)
        )
        for key in MODELS
    }
    means = [expected[thumbnail["key"]].mean for thumbnail in thumbnails]
    assert means == sorted(means, reverse=True)
    for thumbnail in thumbnails:
        judged = expected[thumbnail["key"]]
        shown = f"{100 * judged.mean:.1f} ± {100 * judged.standard_error:.1f} %"
        assert thumbnail["accuracy"].replace(NO_BREAK, " ") == shown
        assert thumbnail["picture"]["model"]["kind"] != "message"


def test_classifiers_that_fail_say_why_in_their_thumbnail_and_come_last() -> None:
    thumbnails = gallery_of(open_compare(state=SINGULAR))
    failed = [thumbnail["picture"] is None for thumbnail in thumbnails]
    assert failed == sorted(failed)
    assert 0 < sum(failed) < len(thumbnails)
    assert all(
        "singular" in thumbnail["note"] for thumbnail in thumbnails if thumbnail["picture"] is None
    )


def test_fewer_points_in_a_class_than_folds_leaves_the_pictures_and_says_so() -> None:
    state = LabState(data="imbalanced", n=40, folds=10)
    thumbnails = gallery_of(open_compare(state=state))
    assert any(
        thumbnail["picture"] and "fewer than the 10 folds" in thumbnail["note"]
        for thumbnail in thumbnails
    )
    assert all(thumbnail["accuracy"] == "" for thumbnail in thumbnails)
    rows = table_of(open_compare("Accuracy", state, classifiers=[TITLES["full"], TITLES["III"]]))
    assert all("fewer than the 10 folds" in row[HELD_OUT] for row in rows if row["Training"])


def test_a_link_enlarges_a_thumbnail_which_leaves_the_gallery_when_switched_off() -> None:
    app = open_compare(large=TITLES["full"])
    assert [heading.value for heading in app.subheader] == [TITLES["full"]]
    assert [thumbnail["key"] for thumbnail in gallery_of(app) if thumbnail["large"]] == ["full"]
    app.button_group(key="classifiers").set_value(["I", "svc-rbf"]).run()
    assert not app.subheader
    assert {thumbnail["key"] for thumbnail in gallery_of(app)} == {"I", "svc-rbf"}
    app.button_group(key="classifiers").set_value([]).run()
    assert sentences(app) == ["No classifier is selected: select at least one."]


# Accuracy


STATES = [
    LabState(data="unequal_gaussians", n=80, folds=4),
    LabState(data="three_blobs", n=60, noise=0.8, folds=3, gamma=1.0, standardise=True),
    LabState(data="iris", classes=(1, 2), folds=5, svc_C=10.0, svc_standardise=True),
]


# Of generated data the page also integrates the excess error of each classifier, which takes long.
SOME = ["II", "pooled", "logistic", "svc-rbf"]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.data)
def test_every_number_of_the_table_follows_from_the_downloaded_points(
    state: LabState, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, str] = {}
    monkeypatch.setattr(takeaway, "offer", lambda label, text, *_: files.update({label: text}))
    open_compare("Code", state)
    X, y = _read_points(files["Points"])
    keys = list(MODELS) if state.data == "iris" else SOME
    titles = [TITLES[key] for key in keys]
    choices = {"repeats": "2", "fold_seed": "7", "reference": TITLES["svc-rbf"]}
    rows = table_of(open_compare("Accuracy", state, classifiers=titles, **choices))
    models = {key: build_model(key, state.model_spec, len(np.unique(y))) for key in keys}
    evaluation = EvaluationSpec("repeated k-fold", state.folds, 2, seed=7)
    judged = {row.name: row for row in compare(models, X, y, evaluation)}
    gaps = differences(list(judged.values()), "svc-rbf")
    assert {row["Classifier"] for row in rows} == set(titles)
    for row in rows:
        (key,) = (key for key, title in TITLES.items() if title == row["Classifier"])
        held_out, training = judged[key].held_out, judged[key].training
        assert held_out is not None and training is not None
        low, high = held_out.interval
        mean = held_out.mean
        assert row[HELD_OUT] == f"{100 * mean:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        assert row["Training"] == f"{100 * training:.1f} %"
        if key != "svc-rbf":
            gap = gaps[key]
            shown = row["Difference from SVC, RBF (95\u00a0% interval)"].replace("−", "-")
            numbers = [float(number) for number in re.findall(r"[+-][\d.]+", shown)]
            assert numbers == pytest.approx(
                100 * np.array([gap.mean, gap.low, gap.high]), abs=0.051
            )
            if gap.low <= 0 <= gap.high:
                assert shown.endswith(": no clear difference")


def _read_points(text: str) -> tuple[Any, Any]:
    """Read the CSV as a stranger would; class numbers in the order of the names."""
    _, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    X = np.array([[float(cell) for cell in row[:2]] for row in rows])
    return X, np.unique([row[2].lstrip("'") for row in rows], return_inverse=True)[1]


def test_the_table_shows_the_excess_error_and_its_bound() -> None:
    state = LabState(data="unequal_gaussians", n=80, folds=4)
    app = open_compare("Accuracy", state, repeats="1", classifiers=TITLES["full"])
    spec = state.dataset_spec
    assert isinstance(spec, DatasetSpec)
    problem = known_problem(spec)
    assert problem is not None
    best = error_rate(problem).bayes
    assert any(f"{100 * best:.1f}" in text.value for text in app.markdown)
    points = load(spec)
    for row in table_of(app):
        (key,) = (key for key, title in TITLES.items() if title == row["Classifier"])
        rate = error_rate(problem, build_model(key, state.model_spec).fit(points.X, points.y))
        assert row[EXPECTED] == f"{100 * (1 - rate.value):.1f} %"
        excess, bound = map(float, row[EXCESS].split(" ± "))
        assert abs(excess - 100 * rate.excess) + 100 * rate.uncertainty <= bound
        assert bound <= 100 * rate.uncertainty + 0.02


def test_new_points_are_standardised_as_the_training_points_were() -> None:
    plain = LabState(data="two_gaussians", n=60, folds=3, noise=0.9)
    scaled = replace(plain, standardise=True)
    # These do not depend on the scale of the features.
    titles = [TITLES[key] for key in ("full", "pooled", "logistic")]
    both = [
        {
            row["Classifier"]: row.get(EXPECTED)
            for row in table_of(
                open_compare(
                    "Accuracy", state, repeats="1", classifiers=titles, reference=titles[0]
                )
            )
        }
        for state in (plain, scaled)
    ]
    assert both[0].keys() == set(titles)
    assert both[0] == both[1]


def test_real_data_have_no_excess_error() -> None:
    app = open_compare("Accuracy", LabState(data="iris", folds=3), repeats="1")
    assert EXCESS not in app.table[0].value
    assert not any("Bayes error** is" in text.value for text in app.markdown)


def test_a_reference_that_fails_is_a_sentence_beside_the_accuracies() -> None:
    app = open_compare(
        "Accuracy", SINGULAR, reference=TITLES["full"], classifiers=TITLES["I"], repeats="2"
    )
    assert len(sentences(app)) == 1
    assert "could not be evaluated" in sentences(app)[0]
    rows = {row["Classifier"]: row for row in table_of(app)}
    assert "singular" in rows[TITLES["full"]][HELD_OUT]
    assert rows[TITLES["I"]][HELD_OUT] == "100.0 % (100.0 to 100.0)"


# Waiting


def test_long_computations_say_so_and_wait_for_a_press(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "estimate_seconds", lambda *_: 3.1)
    state = LabState(n=44, seed=11, folds=2)
    app = open_compare(state=state)
    assert sentences(app) == ["This takes about 40 seconds on one core of the server."]
    assert not components(app)
    app.button(key="gallery start").click().run()
    assert len(gallery_of(app)) == len(MODELS)


def test_a_cancelled_computation_can_be_started_again() -> None:
    app = open_page("compare.py", **encode(LabState(n=44, seed=12, folds=2)), show="Code")
    app.session_state["gallery cancel"] = True
    app.button_group(key="show").set_value(["Gallery"]).run()
    (sentence,) = sentences(app)
    assert sentence.startswith("Cancelled")
    del app.session_state["gallery cancel"]
    app.button(key="gallery start").click().run()
    assert len(gallery_of(app)) == len(MODELS)


# Disagreement and errors


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ([1, 0], [0, 0], "Only one point is classified correctly by just one of them: by A. "),
        ([0, 0, 1], [1, 1, 1], "Of the 2 points that only one of them classifies correctly, A "),
        ([1, 0], [1, 0], "No point is classified correctly by only one of them: no difference."),
        ([0] * 9, [1] * 9, "**p = 0.0039**: a clear difference in favour of B."),
        ([0] * 17, [1] * 17, "**p < 0.001**"),  # p = 1.5e-05
    ],
)
def test_the_paired_test_is_described_for_any_number_of_points(
    first: list[int], second: list[int], said: str
) -> None:
    judged = mcnemar(np.ones(len(first)), first, second)
    assert said in describe_test(judged, "A", "B")


def test_the_paired_counts_are_those_of_held_out_answers() -> None:
    state = LabState(data="unequal_gaussians", n=120, folds=5)
    app = open_compare("Disagreement", state)
    points = load(state.dataset_spec)  # pyrefly: ignore[bad-argument-type]
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    first, second = (
        cross_val_predict(build_model(key, state.model_spec), points.X, points.y, cv=folds)
        == points.y
        for key in ("I", "svc-rbf")
    )
    counts = app.table[0].value.iloc[:, 1:].astype(int).to_numpy()
    assert counts.tolist() == confusion_matrix(~first, ~second).tolist()
    p = stats.binomtest(int(counts[0, 1]), int(counts[0, 1] + counts[1, 0])).pvalue
    assert any(f"p = {p:.2g}" in text.value for text in app.markdown)


def test_the_agreement_over_gamma_is_that_of_predictions_on_a_grid() -> None:
    states = [LabState(n=40, gamma=gamma) for gamma in (0.1, 30.0)]
    pairs = [(each.fit_spec("I"), each.fit_spec("svc-rbf")) for each in states]
    shares = parts.agreement_of(pairs).work(lambda *_: None)
    left, right, low, high = compute.box(states[0].dataset_spec)
    sides = np.linspace(left, right, parts.COARSE), np.linspace(low, high, parts.COARSE)
    nodes = np.column_stack([side.ravel() for side in np.meshgrid(*sides)])
    expected = [
        np.mean(np.equal(*(compute.fitted_model(fit).predict(nodes) for fit in pair)))
        for pair in pairs
    ]
    assert shares == pytest.approx(expected, abs=0.002)
    assert shares[0] != shares[1]


def test_the_same_classifier_twice_and_one_that_fails_are_sentences() -> None:
    same = open_compare("Disagreement", first=TITLES["svc-rbf"])
    assert sentences(same) == ["The two classifiers are the same: choose two different ones."]
    (sentence,) = sentences(open_compare("Disagreement", SINGULAR, first=TITLES["full"]))
    assert sentence.startswith("Gaussian, full: The covariance")


def test_a_classifier_that_fails_leaves_the_errors_of_the_other() -> None:
    app = open_compare("Errors", SINGULAR)
    headings = [heading.value.replace(NO_BREAK, " ") for heading in app.subheader]
    assert headings[:2] == ["Gaussian, full", "Logistic regression: 100.0 % accuracy"]
    assert len(sentences(app)) == 1


def test_a_classifier_without_probabilities_says_so() -> None:
    app = open_compare("Errors", first=TITLES["full"], second=TITLES["svc-rbf"])
    assert [caption.value for caption in app.caption if "no probabilities" in caption.value] == [
        "SVC, RBF is not shown: it gives scores but no probabilities."
    ]


def test_a_pair_without_probabilities_offers_one_that_has_them() -> None:
    app = open_compare("Errors", first=TITLES["I"], second=TITLES["svc-rbf"])
    said = "Kernel Bayes I and SVC, RBF give scores but no probabilities."
    assert any(said in text.value for text in app.markdown)
    assert len(app.get("plotly_chart")) == 3
    app.button(key="with probabilities").click().run()
    assert [app.selectbox(key=key).value for key in ("first", "second")] == ["full", "logistic"]
    assert len(app.get("plotly_chart")) == 4


# Tuning


@pytest.mark.parametrize("own", [{}, {"tune_by": "leaving one out"}], ids=["folds", "one out"])
def test_the_tuned_setting_is_the_best_of_those_tried(own: dict[str, str]) -> None:
    app = open_compare("Tuning", SMALL, **own)
    assert sentences(app) == []
    before, after = (heading.value for heading in app.subheader)
    assert before == "As in the lab: Kernel Bayes I, γ = 5"
    assert re.match(r"Tuned: Kernel Bayes I+, γ = ", after)


def check_tuned(app: AppTest, place: int, key: str, state: LabState) -> None:
    """Expect the held-out accuracy of a classifier with the settings that are named beside it."""
    points = load(state.dataset_spec)  # pyrefly: ignore[bad-argument-type]
    model = build_model(key, state.model_spec)
    mean = cross_validated_accuracy(model, points.X, points.y, EvaluationSpec(folds=2)).mean
    said = [text.value for text in app.markdown if text.value.startswith("Training")]
    assert f"held out **{100 * mean:.1f}{NO_BREAK}%**" in said[place]


@pytest.mark.parametrize("key", ["I", "II", "III"])
def test_as_in_the_lab_is_the_classifier_that_the_lab_shows(key: str) -> None:
    state = LabState(n=40, folds=2, model=key)
    app = open_compare("Tuning", state)
    assert app.subheader[0].value.startswith(f"As in the lab: Kernel Bayes {key},")
    check_tuned(app, 0, key, state)


def test_the_tuned_svc_has_the_reported_accuracy() -> None:
    state = LabState(n=40, folds=2)
    app = open_compare("Tuning", state, tune="SVC, RBF")
    tuned = app.subheader[1].value.removeprefix("Tuned: ").replace(",", "").split()
    check_tuned(app, 1, "svc-rbf", replace(state, gamma=float(tuned[4]), svc_C=float(tuned[7])))


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (LabState(n=40, kernel="linear"), "no γ to sweep"),
        (LabState(data="imbalanced", n=40, folds=10), "fewer than the 10 folds"),
    ],
)
def test_data_that_cannot_be_tuned_get_a_sentence(state: LabState, sentence: str) -> None:
    (said,) = sentences(open_compare("Tuning", state))
    assert sentence in said


# Timing and code


def test_times_are_measured_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "RESOLUTION", 10)
    app = open_compare("Timing", LabState(gamma=4.0), most="500 points")
    assert not app.table
    app.button(key="timing start").click().run()
    rows = table_of(app)
    assert [row["Points"] for row in rows] == ["100"] * 3 + ["200"] * 3 + ["500"] * 3
    naive = [row for row in rows if "naive" in row["Method"]]
    assert [row["Kernel values, fit"] for row in naive] == ["10,000", "40,000", "250,000"]
    assert [row["Kernel values, picture"] for row in naive] == ["10,000", "20,000", "50,000"]


def test_the_code_is_that_of_the_state_on_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    files: dict[str, str] = {}
    monkeypatch.setattr(takeaway, "offer", lambda label, text, *_: files.update({label: text}))
    app = open_compare("Code", SMALL)
    assert files["Script"] == write_script(SMALL, tuple(MODELS))
    assert app.code[0].value == files["Script"].strip()
    assert files["Notebook"] == write_notebook(SMALL, tuple(MODELS))


def test_the_script_prints_the_accuracies_of_the_gallery(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(go.Figure, "show", lambda _: None)
    for state in (drawn(0, 1, 2), SINGULAR):
        exec(open_compare("Code", state).code[0].value, {})
        printed = capsys.readouterr().out.replace("%", "")
        for thumbnail in gallery_of(open_compare(state=state)):
            (line,) = (
                row for row in printed.splitlines() if row.startswith(f"{thumbnail['title']}  ")
            )
            accuracy = thumbnail["accuracy"].replace(NO_BREAK, " ").removesuffix(" %")
            assert (accuracy or "singular") in line


# The lab's state


def test_compare_continues_from_the_lab_and_the_lab_from_compare() -> None:
    app = open_lab(LabState(data="rings", n=40, folds=2))
    app.switch_page("compare.py").run()
    assert app.selectbox(key="lab.data").value == "rings"
    app.selectbox(key="lab.data").set_value("xor").run()
    app.select_slider(key="lab.gamma").set_value(2.0).run()
    assert parameter(app, "data") == "xor"
    app.switch_page("lab.py").run()
    assert app.selectbox(key="lab.data").value == "xor"
    assert parameter(app, "gamma") == "2"


def test_a_link_keeps_the_choices_of_the_page_and_those_of_the_lab() -> None:
    app = open_compare(
        "Accuracy",
        LabState(data="iris", folds=3),
        repeats="2",
        reference=TITLES["svc-rbf"],
        classifiers=TITLES["full"],
    )
    assert parameter(app, "reference") == TITLES["svc-rbf"]
    app.number_input(key="lab.folds").set_value(4).run()
    assert parameter(app, "repeats") == "2"
    assert parameter(app, "folds") == "4"


def test_nonsense_in_the_link_is_left_out_with_a_notice() -> None:
    app = open_compare("<script>", SMALL, gamma="nan", reference="nobody", large="../../x")
    assert len(sentences(app)) == 1
    assert len(gallery_of(app)) == len(MODELS)


BLANK = LabState(data=DRAWN)
ONE_CLASS = LabState(data=DRAWN, points=encode_drawing(draw([[0, 0], [1, 1]], [0, 0])))
KEPT = LabState(data=DRAWN, points="@00000000")


@pytest.mark.parametrize("state", [BLANK, ONE_CLASS, KEPT], ids=["blank", "one class", "kept"])
def test_points_that_cannot_be_classified_are_one_sentence(state: LabState) -> None:
    for section in SECTIONS:
        assert len(sentences(open_compare(section, state))) == 1


# In a browser


@pytest.mark.journey
def test_pressing_a_thumbnail_makes_it_large_and_the_link_says_so(server: str, phone: Page) -> None:
    """Firefox does it on a desktop."""
    page = phone
    visit(page, f"{server}/compare?n=60&folds=2")
    thumbnails = page.locator(".thumbnail")
    expect(thumbnails).to_have_count(len(MODELS))
    expect(thumbnails.get_by_role("img")).to_have_count(len(MODELS))
    shares = page.locator(".thumbnail canvas").evaluate_all(SHARES)
    assert all(min(share) > 0.05 for share in shares), shares
    thumbnail = thumbnails.filter(has_text=TITLES["pooled"])
    thumbnail.click()
    expect(page.get_by_role("heading", name=TITLES["pooled"])).to_be_visible()
    expect(thumbnail).to_have_attribute("aria-pressed", "true")
    assert "large=Gaussian" in page.url
    box = thumbnails.first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
