"""Live pictures: pictures of a lesson whose parts can be grabbed, computed in the browser.

A lesson's picture is ``lessons/<stem>/picture.js`` on the frame of ``web/picture/live.js``, which
describes what a picture exports. Python sends the initial numbers. During a drag the browser
computes alone; on release the numbers go into the widgets of the page, and with them into its link,
its formulas and its tables.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import web
from bayeslab.figures.theme import PALETTE
from core.fields import State
from core.grips import describe_grips, read_hand
from ui.component import READERS, show_component
from ui.session.address import theme
from ui.session.lesson import lesson_state, put_lesson
from ui.session.widgets import value_of

STYLES = ["web/style/variables.css", "web/style/terms.css", "web/picture/live.css"]
ROOM = '<p class="room">Loading the picture …</p>'


def live_picture(
    stem: str, state: State, names: Sequence[str], data: Mapping[str, Any], script: str = "picture"
) -> None:
    """Show a live picture of a lesson.

    Parameters
    ----------
    stem : str
        Of the lesson.
    state : State
        Of the lesson.
    names : sequence of str
        The fields that can be grabbed, typed or painted, where they apply.
    data : dict
        Further data for the picture; plain values only.
    script : str
        The stem of the picture's script in the folder of the lesson.
    """
    name = stem if script == "picture" else f"{stem}_{script}"
    key = f"live {name}"
    names = tuple(filter(state.applies, names))
    message = {**data, **describe_grips(state, names)}
    take = partial(_take_hand, key, stem, names)
    path = f"lessons/{stem}/{script}.js"
    mount_picture(name, path, key, message, take)


def mount_picture(
    name: str, script: str, key: str, data: Mapping[str, Any], take: Callable[[], None]
) -> None:
    """Show a live picture in its component.

    Parameters
    ----------
    name : str
        Of the component.
    script : str
        The path of the picture's script.
    key : str
        Under which the values arrive in the session on release.
    data : dict
        The data of the picture; plain values only.
    take : callable
        Called on release.
    """
    data = {
        **data,
        "seq": _seq(value_of(key)),
        "theme": theme(),
        "palette": [vars(style) for style in PALETTE[:4]],
    }
    show_component(name, key, [data], js=_loader(script), html=ROOM, on_hand_change=take)


def _take_hand(key: str, stem: str, names: Sequence[str]) -> None:
    """Change the state of the lesson to the dragged values."""
    state = lesson_state(stem)
    put_lesson(stem, state.change(**read_hand(value_of(key), state, names)))


def _loader(script: str) -> str:
    """Return JavaScript that loads the frame, its style and the picture.

    All modules are requested at once: each imports others, and would be found only after a round
    trip.
    """
    modules = web.list_modules("web/picture/live.js", script)
    return f"""{READERS}
const [styles, frame, picture] = await Promise.all([
  Promise.all({STYLES}.map(read)),
  import(at("web/picture/live.js")),
  import(at("{script}")),
  ...{modules}.map((name) => import(at(name))),
]);
const style = styles.join("");
export default (mount) => frame.show({{ ...mount, data: mount.data[0] }}, picture.default, style);
"""


def _seq(message: Any) -> int:
    """Return the number of a message; 0 if there is none."""
    match message:
        case {"hand": {"seq": int(seq)}}:
            return seq
    return 0
