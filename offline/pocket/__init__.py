"""The pocket lab: the drawing area and its classifiers as one HTML file that needs no server.

The drawing component of ``web`` is the lab's own. ``host.js`` takes the place of Python in the lab:
it holds the state, makes the points and answers the component. :mod:`offline.pocket.build` makes
the file, from the JavaScript, the styles and values that Python defines
(:mod:`offline.pocket.start_data`).
"""

from pathlib import Path

__all__ = ["ADDRESS", "COURSE", "DOWNLOAD", "FILE"]

FILE = Path(__file__).parents[2] / "dist" / "bayeslab-pocket.html"
ADDRESS = "/pocket"  # where the app serves it
COURSE = "/site"  # where it serves the static course, which has the lab as a page
DOWNLOAD = f"{ADDRESS}/{FILE.name}"  # a link's query after it is written into the file
