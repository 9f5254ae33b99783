"""The link: every state survives it, and nothing a link says can break the page."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bayeslab.datasets import DATASETS, load
from bayeslab.models import MODELS
from bayeslab.sharing import decode, encode
from bayeslab.state import LIMITS, NOTHING, Choice, Flag, Indices, LabState, Limit, Number


def values_within(limit: Limit) -> st.SearchStrategy[Any]:
    match limit:
        case Choice(options):
            return st.sampled_from(options)
        case Number(low, high, True):
            return st.integers(int(low), int(high))
        case Number(low, high):
            return st.floats(low, high)
        case Indices(fewest, most):
            return st.lists(st.integers(0, 9), min_size=fewest, max_size=most, unique=True).map(
                tuple
            )
        case Flag():
            return st.booleans()


states = st.fixed_dictionaries(
    {}, optional={name: values_within(limit) for name, limit in LIMITS.items()}
).map(lambda chosen: LabState(**chosen).fitting_its_data())


@given(states)
@settings(max_examples=300, deadline=None)
def test_every_state_survives_its_link(state: LabState) -> None:
    assert decode(encode(state)) == (state, ())


def test_the_default_state_has_an_empty_link() -> None:
    assert encode(LabState()) == {}
    assert decode({}) == (LabState(), ())


def test_a_link_can_be_read_and_written_by_hand() -> None:
    state, notices = decode({"data": "iris", "classes": "1-2", "gamma": "20", "beside": "svc-rbf"})
    expected = LabState(data="iris", classes=(1, 2), gamma=20.0, beside="svc-rbf")
    assert (state, notices) == (expected, ())
    assert encode(state) == {"data": "iris", "classes": "1-2", "gamma": "20", "beside": "svc-rbf"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gamma", "nan"),
        ("gamma", "0"),
        ("gamma", "-5"),
        ("gamma", "1e400"),
        ("gamma", "five"),
        ("n", "-20"),
        ("n", "2.5"),
        ("n", "1" * 5000),
        ("seed", "0x10"),
        ("noise", "inf"),
        ("data", "<script>"),
        ("data", ""),
        ("model", "IV"),
        ("classes", "1"),
        ("classes", "1-1"),
        ("classes", "1-²"),
        ("classes", "-".join(["1"] * 50)),
        ("standardise", "true"),
    ],
)
def test_a_wrong_value_is_left_out_and_named_in_a_notice(name: str, text: str) -> None:
    state, notices = decode({name: text, "degree": "3"})
    assert state == LabState(degree=3)
    assert len(notices) == 1
    assert notices[0].startswith(f"The link's {name} ")
    assert len(notices[0]) < 400


@given(st.dictionaries(st.sampled_from([*LIMITS, "embed", "x"]), st.text(max_size=80), max_size=6))
@settings(max_examples=300, deadline=None)
def test_reading_never_fails_and_gives_a_state_within_its_limits(
    parameters: dict[str, str],
) -> None:
    state, notices = decode(parameters)
    assert decode(encode(state)) == (state, ())
    assert all(notice.endswith(".") for notice in notices)


@pytest.mark.parametrize(
    ("chosen", "name"),
    [
        ({"data": "iris", "features": "2-9"}, "features"),
        ({"data": "iris", "classes": "1-7"}, "classes"),
        ({"data": "moons", "classes": "0-1"}, "classes"),
        ({"data": "moons", "noise": "9.5"}, "noise"),
        ({"data": "moons", "versus": "4"}, "versus"),
    ],
)
def test_what_a_data_set_does_not_have_is_left_out_and_named(
    chosen: dict[str, str], name: str
) -> None:
    state, notices = decode(chosen)
    assert getattr(state, name) == getattr(LabState(), name)
    assert notices == (f"The link's {name} was left out: the data set “{state.data}” has no such.",)


@pytest.mark.parametrize("name", DATASETS)
def test_every_data_set_loads_with_the_state_that_only_names_it(name: str) -> None:
    state = LabState(data=name)
    points = load(state.dataset_spec)
    assert state.fitting_its_data() == state
    assert points.X.shape[1] == 2


def test_every_field_has_a_limit_that_allows_its_default() -> None:
    for item in fields(LabState):
        if item.default is not None:
            limit = LIMITS[item.name]
            assert limit.parse(limit.write(item.default)) == item.default  # type: ignore[arg-type]


def test_a_state_is_a_value() -> None:
    assert hash(LabState()) == hash(replace(LabState(gamma=1.0), gamma=5.0))
    assert LabState().beside == NOTHING
    assert LabState().model in MODELS
