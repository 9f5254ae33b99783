"""A scripted student who sees nothing gets words, and the pitch and side of what is heard."""

import math
import re
from collections.abc import Callable
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, expect

from app_pages import deeper
from browser import visit
from core.compute import dataset, fitted_model
from core.state import LabState
from ears import Ears, Tone, analyse
from javascript import call
from lab_in_browser import START, link
from lessons.threshold_search.state import ThresholdSearchState

RATE = 22050
STATE = LabState(n=60, folds=2)
UNSEEN = np.array([[-1.5, 1.2], [0.6, -1.5], [2.0, 0.3]])  # of moons

Listen = Callable[[], Tone]


def render(*notes: dict[str, float]) -> NDArray[np.float64]:
    return np.array(call("tones.js", [["render", list(notes), RATE]])[0])


def test_side_and_pitch_are_the_place_and_each_class_has_a_voice_of_its_own() -> None:
    heard = []
    for voice in range(7):
        for share in (0.0, 0.2, 0.5, 1.0):
            mark = {"view": {"box": [0, 1, 0, 1]}, "voice": voice}
            (note,) = call("basics.js", [["soundAt", mark, [share, 1 - share], 0.6]])
            tone = analyse(render(note), RATE)
            np.testing.assert_allclose(tone.place, [share, 1 - share], atol=0.005)
            assert 199 < tone.pitch < 1601
        heard.append(tone.spectrum)
    likeness = np.array(heard) @ np.array(heard).T
    assert likeness[~np.eye(7, dtype=bool)].max() < 0.97


