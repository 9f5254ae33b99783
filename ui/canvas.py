"""The drawing component: a picture of the decision regions on which visitors draw points.

Its front end is ``web/drawing.js``, which describes the data it takes and the state it returns.
Streamlit gets only a few lines that load it, so that the code is sent to each browser once and not
with every answer.
"""

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

import web

__all__ = ["LOADER", "drawing_area"]

# The page's own address leads to the server also where the app lives below a path. All modules are
# requested at once: each imports others, and would be found only after a round trip.
LOADER = f"""
const at = (name) => new URL("{web.ADDRESS[1:]}/" + name, document.baseURI);
const read = async (name) => (await fetch(at(name))).text();
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
    json.dumps(data, allow_nan=False)  # values that are not plain JSON would arrive as their repr
    component = st.components.v2.component("bayeslab.canvas", html=ROOM, js=LOADER, css=ROOM_STYLE)
    # Wrapped in a list: Streamlit scans dicts for tables, slowly.
    component(key=key, data=[data], on_drawing_change=lambda: None)
