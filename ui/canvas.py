"""The drawing component: a picture of the decision regions on which visitors draw points.

Its front end is ``web/drawing.js``, which describes the data it takes and the state it returns.
Streamlit gets only a few lines that load it, so that the code is sent to each browser once and not
with every answer.
"""

from collections.abc import Mapping
from typing import Any

import web
from ui.component import READERS, show_component

# All modules are requested at once: each imports others, found only after a round trip otherwise.
LOADER = f"""{READERS}
const [html, css, module] = await Promise.all([
  read("web/drawing.html"), Promise.all({web.STYLES}.map(read)), import(at("web/drawing.js")),
  ...{web.DRAWING}.map((name) => import(at(name))),
]);
export default (mount) => {{
  mount.parentElement.querySelector(".room")?.remove();
  if (!mount.parentElement.querySelector(".drawing")) {{
    mount.parentElement.append(module.readPage(html, ...css));
  }}
  return module.default({{ ...mount, data: mount.data[0] }});
}};
"""


# The page's style reserves the space of the component.
ROOM = '<p class="room">Loading the drawing area …</p>'
ROOM_STYLE = """
.room { margin: 0; padding-top: 10rem; text-align: center; opacity: 0.7; }
"""


def drawing_area(data: Mapping[str, Any], key: str) -> None:
    """Show the drawing component; its messages arrive in the session under the key."""
    parts = {"js": LOADER, "html": ROOM, "css": ROOM_STYLE}
    show_component("canvas", key, [data], **parts, on_drawing_change=lambda: None)
