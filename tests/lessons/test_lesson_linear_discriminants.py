"""The lesson on linear discriminants: its numbers, its page and its benchmark."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import log_softmax
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from app_pages import (
    accuracies,
    lab_link,
    open_lab,
    open_page,
    pictures,
    plain_text,
    sentences,
)
from bayeslab.estimators.fisher import fisher_directions
from bayeslab.estimators.gaussian import GaussianBayes
from bayeslab.evaluation.formats import percent
from bayeslab.evaluation.models import TABLE_MODELS
from core import image_download
from core.images import ImageSet, load_images
from core.latex import number
from core.link import decode, encode
from image_sets import make_arrays, write_npz
from javascript import call
from lesson_pictures import draw_picture
from lessons.linear_discriminants import numbers as linear_discriminants
from lessons.linear_discriminants.data import (
    describe_step,
    describe_tries,
    equations,
    explain_bytes,
    fit_both_ways,
    tabulate_scores,
)
from lessons.linear_discriminants.images import predict_images
from lessons.linear_discriminants.numbers import ARITHMETICS, fit_discriminants, residuals
from lessons.linear_discriminants.pictures import (
    classify_image,
    find_effects,
    find_position,
    picture_data,
    sample_cells,
)
from lessons.linear_discriminants.state import VIEWS, LinearDiscriminantsState
from lessons.steps import reach, read_steps, set_up
from lessons.tries import try_states
from ui.session.widgets import LESSON_WIDGET


@pytest.fixture(scope="module")
def digits() -> ImageSet:
    return load_images("digits")


def accuracy(digits: ImageSet, arithmetic: str) -> float:
    model = fit_discriminants(digits.X, digits.y, arithmetic=arithmetic)
    return float((model.predict(digits.test_X) == digits.test_y).mean())


def test_two_classes_worked_by_hand() -> None:
    X = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 4.0], [2.0, 8.0]])
    model = fit_discriminants(X, np.array([0, 0, 1, 1]))
    # Means (1, 0) and (1, 6); residuals (-1, 0), (1, 0), (-1, -2), (1, 2).
    assert model.means.tolist() == [[1, 0], [1, 6]]
    assert model.covariance == pytest.approx(np.array([[1, 1], [1, 2]]))
    # The inverse is (2, -1; -1, 1).
    assert pytest.approx(np.array([[2, -1], [-4, 5]])) == model.W
    assert model.b == pytest.approx(np.log(0.5) - np.array([1.0, 13.0]))
    assert model.rank == 2
    assert model.scores(np.array([[1.0, 3.0]]))[0] == pytest.approx([np.log(0.5) - 2] * 2)


def test_digits_reach_the_reference_accuracy_and_lose_it_in_bytes(digits: ImageSet) -> None:
    assert round(accuracy(digits, "floats"), 3) == 0.922
    assert accuracy(digits, "bytes") < 0.25
    X, y = np.concatenate((digits.X, digits.test_X)), np.concatenate((digits.y, digits.test_y))
    right, cut_off, broken = (
        (fit_discriminants(X, y, arithmetic=kind).predict(X) == y).mean() for kind in ARITHMETICS
    )
    assert round(right, 3) == 0.964
    assert round(cut_off, 3) == 0.964
    assert round(broken, 3) == 0.230


def test_it_is_the_pooled_gaussian_classifier_with_a_pseudo_inverse(digits: ImageSet) -> None:
    ours = fit_discriminants(digits.X, digits.y)
    theirs = GaussianBayes("pooled", singular="pseudo").fit(digits.X, digits.y)
    assert ours.covariance == pytest.approx(theirs.covariances_[0])
    posterior = theirs.predict_log_proba(digits.test_X)
    scores = ours.scores(digits.test_X)
    difference = scores - posterior
    assert np.ptp(difference, axis=1) == pytest.approx(np.zeros(len(difference)), abs=1e-7)


@pytest.mark.parametrize("arithmetic", ARITHMETICS)
def test_blocks_change_nothing(
    digits: ImageSet, monkeypatch: pytest.MonkeyPatch, arithmetic: str
) -> None:
    whole = fit_discriminants(digits.X, digits.y, arithmetic=arithmetic)
    monkeypatch.setattr(linear_discriminants, "BLOCK", 100)
    parts = fit_discriminants(digits.X, digits.y, arithmetic=arithmetic)
    assert parts.means == pytest.approx(whole.means)
    assert parts.covariance == pytest.approx(whole.covariance)
    assert (parts.predict(digits.test_X) == whole.predict(digits.test_X)).all()


def test_residuals_in_bytes_are_cut_off_and_wrap_around() -> None:
    x = np.array([[3, 5, 0]], dtype=np.uint8)
    m = np.array([2.9, 5.2, 1.7])
    assert residuals(x, m)[0] == pytest.approx([0.1, -0.2, -1.7])
    assert residuals(x, m, "integers").tolist() == [[1, 0, -1]]
    assert residuals(x, m, "bytes").tolist() == [[1, 0, 255]]


def test_dividing_twice_leaves_the_priors_without_effect() -> None:
    rng = np.random.default_rng(0)
    y = (np.arange(2000) % 20 == 0).astype(np.int64)
    X = rng.normal(size=(2000, 2)) + np.outer(y, [1.5, 0])
    right, twice = (fit_discriminants(X, y, divide_twice=slip) for slip in (False, True))
    assert pytest.approx(2000 * right.W) == twice.W
    equal = GaussianBayes("pooled", priors="equal").fit(X, y)
    assert (twice.predict(X) == equal.predict(X)).mean() > 0.99
    assert (right.predict(X) == y).mean() > (twice.predict(X) == y).mean() + 0.1


@pytest.mark.parametrize(
    ("y", "arithmetic", "sentence"),
    [
        ([0, 0, 0], "floats", "has no points"),
        ([0, 2, 2], "floats", "has no points"),
        ([0, 1, 1], "bytes", "only uint8"),
        ([0, 1, 1], "doubles", "not known; use one of floats, integers, bytes"),
    ],
)
def test_data_that_cannot_be_fitted_are_refused(
    y: list[int], arithmetic: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        fit_discriminants(np.eye(3), np.array(y), arithmetic=arithmetic)


# The page


PAGE = "linear_discriminants.py"
NOWHERE = "http://127.0.0.1:1"  # nobody listens there


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of images, empty, on a machine without a network."""
    monkeypatch.setenv("BAYESLAB_IMAGES", str(tmp_path))
    monkeypatch.setattr(image_download, "OPENML", NOWHERE)
    monkeypatch.setattr(image_download, "GLANCE", 0.01)
    return tmp_path


