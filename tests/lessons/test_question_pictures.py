"""The picture of each question while a room votes, and that of its answer once it is revealed."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from html import unescape
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote, urlsplit

import numpy as np
import plotly.graph_objects as go
import pytest
from starlette.requests import Request
from streamlit.testing.v1 import AppTest

from app_pages import open_page
from bayeslab.evaluation.formats import percent
from bayeslab.figures.regions import SHADES
from core.latex import matrix, number
from lessons import LESSONS
from lessons.question_pictures import WIDTH, html_of, routes
from lessons.questions import Situation, list_questions, question_of, situations_of
from lessons.texts import read_sections, split_question
from live.activities.vote import VOTE
from live.activity import ActivityState
from ui.figure_svg import write_svg

STEMS = [lesson.stem for lesson in LESSONS]
BOTH = [pytest.param(each, id=str(each)) for stem in STEMS for each in situations_of(stem)]
Numbers = Mapping[str, str]


def told_of(stem: str) -> dict[str, Any]:
    (question,) = (question for question in list_questions() if question["page"] == stem)
    return question


@pytest.mark.parametrize("stem", STEMS)
def test_a_vote_shows_the_situation_of_its_question_and_reveals_that_of_its_answer(
    stem: str,
) -> None:
    chosen = {name: value for name, value in told_of(stem).items() if name != "title"}
    prepared = VOTE.prepare(chosen)
    before, after = map(str, situations_of(stem))
    assert before != after
    assert prepared.settings["before"] == before
    assert "after" not in prepared.settings
    state = ActivityState(1, "vote", prepared.settings, prepared.secret)
    assert VOTE.show(state, {}) == {}
    revealed = ActivityState(1, "vote", prepared.settings, prepared.secret, is_revealed=True)
    assert VOTE.show(revealed, {})["after"] == after


def draw_both(stem: str) -> tuple[go.Figure, go.Figure]:
    question = question_of(stem)
    return question.draw(question.before, "light"), question.draw(question.after, "light")


@pytest.mark.parametrize("stem", STEMS)
def test_the_lesson_shows_the_same_pictures_beside_its_question(stem: str) -> None:
    app = open_page(f"{stem}.py")
    _, _, correct = split_question(question_of_text(stem))
    situation, answered = situations_of(stem)
    before, after = html_of(situation, "light"), html_of(answered, "light", is_answer=True)
    assert before != after
    assert before in html_shown(app)
    app.radio(key=f"{stem} answer choice").set_value(correct).run()
    app.button(key=f"{stem} answer commit").click().run()
    assert not app.exception
    assert after in html_shown(app)
    assert before not in html_shown(app)


@pytest.mark.parametrize("stem", STEMS)
def test_a_page_asks_for_pictures_that_the_server_answers_with(stem: str) -> None:
    (route,) = routes()
    for situation in situations_of(stem):
        ((page, query, size),) = re.findall(
            r'="situations/(\w+)\?([^"]+)" (width="\d+" height="\d+")', html_of(situation, "dark")
        )
        scope = {"type": "http", "path": "/", "path_params": {"page": page}, "headers": []}
        answer = route.endpoint(Request(scope | {"query_string": unescape(query).encode()}))
        assert answer.status_code == 200
        assert size in answer.body.decode()


def html_shown(app: AppTest) -> list[str]:
    return [element.proto.body for element in app.get("html")]


def question_of_text(stem: str) -> str:
    text = read_sections(stem)["Question"]
    for name, value in question_of(stem).numbers().items():
        text = text.replace("{" + name + "}", value)
    return text


# The numbers of a question's text, recomputed from what its pictures draw.


def trace(figure: go.Figure, name: str | None, place: int = 0) -> Any:
    return [each for each in figure.data if each.name == name][place]


def count(figure: go.Figure, *names: str) -> int:
    return sum(len(trace(figure, name).x) for name in names)


def cells(figure: go.Figure) -> Any:
    return np.asarray(figure.data[0].z, float)


def check_bayes_rule(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    least = trace(after, "Bayes error")
    error = np.trapezoid(least.y, least.x)
    assert numbers["accuracy"] == percent(1 - error)
    assert numbers["prior"] == percent(error)  # all points of C+ are errors
    middle = len(least.x) // 2
    minus, plus = (trace(after, name, 1).y[middle] for name in ("C−", "C+"))
    assert (numbers["joint_minus"], numbers["joint_plus"]) == (number(minus, 3), number(plus, 3))
    minus, plus = (trace(before, name).y[middle] for name in ("C−", "C+"))
    assert numbers["ratio"] == number(plus / minus, 3)


def check_covariances(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    spread = [
        np.cov([trace(after, f"class {sign}").x, trace(after, f"class {sign}").y], bias=True)
        for sign in "−+"
    ]
    assert numbers["covariance"] == matrix(spread[0]) == matrix(spread[1])
    line = after.data[1]
    assert np.nanstd(line.y) < 1e-9 < np.nanstd(before.data[1].y)


def plain_spaces(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def check_correlation(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    for figure, error, rho in ((before, "before", 0), (after, "after", float(numbers["rho"]))):
        points = trace(figure, "class A")
        assert np.corrcoef(points.x, points.y)[0, 1] == pytest.approx(rho, abs=1e-3)
        title = plain_spaces(figure.layout.title.text)
        assert title == f"ρ = {rho:g}, error {plain_spaces(numbers[error])}"


def check_bytes(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    for figure, name in ((before, "correct"), (after, "broken")):
        title = f"Accuracy: {numbers[name]}"
        assert figure.layout.title.text == title.replace("\N{NO-BREAK SPACE}", " ")


def check_zero(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    odds = float(np.sum(np.asarray(before.data[0].x)[:-1]))
    assert numbers["before"] == percent(1 / (1 + np.exp(-odds)))
    assert after.layout.title.text == f"P(spam | x) = {numbers['after']}"


def check_limit(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    assert f"{count(after, 'C−', 'C+')}" == numbers["n"]
    x = after.data[0].x
    assert number(x[-1] - x[0], 2) == numbers["breadth"]
    assert count(before, "C−", "C+") == count(after, "C−", "C+")


def check_imbalance(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    for figure, errors, names in (
        (before, "errors_before", ("n_before", "n_before")),
        (after, "printed_errors", ("n_minus", "n_plus")),
    ):
        assert f"{trace(figure, 'chosen').customdata[0]:g}" == numbers[errors]
        assert [f"{count(figure, name)}" for name in ("C−", "C+")] == [numbers[n] for n in names]
    assert f"{trace(after, 'chosen').y[0]:g}" == numbers["printed_j"]


def check_widths(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    n = count(before, "C−", "C+")
    assert numbers["before"] == percent(1 - count(before, "misclassified") / n)
    assert "misclassified" not in [each.name for each in after.data]
    assert numbers["after"] == percent(1.0)
    question = question_of("kernel_width")
    gammas = [f"{state.gamma:g}" for state in (question.before, question.after)]
    assert gammas == [numbers["wide"], numbers["narrow"]]


def check_deletion(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    counts = [count(figure, "C−", "C+") for figure in (before, after)]
    assert [f"{n}" for n in counts] == [numbers["n"], numbers["kept"]]
    assert f"{counts[0] - counts[1]}" == numbers["deleted"]
    larger, largest = (
        sum((np.asarray(trace(figure, name).marker.size) > 10).sum() for name in ("C−", "C+"))
        for figure in (before, after)
    )
    assert larger == largest == counts[1]  # the support vectors
    old, new = (np.stack((trace(each, "SVM").x, trace(each, "SVM").y)) for each in (before, after))
    assert np.nanmax(np.abs(old - new)) < 0.01  # the SVM has not moved


def check_root(before: go.Figure, after: go.Figure, numbers: Numbers) -> None:
    narrow = [(cells(figure) >= SHADES).sum() for figure in (before, after)]
    assert numbers["kept"] == percent(narrow[1] / narrow[0])


CHECKS: dict[str, Callable[[go.Figure, go.Figure, Numbers], None]] = {
    "bayes_rule": check_bayes_rule,
    "covariance_assumptions": check_covariances,
    "naive_and_optimal_bayes": check_correlation,
    "linear_discriminants": check_bytes,
    "discrete_bayes": check_zero,
    "inner_products": check_limit,
    "threshold_search": check_imbalance,
    "kernel_width": check_widths,
    "kernel_bayes_and_svm": check_deletion,
    "checking_the_sources": check_root,
}


@pytest.mark.parametrize("stem", CHECKS)
def test_the_numbers_of_the_text_are_those_of_the_pictures(stem: str) -> None:
    CHECKS[stem](*draw_both(stem), question_of(stem).numbers())


# The pictures as SVG

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("situation", BOTH)
def test_every_picture_is_drawn_with_all_its_points_and_words(situation: Situation) -> None:
    question = question_of(situation.page)
    figure, alt = question.draw(situation.state, "dark"), question.describe(situation.state)
    root = ET.fromstring(write_svg(figure, alt, WIDTH, 300, "dark"))
    title = root.find(f"{SVG}title")
    assert title is not None and title.text == alt
    drawn = [p for p in root.iter(f"{SVG}path") if p.get("transform", "").endswith(")")]
    marked = [each for each in figure.data if each.type == "scatter" and each.mode == "markers"]
    named = [each for each in marked if each.showlegend is not False and len(each.x)]
    points = sum(len(each.x) for each in marked)
    assert len([p for p in drawn if "scale" in p.get("transform", "")]) == points + len(named)
    words = "".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    assert all(each.name in words for each in named)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert (axis.title.text or "") in words


def test_a_point_is_at_its_place_between_the_axes() -> None:
    scatter = go.Scatter(
        x=[0, 10], y=[0, 5], mode="markers", marker={"size": 8, "color": "#123456"}
    )
    layout = {"xaxis": {"range": [0, 10]}, "yaxis": {"range": [0, 10]}, "showlegend": False}
    root = ET.fromstring(write_svg(go.Figure(scatter, layout), "Two points.", 400, 300, "light"))
    clip = root.find(f"{SVG}clipPath/{SVG}rect")
    assert clip is not None
    left, top, width, height = (float(clip.attrib[n]) for n in ("x", "y", "width", "height"))
    places = [p.attrib["transform"] for p in root.iter(f"{SVG}path") if "transform" in p.attrib]
    corners = [(left, top + height), (left + width, top + height / 2)]
    for place, (x, y) in zip(places, corners, strict=True):
        px, py = map(float, place.split(")")[0].removeprefix("translate(").split())
        assert (px, py) == pytest.approx((x, y), abs=0.11)


@pytest.mark.parametrize(
    "shown",
    [go.Pie(values=[1, 2]), go.Scatter(x=[1], y=[1], mode="markers", marker_symbol="hourglass")],
)
def test_unsupported_marks_are_refused(shown: Any) -> None:
    with pytest.raises(ValueError, match="is not shown as SVG"):
        write_svg(go.Figure(shown), "Nothing.", 400, 300, "light")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"{situations_of('kernel_width')[0]}&theme=dark", 200),
        (f"{situations_of('naive_and_optimal_bayes')[1]}", 200),
        ("kernel_width?data=random_labels&gamma=2", 404),
        ("kernel_width", 404),
        ("lab?gamma=1", 404),
        (f"{situations_of('kernel_width')[0]}&theme=pink", 404),
    ],
)
def test_the_server_draws_the_situations_of_the_questions_and_no_others(
    server: str, address: str, status: int
) -> None:
    connection = HTTPConnection(urlsplit(server).netloc, timeout=60)
    connection.request("GET", f"/situations/{quote(address, safe='/?=&+%')}")
    answer = connection.getresponse()
    assert answer.status == status
    if status == 200:
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.read().startswith(b"<svg ")
    connection.close()
