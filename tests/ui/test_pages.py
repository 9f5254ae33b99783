"""Every page, run without a browser: right numbers, and never a traceback."""

from collections import deque
from pathlib import Path
from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from app_pages import MAIN, PAGES, accuracies, canvas_data, draw_on, open_lab, open_page, sentences
from bayeslab.data.datasets import DATASETS, DatasetSpec, GeneratedEntry, load
from bayeslab.estimators.kernel_bayes import Threshold
from bayeslab.estimators.kernels import KERNELS
from bayeslab.evaluation.accuracy import cross_validated_accuracy
from bayeslab.evaluation.models import MODELS, TABLE_MODELS, build_model
from bayeslab.evaluation.splits import SPLITTERS
from core.examples import EXAMPLES
from core.state import DRAWN, LIMITS, LabState
from lessons import LESSONS
from ui.session.widgets import LAB_WIDGET


def shown_titles(app: AppTest) -> list[str]:
    return [panel["title"] for panel in canvas_data(app)["panels"]]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_opens_with_a_title_and_without_a_complaint(name: str) -> None:
    app = open_page(name)
    assert len(app.title) == 1
    assert sentences(app) == []


def test_every_page_of_the_folder_is_in_the_menu() -> None:
    menu = Path(MAIN).read_text(encoding="utf-8")
    lessons = {lesson.page for lesson in LESSONS}
    assert all(f'"{name}"' in menu for name in PAGES if name not in lessons)


@pytest.mark.parametrize("data", DATASETS)
def test_every_data_set_is_shown_with_all_classifiers(data: str) -> None:
    app = open_lab(LabState(data=data, n=60, folds=3))
    assert sentences(app) == [] and len(accuracies(app)) == len(TABLE_MODELS)


@pytest.mark.parametrize("model", MODELS)
def test_every_classifier_can_be_in_the_picture_and_beside_it(model: str) -> None:
    app = open_lab(LabState(n=60, folds=2, model=model, beside="III"))
    panels = canvas_data(app)["panels"]
    assert [panel["title"] for panel in panels] == [
        MODELS[key].title for key in dict.fromkeys([model, "III"])
    ]
    assert all(panel["model"]["kind"] != "message" for panel in panels)
    assert len(accuracies(app)) == len({*TABLE_MODELS, model})


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_kernel_works_with_every_threshold_rule_and_in_every_variant(kernel: str) -> None:
    models = deque(["I", "II", "III"])
    models.rotate(list(KERNELS).index(kernel))
    rules: tuple[Threshold, ...] = get_args(Threshold)
    for threshold, model in zip(rules, models, strict=True):
        state = LabState(n=40, folds=2, kernel=kernel, threshold=threshold, model=model)
        assert sentences(open_lab(state)) == []


def test_every_choice_of_the_lab_has_a_control() -> None:
    states = [
        LabState(n=40, model="II", beside="III"),
        LabState(n=40, beside="svc-rbf", svc_gamma="own", kernel="polynomial"),
        LabState(data="iris"),
        *(LabState(n=40, scheme=scheme) for scheme in SPLITTERS),
    ]
    apps = [open_lab(state) for state in states]
    in_the_drawing_area = {"points", "names", "title", "switches", "gamma", "moved"}
    missing = {
        name
        for name in LIMITS.keys() - in_the_drawing_area
        for keys in [(LAB_WIDGET + name, f"{LAB_WIDGET}{name} 0")]
        if not any(key in app.session_state for app in apps for key in keys)
    }
    assert missing == set()


@pytest.mark.parametrize(
    "state",
    [
        LabState(n=80, gamma=0.5, svc_C=10.0, svc_gamma="scale"),
        LabState(data="iris", classes=(1, 2), standardise=True, scheme="leave-one-out"),
        LabState(data="three_blobs", n=90, scheme="first half", kernel="linear"),
    ],
    ids=lambda state: state.data,
)
def test_the_accuracies_on_screen_are_those_recomputed_from_the_points(state: LabState) -> None:
    shown = accuracies(open_lab(state)).to_dict("records")
    spec = state.dataset_spec
    assert isinstance(spec, DatasetSpec)
    points = load(spec)
    X = points.X
    if state.standardise:
        X = (X - X.mean(axis=0)) / X.std(axis=0)
    for key, record in zip(TABLE_MODELS, shown, strict=True):
        model = build_model(key, state.model_spec, len(points.class_names))
        _, training, held_out = record.values()
        judged = cross_validated_accuracy(model, X, points.y, state.evaluation_spec)
        assert training == f"{100 * model.fit(X, points.y).score(X, points.y):.1f} %"
        assert held_out == f"{100 * judged.mean:.1f} ± {100 * judged.standard_error:.1f} %"


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"data": "iris", "classes": "0-1", "noise": "0"}, None),
        ({"n": "4", "noise": "0"}, "fewer folds"),
        ({"data": "two_gaussians", "noise": "0", "n": "40", "model": "full"}, "singular"),
        ({"data": "two_gaussians", "noise": "0", "n": "40", "model": "II"}, "singular"),
        ({"data": "imbalanced", "n": "10", "balance": "0.01"}, "point"),
    ],
)
def test_data_a_classifier_cannot_use_get_a_sentence_and_the_rest_is_shown(
    chosen: dict[str, str], sentence: str | None
) -> None:
    app = open_page("lab.py", **chosen)
    text = " ".join(sentences(app))
    if not text:
        text = " ".join(accuracies(app).astype(str).to_numpy().ravel())
    assert "nan" not in text.lower()
    assert sentence is None or sentence in text