def test_the_views_differ(digits: ImageSet) -> None:
    model = fit_discriminants(digits.X, digits.y)
    means, weights, none = (
        picture_data(LinearDiscriminantsState(view=view))["thumbs"]
        for view in ("class_means", "weights", "map")
    )
    assert np.allclose(means, model.means / model.means.max(), atol=1e-3)
    effects = find_effects(model)
    assert effects.sum(axis=0) == pytest.approx(0, abs=1e-9)
    assert np.allclose(weights, effects / np.abs(effects).max(), atol=1e-3)
    assert none is None


def test_the_formula_is_about_the_painted_image(digits: ImageSet) -> None:
    model = fit_discriminants(digits.X, digits.y)
    x = digits.test_X[7]
    pixels = "".join(np.base_repr(level, 36).lower() for level in x)
    state = LinearDiscriminantsState(view="one_image", pixels=pixels)
    assert classify_image(state).scores == pytest.approx(model.scores(x[None])[0])
    # The test image is under it, should the painting be taken back.
    assert picture_data(state)["image"] == digits.test_X[0].tolist()
    app = open_page(PAGE, view="one_image", pixels=pixels)
    table = app.dataframe[0].value
    expected = np.sort(model.scores(x[None])[0])[::-1]
    assert table["s(x)"].to_numpy() == pytest.approx(expected)
    assert "evaluated for the image you painted" in plain_text(app)


