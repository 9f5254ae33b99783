"""Random actions on every page: whatever is pressed, moved and written, there is no traceback."""

import random

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from actions import act, operable_widgets
from app_pages import PAGES, open_page

pytestmark = pytest.mark.soak

ACTIONS = 6  # on each page


@pytest.mark.parametrize("name", PAGES)
def test_no_actions_of_a_visitor_cause_a_traceback(name: str) -> None:
    chance = random.Random(name)
    app = open_page(name)
    states: dict[str, WidgetState] = {}
    for _ in range(ACTIONS):
        widgets = operable_widgets(app)
        if not widgets:
            break
        state = act(chance.choice(widgets), chance)
        app._run(WidgetStates(widgets=[*states.values(), state]))
        if not state.HasField("trigger_value"):
            states[state.id] = state
