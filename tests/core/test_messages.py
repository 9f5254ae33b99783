"""What the drawing area is told: arrays as bytes, which JavaScript reads to the bit."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from bayeslab.data.datasets import Dataset
from bayeslab.scoring.descriptions import describe
from canvas import base64_of, columns, make_drawing, numbers_in, plain_score
from cases import blobs, read_plain
from core.drawing import encode_drawing
from core.messages import encode_points, message_of
from javascript import call
from ui.session.commit import read_commit

EXTREMES = [0.0, 0.1, 1 / 3, 5e-324, -1.7976931348623157e308, np.pi]


def dataset(X: Any, y: Any) -> Dataset:
    names = tuple(f"class {k}" for k in range(1 + max(y)))
    return Dataset(np.asarray(X), np.asarray(y), ("a", "b"), names, "Points")


@given(
    arrays(np.float64, (7, 2), elements=st.floats(allow_nan=False, allow_infinity=False)),
    arrays(np.int64, 7, elements=st.integers(0, 9)),
)
def test_sent_points_are_the_same_to_the_bit(X: Any, y: Any) -> None:
    message = json.loads(json.dumps(encode_points(dataset(X, y))))
    assert message == columns(X, y)
    received = np.stack([numbers_in(message["x"]), numbers_in(message["y"])], axis=1)
    assert received.tobytes() == X.tobytes()
    assert numbers_in(message["labels"], "u1").tolist() == y.tolist()


def test_a_sent_score_is_the_same_to_the_bit() -> None:
    X, y = blobs(60)
    model = make_pipeline(StandardScaler(), SVC(gamma=0.7)).fit(X, y)
    (message,) = message_of(model, dataset(X, y), (0.0, 1.0, 0.0, 1.0))["descriptions"]
    description = describe(model)
    assert description is not None
    assert plain_score(message) == description[0].to_plain()
    assert read_plain(plain_score(message))(X).tolist() == description[0](X).tolist()


def test_a_picture_of_regions_tells_faint_scores_apart() -> None:
    X = np.array([[-1.0, 0.0], [1.0, 0.0]])
    points, model = dataset(X, [0, 1]), GaussianProcessClassifier(RBF(0.3), optimizer=None)
    model.fit(X, points.y)
    message = message_of(model, points, (-0.5, 0.5, 0.0, 1.0), 20)
    score = model.predict_proba([[0.5 / 19, 1.0]])[0, 1] - 0.5
    assert 0 < score < 1e-5  # beside the boundary, which the browser traces between such scores
    (raster,) = call("raster.js", [["readRaster", message]])
    assert min(raster["strength"]) > 0


def test_javascript_reads_the_bytes_to_the_bit() -> None:
    texts = [base64_of(np.array(EXTREMES)), ""]
    arrays = call("bytes.js", [["toNumbers", text] for text in texts])
    assert [np.array(each).tobytes() for each in arrays] == [np.array(EXTREMES).tobytes(), b""]
    assert call("bytes.js", [["toBytes", base64_of(np.arange(256, dtype=np.uint8))]]) == [
        list(range(256))
    ]


MESSAGE = {"seq": 3, "revision": 2, "points": None, "gamma": 0.1 + 0.2, "switches": ["errors"]}


def test_a_message_is_read_as_it_was_sent() -> None:
    text = encode_drawing(make_drawing(5))
    commit = read_commit({"drawing": MESSAGE | {"points": text}})
    assert commit is not None
    assert (commit.seq, commit.revision, commit.edited) == (3, 2, True)
    assert commit.changes == {"points": text, "gamma": 0.1 + 0.2, "switches": ("errors",)}


@pytest.mark.parametrize(
    "sent",
    [
        *({"points": "1AAAA"}, {"points": 5}, {"points": 0}, {"points": [[1, 2]]}),
        *({"gamma": "5"}, {"gamma": True}, {"gamma": float("nan")}, {"gamma": -1}),
        *({"gamma": 10**400}, {"gamma": [5.0]}),
        *({"seq": "one"}, {"seq": None}, {"seq": float("inf")}, {"revision": [1]}),
        *({"setting": ["data"]}, {"setting": {"data": 5}}, {"setting": "data=rings"}),
        *({"switches": ["lights"]}, {"switches": {"errors": True}}, {"switches": "errors"}),
    ],
    ids=str,
)
def test_an_invalid_message_is_ignored(sent: dict[str, Any]) -> None:
    assert read_commit({"drawing": MESSAGE | sent}) is None
