"""Posteriors of R's MASS and e1071 beside those of the package: ``python benchmarks/r_figures.py``.

It needs R with both packages (Debian: r-cran-mass, r-cran-e1071), writes the last table of
docs/guide/r.md, and fails where a posterior differs by more than 1e-10.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from bayeslab import CategoricalBayes, DatasetSpec, GaussianBayes, load

PAGE = Path(__file__).resolve().parents[1] / "docs" / "guide" / "r.md"
TOLERANCE = 1e-10
DRAWN = ("moons", "rings", "spirals", "xor", "three_blobs", "imbalanced", "unequal_gaussians")
Array = NDArray[np.float64]

R = """\
suppressMessages({library(MASS); library(e1071)})
folder <- commandArgs(TRUE)
save <- function(posterior, name) write.table(format(posterior, digits = 17),
  file.path(folder, name), row.names = FALSE, col.names = FALSE, quote = FALSE)
for (file in list.files(folder, "[.]csv$")) {
  data <- as.matrix(read.csv(file.path(folder, file), header = FALSE))
  g <- factor(data[, 1]); x <- data[, -1]
  uneven <- seq_along(levels(g)) / sum(seq_along(levels(g)))
  name <- sub("csv$", "", file)
  save(predict(lda(x, g), x)$posterior, paste0(name, "lda"))
  save(predict(lda(x, g, prior = uneven), x)$posterior, paste0(name, "priors"))
  save(predict(qda(x, g), x)$posterior, paste0(name, "qda"))
  save(predict(naiveBayes(x, g), x, type = "raw"), paste0(name, "naive"))
  halves <- as.data.frame(lapply(as.data.frame(x), function(v) factor(v > median(v))))
  save(predict(naiveBayes(halves, g, laplace = 1), halves, type = "raw"), paste0(name, "classes"))
}
cat("R ", R.version$major, ".", R.version$minor, ", MASS ", as.character(packageVersion("MASS")),
  ", e1071 ", as.character(packageVersion("e1071")), sep = "")
"""

HEADING = "\n## The same figures\n\n"


def data_sets() -> Iterator[tuple[str, Array, NDArray[np.int64]]]:
    """Yield names, points and labels."""
    for name, loader in (("iris", load_iris), ("wine", load_wine)):
        yield name, *loader(return_X_y=True)
    X, y = load_breast_cancer(return_X_y=True)
    yield "breast cancer, ten means", X[:, :10], y
    for name in DRAWN:
        drawn = load(DatasetSpec(name))
        yield name.replace("_", " "), drawn.X, drawn.y
    for seed in range(10):
        rng = np.random.default_rng(seed)
        K, d = 2 + seed % 4, 2 + seed % 5
        y = rng.permutation(np.repeat(np.arange(K), rng.integers(d + 8, 60, K)))
        X = rng.normal(size=(len(y), d)) @ rng.normal(size=(d, d)) + rng.normal(size=(K, d))[y]
        yield f"{K} Gaussian classes, {d} features", X, y


def ours(X: Array, y: NDArray[np.int64]) -> dict[str, Array]:
    """Return the posteriors that R's files hold, by the end of their names."""
    uneven = np.arange(1, y.max() + 2) / np.arange(1, y.max() + 2).sum()
    halves = np.median(X, axis=0) < X
    return {
        "lda": GaussianBayes("pooled", divisor="n-K").fit(X, y).predict_proba(X),
        "priors": GaussianBayes("pooled", uneven, divisor="n-K").fit(X, y).predict_proba(X),
        "qda": GaussianBayes("full", divisor="n-K").fit(X, y).predict_proba(X),
        "naive": GaussianBayes("diagonal", divisor="n-K").fit(X, y).predict_proba(X),
        "classes": CategoricalBayes(min_categories=2).fit(halves, y).predict_proba(halves),
    }


def main() -> None:
    """Compute both, and write the page."""
    sets = list(data_sets())
    with TemporaryDirectory() as name:
        folder = Path(name)
        for number, (_, X, y) in enumerate(sets):
            table = np.column_stack([y, X])
            np.savetxt(folder / f"{number}.csv", table, delimiter=",", fmt="%.17g")
        script = folder / "figures.R"
        script.write_text(R, encoding="utf-8")
        command = ["Rscript", str(script), str(folder)]
        versions = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        rows, worst = [], 0.0
        for number, (title, X, y) in enumerate(sets):
            differences = [
                float(np.abs(np.loadtxt(folder / f"{number}.{end}") - posterior).max())
                for end, posterior in ours(X, y).items()
            ]
            worst = max(worst, *differences)
            cells = " | ".join(f"{difference:.0e}" for difference in differences)
            rows.append(f"| {title} | {cells} |")
    lines = [
        f"The largest difference between posteriors, over all points ({versions.strip()}):\n",
        "| data set | `lda` | with `prior` | `qda` | `naiveBayes` | halves of features |",
        "|---|---|---|---|---|---|",
        *rows,
        "\n`python benchmarks/r_figures.py` writes this table.",
    ]
    text, heading, _ = PAGE.read_text(encoding="utf-8").partition(HEADING)
    PAGE.write_text(text + heading + "\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))
    if not worst <= TOLERANCE:
        sys.exit(f"Posteriors differ by {worst:g}.")


if __name__ == "__main__":
    main()
