"""The pages of the classroom: the teacher's part of "Classroom", and a participant's own page.

Both are JavaScript in ``web/room`` that opens the WebSocket of :mod:`live.socket`; no Streamlit
session knows a room. A participant's page is static: 300 phones are not 300 sessions.
"""

import json
import os
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

import web
from bayeslab.data.datasets import DATASETS
from bayeslab.evaluation.models import MODELS, ModelSpec
from bayeslab.figures.theme import PALETTE
from core import share
from core.exercises.exercise import LEVELS, Exercise
from core.exercises.hand_in import is_same_for_all
from core.exercises.messages import describe_task
from core.exercises.registry import find_exercise
from core.input_error import InputError
from core.messages import describe_refit, describe_switches
from core.scenes import SceneSet
from core.state import THRESHOLDS
from live.activities import ACTIVITIES
from live.activities.challenge import MODELS as OFFERED
from live.admission import TEACHER_KEY
from live.codes import HOMEWORK_LENGTH
from live.engines import is_ephemeral
from live.examples import show_example
from ui.component import READERS, show_component
from ui.index_page import JOIN
from ui.room.plan import list_items, write_query
from ui.session.address import theme, view
from ui.session.widgets import sent

LONGEST_ADDRESS = 2000  # bytes
KEY = "room"  # of the component
VARIANT = re.compile(r"[0-9]{1,9}")
EPHEMERAL_ROOMS = (
    "This server keeps rooms only while it runs. A free host may restart it at any time, and stops "
    "it when nobody uses it; then all rooms end. Save the room before you leave it."
)

LOADER = f"""{READERS}
const [html, module, ...css] = await Promise.all([
  read("web/room/teacher.html"), import(at("web/room/teacher.js")),
  ...["web/style/variables.css", "web/room/room.css", "web/room/teacher.css"].map(read),
]);
export default (mount) => {{
  if (!mount.parentElement.querySelector(".classroom")) {{
    mount.parentElement.append(module.readPage(html, ...css));
  }}
  return module.default(mount);
}};
"""


def routes() -> list[Route]:
    """Return the routes of a participant's page, of the examples and of exercises."""
    return [
        Route("/room-examples/{key}", _answer_example),
        Route("/exercise-desks/{stem}/{variant}", _answer_task),
        Route(JOIN, _lead_to_form),
        Route(f"{JOIN}/", _show_form),
        Route(f"{JOIN}/{{code}}", _show_join),
        Route(f"{JOIN}/{{code}}/qr.png", _show_code, methods=["GET", "POST"]),
    ]


async def _answer_example(request: Request) -> Response:
    """Answer with the states of an activity, as a room would show them."""
    key = request.path_params["key"]
    if key not in ACTIVITIES:
        return Response(status_code=404)
    return JSONResponse(await run_in_threadpool(show_example, key))


async def _answer_task(request: Request) -> Response:
    """Answer with what a browser needs to solve a variant of an exercise."""
    stem, variant = request.path_params["stem"], request.path_params["variant"]
    if not VARIANT.fullmatch(variant):
        return Response(status_code=404)
    try:
        text = await run_in_threadpool(_task, stem, int(variant))
    except InputError:
        return Response(status_code=404)
    return Response(text, media_type="application/json", headers={"Cache-Control": "max-age=300"})


@lru_cache(maxsize=512)
def _task(stem: str, variant: int) -> str:
    return json.dumps(describe_task(find_exercise(stem, variant)), allow_nan=False)


def _lead_to_form(_request: Request) -> Response:
    """Redirect the address without a code to the form that asks for it."""
    return Response(status_code=307, headers={"Location": "join/"})  # also below a path


def _show_form(_request: Request) -> Response:
    page = _join_page("join.html").replace("/join.js", "/enter.js")
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


def _show_join(request: Request) -> Response:
    is_homework = len(request.path_params["code"]) == HOMEWORK_LENGTH
    page = _join_page("homework.html" if is_homework else "join.html")
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


@cache
def _join_page(name: str) -> str:
    page = (web.ROOT / "web" / "room" / name).read_text(encoding="utf-8")
    start = json.dumps(_start()).replace("<", "\\u003c")
    return page.replace("{files}", f"..{web.ADDRESS}/web").replace("{start}", start)


async def _show_code(request: Request) -> Response:
    """Answer with the QR code of an address of this server, as its pages see it.

    One that contains a secret is in the body of the request, which no log has.
    """
    page = request.query_params.get("page", "")
    if request.method == "POST":
        page = await _read_body(request)
    try:
        if urlsplit(page).netloc.lower() != request.headers.get("host", "").lower():
            return Response(status_code=404)
        picture = share.qr_code(page)
    except ValueError:  # no address, or one that is too long
        return Response(status_code=404)
    return Response(b64decode(picture.partition(",")[2]), media_type="image/png")


async def _read_body(request: Request) -> str:
    """Return a text of at most `LONGEST_ADDRESS` bytes; nothing if it is longer, or no text."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_ADDRESS:
            return ""
    return body.decode(errors="replace")


def _start() -> dict[str, Any]:
    """Return the pages' data about classifiers, classes and limits."""
    return {
        "palette": [vars(style) for style in PALETTE[:4]],
        "names": ["C−", "C+", "class 3", "class 4"],
        "models": {
            key: {"title": MODELS[key].title, "message": describe_refit(key, ModelSpec())}
            for key in OFFERED
        },
        "thresholds": THRESHOLDS,
        "offered": describe_switches(equal=False),
        "styles": web.STYLES,
    }


def show_room(
    questions: list[dict[str, Any]],
    exercises: Iterable[Exercise],
    scenes: SceneSet,
    add_scene: Callable[[str, str], None],
) -> None:
    """Show the teacher's part.

    Parameters
    ----------
    questions : list of dict
        Those to vote on: title, question, options, answer, why and page of each.
    exercises : iterable of Exercise
        Those to solve.
    scenes : SceneSet
        Among which the activities of this room are its plan.
    add_scene : callable
        Adds a scene of this page, from its title and its query.
    """

    def add() -> None:
        scene = sent(KEY, "scene")
        if isinstance(scene, Mapping):
            add_scene(scene["title"], write_query(scene))

    datasets = [
        {"key": entry.key, "title": entry.title}
        for entry in DATASETS.values()
        if entry.kind == "generated" and entry.n_classes == 2
    ]
    activities = [
        {name: getattr(each, name) for name in ("key", "title", "about", "needs", "minutes")}
        for each in ACTIVITIES.values()
    ]
    more = {
        "activities": activities,
        "reach": share.describe_reach(st.context.url or ""),
        "datasets": datasets,
        "questions": questions,
        "exercises": [_list_exercise(each) for each in exercises],
        "theme": theme(),
        "plan": list_items(scenes.scenes, questions),
        "item": len(list_items(scenes.scenes[: _place()], questions)),
        "presented": view() == "presented",
        "asksKey": bool(os.environ.get(TEACHER_KEY)),
    }
    if is_ephemeral() and view() == "page":
        st.info(EPHEMERAL_ROOMS, icon=":material/info:")
    show_component("room", KEY, _start() | more, js=LOADER, on_scene_change=add)


def _list_exercise(exercise: Exercise) -> dict[str, Any]:
    fields = {name: getattr(exercise, name) for name in ("stem", "title", "lesson")}
    return fields | {"level": LEVELS[exercise.level], "shared": is_same_for_all(exercise.stem)}


def _place() -> int:
    """Return the number of the scene that is presented; 0 for none."""
    text = st.query_params.get("scene", "")
    return int(text) if view() == "presented" and text.isdecimal() else 0
