"""The HTML of every page: Streamlit's ``index.html`` with the app's style and a script.

Both are needed before Streamlit draws anything. A style that arrives with the first elements would
move what is already on the page. The script decides what the browser's Back button does: Streamlit
adds an entry to the browser's history whenever a page changes its query parameters, which the lab
does after each stroke, and a visitor would have to press Back once for each. So the entry is
replaced as long as the page stays the same. To undo a stroke, the drawing area has Undo.

It also tells Streamlit's sliders that the page is in English: in a browser in Arabic their handles,
and only these, would be mirrored.

Pages with an interactive picture ask for its modules before those of Streamlit, which are many
times as large. The style reserves the room of the picture.

The first element of the page is a link into the drawing area, for visitors who use the keyboard;
the style shows it on pages that have one, while it has the focus.
"""

from functools import cache
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

import web
from offline import pocket
from ui import connection
from ui.streamlit_internals import FORMULA_FONTS, INDEX
from ui.streamlit_page import read_source

JOIN = "/join"  # leads to the form for the code of a room


HERE = Path(__file__).parent
STYLES = (
    web.ROOT / "web/style/variables.css",
    *(HERE / f"{name}.css" for name in ("style", "lessons")),
    *sorted((web.ROOT / "lessons").glob("*/style.css")),
    *(HERE / f"{name}.css" for name in ("views", "devices", "sheet")),
)
STYLE = "".join(map(read_source, STYLES))
# A separate style: while such rules apply, the browser re-examines the whole page for each element
# that is added, and Plotly adds and measures hundreds.
PICTURE_ONLY = read_source(HERE / "picture_only.css")
VIEWS, SHEET = (read_source(HERE / f"{name}.js") for name in ("views", "sheet"))
SCRIPT = """{
  window[Symbol.for("react-aria.i18n.locale")] = document.documentElement.lang;
  const push = history.pushState.bind(history);
  history.pushState = (state, title, url) => {
    const isSamePage = new URL(url ?? "", location.href).pathname === location.pathname;
    if (isSamePage) history.replaceState(state, title, url);
    else push(state, title, url);
  };
}"""
TYPE = (
    f":root {{ font-size: {st.get_option('theme.baseFontSize')}px; }}"  # as Streamlit sets it later
)
# The drawing area is in a shadow root, which an address cannot name.
SKIP = '<a id="skip-to-drawing" href="#">Skip to the drawing</a>'
FOCUS_DRAWING = """document.querySelector("#skip-to-drawing").addEventListener("click", (event) => {
  event.preventDefault();
  for (const { shadowRoot } of document.querySelectorAll(":is(.st-key-canvas, .st-key-hero) *")) {
    shadowRoot?.querySelector("[role=application]")?.focus();
  }
});"""
# At the end of the body: of two equal rules the later one wins; Streamlit's are in the head.
SCRIPTS = f"<script>{SCRIPT}{VIEWS}{SHEET}{FOCUS_DRAWING}</script>"
HTML = (
    INDEX.read_text("utf-8")
    .replace("<body>", f"<body>{SKIP}")
    .replace(
        "</body>",
        f"<style>{TYPE}{STYLE}</style>"
        f'<style id="picture-only" media="not all">{PICTURE_ONLY}</style>{SCRIPTS}</body>',
    )
)
LESSONS = {path.parent.name for path in (web.ROOT / "lessons").glob("*/state.py")}
# The pages with the drawing component, by their names in the address.
WITH_DRAWING = ("", "lab", "exercises", "threshold_search", "kernel_bayes_and_svm")


def html_of(page: str) -> str:
    """Return the HTML of a page by its name in the address, which may be none of the app's."""
    return _html_of(page if page in WITH_DRAWING or page in LESSONS else "unknown")


@cache
def _html_of(page: str) -> str:
    """Return the HTML of a page.

    It asks for the modules of its picture at once, and not only when Streamlit has told the page
    which components it has. So it does for the fonts of a lesson's formulas, which come after the
    text otherwise, and move it.
    """
    modules = web.DRAWING if page in WITH_DRAWING else web.picture_modules(page)
    links = "".join(f'<link rel="modulepreload" href=".{web.ADDRESS}/{name}">' for name in modules)
    html = HTML.replace("<title>", f"{links}<title>", 1)  # before all of Streamlit's
    if page not in LESSONS:
        return html
    kind = 'rel="preload" as="font" type="font/woff2" crossorigin'
    fonts = "".join(f'<link {kind} href="./{address}">' for address in FORMULA_FONTS)
    return html.replace("</title>", f"</title>{fonts}", 1)


class IndexPage:
    """ASGI middleware that answers with the HTML at every address that can be a page's.

    Other addresses, with a dot or more than one part, are those of files and of Streamlit's routes;
    the pocket lab, the static course and redirects are not Streamlit's pages.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request or pass it on."""
        if scope["type"] == "http" and self._is_page(request := Request(scope)):
            html = html_of(request.url.path[1:])
            answer = HTMLResponse(html, headers={"Cache-Control": "no-cache"})
            await answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_page(self, request: Request) -> bool:
        name = request.url.path[1:]
        return (
            request.method in {"GET", "HEAD"}
            and (not name or name.isidentifier())
            and f"/{name}" not in (pocket.ADDRESS, pocket.COURSE, *connection.ALIASES, JOIN)
        )