@pytest.mark.parametrize(
    ("link", "notice"),
    [
        ({"pixels": "z" * 64}, "pixels “zzzzzzzzzzzzzzzzzzzz…” was ignored: use 64 digits from 0"),
        ({"pixels": "0" * 63}, "use 64 digits from 0 to g with the other choices."),
        ({"pixels": "é" * 64}, "use 64 digits from 0 to g"),
        ({"images": "mnist", "pixels": "0" * 64}, "use 784 digits from 0 to f"),
        ({"images": "cifar10", "pixels": "0" * 64}, "The link's pixels was ignored"),
        ({"view": "confusion", "pixels": "0" * 64}, "The link's pixels was ignored"),
        ({"view": "confusion", "truth": "10"}, "truth “10” was ignored: use a whole number from 0"),
        ({"view": "confusion", "predicted": "2.5"}, "use a whole number"),
        ({"truth": "3"}, "The link's truth was ignored: it does not apply to"),
    ],
)
def test_pixels_and_classes_that_are_not_those_of_the_images_get_a_notice(
    link: dict[str, str], notice: str
) -> None:
    state, (sentence,) = decode(link, LinearDiscriminantsState)
    assert notice in sentence
    assert (state.pixels, state.truth, state.predicted) == ("", None, None)


def test_another_image_discards_the_painting_and_another_view_keeps_it() -> None:
    painted = LinearDiscriminantsState(pixels="0" * 64)
    assert painted.change(view="map", arithmetic="bytes").pixels == painted.pixels
    for chosen in ({"images": "mnist"}, {"image": 2}, {"wrong": True}, {"view": "confusion"}):
        assert painted.change(**chosen).pixels == ""


@pytest.mark.parametrize("arithmetic", ARITHMETICS)
def test_the_matrix_begins_at_the_most_frequent_error(digits: ImageSet, arithmetic: str) -> None:
    state = LinearDiscriminantsState(view="confusion", arithmetic=arithmetic)
    predictions = predict_images("digits", arithmetic)
    chosen = state.value("truth"), state.value("predicted")
    assert chosen[0] != chosen[1]
    errors = [n for at, n in np.ndenumerate(predictions.counts) if at[0] != at[1]]
    assert predictions.counts[chosen] == max(errors)
    assert picture_data(state)["counts"] == predictions.counts.tolist()
    assert state.change(truth=chosen[0], predicted=chosen[1]) == state


def test_the_images_of_a_cell_have_its_classes(digits: ImageSet) -> None:
    scores = fit_discriminants(digits.X, digits.y).scores(digits.test_X)
    cells = sample_cells(digits, scores, (0, 0))
    predicted = scores.argmax(axis=1)
    for key, images in cells.items():
        truth, label = map(int, key.split())
        members = np.flatnonzero((digits.test_y == truth) & (predicted == label))[:12]
        assert np.allclose(images, digits.test_X[members] / 16, atol=1e-3)
    assert sum(map(len, cells.values())) > 100


# What a visitor sees first, and what the buttons set up


FIRST = LinearDiscriminantsState.opening()


def drawn(state: LinearDiscriminantsState, **stage: Any) -> dict[str, Any]:
    return draw_picture(state, "pixels", "truth", "predicted", **stage)


def posteriors(state: LinearDiscriminantsState) -> np.ndarray:
    return np.asarray(np.exp(log_softmax(classify_image(state).scores)))


@pytest.mark.parametrize("size", [[800, 500], [360, 540]])
def test_the_bars_are_the_posteriors_and_their_axis_begins_at_zero(size: list[int]) -> None:
    picture, expected = drawn(FIRST, size=size), posteriors(FIRST)
    rows = [each for each in picture["calls"] if each["name"] == "fillRect"][-10:]
    widths = [each["args"][2] for each in rows]
    whole = sum(widths)
    assert widths == pytest.approx((expected * whole).tolist())
    assert len({each["args"][0] for each in rows}) == 1, "they begin together"
    texts = picture["texts"]
    assert all(percent(float(share)) in texts for share in expected)
    assert {"0\N{NO-BREAK SPACE}%", "100\N{NO-BREAK SPACE}%", "posterior"} <= set(texts)


