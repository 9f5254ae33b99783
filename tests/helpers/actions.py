"""Random actions on a page, as of a visitor who tries everything.

A widget is known by the protobuf that the server sends about it; what is done to it is the
protobuf that a browser sends back. So the same actions serve a test without a browser and a
benchmark that talks to a server.
"""

import json
import random
from collections.abc import Callable
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

__all__ = ["TEXTS", "act", "is_operable", "operable_widgets"]

# What people, and others, type or paste into a field.
TEXTS = (
    "",
    " ",
    "free money",
    "<script>alert(1)</script>",
    "$\\frac{1}{0}$ {field} {{}} %s",
    "\u202e\u200b\u0301",
    "x,y,kind\n1,2,a\n3,4,b\n5,6,a\n",
    'a;b;c\n"1;2',
    "=1+1,@x,-2\n1,2,3\n",
    "🎲" * 300,
)
NUMBERS = (None, 0, 0.5, -1e6, 1e6, 1e300)

Action = Callable[[Any, WidgetState, random.Random], None]


def is_operable(proto: Any) -> bool:
    """Return whether something can be done to the widget of this protobuf."""
    name = proto.DESCRIPTOR.name
    if name not in ACTIONS or not proto.id or proto.disabled:
        return False
    return name != "Dataframe" or proto.editing_mode != proto.READ_ONLY


def act(proto: Any, chance: random.Random) -> WidgetState:
    """Return the state of the widget of this protobuf after something was done to it."""
    state = WidgetState(id=proto.id)
    ACTIONS[proto.DESCRIPTOR.name](proto, state, chance)
    return state


def _press(_: Any, state: WidgetState, chance: random.Random) -> None:
    state.trigger_value = True


def _toggle(_: Any, state: WidgetState, chance: random.Random) -> None:
    state.bool_value = chance.random() < 0.5


def _pick(proto: Any, state: WidgetState, chance: random.Random) -> None:
    if proto.options:
        state.string_value = chance.choice(proto.options)


def _pick_segment(proto: Any, state: WidgetState, chance: random.Random) -> None:
    state.string_array_value.data[:] = [chance.choice(proto.options).content]


def _pick_some(proto: Any, state: WidgetState, chance: random.Random) -> None:
    options = list(proto.options)
    state.string_array_value.data[:] = chance.sample(options, chance.randint(0, len(options)))


def _slide(proto: Any, state: WidgetState, chance: random.Random) -> None:
    if proto.options:
        state.string_array_value.data[:] = [chance.choice(proto.options)]
    else:
        steps = round((proto.max - proto.min) / proto.step)
        value = proto.min + chance.randint(0, steps) * proto.step
        state.double_array_value.data[:] = [min(value, proto.max)]


def _count(proto: Any, state: WidgetState, chance: random.Random) -> None:
    low = proto.min if proto.has_min else -1e6
    high = proto.max if proto.has_max else 1e6
    # Small numbers often: the largest cost the most time.
    value = low + (high - low) * chance.random() ** 4
    state.double_value = float(int(value)) if proto.data_type == proto.INT else value


def _write(proto: Any, state: WidgetState, chance: random.Random) -> None:
    text = chance.choice(TEXTS)
    state.string_value = text[: proto.max_chars] if proto.max_chars else text


def _edit(proto: Any, state: WidgetState, chance: random.Random) -> None:
    kinds = {
        name: settings.get("type_config") or {}
        for name, settings in json.loads(proto.columns or "{}").items()
        if not name.startswith("_")
    }
    row = {name: _cell(kind, chance) for name, kind in kinds.items() if chance.random() < 0.7}
    edits: dict[str, Any] = {"edited_rows": {str(chance.randrange(3)): row}}
    edits |= {"added_rows": [row] * chance.randrange(3), "deleted_rows": [3 + chance.randrange(3)]}
    state.string_value = json.dumps(edits)


def _cell(kind: dict[str, Any], chance: random.Random) -> Any:
    options = [
        option["value"] if isinstance(option, dict) else option
        for option in kind.get("options", ())
    ]
    texts = {"number": NUMBERS, "selectbox": [None, *options]}
    return chance.choice(texts.get(kind.get("type", "text"), TEXTS))


ACTIONS: dict[str, Action] = {
    "Button": _press,
    "Dataframe": _edit,
    "ButtonGroup": _pick_segment,
    "Checkbox": _toggle,
    "MultiSelect": _pick_some,
    "NumberInput": _count,
    "Radio": _pick,
    "Selectbox": _pick,
    "Slider": _slide,
    "TextArea": _write,
    "TextInput": _write,
}


def operable_widgets(app: AppTest) -> list[Any]:
    protos = (getattr(node, "proto", None) for node in app._tree)
    return [proto for proto in protos if hasattr(proto, "DESCRIPTOR") and is_operable(proto)]
