"""Run a sweep on a cluster of two workers, and again with one of them killed in the middle.

Run ``python benchmarks/cluster.py`` from the root of the project; it takes about a minute. The
workers are processes of this machine that listen on loopback only. The results are compared with
those of this process, to the last bit; if one differs, the benchmark fails.
"""

import os
import signal
import time
from collections.abc import Callable

import joblib
from dask.distributed import Client, LocalCluster

import machine  # noqa: F401 (finds what follows)
from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import Sweep, SweepSpec, log_grid, sweep

POINTS = load(DatasetSpec("moons", n=400, noise=0.3))
SPEC = SweepSpec(
    "svc-rbf",
    gammas=log_grid(0.1, 100.0, 10),
    Cs=(0.1, 1.0, 10.0),
    evaluation=EvaluationSpec("repeated k-fold", folds=10, repeats=2),
)


def time_sweep(progress: Callable[[int, int], None] = lambda *_: None) -> tuple[Sweep, float]:
    """Return the sweep and the seconds it took."""
    start = time.perf_counter()
    return sweep(SPEC, POINTS.X, POINTS.y, progress=progress), time.perf_counter() - start


def kill_at_third(client: Client) -> Callable[[int, int], None]:
    """Return a callback that kills a worker when a third of the sweep is done."""
    workers = client.run(os.getpid)

    def progress(done: int, total: int) -> None:
        if done == total // 3:
            os.kill(next(iter(workers.values())), signal.SIGKILL)

    return progress


def main() -> None:
    """Print the table."""
    expected, alone = time_sweep()
    print("| where | seconds | speed-up | same numbers |\n|---|---|---|---|")
    print(f"| this process | {alone:.1f} | 1.0 | |")
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
        # Both workers have the points: what only one has is lost with it.
        joblib.parallel_config("dask", scatter=[POINTS.X, POINTS.y]),
    ):
        time_sweep()  # the workers import what they need
        for name, progress in (("two workers", None), ("one killed", kill_at_third(client))):
            result, seconds = time_sweep(progress) if progress else time_sweep()
            if result != expected:
                raise RuntimeError(f"{name}: the numbers differ from those of this process.")
            print(f"| {name} | {seconds:.1f} | {alone / seconds:.1f} | yes |")


if __name__ == "__main__":
    main()
