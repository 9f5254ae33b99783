"""Compare on all numeric columns of a table, or all features of a real data set."""

import json
import re
from base64 import b64decode
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.model_selection import (
    RepeatedStratifiedKFold,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.preprocessing import StandardScaler
from streamlit.testing.v1 import AppTest

from app_pages import MAIN, components, open_page, paste, sentences
from bayeslab.data.datasets import Dataset, DatasetSpec, load, standardised
from bayeslab.evaluation.models import MODELS, build_model
from core.drawing import draw, encode_drawing
from core.state import DRAWN, LabState
from ui.compare import SECTIONS
from ui.compare.choices import NO_BREAK, TITLES, describe_data
from ui.session.areas import LAB
from ui.session.lab import ADDRESS, COLUMNS, NOTICES

WINE = load(DatasetSpec("wine", features=(0, 1, 5, 6, 9)))
CULTIVARS = ("barolo", "grignolino", "barbera")
FOLDS = 5
HELD_OUT = "Held out (95\u00a0% interval)"


def write_csv(gaps: tuple[int, ...] = ()) -> str:
    """Return the wines as a table with a number, a constant, and gaps in a column of some rows."""
    lines = [",".join(["No", *(f"m{k}" for k in range(5)), "site", "cultivar"])]
    for number, (x, label) in enumerate(zip(WINE.X.tolist(), WINE.y, strict=True), start=1):
        cells = list(map(repr, x))
        if number - 1 in gaps:
            cells[3] = "NA"
        lines.append(",".join([str(number), *cells, "1", CULTIVARS[label]]))
    return "\n".join(lines)


def open_with_table(section: str, text: str, **own: Any) -> AppTest:
    """Load a table in the lab, standardised, and open Compare in the same session."""
    loaded = paste(text)
    loaded.toggle[0].set_value(True).run()
    loaded.button[0].click().run()
    app = AppTest.from_file(MAIN, default_timeout=120)
    app.switch_page("compare.py")
    app.query_params.update(show=section, **own)
    for key in (LAB.state, ADDRESS, COLUMNS):
        app.session_state[key] = loaded.session_state[key]
    app.session_state[NOTICES] = ()
    app.run()
    return app


def switches(app: AppTest) -> list[Any]:
    return [each for each in app.toggle if each.key == "all"]


def told(app: AppTest) -> str:
    return " ".join(part.proto.body for part in app.get("html"))


def gallery_of(app: AppTest) -> dict[str, str]:
    """Return the accuracy in each thumbnail of the gallery."""
    found = next(part.proto.json for part in components(app) if '"accuracy"' in part.proto.json)
    return {each["key"]: each["accuracy"].replace(NO_BREAK, " ") for each in json.loads(found)[0]}


def standardised_wine(gaps: tuple[int, ...] = ()) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return all columns of the table above as a stranger would, the classes by name."""
    kept = np.setdiff1d(np.arange(len(WINE.y)), gaps)
    number = np.array([1, 2, 0])  # of barolo, grignolino and barbera, sorted by name
    return StandardScaler().fit_transform(WINE.X[kept]), number[WINE.y[kept]]


def model_of(key: str) -> Any:
    """Return a classifier of the page, with its settings at the beginning."""
    return build_model(key, LabState().model_spec, len(CULTIVARS))


def test_the_accuracies_are_those_of_scikit_learn_on_all_columns_with_gaps() -> None:
    gaps = (3, 70, 71, 150)
    app = open_with_table("Gallery", write_csv(gaps), all="true")
    X, y = standardised_wine(gaps)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    expected = {}
    for key in MODELS:
        shares = cross_val_score(model_of(key), X, y, cv=folds)
        error = shares.std(ddof=1) / np.sqrt(FOLDS)
        expected[key] = f"{100 * shares.mean():.1f} ± {100 * error:.1f} %"
    assert gallery_of(app) == expected


def test_long_names_leave_the_description_short() -> None:
    features = tuple(
        f"greatest {name} of the whole fish in millimetres"
        for name in ("length", "height", "width")
    )
    classes = ("Common bream (Abramis brama)", "pike")
    points = standardised(
        Dataset(WINE.X[:4, :3], np.array([0, 0, 0, 1]), features, classes, "fish")
    )
    assert describe_data(points) == (
        "fish: 3 features, standardised, 3 Common bream (Abram…, 1 pike"
    )


def test_the_page_says_which_columns_and_rows_it_uses() -> None:
    app = open_with_table("Gallery", write_csv((3, 70)))
    assert "your points: m0 × m1, standardised, 48 barbera, " in told(app)
    (switch,) = switches(app)
    assert switch.label == "Use all 5 numeric columns"
    switch.set_value(True).run()
    said = told(app)
    assert (
        "your points: 5 features (m0, m1, m2, m3, m4), standardised, "
        "48 barbera, 58 barolo, 70 grignolino" in said
    )
    assert "Pictures show the two features of the lab" in said
    assert "fitted to these two: m0 and m1." in said
    assert "because it numbers the rows: No." in said
    assert "because it is constant: site." in said
    assert "missing in another column: 2 of 178." in said


def test_repeated_folds_and_the_training_accuracy_are_of_all_columns() -> None:
    choices = {"all": "true", "repeats": "2", "classifiers": TITLES["svc-rbf"], "fold_seed": "4"}
    app = open_with_table("Accuracy", write_csv(), reference=TITLES["svc-rbf"], **choices)
    X, y = standardised_wine()
    model = model_of("svc-rbf")
    folds = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=2, random_state=4)
    mean = cross_val_score(model, X, y, cv=folds).mean()
    (row,) = app.table[0].value.to_dict("records")
    assert row[HELD_OUT].replace(NO_BREAK, " ").startswith(f"{100 * mean:.1f} %")
    assert row["Training"].replace(NO_BREAK, " ") == f"{100 * model.fit(X, y).score(X, y):.1f} %"


def test_errors_and_disagreement_count_predictions_on_all_columns() -> None:
    pair = {"first": TITLES["full"], "second": TITLES["pooled"], "all": "true"}
    X, y = standardised_wine()
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    right = [cross_val_predict(model_of(key), X, y, cv=folds) == y for key in ("full", "pooled")]
    app = open_with_table("Errors", write_csv(), **pair)
    shown = [f"{100 * each.mean():.1f} % accuracy" for each in right]
    assert [each.value.split(": ")[-1].replace(NO_BREAK, " ") for each in app.subheader][
        :2
    ] == shown
    app = open_with_table("Disagreement", write_csv(), **pair)
    counts = app.table[0].value.to_numpy()[:, -2:].astype(int)
    both = [
        [(first & second).sum() for second in (right[1], ~right[1])]
        for first in (right[0], ~right[0])
    ]
    assert counts.tolist() == np.array(both).tolist()
    figure = json.loads(app.get("plotly_chart")[0].proto.spec)
    framed = [trace["x"] for trace in figure["data"] if str(trace.get("name")).startswith("only ")]
    frames = sum(np.frombuffer(b64decode(x["bdata"]), x["dtype"]).size for x in framed)
    said = " ".join(each.value for each in app.markdown)
    assert f"{frames} points that only one of the two, fitted to the two features" in said


def test_the_script_prints_the_same_accuracies(capsys: pytest.CaptureFixture[str]) -> None:
    text = write_csv((3, 70))
    exec(open_with_table("Code", text, all="true").code[0].value, {})
    printed = capsys.readouterr().out.replace("%", "")
    for key, accuracy in gallery_of(open_with_table("Gallery", text, all="true")).items():
        (line,) = (row for row in printed.splitlines() if row.startswith(f"{TITLES[key]}  "))
        assert accuracy.removesuffix(" %") in line


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_opens_with_all_columns(section: str) -> None:
    app = open_with_table(section, write_csv(), all="true", large=TITLES["full"], repeats="1")
    assert len(sentences(app)) == (section == "Timing")


def test_a_class_that_is_flat_in_one_column_is_named() -> None:
    lines = ["a,b,c,kind"]
    rng = np.random.default_rng(0)
    for k, (a, b, c) in enumerate(rng.normal(size=(40, 3)).tolist()):
        lines.append(f"{a},{b},{1 if k % 2 else c},{'xy'[k % 2]}")
    app = open_with_table("Accuracy", "\n".join(lines), all="true", classifiers=TITLES["full"])
    rows = app.table[0].value.to_dict("records")
    reasons = [row[HELD_OUT] for row in rows]
    assert any("covariance of class y is singular" in reason for reason in reasons)


def test_points_that_were_edited_are_no_longer_those_of_the_table() -> None:
    app = open_with_table("Code", write_csv(), all="true")
    assert switches(app)
    moved = encode_drawing(draw(WINE.X[:50, :2], WINE.y[:50]))
    app.session_state[LAB.state] = LabState(data=DRAWN, points=moved)
    app.run()
    assert not switches(app)
    assert "5 features" not in told(app)


def test_a_table_with_two_numeric_columns_has_no_switch() -> None:
    text = "a,b,kind\n" + "\n".join(f"{k},{k * k % 7},{'xy'[k % 2]}" for k in range(20))
    assert not switches(open_with_table("Code", text))


def test_a_real_data_set_has_all_its_features() -> None:
    app = open_page("compare.py", data="wine", standardise="yes", all="true", show="Code")
    assert "Wine: 13 features (alcohol, malic acid, " in told(app)
    assert "and 5 more), standardised, " in told(app)
    script = app.code[0].value
    assert re.search(r'DatasetSpec\("wine", features=\(0, 1, .*, 12\)\)', script)
    assert not switches(open_page("compare.py", all="true", show="Code"))


def test_a_link_to_all_columns_says_that_it_has_only_two() -> None:
    app = open_with_table("Disagreement", write_csv(), all="true")
    assert "only the two" not in " ".join(each.value for each in app.info)
    held_out = load(DatasetSpec("wine"))
    points = encode_drawing(draw(held_out.X, held_out.y))
    app = open_page("compare.py", data=DRAWN, points=points, all="true", show="Code")
    assert "only the two of the picture" in app.info[0].value
