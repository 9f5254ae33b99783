"""Images from scikit-learn, from files and from openml.org, and whatever those may hold."""

import zipfile
from dataclasses import replace
from http.client import IncompleteRead
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import URLError

import numpy as np
import pytest
from sklearn.datasets import load_digits

from core import image_download
from core.image_download import fetch_images
from core.images import IMAGE_SETS, ImageEntry, gather_images, is_on_disk, load_images, read_npz
from image_sets import make_arrays, write_npz

every_set = pytest.mark.parametrize("entry", IMAGE_SETS.values(), ids=IMAGE_SETS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of images, empty."""
    monkeypatch.setenv("BAYESLAB_IMAGES", str(tmp_path))
    return tmp_path


class Openml:
    """Stands in for openml.org: it sends a set with few training images, or fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, entry: ImageEntry) -> None:
        self.rng, self.entry = np.random.default_rng(0), entry
        self.problem: Exception | None = None
        self.d = int(np.prod(entry.shape))
        few = replace(entry, n_train=30)
        monkeypatch.setattr(image_download, "IMAGE_SETS", {entry.key: few})
        monkeypatch.setattr(image_download, "OPENML", "data:,here")
        monkeypatch.setattr(image_download, "GLANCE", 0.01)
        monkeypatch.setattr(image_download, "fetch_openml", self.fetch)

    def fetch(self, name: str, *, version: int, data_home: Path, as_frame: bool) -> Any:
        assert (name, version, as_frame) == (self.entry.openml, 1, False)
        if self.problem is not None:
            raise self.problem
        (data_home / "openml").mkdir()
        (data_home / "openml" / "part.gz").write_bytes(bytes(200_000))
        self.data = self.rng.integers(0, 256, (40, self.d))
        return SimpleNamespace(data=self.data, target=[str(i % 10) for i in range(40)])


# What ships


def test_the_digits_are_in_two_halves_and_whole() -> None:
    digits = load_images("digits")
    images, target = load_digits().images, load_digits().target
    assert len(digits.y) == 899
    np.testing.assert_array_equal(np.concatenate((digits.images, digits.test_images)), images)
    np.testing.assert_array_equal(np.concatenate((digits.y, digits.test_y)), target)
    np.testing.assert_array_equal(digits.X[3].reshape(8, 8), images[3])
    assert digits.test_X.shape == (898, 64)
    assert digits.class_names == tuple("0123456789")
    with pytest.raises(ValueError, match="read-only"):
        digits.images[0] = 0


# Files


@pytest.mark.parametrize("shape", [(5, 4), (4, 5, 3)])
def test_an_npz_file_is_read_back(folder: Path, shape: tuple[int, ...]) -> None:
    arrays = make_arrays(shape=shape)
    write_npz(folder / "cifar10.npz", (arrays[0], arrays[1][:, None], *arrays[2:]))
    images = load_images("cifar10")
    for array, expected in zip(
        (images.images, images.y, images.test_images, images.test_y), arrays, strict=True
    ):
        np.testing.assert_array_equal(array, expected)


def test_class_names_are_used_where_they_fit_and_numbers_elsewhere(folder: Path) -> None:
    write_npz(folder / "fashion_mnist.npz", make_arrays(K=10))
    assert load_images("fashion_mnist").class_names[5] == "sandal"
    write_npz(folder / "fashion_mnist.npz", make_arrays(K=4))
    assert load_images("fashion_mnist").class_names == ("0", "1", "2", "3")


def broken_files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{name}.npz" for name in ("text", "one", "names", "objects", "zip")]
    paths[0].write_text("no images")
    with paths[1].open("wb") as file:
        np.save(file, np.zeros(3))
    np.savez(paths[2], x=np.zeros(3))
    objects = np.array([{}])
    np.savez(paths[3], x_train=objects, y_train=objects, x_test=objects, y_test=objects)
    with zipfile.ZipFile(paths[4], "w") as archive:
        archive.writestr("x_train.npy", b"cut off")
    return paths


def test_a_file_that_is_no_npz_is_refused_with_a_sentence(tmp_path: Path) -> None:
    for path in broken_files(tmp_path):
        with pytest.raises(ValueError, match=f"{path.name} does not contain the arrays x_train"):
            read_npz(path)


