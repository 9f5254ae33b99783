"""Show where a fit of kernel Bayes spends its processor time, part by part.

Run ``python benchmarks/fit_parts.py`` from the root of the project; it takes some seconds. Each
part is a few functions of the package, timed while they run and without the time of other parts
that they call; *the rest* is what no part has. The points are those of ``kernel_sums.py`` (moons
with noise 0.2, gamma = 5). Medians of many fits, with one thread for matrix products.
"""

import statistics
from collections import Counter
from collections.abc import Callable
from time import process_time
from typing import Any

from sklearn.datasets import make_moons
from threadpoolctl import threadpool_limits

import machine  # noqa: F401 (finds what follows)
from bayeslab import KernelBayes
from bayeslab.estimators import chebyshev, kernel_bayes, sums, tiles

REPEATS = {100: 200, 1_000: 60, 20_000: 9}
REST = "the rest"
PARTS: dict[str, list[tuple[Any, str]]] = {
    "checks of points and labels": [(KernelBayes, "_check_input")],
    "kernel values, pair by pair": [(sums, "_pairwise_means")],
    "sort into tiles": [(sums, "find_tiles")],
    "Chebyshev polynomials": [(chebyshev, "_polynomials")],
    "exponentials": [(sums, "factors"), (tiles, "factors")],
    "products with the polynomials": [(sums, "_interpolated_means")],
    "threshold search": [(kernel_bayes, "best_threshold")],
}


class Stopwatch:
    """Seconds of processor time by part; a part that runs inside another one interrupts it."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.running, self.since = REST, process_time()

    def switch(self, part: str) -> str:
        """Time this part from now on, and return the one before."""
        now, before = process_time(), self.running
        self.seconds[before] += now - self.since  # pyrefly: ignore[unsupported-operation]
        self.running, self.since = part, now
        return before

    def watch(self, owner: Any, name: str, part: str) -> None:
        """Replace a function by one that is timed."""
        function: Callable[..., Any] = getattr(owner, name)

        def timed_function(*arguments: Any, **settings: Any) -> Any:
            before = self.switch(part)
            try:
                result = function(*arguments, **settings)
                return list(result) if name == "find_tiles" else result  # it yields them
            finally:
                self.switch(before)

        setattr(owner, name, timed_function)


def time_parts(n: int, watch: Stopwatch) -> dict[str, float]:
    """Return the median milliseconds of each part of a fit to n points."""
    X, y = make_moons(n, noise=0.2, random_state=0)
    fits = []
    for _ in range(REPEATS[n]):
        watch.switch(REST)
        watch.seconds.clear()
        KernelBayes(gamma=5.0).fit(X, y)
        watch.switch(REST)
        fits.append(Counter(watch.seconds))
    return {part: 1e3 * statistics.median(fit[part] for fit in fits) for part in (*PARTS, REST)}


def main() -> None:
    """Print the table."""
    watch = Stopwatch()
    for part, functions in PARTS.items():
        for owner, name in functions:
            watch.watch(owner, name, part)
    columns = [time_parts(n, watch) for n in REPEATS]
    print("| part, CPU-ms | " + " | ".join(f"{n:,} points" for n in REPEATS) + " |")
    print("|---" * (len(REPEATS) + 1) + "|")
    for part in (*PARTS, REST):
        print(f"| {part} | " + " | ".join(f"{column[part]:.2f}" for column in columns) + " |")
    totals = " | ".join(f"{sum(column.values()):.2f}" for column in columns)
    print(f"| a fit | {totals} |")


if __name__ == "__main__":
    with threadpool_limits(1, user_api="blas"):
        main()
