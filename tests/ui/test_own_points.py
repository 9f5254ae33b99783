"""Tables that visitors bring along: pasted, uploaded, shown, downloaded again."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app_pages import ask, canvas_data, draw_on, open_lab, paste, sentences, upload
from bayeslab.data.datasets import Dataset, DatasetSpec, load
from core.csv_import import write_table
from core.drawing import DrawnSpec, draw, encode_drawing, identify
from core.state import DRAWN, LabState
from ui.lab.own_points import MOST_PASTED
from ui.session.canvas_sync import CanvasSync
from ui.uploads import UPLOADS

IRIS = load(DatasetSpec("iris"))


def show_points(app: AppTest) -> LabState:
    """Press the button, and return what the lab goes on with."""
    app.button[0].click().run()
    state: LabState = app.session_state["lab"]
    return state


def load_points(state: LabState) -> Dataset:
    spec = state.dataset_spec
    assert isinstance(spec, DrawnSpec)
    return spec.load()


def test_a_pasted_table_becomes_the_points_of_the_lab_as_they_are_without_a_title() -> None:
    app = paste(write_table(IRIS))
    assert not app.toggle[0].value and sentences(app) == []
    state = show_points(app)
    points = load_points(state)
    assert (state.title, points.title) == ("", "your points")
    assert (points.X == IRIS.X).all()
    assert (points.y == IRIS.y).all()
    assert points.class_names == IRIS.class_names
    assert points.feature_names == IRIS.feature_names


def test_columns_can_be_chosen_and_standardised_without_a_second_loading() -> None:
    app = paste("a,b,c,kind\n1,10,5,x\n2,20,4,x\n4,30,3,y\n3,40,9,y\n")
    show_points(app)
    app.text_area[0].set_value("").run()
    boxes = {box.label: box for box in app.selectbox}
    boxes["Vertical feature"].set_value(2).run()
    app.toggle[0].set_value(True).run()
    points = load_points(show_points(app))
    assert points.feature_names == ("a, standardised", "c, standardised")
    assert points.X.mean(axis=0) == pytest.approx([0, 0], abs=1e-4)
    assert points.X.std(axis=0) == pytest.approx([1, 1], abs=1e-4)
    app.toggle[0].set_value(False).run()
    assert load_points(show_points(app)).feature_names == ("a", "c")


@pytest.mark.parametrize("scale", [100.0, 0.01])
def test_features_of_other_scales_are_standardised_unless_that_is_turned_off(scale: float) -> None:
    table = write_table(Dataset(scale * IRIS.X, IRIS.y, ("a", "b"), IRIS.class_names, ""))
    app = paste(table)
    assert "both features are standardised" in " ".join(sentences(app))
    points = load_points(show_points(app))
    assert points.X.std(axis=0) == pytest.approx([1, 1], abs=1e-4)
    app = paste(table)
    app.toggle[0].set_value(False).run()
    assert load_points(show_points(app)).feature_names == ("a", "b")


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()


def test_one_button_goes_back_to_the_original_units() -> None:
    X = np.round(100 * IRIS.X)
    app = paste(write_table(Dataset(X, IRIS.y, ("a", "b"), IRIS.class_names, "")))
    text, (number, original) = show_points(app).points, app.session_state["lab original"]
    assert number == identify(text)
    assert (original.load().X == X).all()
    app = open_lab(LabState(data=DRAWN, points=encode_drawing(draw(X, IRIS.y)), folds=2))
    press(app, "Standardise the points")
    points = load_points(app.session_state["lab"])
    assert points.X.std(axis=0) == pytest.approx([1, 1]) and (points.y == IRIS.y).all()
    assert canvas_data(app)["points"] == app.session_state["lab"].points
    press(app, "Back to the original units")
    assert (load_points(app.session_state["lab"]).X == X).all()
    press(app, "Standardise the points")


@pytest.fixture(autouse=True)
def release_file() -> Iterator[None]:
    """Every AppTest has the same session."""
    yield
    UPLOADS.release("test session id")


def load_file(name: str) -> LabState:
    app = AppTest.from_function(ask, default_timeout=60).run()
    return show_points(upload(app, name, write_table(IRIS).encode()))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("oaks.csv", "oaks"),
        ("oaks.2024.CSV", "oaks.2024"),
        ("  two \n lines\x07 .csv", "two lines"),
        ("t" * 80 + ".csv", "t" * 60),
    ],
)
def test_the_name_of_a_file_is_the_title_of_its_points(name: str, title: str) -> None:
    state = load_file(name)
    assert state.title == load_points(state).title == title


def choose_data(app: AppTest, data: str) -> LabState:
    next(box for box in app.selectbox if box.label == "Data").set_value(data).run()
    state: LabState = app.session_state["lab"]
    return state


def test_a_title_is_shown_as_it_is_and_stays_with_its_points() -> None:
    app = open_lab(replace(load_file("my_*oaks*.csv"), folds=2))
    assert canvas_data(app)["table"]["title"] == "my_*oaks*"
    press(app, "Standardise the points")
    assert app.session_state["lab"].title == "my_*oaks*"
    press(app, "Back to the original units")
    assert app.session_state["lab"].title == "my_*oaks*"
    assert choose_data(app, "moons").title == ""
    assert choose_data(app, DRAWN).title == "my_*oaks*"


def test_points_that_are_edited_keep_their_title_and_a_blank_sheet_has_none() -> None:
    app = open_lab(replace(load_file("oaks.csv"), folds=2))
    draw_on(app, points=encode_drawing(draw(IRIS.X[1:], IRIS.y[1:])))
    assert app.session_state["lab"].title == "oaks"
    draw_on(app, points=encode_drawing(draw([], [])))
    assert app.session_state["lab"].title == ""
    draw_on(app, points=encode_drawing(draw(IRIS.X, IRIS.y)))
    assert load_points(app.session_state["lab"]).title == "your points"
    draw_on(app)  # everything was undone
    assert app.session_state["lab"].title == "oaks"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\n1,2\n", "2 columns"),
        ("a,b,kind\n", "no rows"),
        (
            "a,b,c\n" + "".join(f"{k}.5,{k}.25,{k}.1\n" for k in range(11)),
            "one column with 2 to 10 different labels",
        ),
        (
            "a,b,kind\n1,2,x\n3,4,x\n",
            "All rows have the label “x” in the column “kind”: add rows of another class.",
        ),
        (
            "a,b,class\n" + "".join(f"{k}.5,{k}.25,7\n" for k in range(11)),
            "All rows have the label “7” in the column “class”",
        ),
        (
            "a,b,kind\n" + "".join(f"{k}.5,{k}.25,t{k}\n" for k in range(11)),
            "The column “kind” has more than 10 different labels",
        ),
        ("a,b,kind\n1,q,x\n3,r,y\n", "two columns of numbers"),
        ('a,b,kind\n1,"2,x\n3,4,y\n', "quote"),
        ("a,b,kind\n1,2,x\n1e400,4,y\n3,4,x\n", "All rows have the label"),
        (",".join(["a"] * 100_000), "100,000 columns"),
        ("a;b;kind\n1,5;2,5;x\n3;4;y\n", "Commas in numbers"),
        ("a,b,kind\n1,2,<b>x</b>\n3,4,=SUM(A1)\n5,6\n", "shorter or longer"),
    ],
)
def test_a_table_with_something_odd_gets_a_sentence_and_no_traceback(
    text: str, sentence: str
) -> None:
    app = paste(text)
    assert sentence in " ".join(sentences(app))


def test_the_lab_shows_as_many_points_of_a_large_table_as_it_can() -> None:
    moons = load(DatasetSpec("moons", n=15_000))
    app = paste(write_table(moons))
    assert "5,000 of these 15,000 points" in sentences(app)[0]
    points = load_points(show_points(app))
    assert np.bincount(points.y).tolist() == [2500, 2500]


def test_the_largest_pasted_table_is_a_message_that_the_server_takes() -> None:
    for option in ("server.maxMessageSize", "server.maxWidgetStateSize"):
        assert 0.9 * 1e6 * st.get_option(option) > MOST_PASTED


def use_iris() -> None:
    import streamlit as st

    from bayeslab.data.datasets import DatasetSpec, load
    from ui.session.areas import with_drawing
    from ui.session.lab import current_state, use_points

    use_points(load(DatasetSpec("iris")), "iris")
    st.session_state["next"], _ = with_drawing(current_state())


def test_points_drawn_just_before_do_not_replace_the_loaded_ones() -> None:
    before = LabState()
    app = AppTest.from_function(use_iris)
    app.session_state["lab"] = before
    app.session_state["lab canvas"] = CanvasSync(revision=1, origin=before, current=before)
    drawn = encode_drawing(draw(IRIS.X[:9], IRIS.y[:9]))
    app.session_state["canvas"] = {"drawing": {"seq": 1, "revision": 1, "points": drawn}}
    app.run()
    assert (load_points(app.session_state["next"]).X == IRIS.X).all()