def test_log_posteriors_are_dots_on_an_axis_and_have_no_length() -> None:
    state = FIRST.change(scale="log", view="one_image")  # without discs on the image
    picture, logs = drawn(state), np.log(posteriors(state))
    dots = [each["args"][:2] for each in picture["calls"] if each["name"] == "arc"]
    near = logs[logs >= -20]
    assert len(dots) == len(near)
    across = np.array([x for x, _ in dots])
    assert np.corrcoef(across, near)[0, 1] == pytest.approx(1)
    assert {"−20", "−10", "0", "log posterior"} <= set(picture["texts"])


def test_the_first_image_is_misclassified_and_its_marks_compare_both_classes() -> None:
    shown, picture = classify_image(FIRST), drawn(FIRST)
    best, rival = np.argsort(-shown.scores)[:2].tolist()
    assert shown.truth == rival != best
    figures = dict(picture["figures"])
    assert (figures["predicted"], figures["true class"]) == (str(best), str(rival))
    assert figures["posterior"] == percent(float(posteriors(FIRST)[best]))
    for k in (best, rival):
        assert f"ink here is evidence for {k}" in picture["texts"]
    pointed = drawn(FIRST, focus="class 8")
    assert f"ink here is evidence for {best}" in pointed["texts"]
    assert "ink here is evidence for 8" in pointed["texts"]


def test_erasing_swaps_no_colours_and_each_class_has_a_shape() -> None:
    erased = try_states("linear_discriminants", "Try", LinearDiscriminantsState)[0]
    first, second = (drawn(state) for state in (FIRST, erased))
    assert dict(first["figures"])["predicted"] != dict(second["figures"])["predicted"]
    legends = [
        [text for text in picture["texts"] if "evidence" in text] for picture in (first, second)
    ]
    assert legends[0] == legends[1] == [f"ink here is evidence for {k}" for k in (9, 4)]
    discs = [
        [each["args"][:2] for each in picture["calls"] if each["name"] == "arc"]
        for picture in (first, second)
    ]
    effects = find_effects(fit_discriminants(load_images("digits").X, load_images("digits").y))
    assert len(discs[0]) == (effects[9] < effects[4]).sum() + 1  # that of the legend
    assert discs[0] == discs[1]


@pytest.mark.parametrize("size", [[800, 500], [360, 540]])
def test_all_names_of_means_can_be_read_on_the_map(size: list[int]) -> None:
    calls = drawn(LinearDiscriminantsState(view="map"), size=size)["calls"]
    names = [each for each in calls if each["name"] == "fillText" and "700 21px" in each["font"]]
    places = np.array([each["args"][1:] for each in names])
    assert len(places) == 10
    apart = np.linalg.norm(places[:, None] - places, axis=2) + 99 * np.eye(10)
    assert apart.min() > 20


def test_a_new_visitor_sees_the_first_image_and_not_the_arithmetic_of_the_question() -> None:
    app = open_page(PAGE, **encode(FIRST))
    assert app.session_state["lessons"]["linear_discriminants"].state == FIRST
    key = LESSON_WIDGET + "arithmetic"
    labels = [button.label for button in app.button]
    assert key not in app.session_state
    assert "Bytes" not in labels
    app.radio(key="linear_discriminants answer choice").set_value("It breaks down.").run()
    app.button(key="linear_discriminants answer commit").click().run()
    assert key in app.session_state
    (button,) = (button for button in app.button if button.label == "Bytes")
    button.click().run()
    assert app.session_state["lessons"]["linear_discriminants"].state.arithmetic == "bytes"
    # A link that has another arithmetic shows the choice.
    assert key in open_page(PAGE, arithmetic="integers").session_state


