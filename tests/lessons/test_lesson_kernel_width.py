"""The lesson of the kernel's width: its numbers are those of the classifiers it names."""

import numpy as np
import pytest
from test_lessons import lab_link, shown_text
from test_pages import draw_on, open_page, sentences

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.estimators.kernel_bayes import KernelBayes
from core.link import decode
from lessons.kernel_width.view import GAMMAS
from ui import compute
from ui.layout import percent

PAGE = "kernel_width.py"


def test_the_widths_are_on_a_ruler_from_end_to_end() -> None:
    assert GAMMAS[:4] == (0.01, 0.02, 0.05, 0.1)
    assert GAMMAS[-2:] == (500.0, 1000.0)
    assert len(GAMMAS) == 16


def test_at_the_first_look_the_large_numbers_are_those_of_variant_one_on_the_moons() -> None:
    app = open_page(PAGE)
    shown = {metric.label: metric.value for metric in app.metric}
    points = load(DatasetSpec("moons"))
    model = KernelBayes(gamma=5.0, threshold="loo").fit(points.X, points.y)
    search = model.threshold_search_
    left_out = 1 - search.errors[search.index] / len(points.y)
    assert list(shown) == ["training", "ten folds", "leave-one-out", "new points"]
    assert shown["training"] == percent(model.score(points.X, points.y))
    assert shown["leave-one-out"] == percent(left_out)


@pytest.mark.parametrize("data", ["moons", "spirals", "two Gaussians", "random labels"])
@pytest.mark.parametrize(("classifier", "gamma"), [("II", "0.01"), ("III", "1000"), ("SVC", "5")])
def test_every_choice_gives_pictures_numbers_and_a_link(
    data: str, classifier: str, gamma: str
) -> None:
    app = open_page(PAGE, data=data, classifier=classifier, gamma=gamma, formula="numbers")
    assert not app.exception
    assert sentences(app) == []
    assert len(app.get("plotly_chart")) == 3
    state, notices = decode(lab_link(app))
    assert notices == ()
    assert state.gamma == float(gamma)
    assert state.model == {"SVC": "svc-rbf"}.get(classifier, classifier)
    assert len(app.metric) == (3 if classifier == "SVC" else 4)


def test_tossed_labels_are_all_learnt_and_say_nothing_of_new_points() -> None:
    app = open_page(PAGE, data="random labels", gamma="1000", cut="cut by training")
    values = {metric.label: float(metric.value.split()[0]) for metric in app.metric}
    assert values["training"] == 100
    assert values["ten folds"] == pytest.approx(50, abs=10)
    assert values["new points"] == pytest.approx(50, abs=4)


def test_the_cut_by_training_points_costs_accuracy_between_narrow_bumps() -> None:
    by_training, by_leaving_out = (
        {metric.label: metric.value for metric in open_page(PAGE, gamma="100", cut=cut).metric}
        for cut in ("cut by training", "cut by leave-one-out")
    )
    text = shown_text(open_page(PAGE, gamma="100"))
    for values in (by_training, by_leaving_out):
        assert values["new points"] in text
    new = [float(each["new points"].split()[0]) for each in (by_training, by_leaving_out)]
    assert new[0] < new[1] - 20


def test_the_svm_is_left_out_point_by_point_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = tuple(0.5 + 0.01 * k for k in range(len(GAMMAS)))
    monkeypatch.setattr(compute, "left_out_accuracies", lambda *_: made_up)
    app = open_page(PAGE, classifier="SVC", gamma="1000", refit="true")
    assert not app.exception
    shown = {metric.label: metric.value for metric in app.metric}
    assert shown["leave-one-out"] == percent(0.65)


def test_gamma_begins_where_the_lab_left_it_unless_the_link_says_otherwise() -> None:
    app = draw_on(open_page("lab.py", n="40", folds="2"), gamma=20.0)
    app.query_params.clear()
    app.switch_page("kernel_width.py").run()
    slider = app.select_slider(key="gamma")
    assert slider.value == min(GAMMAS, key=lambda gamma: abs(np.log(gamma / 20)))
    assert slider.value != 5.0
    linked = open_page("kernel_width.py", gamma="1")
    assert linked.select_slider(key="gamma").value == 1.0
