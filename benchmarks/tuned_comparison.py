"""Compare kernel Bayes with the SVC, both tuned, on 40 draws of each of seven data sets.

Run ``python benchmarks/tuned_comparison.py`` from the root of the project. It takes some minutes,
prints the mean differences in accuracy with their 95 % intervals, and writes every draw to the file
that the lesson shows, ``lessons/kernel_bayes_and_svm/tuned_comparison.csv``. The numbers depend on
the seeds alone.
"""

import csv
from dataclasses import asdict

from threadpoolctl import threadpool_limits

import machine  # noqa: F401 (finds what follows)
from lessons.kernel_bayes_and_svm.tuned_comparison import (
    NOISES,
    STUDY,
    PairedDraw,
    compare_tuned,
    summarise,
)

DRAWS = 40


def main() -> None:
    """Run the study, print its summary and write its draws."""
    draws: list[PairedDraw] = []
    print(f"data set           difference   95 % interval   won of {DRAWS} (kernel Bayes, SVC)")
    for name in NOISES:
        draws += [compare_tuned(name, seed) for seed in range(DRAWS)]
        mean = summarise(draws)[-1]
        interval = f"{100 * mean.low:+.2f} to {100 * mean.high:+.2f}"
        wins = f"{mean.kernel_bayes_wins}, {mean.svc_wins}"
        print(f"{name:18} {100 * mean.mean:+10.2f}   {interval:14}  {wins}", flush=True)
    with STUDY.open("w", encoding="utf-8", newline="") as table:
        writer = csv.DictWriter(table, list(asdict(draws[0])), lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(draw) for draw in draws)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
