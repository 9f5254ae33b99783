"""The canvas's JavaScript modules on a blank page, without the app."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from source import ROOT

__all__ = ["Call", "load_modules"]

# Called with the name of a module and with jobs, each [exported function, ...arguments].
Call = Callable[[str, list[Any]], list[Any]]

# All jobs travel as one text, much faster than in Playwright's own encoding of values. They are
# read as JavaScript, because JSON has no NaN.
RUN = """async ([module, jobs]) => {
  const functions = await import("/" + module);
  const results = Function("return " + jobs)().map(([name, ...rest]) => functions[name](...rest));
  return JSON.stringify(results, (key, v) => (ArrayBuffer.isView(v) ? Array.from(v) : v));
}"""


def load_modules(page: Page, **own: str) -> Call:
    """Serve the modules of ui/canvas, and the test's `own` ones, to a blank page."""

    def serve(route: Route) -> None:
        name = urlsplit(route.request.url).path.removeprefix("/")
        stem = name.removesuffix(".js")
        if name == "":
            route.fulfill(body="<title>blank</title>", content_type="text/html")
        elif stem in own:
            route.fulfill(body=own[stem], content_type="text/javascript")
        else:
            (path,) = (ROOT / "ui" / "canvas").rglob(name.rpartition("/")[2])
            route.fulfill(path=path, content_type="text/javascript")

    def call(module: str, jobs: list[Any]) -> list[Any]:
        results: list[Any] = json.loads(page.evaluate(RUN, [module, json.dumps(jobs)]))
        return results

    page.route("http://127.0.0.1/**", serve)
    page.goto("http://127.0.0.1/")
    return call
