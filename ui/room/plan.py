"""Scenes that are activities of the classroom, written as a query of its page.

``activity=vote&lesson=kernel_width`` is the question of a lesson; ``activity=draw&settings={…}`` is
any activity with the settings of :mod:`live.activities` as JSON.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from core.input_error import InputError
from core.plain_json import read_json
from core.scenes import Scene
from live.activities import ACTIVITIES

PAGE = "room"
Question = Mapping[str, Any]


def write_query(activity: Mapping[str, Any]) -> str:
    """Return the query of an activity: its key, and its settings or the lesson of its question."""
    if lesson := activity.get("lesson"):
        return urlencode({"activity": activity["key"], "lesson": lesson})
    settings = json.dumps(activity["settings"], ensure_ascii=False, separators=(",", ":"))
    return urlencode({"activity": activity["key"], "settings": settings})


def list_items(scenes: Iterable[Scene], questions: Sequence[Question]) -> list[dict[str, Any]]:
    """Return the activities among scenes: title, note, key and settings of each."""
    items = []
    for scene in scenes:
        if scene.page == PAGE and (activity := _read_query(scene.query, questions)):
            items.append({"title": scene.title, "note": scene.note, **activity})
    return items


def _read_query(query: str, questions: Sequence[Question]) -> dict[str, Any] | None:
    """Return key and settings of an activity; None if the query has none."""
    parameters = dict(parse_qsl(query))
    key = parameters.get("activity")
    if key not in ACTIVITIES:
        return None
    if "lesson" in parameters:
        matches = [question for question in questions if question["page"] == parameters["lesson"]]
        settings: Any = {**matches[0]} if matches and key == "vote" else None
        if settings:
            del settings["title"]
    else:
        settings = _read_json(parameters.get("settings", "{}"))
    return {"key": key, "settings": settings} if isinstance(settings, dict) else None


def _read_json(text: str) -> Any:
    try:
        return read_json(text)
    except InputError:
        return None
