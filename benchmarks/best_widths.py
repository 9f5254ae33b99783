"""Find the best γ over the number of features, on 20 draws of two situations.

Run ``python benchmarks/best_widths.py`` from the root of the project. It takes a minute, prints
the best γ of each number of features, and writes the study that lesson 8 shows,
``lessons/kernel_width/best_widths.json``. The numbers depend on the seeds alone.
"""

import json
from typing import Any

from threadpoolctl import threadpool_limits

import machine  # noqa: F401 (finds what follows)
from lessons.kernel_width.dimension import (
    DIMENSIONS,
    GAMMAS,
    SITUATIONS,
    STUDY,
    study_widths,
    to_plain,
)


def main() -> None:
    """Run the study, print its best γ and write it."""
    rows: dict[str, dict[int, Any]] = {name: {} for name in SITUATIONS}
    print("situation        d   best γ   accuracy   as good from   to")
    for name in SITUATIONS:
        for d in DIMENSIONS:
            study = study_widths(name, d)
            rows[name][d] = to_plain(study)
            best, (first, last) = study.best, study.good
            share = f"{100 * study.accuracies[best]:.1f} %"
            gammas = f"{GAMMAS[best]:8.3g} {share:>10} {GAMMAS[first]:14.3g} {GAMMAS[last]:8.3g}"
            print(f"{name:13} {d:4} {gammas}", flush=True)
    text = json.dumps(rows, separators=(",", ":")).replace('},"', '},\n"')
    STUDY.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
