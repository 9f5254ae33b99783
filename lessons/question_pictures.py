"""The pictures of the lessons' questions, before the answer and after it, as SVG.

Lessons and rooms name a situation, and :func:`routes` answers with its picture. So no page loads
Plotly for it, and phones in a room need no Streamlit session.
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
WIDTH = 400  # pixels; a phone makes it a little smaller, a projector and a wide page larger
SECONDS = 3600  # for which a browser caches a picture


@cache
def _situations() -> dict[str, Situation]:
    """Return the situations with pictures, written as links."""
    return {str(each): each for lesson in LESSONS for each in situations_of(lesson.stem)}


@memoize(4 * len(LESSONS))
def draw_situation(situation: Situation, theme: str) -> tuple[str, str]:
    """Return the picture of a situation, and in words what it shows."""
    question = question_of(situation.page)
    figure, words = question.draw(situation.state, theme), question.describe(situation.state)
    return write_svg(figure, words, WIDTH, _height(question), theme), words


def _answer(request: Request) -> Response:
    """Answer with a picture, only of a known situation."""
    fields = dict(parse_qsl(request.url.query))
    theme = fields.pop("theme", "light")
    text = f"{request.path_params['page']}?{urlencode(fields)}"
    if text not in _situations() or theme not in THEMES:
        return Response(status_code=404)
    headers = {"Cache-Control": f"public, max-age={SECONDS}"}
    svg, _ = draw_situation(_situations()[text], theme)
    return Response(svg, media_type="image/svg+xml", headers=headers)


def html_of(situation: Situation, theme: str, *, is_answer: bool = False) -> str:
    """Return HTML that shows the picture of a situation on a page of the app.

    The picture of an answer has a class that keeps it off the sheet of the lesson.
    """
    question = question_of(situation.page)
    kind = "situation is-answer" if is_answer else "situation"
    address = f"{ADDRESS[1:]}/{situation}&{urlencode({'theme': theme})}"
    return (
        f'<div class="{kind}"><img alt="{escape(question.describe(situation.state))}" '
        f'src="{escape(address)}" width="{WIDTH}" height="{_height(question)}"></div>'
    )


def _height(question: Question) -> int:
    return round(question.ratio * WIDTH)


def routes() -> list[Route]:
    """Return the route of the pictures."""
    return [Route(ADDRESS + "/{page}", _answer)]
