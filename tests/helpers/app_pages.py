"""Pages of the app, run without a browser, and what is read off them."""

import gzip
import json
from base64 import b64encode
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pandas as pd
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from core.fit_spec import load_points
from core.link import encode
from core.state import LabState
from javascript import call, points_of
from lessons import LESSONS, STEMS
from source import ROOT

MAIN = str(ROOT / "pages" / "main.py")
PAGES = sorted(path.name for path in (ROOT / "pages").glob("*.py") if path.name != "main.py")


def open_page(name: str, **parameters: str | list[str]) -> AppTest:
    """Open a page by a link, as the first page of a visit; of a lesson *Going deeper*."""
    if not parameters and name.removesuffix(".py") in STEMS:
        parameters = {**opening(name.removesuffix(".py"))}
    app = AppTest.from_file(MAIN, default_timeout=60)
    app.switch_page(name)
    app.query_params.update(parameters)
    return app.run()


def opening(stem: str) -> dict[str, str]:
    """Return the parameters of *Going deeper* of a lesson."""
    (kind,) = (lesson.state for lesson in LESSONS if lesson.stem == stem)
    return encode(kind.opening())


def deeper(stem: str) -> str:
    """Return the address of *Going deeper* of a lesson, or that of another page."""
    return f"{stem}?{urlencode(opening(stem))}" if stem in STEMS else stem


def open_lab(state: LabState) -> AppTest:
    return open_page("lab.py", **encode(state))


def sentences(app: AppTest) -> list[str]:
    """Return the warnings and notices of a page, also those that are folded into one."""
    folded = [
        part for part in app.expander if part.label.endswith("parts of the link were ignored")
    ]
    lines = [line for part in folded for line in part.markdown[0].value.splitlines()]
    single = [element.value for element in (*app.warning, *app.info)]
    return [*single, *(line.removeprefix("- ") for line in lines)]


def components(app: AppTest) -> list[Any]:
    """Return the components that the page shows; others store what the browser keeps."""
    stores = ('"store"', '"solved"')
    found = app.get("bidi_component")
    return [part for part in found if not any(word in part.proto.json for word in stores)]


def canvas_data(app: AppTest) -> dict[str, Any]:
    """Return what the drawing area was told; of several pictures, the first."""
    component, *_ = components(app)
    data: list[dict[str, Any]] = json.loads(component.proto.json)
    return data[0]


def draw_on(app: AppTest, key: str = "canvas", **sent: Any) -> AppTest:
    """Let the drawing area of that key send a message, as after a hand has let go."""
    known = canvas_data(app)
    message = {
        "seq": known["seq"] + 1,
        "revision": known["revision"],
        "points": None,
        "gamma": known["gamma"],
        "switches": known["switches"],
    }
    app.session_state[key] = {"drawing": message | sent}
    return app.run()


def accuracies(app: AppTest) -> Any:
    """Return the table of accuracies as the browser writes it, with plain spaces."""
    told = canvas_data(app)
    points = load_points(app.session_state["lab"].dataset_spec)
    table, styles = told["table"], [{"name": name} for name in told["classes"]]
    about = [told["gamma"], points_of(points.X, points.y), styles, table]
    rows = {
        row["title"] + " (shown)" * row["isInPicture"]: row["row"]
        if row["model"] is None
        else call("cross_validation.js", [["evaluate", row["model"], *about]])[0]
        for row in table["rows"]
    }
    cells = call("accuracies.js", [["cellsOf", each] for each in rows.values()])
    table = [[title, *each] for title, each in zip(rows, cells, strict=True)]
    return pd.DataFrame(table).replace("\u00a0", " ", regex=True)


def shown_text(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.markdown, *app.latex, *app.caption))


def plain_text(app: AppTest) -> str:
    """Return the text of the page on one line, with plain spaces."""
    return " ".join(shown_text(app).split())


def latex(app: AppTest) -> str:
    return "".join(line.value for line in app.latex)


def lab_link(app: AppTest) -> dict[str, str]:
    """Return the query parameters of the link to the lab."""
    (query,) = (
        link.proto.query_string
        for link in app.get("page_link")
        if link.proto.label == "Open in the lab"
    )
    return dict(parse_qsl(query))


def pictures(app: AppTest) -> list[str]:
    """Return the figures of a page, and the picture of a lesson's question."""
    figures = [chart.proto.spec for chart in app.get("plotly_chart")]
    html = (element.proto.body for element in app.get("html"))
    return [*figures, *(body for body in html if 'class="situation' in body)]


def ask() -> None:
    from ui.lab.own_points import ask_for_table

    ask_for_table()


def upload(app: AppTest, name: str, content: bytes) -> AppTest:
    """Choose a file in the field of the page, as a browser sends it."""
    found = app.get("bidi_component")
    (field,) = (part.proto for part in found if '"received"' in part.proto.json)
    text = b64encode(gzip.compress(content)).decode()
    part = {"file": "1", "name": name, "size": len(content), "parts": 1, "part": 0, "text": text}
    states = WidgetStates()
    told = json.dumps([{"event": "part", "value": part}])
    states.widgets.add(id=_make_trigger_id(field.id, "events"), json_trigger_value=told)
    return app._run(states)


def paste(text: str) -> AppTest:
    app = AppTest.from_function(ask, default_timeout=60).run()
    return app.text_area[0].set_value(text).run()