def test_the_things_to_try_show_what_they_say(digits: ImageSet) -> None:
    texts = describe_tries()
    erased, empty, confused, mapped, sure = try_states(
        "linear_discriminants", "Try", LinearDiscriminantsState
    )
    model = fit_discriminants(digits.X, digits.y)
    wrong = np.flatnonzero(model.predict(digits.test_X) != digits.test_y)

    def classify(x: np.ndarray) -> tuple[str, str]:
        shares = np.exp(log_softmax(model.scores(x[None].astype(float))[0]))
        return str(shares.argmax()), percent(float(shares.max()))

    # The misclassified image of the first page, without one pixel of its ink, is classified right.
    whole = digits.test_X[wrong[FIRST.image - 1]]
    assert (erased.wrong, erased.image) == (FIRST.wrong, FIRST.image)
    levels = np.array([int(digit, 36) for digit in erased.pixels])
    (pixel,) = np.flatnonzero(levels != whole)
    assert levels[pixel] == 0 < whole[pixel]
    assert (
        classify(whole)
        == (texts["whole_class"], texts["whole"])
        == ("9", "74.8\N{NO-BREAK SPACE}%")
    )
    assert classify(levels) == (texts["erased_class"], texts["erased"])
    assert texts["erased_class"] == str(digits.test_y[wrong[FIRST.image - 1]])
    effects = find_effects(model)
    assert (effects[9] - effects[4]).argmax() == pixel, "the largest vermillion mark was on it"
    # Nothing at all.
    assert set(empty.pixels) == {"0"}
    assert classify(np.zeros(64)) == (texts["empty_class"], texts["empty"])
    # The cell is that of the most frequent error.
    counts = predict_images("digits", "floats").counts
    cell = confused.value("truth"), confused.value("predicted")
    assert counts[cell] == (counts - np.diag(np.diagonal(counts))).max() == int(texts["confused"])
    assert (texts["truth"], texts["predicted"]) == tuple(map(str, cell))
    assert int(texts["row"]) == (digits.test_y == cell[0]).sum()
    assert int(texts["back"]) == counts[cell[::-1]]
    # The classes whose means are closest on the map.
    assert mapped.view == "map"
    fisher = fisher_directions(model.means, model.covariance, model.counts)
    means = fisher.transform(model.means)[:, :2]
    apart = {(j, k): np.linalg.norm(means[j] - means[k]) for k in range(10) for j in range(k)}
    near = min(apart, key=lambda pair: float(apart[pair]))
    assert (texts["near"], texts["nearest"]) == tuple(map(str, near))
    assert int(texts["near_errors"]) == counts[near] + counts[near[::-1]] <= 2
    # The second of the misclassified images, and how certain the classifier usually is.
    x = digits.test_X[wrong[1]]
    assert (sure.wrong, sure.image, sure.scale) == (True, 2, "log")
    assert classify(x) == (texts["sure_class"], texts["sure"])
    assert texts["sure_truth"] == str(digits.test_y[wrong[1]]) != texts["sure_class"]
    shares = np.exp(log_softmax(model.scores(digits.test_X), axis=1)).max(axis=1)
    assert texts["confidence"] == percent(float(shares.mean()))
    assert shares.mean() > float((model.predict(digits.test_X) == digits.test_y).mean()) + 0.03


def test_in_bytes_the_cell_to_try_holds_all_images_of_its_class(digits: ImageSet) -> None:
    (state,) = try_states("linear_discriminants", "Try answer", LinearDiscriminantsState)
    texts = explain_bytes()
    predicted = fit_discriminants(digits.X, digits.y, arithmetic="bytes").predict(digits.test_X)
    sevens = predicted[digits.test_y == 7]
    cell = state.value("truth"), state.value("predicted")
    assert (state.arithmetic, *cell) == ("bytes", 7, 3)
    assert (sevens == 3).all()
    assert texts["bytes_cell"] == texts["bytes_row"] == str(len(sevens))
    assert texts["bytes_share"] == percent(float((predicted == 3).mean()))


