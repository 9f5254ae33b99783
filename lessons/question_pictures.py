"""The pictures of the lessons' questions, before the answer and after it, for a vote.

Lessons and rooms name a situation, and :func:`routes` answers with its picture as SVG. So no page
loads Plotly for it, and phones in a room need no Streamlit session.
"""

from functools import cache
from html import escape
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bayeslab.figures.theme import THEMES
from core.caching import memoize
from lessons import LESSONS
from lessons.questions import Question, Situation, question_of, situations_of
from ui.figure_svg import write_svg

ADDRESS = "/situations"
WIDTHS = {"phone": 370, "page": 560}  # pixels; a projector enlarges that of a phone
NARROW = 640  # pixels: the width of a window up to which a page shows the picture of a phone
SECONDS = 3600  # for which a browser caches a picture


@cache
def _situations() -> dict[str, Situation]:
    """Return the situations with pictures, written as links."""
    return {str(each): each for lesson in LESSONS for each in situations_of(lesson.stem)}


@memoize(4 * len(LESSONS) * len(WIDTHS))
def _svg(text: str, theme: str, place: str) -> str:
    situation, width = _situations()[text], WIDTHS[place]
    question = question_of(situation.page)
    figure, alt = question.draw(situation.state, theme), question.describe(situation.state)
    return write_svg(figure, alt, width, _height(question, place), theme)


def _answer(request: Request) -> Response:
    """Answer with a picture, only of a known situation."""
    parameters = parse_qsl(request.url.query)
    options = {name: text for name, text in parameters if name in ("theme", "place")}
    fields = [(name, text) for name, text in parameters if name not in options]
    text = f"{request.path_params['page']}?{urlencode(fields)}"
    theme, place = options.get("theme", "light"), options.get("place", "phone")
    if text not in _situations() or theme not in THEMES or place not in WIDTHS:
        return Response(status_code=404)
    headers = {"Cache-Control": f"public, max-age={SECONDS}"}
    return Response(_svg(text, theme, place), media_type="image/svg+xml", headers=headers)


def html_of(situation: Situation, theme: str, *, is_answer: bool = False) -> str:
    """Return HTML that shows the picture of a situation on a page of the app.

    The picture of an answer has a class that keeps it off the sheet of the lesson.
    """
    question = question_of(situation.page)
    places = {
        place: f'="{escape(_address(situation, theme, place))}" width="{WIDTHS[place]}" '
        f'height="{_height(question, place)}"'
        for place in ("phone", "page")
    }
    kind = "situation is-answer" if is_answer else "situation"
    return (
        f'<picture class="{kind}"><source media="(max-width: {NARROW}px)" srcset'
        f'{places["phone"]}><img alt="{escape(question.describe(situation.state))}" src'
        f"{places['page']}></picture>"
    )


def _address(situation: Situation, theme: str, place: str) -> str:
    query = urlencode({"theme": theme, "place": place})
    return f"{ADDRESS[1:]}/{situation}&{query}"


def _height(question: Question, place: str) -> int:
    return round(question.ratio * WIDTHS[place])


def routes() -> list[Route]:
    """Return the route of the pictures."""
    return [Route(ADDRESS + "/{page}", _answer)]
