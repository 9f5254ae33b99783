"""The pages of the class room: the teacher's part of "Class room", and a participant's own page.

Both are JavaScript in this folder that opens the WebSocket of :mod:`live.socket`; no Streamlit
session knows a room. A participant's page is static: 300 phones are not 300 sessions. It imports
modules of the drawing component, so both folders are served beside each other below ``ADDRESS``,
which changes with their content.
"""

import json
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.models import MODELS, ModelSpec
from bayeslab.figures.theme import PALETTE
from core import share
from core.input_error import InputError
from core.scenes import SceneSet
from core.titles import THRESHOLD_TITLES
from live.activities.challenge import MODELS as OFFERED
from ui import canvas
from ui.canvas.messages import describe_limits, describe_refit, describe_switches
from ui.room.plan import list_items, write_query
from ui.session import theme, value_of, view

__all__ = ["ADDRESS", "routes", "show_room"]

FOLDER = Path(__file__).parent
KEY = "room"  # of the component
_files = sorted(path for path in FOLDER.iterdir() if path.suffix in canvas.SERVED)
_digest = sha256(b"".join(path.read_bytes() for path in _files) + canvas.ADDRESS.encode())
ADDRESS = f"/classroom/{_digest.hexdigest()[:12]}"

LOADER = f"""
const at = (name) => new URL("{ADDRESS[1:]}/room/" + name, document.baseURI);
const read = async (name) => (await fetch(at(name))).text();
const [html, css, module] = await Promise.all([
  read("teacher.html"), read("room.css"), import(at("teacher.js")),
]);
export default (mount) => {{
  if (!mount.parentElement.querySelector(".classroom")) {{
    const template = document.createElement("template");
    template.innerHTML = `<style>${{css}}</style>${{html}}`;
    mount.parentElement.append(template.content);
  }}
  return module.default(mount);
}};
"""


def routes(files: type[StaticFiles]) -> list[Route | Mount]:
    """Return the routes of a participant's page and of the files of both pages."""
    return [
        Mount(f"{ADDRESS}/room", files(directory=FOLDER)),
        Mount(f"{ADDRESS}/canvas", files(directory=canvas.FOLDER)),
        Route("/join/{code}", _show_join),
        Route("/join/{code}/qr.png", _show_code),
    ]


def _show_join(_request: Request) -> Response:
    return HTMLResponse(_join_page(), headers={"Cache-Control": "no-cache"})


@cache
def _join_page() -> str:
    page = (FOLDER / "join.html").read_text(encoding="utf-8")
    start = json.dumps(_start()).replace("<", "\\u003c")
    return page.replace("{files}", f"..{ADDRESS}/room").replace("{start}", start)


def _show_code(request: Request) -> Response:
    """Answer with the QR code of an address of this server, as its pages see it."""
    page = request.query_params.get("page", "")
    if urlsplit(page).netloc.lower() != request.headers.get("host", "").lower():
        return Response(status_code=404)
    try:
        picture = share.qr_code(page)
    except InputError:
        return Response(status_code=404)
    return Response(b64decode(picture.partition(",")[2]), media_type="image/png")


def _start() -> dict[str, Any]:
    """Return what the pages know of classifiers, classes and limits."""
    return {
        "palette": [vars(style) for style in PALETTE[:4]],
        "names": ["C−", "C+", "class 3", "class 4"],
        "models": {
            key: {"title": MODELS[key].title, "message": describe_refit(key, ModelSpec())}
            for key in OFFERED
        },
        "thresholds": THRESHOLD_TITLES,
        "limits": describe_limits("rbf"),
        "offered": describe_switches(),
        "styles": canvas.STYLES,
    }


def show_room(
    questions: list[dict[str, Any]], scenes: SceneSet, add_scene: Callable[[str, str], None]
) -> None:
    """Show the teacher's part.

    Parameters
    ----------
    questions : list of dict
        Those to vote on: title, question, options, answer, why and page of each.
    scenes : SceneSet
        Among which the activities of this room are its plan.
    add_scene : callable
        Adds a scene of this page, from its title and its query.
    """

    def add() -> None:
        chosen = value_of(KEY)["scene"]
        add_scene(chosen["title"], write_query(chosen))

    generated = [
        {"key": entry.key, "title": entry.title}
        for entry in DATASETS.values()
        if entry.kind == "generated" and entry.n_classes == 2
    ]
    more = {
        "datasets": generated,
        "questions": questions,
        "theme": theme(),
        "plan": list_items(scenes.scenes, questions),
        "item": len(list_items(scenes.scenes[: _place()], questions)),
        "presented": view() == "presented",
    }
    component = st.components.v2.component("bayeslab.room", js=LOADER)
    component(key=KEY, data=_start() | more, on_scene_change=add)


def _place() -> int:
    """Return the number of the scene that is presented; 0 for none."""
    text = st.query_params.get("scene", "")
    return int(text) if view() == "presented" and text.isdecimal() else 0
