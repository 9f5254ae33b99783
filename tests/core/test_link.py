"""The link: every state survives it, and nothing a link says can break the page."""

from dataclasses import fields
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayeslab.data.datasets import DATASETS, DatasetSpec, GeneratedEntry, load
from core.drawing import DrawnSpec, draw, encode_drawing, identify
from core.input_error import InputError
from core.link import decode, encode
from core.scenes import CONTROLS
from core.state import DRAWN, LIMITS, LabState
from states import LABELS, POINTS, states


@given(states)
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
        ("gamma", "0"),
        ("n", "2.5"),
        ("data", "<script>"),
        ("model", "IV"),
        ("classes", "1-1"),
        ("standardise", "true"),
        ("switches", "errors-lights"),
        ("names", "x~y~only one class"),
        ("points", "@12"),
    ],
)
def test_a_notice_names_a_value_that_is_ignored(name: str, text: str) -> None:
    state, notices = decode({name: text, "degree": "3"})
    assert state == LabState(degree=3)
    assert len(notices) == 1
    assert notices[0].startswith(f"The link's {name} ")
    assert len(notices[0]) < 400


@given(st.dictionaries(st.sampled_from([*LIMITS, "embed", "x"]), st.text(max_size=80), max_size=6))
def test_reading_never_fails_and_gives_a_state_within_its_limits(
    parameters: dict[str, str],
) -> None:
    state, notices = decode(parameters)
    assert decode(encode(state)) == (state, ())
    assert all(notice.endswith(".") for notice in notices)


@pytest.mark.parametrize(
    ("chosen", "name"),
    [
        ({"data": "moons", "classes": "0-1"}, "classes"),
        ({"data": "moons", "names": "a~b~c~d"}, "names"),
        ({"data": "moons", "title": "oaks"}, "title"),
        ({"data": "drawn", "standardise": "yes"}, "standardise"),
    ],
)
def test_a_notice_names_a_field_that_does_not_apply(chosen: dict[str, str], name: str) -> None:
    state, notices = decode(chosen)
    assert state == LabState(data=chosen["data"])
    assert notices == (
        f"The link's {name} was ignored: it does not apply to the data set “{state.data}”.",
    )


@pytest.mark.parametrize(
    ("chosen", "notice"),
    [
        (
            {"data": "iris", "features": "2-9"},
            "features “2-9” was ignored: use numbers from 0 to 3",
        ),
        ({"data": "iris", "classes": "1-7"}, "classes “1-7” was ignored: use numbers from 0 to 2"),
        ({"data": "moons", "noise": "9"}, "noise “9” was ignored: use a number from 0 to {most:g}"),
    ],
)
def test_a_notice_gives_the_range_of_the_data_set(chosen: dict[str, str], notice: str) -> None:
    state, notices = decode(chosen)
    assert state == LabState(data=chosen["data"])
    entry = DATASETS["moons"]
    assert isinstance(entry, GeneratedEntry)
    expected = notice.format(most=entry.noise_max)
    assert notices == (f"The link's {expected} with the data set “{state.data}”.",)


def test_a_setting_that_the_lab_does_not_have_is_named_in_a_notice() -> None:
    state, notices = decode({"classifier": "foo", "gamma": "2", "u" * 30: "1"})
    assert state == LabState(gamma=2.0)
    assert notices == (
        "The link's “classifier” was ignored: this page has no such setting.",
        f"The link's “{'u' * 20}…” was ignored: this page has no such setting.",
    )


OF_OTHERS = ("embed_options", "utm_source", "fbclid", "msclkid", "mc_cid", "sectionid", "courseid")


@pytest.mark.parametrize("name", [*CONTROLS, *OF_OTHERS])
def test_parameters_of_others_get_no_notice(name: str) -> None:
    assert decode({name: "1"}) == (LabState(), ())


@pytest.mark.parametrize("name", DATASETS)
def test_every_data_set_loads_with_the_state_that_only_names_it(name: str) -> None:
    state = LabState(data=name)
    spec = state.dataset_spec
    assert isinstance(spec, DatasetSpec)
    points = load(spec)
    assert state.consistent() == state
    assert points.X.shape[1] == 2


def test_every_field_has_a_limit_that_allows_its_default() -> None:
    for item in fields(LabState):
        if item.default is not None:
            limit = LIMITS[item.name]
            assert limit.parse(limit.write(item.default)) == item.default  # pyrefly: ignore[bad-argument-type]


def test_a_link_brings_drawn_points_and_their_names_to_the_bit() -> None:
    text = encode_drawing(draw(POINTS[:600], LABELS[:600]).on_grid())
    state = LabState(data=DRAWN, points=text, names=("width", "height", "no", "yes"))
    again, notices = decode(encode(state))
    assert (again, notices) == (state, ())
    spec = again.dataset_spec
    assert isinstance(spec, DrawnSpec)
    assert spec.load().class_names == ("no", "yes", "class 3", "class 4")


def test_a_link_brings_the_title_of_drawn_points() -> None:
    text = encode_drawing(draw(POINTS[:50], LABELS[:50]))
    for points, title in ((text, "oaks"), (text + "@0123abcd", "oaks, rounded for the link")):
        state = LabState(data=DRAWN, points=points, title="oaks")
        again, notices = decode(encode(state))
        assert (again, notices) == (state, ())
        assert isinstance(again.dataset_spec, DrawnSpec)
        assert again.dataset_spec.load().title == title
    untitled = LabState(data=DRAWN, points=text)
    assert "title" not in encode(untitled)
    assert untitled.dataset_spec.load().title == "your points"  # pyrefly: ignore[missing-attribute]


def test_a_link_to_more_points_than_it_holds_names_them_and_the_browser_keeps_them() -> None:
    text = encode_drawing(draw(POINTS, LABELS))
    parameters = encode(LabState(data=DRAWN, points=text))
    assert parameters["points"] == f"@{identify(text)}"
    state, notices = decode(parameters)
    assert notices == ()
    with pytest.raises(InputError, match="Open the link there"):
        state.dataset_spec.load()  # pyrefly: ignore[missing-attribute]


def test_a_link_with_names_and_all_points_it_holds_stays_below_four_kilobytes() -> None:
    text = encode_drawing(draw(POINTS[:600], LABELS[:600]).on_grid())
    state = LabState(data=DRAWN, points=text, model="III", beside="svc-rbf", gamma=1.25)
    assert len(urlencode(encode(state))) < 4096
