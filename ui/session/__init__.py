"""The session and the URL: what is known of a visitor between two runs of a page.

Only this folder touches ``st.session_state``. The state of the lab or of a lesson comes from the
URL when a link opens the page, from the session when the visitor returns from another page, and
from the widgets and the drawing area in between. After every run it is written to the URL, so that
the address is always a link to what is on screen.
"""