def test_images_are_read_once_until_their_files_change(folder: Path) -> None:
    arrays = make_arrays()
    write_npz(folder / "mnist.npz", arrays)
    first = load_images("mnist")
    assert load_images("mnist") is first
    write_npz(folder / "mnist.npz", make_arrays(seed=1, n=90))
    assert len(load_images("mnist").y) == 90
    (folder / "mnist.npz").unlink()
    with pytest.raises(ValueError, match="not on this server yet"):
        load_images("mnist")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({0: np.zeros((60, 5, 4))}, "of type float64; save them as 8-bit"),
        ({0: np.zeros((60, 20), np.uint8)}, r"shape \(60, 20\); give"),
        ({0: np.zeros((60, 5, 4, 2), np.uint8)}, "for colours"),
        ({0: np.zeros((0, 5, 4), np.uint8), 1: np.zeros(0)}, "shape"),
        ({1: np.zeros(59, np.int64)}, "60 images and 59 labels"),
        ({2: np.zeros((20, 4, 4), np.uint8)}, "differ in size"),
        ({1: np.arange(60) % 3 * 2}, "without gaps"),
        ({3: np.arange(20)}, "without gaps"),
        ({1: np.arange(60) - 1}, "whole numbers from 0"),
        ({1: np.arange(60) / 2}, "whole numbers from 0"),
        ({1: np.full(60, np.nan)}, "whole numbers from 0"),
        ({1: np.full(60, 10**9)}, "whole numbers from 0"),
        ({1: np.full(60, "cat")}, "whole numbers from 0"),
    ],
)
def test_arrays_that_are_no_images_with_classes_are_refused(
    changes: dict[int, Any], sentence: str
) -> None:
    arrays: list[Any] = [*make_arrays()]
    for place, array in changes.items():
        arrays[place] = array
    with pytest.raises(ValueError, match=sentence):
        gather_images(arrays)


@every_set
def test_a_missing_set_is_refused_with_one_sentence(folder: Path, entry: ImageEntry) -> None:
    assert not is_on_disk(entry.key)
    with pytest.raises(
        ValueError, match=f"^{entry.title} is not on this server yet: [^.]*"
    ) as refusal:
        load_images(entry.key)
    assert "BAYESLAB_IMAGES" in str(refusal.value)


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(ValueError, match="There are no images 'cats'; use one of mnist"):
        load_images("cats")


# openml.org


@every_set
def test_a_set_is_fetched_once_and_kept_on_disk(
    folder: Path, entry: ImageEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    openml, shares = Openml(monkeypatch, entry), list[float]()
    fetch_images(entry.key, shares.append)
    assert is_on_disk(entry.key)
    assert all(0 <= share <= 1 for share in shares)
    images = load_images(entry.key)
    assert (len(images.y), len(images.test_y)) == (30, 10)
    pixels = openml.data[7].reshape(entry.shape)
    if len(entry.shape) == 3:  # one colour after the other becomes three numbers a pixel
        assert images.images[7][2, 5].tolist() == pixels[:, 2, 5].tolist()
    else:
        np.testing.assert_array_equal(images.images[7], pixels)
    assert images.y[7] == 7
    assert [path.suffix for path in folder.iterdir() if path.is_file()] == [".npz"]


def test_the_progress_is_read_from_the_sizes_of_the_files(folder: Path) -> None:
    assert image_download._megabytes(folder) == 0
    (folder / "openml" / "deep").mkdir(parents=True)
    (folder / "openml" / "deep" / "file").write_bytes(bytes(3_000_000))
    assert image_download._megabytes(folder) == pytest.approx(3, abs=0.1)


@pytest.mark.parametrize(
    "problem", [URLError("no network"), TimeoutError(), ConnectionResetError(), IncompleteRead(b"")]
)
def test_without_a_network_there_is_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    Openml(monkeypatch, IMAGE_SETS["mnist"]).problem = problem
    with pytest.raises(ValueError, match=r"^openml.org cannot be reached, so MNIST .*\.$"):
        fetch_images("mnist")
    assert not is_on_disk("mnist")


@pytest.mark.parametrize("problem", [ValueError("md5"), ImportError("pandas")])
def test_unexpected_data_from_openml_is_refused_with_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    openml = Openml(monkeypatch, IMAGE_SETS["mnist"])
    openml.problem = problem
    with pytest.raises(ValueError, match=r"^openml.org did not send MNIST as expected: .*\.$"):
        fetch_images("mnist")
    openml.problem, openml.d = None, 783
    with pytest.raises(ValueError, match=r"^openml.org did not send MNIST as expected: .*\.$"):
        fetch_images("mnist")


def test_a_folder_that_cannot_be_written_is_refused_with_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Openml(monkeypatch, IMAGE_SETS["mnist"])

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError("no room")

    monkeypatch.setattr(np, "savez_compressed", refuse)
    with pytest.raises(ValueError, match="could not be saved: set BAYESLAB_IMAGES to"):
        fetch_images("mnist")


def test_downloads_can_be_forbidden(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Openml(monkeypatch, IMAGE_SETS["mnist"])
    monkeypatch.setenv("BAYESLAB_DOWNLOADS", "no")
    with pytest.raises(ValueError, match=r"does not download images: ask .* to put mnist\.npz"):
        fetch_images("mnist")
    assert list(folder.iterdir()) == []