def test_an_error_is_rough_a_crossing_clicks_and_certainty_is_loud() -> None:
    note = {"side": 0, "pitch": 400, "voice": 0, "loudness": 0.5}
    plain, rough = render(note)[0], render(note | {"isRough": 1})[0]
    (loud,) = render(note | {"loudness": 1})[:1]
    click = render(note | {"hasClick": 1})[0] - plain
    assert np.abs(loud).max() == pytest.approx(2 * np.abs(plain).max(), rel=1e-3)
    assert np.abs(click[:20]).max() > 0.5 > 1e-6 > np.abs(click[RATE // 100 :]).max()
    beats = (
        np.abs(np.fft.rfft(np.abs(rough[: RATE // 7]))),
        np.abs(np.fft.rfft(np.abs(plain[: RATE // 7]))),
    )
    assert beats[0][5] > 4 * beats[1][5]  # 35 Hz


def test_a_sweep_plays_from_left_to_right_in_three_seconds() -> None:
    notes = [{"side": side, "pitch": 400, "voice": 0, "loudness": 1} for side in (1, -1, 0)]
    (swept,) = call("tones.js", [["sweep", notes]])
    assert [(note["side"], note["start"]) for note in swept] == [(-1, 0), (0, 1.5), (1, 3)]


def words_of(page: Page) -> str:
    return page.locator(".probe-words").first.text_content() or ""


def press(page: Page, key: str, times: int = 1) -> None:
    """Press a key; what is said after a rest is said before the end of a later and longer rest."""
    for _ in range(times):
        page.keyboard.press(key)
    page.evaluate("new Promise((done) => setTimeout(done, 150))")


def box_of(page: Page) -> NDArray[np.float64]:
    """Return the ends of both axes, as the description of the drawing area says them."""
    area = page.get_by_role("application", name="Drawing area", exact=True)
    return read_ends(area.get_attribute("aria-description") or "")


def read_ends(words: str) -> NDArray[np.float64]:
    ends = re.findall(r"from (-?[\d.]*\d) to (-?[\d.]*\d)", words.replace("−", "-"))
    return np.array(ends, dtype=float)


def go_to(page: Page, target: NDArray[np.float64], listen: Listen) -> Tone:
    """Move the probe, in steps, until it sounds as if it were at a place."""
    for _ in range(4):
        away = np.rint((target - listen().place) / 0.01).astype(int)
        if not away.any():
            break
        for steps, keys in zip(
            away, (("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp")), strict=True
        ):
            tens, ones = divmod(abs(int(steps)), 10)
            press(page, f"Shift+{keys[int(steps > 0)]}", tens)
            press(page, keys[int(steps > 0)], ones)
    return listen()


def learn_voices(page: Page, ears: Ears) -> dict[str, NDArray[np.float64]]:
    """Go from point to point, whose words name their classes."""
    voices: dict[str, NDArray[np.float64]] = {}
    for _ in range(60):
        press(page, "n")
        match = re.match(r"Point of (\S+) at", words_of(page))
        assert match, words_of(page)
        voices[match[1]] = ears.hear().spectrum
        if len(voices) == 2:
            break
    return voices


def classify_by_ear(page: Page, listen: Listen, ears: Ears) -> list[str]:
    box, voices, told = box_of(page), learn_voices(page, ears), []
    for place in UNSEEN:
        tone = go_to(page, (place - box[:, 0]) / (box[:, 1] - box[:, 0]), listen)
        told.append(max(voices, key=lambda name: float(voices[name] @ tone.spectrum)))
    return told


def open_without_eyes(page: Page, url: str) -> Ears:
    ears = Ears(page)
    visit(page, url)
    page.get_by_role("button", name="Sound", exact=True).first.press("Enter")
    return ears


def test_three_unseen_points_are_classified_by_ear_and_not_with_swapped_axes(
    server: str, page: Page
) -> None:
    ears = open_without_eyes(page, link(server, STATE))
    area = page.get_by_role("application", name="Drawing area", exact=True)
    area.press("p")
    expect(page.get_by_role("application", name="Probe")).to_be_focused()
    points = dataset(STATE.dataset_spec)
    truth = [points.class_names[int(k)] for k in fitted_model(STATE.fit_spec()).predict(UNSEEN)]
    assert len(set(truth)) == 2
    assert classify_by_ear(page, ears.hear, ears) == truth
    assert classify_by_ear(page, lambda: ears.hear().swapped, ears) != truth


def test_the_probe_says_what_is_there(server: str, page: Page) -> None:
    ears = open_without_eyes(page, link(server, STATE))
    area = page.get_by_role("application", name="Drawing area", exact=True)
    area.press("p")
    press(page, "b")
    low = words_of(page)
    assert re.search(r"x₁ \S+, x₂ \S+: C[+−]\.", low)
    press(page, "Space")
    assert re.match(r"C[+−] predicted\. Score \S+ Nearest point: C[+−] at", words_of(page))
    press(page, "w")
    assert words_of(page) == "60 points from left to right."
    press(page, "Escape")
    expect(page.get_by_role("application", name="Probe")).to_have_count(0)
    expect(area).to_be_focused()
    assert ears.hear()


def test_without_colours_points_of_a_class_are_known_by_their_outline(
    server: str, own_page: Page
) -> None:
    """Each point is most like one of its own class where only dark and light are left."""
    visit(own_page, link(server, START))
    session = own_page.context.new_cdp_session(own_page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    own_page.get_by_role("application", name="Drawing area", exact=True).press("p")
    shot = own_page.screenshot(style=".probe, .probe-words { opacity: 0; }")
    is_dark = np.array(Image.open(BytesIO(shot)).convert("L")) < 90  # outlines, and no fill
    names, looks = [], []
    for _ in range(8):
        press(own_page, "n")
        box = own_page.get_by_role("application", name="Probe").bounding_box()
        assert box is not None
        x, y = (round(box[a] + box[b] / 2) for a, b in (("x", "width"), ("y", "height")))
        names.append(words_of(own_page).split()[2])
        looks.append(is_dark[y - 8 : y + 9, x - 8 : x + 9].ravel())
    unlike = (np.array(looks)[:, None] != np.array(looks)).mean(axis=2) + np.eye(8)
    assert len(set(names)) == 2
    assert [names[k] for k in unlike.argmin(axis=1)] == names


def test_the_plane_is_a_tree_of_words(server: str, page: Page) -> None:
    visit(page, link(server, STATE))
    tree = page.locator(".tree").first
    expect(tree).to_contain_text("Boundary")
    points, model = dataset(STATE.dataset_spec), fitted_model(STATE.fit_spec())
    wrong = int((model.predict(points.X) != points.y).sum())
    expect(tree).to_contain_text(f"{wrong} error{'s' * (wrong != 1)} in training")
    for k, name in enumerate(points.class_names):
        own = points.X[points.y == k]
        item = tree.get_by_role("listitem").filter(has_text=f"{name}: {len(own)} points").last
        numbers = re.findall(r"[−\d.]+(?=[, ]|$)", item.inner_text().split("middle: x₁ ")[1])
        assert float(numbers[0].replace("−", "-")) == pytest.approx(
            own[:, 0].mean(), rel=5e-3, abs=1e-3
        )


def test_the_cut_of_lesson_7_is_found_by_ear_and_not_with_swapped_axes(
    server: str, page: Page
) -> None:
    ears = open_without_eyes(page, f"{server}/{deeper('threshold_search')}")
    slider = page.get_by_role("slider", name="Threshold", exact=True)
    slider.focus()
    press(page, "Home")
    search = fitted_model(ThresholdSearchState.opening().lab.fit_spec()).threshold_search_
    while ears.after("ArrowLeft"):
        pass
    tones: list[Tone] = []
    while tone := ears.after("ArrowRight"):
        tones.append(tone)
    good = 0.95 * search.values[search.realisable].max()
    assert go_to_highest(page, ears, tones, lambda tone: tone) >= good
    assert go_to_highest(page, ears, tones, lambda tone: tone.swapped) < good


def go_to_highest(page: Page, ears: Ears, tones: list[Tone], hear: Callable[[Tone], Tone]) -> int:
    """Move the threshold by ear to the place of the highest tone, and return J there."""
    approach(ears, max(map(hear, tones), key=lambda tone: tone.pitch), hear)
    match = re.search(r"J\(\d+\)\s*(\d+)", page.locator(".drawing .terms").first.inner_text())
    assert match
    return int(match[1])


def approach(ears: Ears, best: Tone, hear: Callable[[Tone], Tone]) -> None:
    now = hear(ears.hear())
    while abs(best.side - now.side) > 1e-3:
        tone = ears.after("ArrowRight" if best.side > now.side else "ArrowLeft")
        if tone is None:
            break
        now = hear(tone)


def test_the_probe_of_a_lesson_is_seen_and_says_both_coordinates_and_the_class(
    server: str, page: Page
) -> None:
    ears = Ears(page)
    visit(page, f"{server}/{deeper('kernel_width')}")
    sounds = page.get_by_role("button", name="Sound", exact=True)
    expect(sounds).to_have_count(2)  # of both pictures, which are heard by the same ears
    sounds.first.press("Enter")
    for each in sounds.all():
        expect(each).to_have_attribute("aria-pressed", "true")
    sounds.first.press("p")
    probe, words = page.get_by_role("application", name="Probe"), page.locator(".probe-words")
    press(page, "n")
    assert re.match(r"Point of C[+−] at [−\d.]+, [−\d.]+", words.inner_text())
    for part in (probe, words):
        expect(part).to_have_css("position", "absolute")
    press(page, "b")
    for key in ("ArrowLeft", "ArrowRight"):
        press(page, key)
        assert re.match(r"x₁ [−\d.]+, x₂ [−\d.]+: C[+−]", words.inner_text()), words.inner_text()
    assert ears.hear()
    page.set_viewport_size({"width": 320, "height": 568})
    for key in ("Shift+ArrowUp", "Shift+ArrowDown"):
        for _ in range(10):
            press(page, key)
            at, said = probe.bounding_box(), words.bounding_box()
            assert at is not None and said is not None
            assert said["y"] > at["y"] + at["height"] or said["y"] + said["height"] < at["y"]


# How a student understands what is heard: as it is, or with the axes swapped.
Hear = Callable[[Tone], Tone]
STEP = 0.05  # of a handle on which an answer is placed


def words_of_picture(page: Page) -> str:
    return (page.locator(".live canvas").get_attribute("aria-label") or "").replace("−", "-")


def places_of(page: Page, tones: list[Tone], hear: Hear) -> NDArray[np.float64]:
    """Return where the tones of a picture are, whose words say from where to where its axes go."""
    low, high = read_ends(words_of_picture(page).split("Axes: ")[1]).T
    return low + (high - low) * [hear(tone).place for tone in tones]


def move_to(page: Page, name: str, place: NDArray[np.float64]) -> None:
    slider = page.get_by_role("slider", name=name)
    words = (slider.get_attribute("aria-valuetext") or "").replace("−", "-")
    way = place - np.array(words.split(", "), dtype=float)
    keys = (("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"))
    for steps, pair in zip(np.rint(way / STEP).astype(int), keys, strict=False):
        for _ in range(abs(steps)):
            slider.press(pair[int(steps > 0)])


def hear_cuts(page: Page, ears: Ears) -> list[Tone]:
    page.get_by_role("slider", name="Threshold", exact=True).focus()
    tones: list[Tone] = []
    while tone := ears.after("ArrowRight"):
        tones.append(tone)
    return tones


def hear_densities(page: Page, ears: Ears) -> list[Tone]:
    """Return the lower one of both voices at each step of the probe from left to right."""
    page.get_by_role("button", name="Sound", exact=True).first.press("p")
    press(page, "Shift+ArrowLeft", 5)
    return [tone for _ in range(100) if (tone := ears.after("ArrowRight"))]


def hear_points(page: Page, ears: Ears) -> list[Tone]:
    count = sum(map(int, re.findall(r": (\d+) points", words_of_picture(page))))
    page.get_by_role("button", name="Sound", exact=True).first.press("p")
    return [tone for _ in range(count) if (tone := ears.after("n"))]


def find_cut(page: Page, ears: Ears, tones: list[Tone], hear: Hear) -> None:
    """The tone of the threshold is the lower, the fewer errors there are."""
    page.get_by_role("slider", name="Threshold", exact=True).focus()
    approach(ears, min(map(hear, tones), key=lambda tone: tone.pitch), hear)


def answer_error(page: Page, _: Ears, tones: list[Tone], hear: Hear) -> None:
    """Half of the area below the lower density is the error, for equal priors."""
    x, density = places_of(page, tones, hear).T
    field = page.get_by_role("spinbutton", name="Your answer")
    field.fill(f"{50 * np.trapezoid(density, x):.1f}")
    field.press("Enter")


def place_cut(page: Page, _: Ears, tones: list[Tone], hear: Hear) -> None:
    """The best cut is where the voices meet: there the lower one is highest."""
    x, density = places_of(page, tones, hear).T
    move_to(page, "Your cut", x[[density.argmax()]])
    page.get_by_role("button", name="Check").press("Enter")


def place_line(page: Page, _: Ears, tones: list[Tone], hear: Hear) -> None:
    """The line is halfway between the middles of both voices, across the way between them."""
    places = places_of(page, tones, hear)
    alike = np.array([tone.spectrum @ tones[0].spectrum for tone in tones])
    is_first = alike > (alike.max() + alike.min()) / 2
    one, other = places[is_first].mean(axis=0), places[~is_first].mean(axis=0)
    across = np.array([other[1] - one[1], one[0] - other[0]]) / np.linalg.norm(other - one)
    move_to(page, "One end of your line", (one + other) / 2 - across)
    move_to(page, "Other end of your line", (one + other) / 2 + across)
    page.get_by_role("button", name="Check").press("Enter")


@pytest.mark.parametrize(
    ("exercise", "listen", "answer"),
    [
        ("the_threshold_is_not_zero", hear_cuts, find_cut),
        ("error_of_two_bells", hear_densities, answer_error),
        ("cut_between_two_bells", hear_densities, place_cut),
        ("line_of_the_nearest_mean&variant=2", hear_points, place_line),
    ],
)
def test_an_exercise_is_solved_by_ear_and_not_with_swapped_axes(
    server: str,
    page: Page,
    exercise: str,
    listen: Callable[[Page, Ears], list[Tone]],
    answer: Callable[[Page, Ears, list[Tone], Hear], None],
) -> None:
    ears = open_without_eyes(page, f"{server}/exercises?exercise={exercise}")
    tones = listen(page, ears)
    verdict = page.get_by_role("status").filter(has_text=re.compile("^(Reached|Not yet): "))
    answer(page, ears, tones, lambda tone: tone.swapped)
    expect(verdict).to_have_text(re.compile("^Not yet"))
    answer(page, ears, tones, lambda tone: tone)
    expect(verdict).to_have_text(re.compile("^Reached"))


def test_an_exercise_with_a_choice_is_solved_by_its_words(server: str, page: Page) -> None:
    visit(page, f"{server}/exercises?exercise=a_word_never_seen")
    cells = [cell.strip() for cell in page.get_by_role("cell").all_inner_texts()]
    count = dict(zip(cells[::2], map(int, cells[1::2]), strict=True))
    words = ("first", "second")
    spam = math.prod(count[f"Spam with the {word} word"] / count["Spam"] for word in words)
    assert spam == 0 < count["Others with the second word"]
    page.get_by_role("radio", name=re.compile("^Zero")).press("Space")
    check = page.get_by_role("button", name="Check")
    expect(check).to_be_enabled()
    check.press("Enter")
    expect(page.get_by_role("status").filter(has_text=re.compile("^Correct: "))).to_be_visible()
