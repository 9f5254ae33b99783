"""Short links: ``/s/<8 characters>`` opens a page of the app in a state.

A short link is stored as a log of one event beside those of the rooms, under a name that is longer
than a room's code. Its characters follow from what it opens, so equal links are stored once. It is
kept a year. The number of links is limited, in all and by address.
"""

import json
import re
from collections.abc import Callable
from hashlib import blake2b
from html import escape
from itertools import count
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from core.input_error import InputError
from core.plain_json import read_json
from live.admission import too_many
from live.buckets import Buckets
from live.codes import ALPHABET
from live.limits import RoomLimits
from live.log import RoomLog, RoomLogError

LENGTH = 8
CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
NAMES = "?" * LENGTH  # of their logs
YEAR = 365 * 24 * 3600.0
LONGEST = 4000  # characters of the address that a link opens, which every server accepts
PAGE, QUERY = re.compile(r"[a-z_]{0,40}"), re.compile(r"[\w.~%@,&=+*!$'():;/?-]*", re.ASCII)
UNKNOWN = (
    "This short link is not known here. Links are kept for a year, by the server that made them."
)
UNREADABLE = "The links cannot be read now; try again in a moment."
# Without a script, and without the header "Location", which some proxies cut at 4 kB.
LEAD = '<meta http-equiv="refresh" content="0; url={to}"><p><a href="{to}">Open the page</a></p>'
SHELL = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>bayeslab</title>'
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
    "{content}</html>"
)


class ShortLinks:
    """The short links of this server process.

    Parameters
    ----------
    log : RoomLog
    limits : RoomLimits
    address_of : callable
        Returns a number for the address of a browser.
    """

    def __init__(
        self, log: RoomLog, limits: RoomLimits, address_of: Callable[[HTTPConnection], bytes]
    ) -> None:
        self.log, self.limits, self.address_of = log, limits, address_of
        self._making = Buckets(limits.links_per_hour / 3600, limits.links_per_hour)
        self._wrong = Buckets(1.0, limits.wrong_codes)

    def routes(self) -> list[Route]:
        """Return the routes that make a link and open one."""
        return [Route("/s", self.make, methods=["POST"]), Route("/s/{code}", self.open)]

    async def make(self, request: Request) -> Response:
        """Store the address that a link opens; answer with its code, or why there is none."""
        try:
            # A page of another site cannot send this type without being asked.
            if request.headers.get("content-type") != "application/json":
                raise InputError("Send JSON.")
            target = read_target(await _read_body(request))
            return JSONResponse({"code": await self._store(target, request)})
        except InputError as problem:
            return JSONResponse({"why": str(problem)}, status_code=400)
        except RoomLogError:
            return JSONResponse({"why": UNREADABLE}, status_code=503)

    async def _store(self, target: dict[str, str], request: Request) -> str:
        is_counted = False
        for attempt in count():  # another link may have the same code, though this is very rare
            code = _code_of(target, attempt)
            entries = await self.log.read(code)
            if entries and entries[0].event == target:
                return code
            if not is_counted:
                await self._count(request)
                is_counted = True
            if not entries and await self.log.create(code, target, YEAR):
                return code
        raise AssertionError

    async def _count(self, request: Request) -> None:
        if await self.log.count(NAMES) >= self.limits.links:
            raise InputError("This server has no room for more short links; copy the long one.")
        if wait := self._making[self.address_of(request)].take():
            raise InputError(too_many("short links from this address", wait))

    async def open(self, request: Request) -> Response:
        """Redirect to the page."""
        code = request.path_params["code"].upper()
        try:
            entries = await self.log.read(code) if CODE.fullmatch(code) else []
        except RoomLogError:
            return _answer(f"<p>{UNREADABLE}</p>", 503)
        if entries:
            target = entries[0].event
            to = escape(f"../{target['page']}?{target['query']}")
            return _answer(LEAD.format(to=to), 200)
        if wait := self._wrong[self.address_of(request)].take():
            return _answer(f"<p>{too_many('wrong links', wait)}</p>", 429)
        return _answer(f'<p>{UNKNOWN}</p><p><a href="../">Start</a></p>', 404)


def read_target(text: str) -> dict[str, str]:
    """Return the page and the query that a link opens, from JSON.

    Raises
    ------
    InputError
        If it is no page of the app.
    """
    target: Any = read_json(text)
    page, query = (
        (target.get(name) for name in ("page", "query")) if isinstance(target, dict) else ("", 0)
    )
    if not (isinstance(page, str) and PAGE.fullmatch(page)):
        raise InputError("Use the path of a page of the app.")
    if not (isinstance(query, str) and len(query) <= LONGEST and QUERY.fullmatch(query)):
        raise InputError(f"A short link opens addresses of at most {LONGEST} characters.")
    return {"page": page, "query": query}


async def _read_body(request: Request) -> str:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > 2 * LONGEST:
            raise InputError(f"A short link opens addresses of at most {LONGEST} characters.")
    return body.decode(errors="replace")


def _code_of(target: dict[str, str], attempt: int) -> str:
    text = json.dumps([attempt, target["page"], target["query"]])
    number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** k % len(ALPHABET)] for k in range(LENGTH))


def _answer(content: str, status: int) -> Response:
    return HTMLResponse(SHELL.format(content=content), status, {"Cache-Control": "no-cache"})