def test_the_steps_show_what_they_say(digits: ImageSet) -> None:
    kind = LinearDiscriminantsState
    steps = read_steps("linear_discriminants", kind)
    starts, ends = (
        [put(steps, k, kind) for k in range(1, len(steps) + 1)] for put in (set_up, reach)
    )
    told, erased, mask, empty, sure, confused, in_bytes, _ = map(describe_step, [starts[0], *ends])
    assert (told["truth"], told["whole_class"], told["predicted"]) == ("4", "9", "9")
    assert erased["predicted"] == mask["predicted"] == told["truth"]
    model = fit_discriminants(digits.X, digits.y)
    effects, whole = find_effects(model), classify_image(starts[0]).pixels
    (pixel,) = np.flatnonzero(classify_image(ends[1]).pixels != whole)
    assert (effects[9] - effects[4]).argmax() == pixel, "the largest square"
    # Some pixels turn it alone, by hand as in the text.
    truths = []
    for place in np.flatnonzero(whole):
        image = whole.copy()
        image[place] = 0
        truths.append(int(model.predict(image[None])[0]) == 4)
    assert (told["inked"], told["deciding"]) == (f"{len(truths)}", f"{sum(truths)}")
    assert 2 < sum(truths) < len(truths) / 2
    assert model.predict(np.eye(64)[[63]] * 16)[0] in range(10), "even one dot is a digit"
    # A blank letter has an answer; the machine is surer than it is right.
    assert set(ends[2].pixels) == {"0"}
    assert float(empty["posterior"].split("\N{NO-BREAK SPACE}")[0]) > 80
    assert sure["whole_class"] != sure["truth"]
    share, certainty = (
        float(sure[name].split("\N{NO-BREAK SPACE}")[0]) for name in ("test", "confidence")
    )
    assert certainty > share + 3
    # The cell to click is that of the most frequent error.
    cell = ends[4].value("truth"), ends[4].value("predicted")
    assert predict_images("digits", "floats").most_confused == cell
    assert (confused["confused_truth"], confused["confused_predicted"]) == tuple(map(str, cell))
    by_arithmetic = {name: accuracy(digits, name) for name in ARITHMETICS}
    assert percent(by_arithmetic["bytes"]) == in_bytes["bytes"]
    assert by_arithmetic["bytes"] < 0.25
    assert 0 < by_arithmetic["floats"] - by_arithmetic["integers"] < 0.005, "hardly any fewer"


def test_the_correct_rule_never_predicts_the_rare_class_and_is_right_more_often() -> None:
    (state,) = try_states("linear_discriminants", "Try divided", LinearDiscriminantsState)
    points, correct, twice = fit_both_ways(state.lab.dataset_spec)
    assert not correct.predict(points.X).any()
    assert twice.predict(points.X).mean() > 5 * points.y.mean()
    assert (correct.predict(points.X) == points.y).mean() > (
        twice.predict(points.X) == points.y
    ).mean()


# Fisher's directions


def compare_with_scikit_learn(X: np.ndarray, y: np.ndarray) -> None:
    model = fit_discriminants(X, y)
    fisher = fisher_directions(model.means, model.covariance, model.counts)
    theirs = LinearDiscriminantAnalysis(solver="svd", tol=1e-9).fit(X, y)  # 1e-4 loses directions
    ours, expected = fisher.transform(X), theirs.transform(X)
    assert ours.shape == expected.shape
    signs = np.sign((ours * expected).sum(axis=0))
    assert ours * signs == pytest.approx(expected, rel=1e-6, abs=1e-6)
    assert fisher.ratios / fisher.ratios.sum() == pytest.approx(theirs.explained_variance_ratio_)
    # On the map of all directions, the nearest mean with the priors is the linear classifier.
    means = fisher.transform(model.means)
    log_posteriors = -((ours[:, None] - means) ** 2).sum(axis=2) / 2 + model.log_priors
    assert (log_posteriors.argmax(axis=1) == model.predict(X)).all()


def test_fishers_directions_of_digits_and_of_classes_that_do_not_differ(digits: ImageSet) -> None:
    compare_with_scikit_learn(digits.X.astype(float), digits.y)
    with pytest.raises(ValueError, match="use classes with different means"):
        fisher_directions(np.ones((2, 3)), np.eye(3), np.array([4, 5]))