def test_too_few_classes_and_equal_features_get_a_sentence() -> None:
    app = open_lab(LabState(data="iris"))
    for classes, warnings in (([1], 1), ([0, 1, 2], 0)):
        app.multiselect[0].set_value(classes).run()
        assert len(app.warning) == warnings
    across, up = (box for box in app.selectbox if box.label.endswith("feature"))
    across.set_value(up.value).run()
    assert len(app.warning) == 1


def test_choices_survive_a_visit_to_another_page() -> None:
    app = open_page("lab.py")
    app.selectbox(key="lab.model").set_value("II").run()
    app.switch_page("start.py").run()
    app.query_params.clear()
    app.switch_page("lab.py").run()
    assert shown_titles(app) == ["Kernel Bayes II"]


def open_lab_with_an_outdated_address() -> AppTest:
    """Choose another kernel, of which the address does not know yet."""
    app = open_lab(LabState(n=60))
    app.selectbox(key="lab.kernel").set_value("laplacian").run()
    app.query_params.clear()
    app.query_params["n"] = "60"
    return app


def test_a_choice_made_before_the_answer_is_not_lost_and_survives_drawing() -> None:
    app = open_lab_with_an_outdated_address()
    app.selectbox(key="lab.model").set_value("II").run()
    assert shown_titles(app) == ["Kernel Bayes II"]
    assert app.selectbox(key="lab.kernel").value == "laplacian"
    assert "laplacian" in app.query_params["kernel"]
    app = draw_on(open_lab_with_an_outdated_address(), gamma=12.5)
    assert app.selectbox(key="lab.kernel").value == "laplacian"
    assert "12.5" in app.query_params["gamma"]


def test_a_link_of_another_page_opens_the_lab_in_the_same_state() -> None:
    app = open_lab_with_an_outdated_address()
    app.switch_page("start.py").run()
    app.query_params["n"] = "60"
    app.switch_page("lab.py").run()
    assert app.selectbox(key="lab.kernel").value == "rbf"


def test_another_data_set_brings_its_own_noise_and_classes() -> None:
    app = open_lab(LabState(noise=0.01, balance=0.2))
    app.selectbox(key="lab.data").set_value("imbalanced").run()
    entry = DATASETS["imbalanced"]
    assert isinstance(entry, GeneratedEntry)
    assert app.slider(key="lab.noise").value == pytest.approx(entry.noise)
    assert app.slider(key="lab.balance").value == pytest.approx(entry.balance)


def test_other_points_take_the_next_seed_which_an_old_browser_does_not_take_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = open_page("lab.py")
    next(button for button in app.button if button.label == "Draw new points").click().run()
    assert app.number_input(key="lab.seed").value == 1
    monkeypatch.setattr("ui.session.widgets.monotonic", lambda: 1e9)  # however slow the answer
    app.query_params.clear()
    app.number_input(key="lab.seed").set_value(0)
    app.selectbox(key="lab.kernel").set_value("linear").run()
    assert (app.number_input(key="lab.seed").value, app.query_params["seed"]) == (1, "1")
    app.number_input(key="lab.seed").set_value(0).run()  # it has heard, and the visitor types it
    assert app.number_input(key="lab.seed").value == 0


def test_the_examples_of_the_start_page_open_in_the_lab_with_the_same_numbers() -> None:
    shown = [caption.value.replace("\u00a0", " ") for caption in open_page("start.py").caption]
    captions = [caption for caption in shown if "cross-validation" in caption]
    for example, caption in zip(EXAMPLES, captions, strict=True):
        app = open_lab(example.state)
        row = accuracies(app).iloc[TABLE_MODELS.index(example.state.model)]
        assert row.iloc[1] in caption
        assert row.iloc[2] in caption


def test_a_blank_sheet_invites_to_draw() -> None:
    app = open_lab(LabState(data=DRAWN))
    assert canvas_data(app)["points"] == {"x": "", "y": "", "labels": ""}
    assert sentences(app) == []