def test_the_browser_scores_and_projects_as_python_does(digits: ImageSet) -> None:
    model = fit_discriminants(digits.X, digits.y)
    fisher = fisher_directions(model.means, model.covariance, model.counts)
    X, W, b = digits.test_X[:10].astype(float), model.W.tolist(), model.b.tolist()
    answers = call("discriminants.js", [["scores", W, b, x] for x in X.tolist()])
    assert np.array(answers) == pytest.approx(model.scores(X), rel=1e-9)
    logs = call("discriminants.js", [["logPosteriors", each] for each in answers])
    assert np.array(logs) == pytest.approx(log_softmax(model.scores(X), axis=1), abs=1e-9)
    directions = fisher.directions.T.tolist()
    places = [["project", fisher.center.tolist(), directions, x] for x in X.tolist()]
    assert np.array(call("discriminants.js", places)) == pytest.approx(fisher.transform(X))


def test_the_formula_is_that_of_the_image_chosen() -> None:
    state = LinearDiscriminantsState(image=3, wrong=True)
    classified, table = classify_image(state), tabulate_scores(state)
    assert table["s(x)"].tolist() == pytest.approx(sorted(classified.scores, reverse=True))
    assert (table["wᵀx"] + table["b"]).tolist() == pytest.approx(table["s(x)"].tolist())
    assert table["P(y|x)"].sum() == pytest.approx(1)
    k = int(classified.scores.argmax())
    assert k != classified.truth
    score = next(line for line in equations(state) if line.left == f"s_{{{k}}}(x)")
    assert score.numbers == number(classified.scores[k])


def test_the_first_image_follows_the_last_and_no_misclassified_ones_is_a_sentence(
    digits: ImageSet,
) -> None:
    right = np.eye(10)[digits.test_y]
    assert find_position(right, digits.test_y, 899, misclassified=False) == 0
    with pytest.raises(ValueError, match="No test image is misclassified"):
        find_position(right, digits.test_y, 1, misclassified=True)


@pytest.mark.parametrize("share", ["0.02", "0.1", "0.5", "0.37"])
def test_the_two_classes_of_the_priors_are_the_same_in_the_lab(share: str) -> None:
    app = open_page(PAGE, share=share)
    state, notices = decode(lab_link(app))
    assert notices == ()
    training = accuracies(open_lab(state)).iloc[TABLE_MODELS.index("pooled"), 1]
    assert f"the correct rule has an accuracy of {training};" in plain_text(app)


@pytest.mark.parametrize(("key", "title"), [("mnist", "MNIST"), ("cifar100", "CIFAR-100")])
def test_without_a_network_there_is_one_sentence_and_the_rest_is_shown(
    folder: Path, key: str, title: str
) -> None:
    app = open_page(PAGE, images=key)
    (sentence,) = sentences(app)
    assert f"{title} is not on this server yet" in sentence
    (button,) = (button for button in app.button if button.label.startswith("Fetch"))
    button.click().run(timeout=60)
    (sentence,) = sentences(app)
    assert sentence.startswith("openml.org cannot be reached")
    assert list(folder.glob("*.npz")) == []
    assert len(pictures(app)) == 2


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("key", "arrays"),
    [
        ("mnist", make_arrays(K=10, shape=(28, 28))),
        ("fashion_mnist", make_arrays(K=10)),
        ("cifar10", make_arrays(shape=(4, 4, 3))),
        ("cifar100", make_arrays(n=220, n_test=120, K=110)),
    ],
)
def test_images_from_files_are_shown_with_what_the_source_reports(
    folder: Path, view: str, key: str, arrays: Any
) -> None:
    write_npz(folder / f"{key}.npz", arrays)
    app = open_page(PAGE, images=key, view=view)
    assert sentences(app) == []
    assert len(pictures(app)) == 2, "those of the question and of the priors"
    images = load_images(key)
    state = LinearDiscriminantsState(images=key, view=view)
    if view == "confusion":
        assert state.limit("truth").check(len(images.class_names) - 1)
    else:  # odd sizes cannot be painted: links know only those of the sets
        assert picture_data(state)["isPaintable"] == (arrays[0].shape[1:] == (28, 28))
    model = GaussianBayes("pooled", singular="pseudo").fit(images.X, images.y)
    right = f"without them, {model.score(images.test_X, images.test_y):.1%}"
    assert right.replace("%", " %") in plain_text(app)
