"""Compare the verdicts of Python and of the browser on random hand-ins of exercises.

``python benchmarks/exercise_verdicts.py 100000`` makes that many hand-ins of variants of all
exercises with a goal: random values of what may be changed, and points that are added, moved and
removed at random. It prints how many were reached, and every disagreement. A second argument is the
seed, so that many hand-ins can be compared in several runs.
"""

import json
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

import machine  # noqa: F401 (finds what follows)
from core import compute
from core.drawing import DrawnSpec, encode_drawing
from core.exercises.check import check_goal, describe_goal, is_reached
from core.exercises.exercise import Exercise
from core.exercises.state import ExerciseState
from core.fields import fields_of
from core.limits import Choice, Flag, Number
from core.messages import describe_refit, encode_points
from core.state import DRAWN
from lessons.exercises import load_exercises

ROOT = Path(__file__).parents[1]
RUNNER = ["node", ROOT / "tests/helpers/call_module.mjs", ROOT / "tests/helpers/measured.mjs"]
BATCH = 500  # hand-ins a process of node
VARIANTS = 200


def hand_in(exercise: Exercise, rng: Generator) -> ExerciseState:
    """Return a random state that a participant could hand in."""
    state = exercise.start
    assert isinstance(state, ExerciseState)
    values: dict[str, Any] = {}
    for name in exercise.may:
        limit = fields_of(ExerciseState)[name].limit
        match limit:
            case _ if name == "points":
                values |= {"data": DRAWN, "points": _draw(exercise, rng)}
            case _ if name == "cut":
                count = len(compute.dataset(state.dataset_spec).y)
                values[name] = int(rng.integers(count + 1))
            case Number(low, high, whole):
                value = float(np.exp(rng.uniform(np.log(max(low, 0.01)), np.log(high))))
                values[name] = round(value) if whole else value
            case Choice(options):
                choices = (exercise.models if name == "model" else ()) or options
                values[name] = str(rng.choice(choices))
            case Flag():
                values[name] = bool(rng.integers(2))
    return replace(state, **values)


def _draw(exercise: Exercise, rng: Generator) -> str:
    """Return the points of the start or of the solution with some random changes."""
    source = (exercise.start, exercise.solution)[int(rng.integers(2))]
    assert isinstance(source, ExerciseState)
    drawing = DrawnSpec(source.points).drawing
    X, labels = drawing.X.copy(), drawing.labels.copy()
    low, high = np.array(drawing.box[::2]), np.array(drawing.box[1::2])
    for _ in range(int(rng.integers(4))):
        place, kind = rng.uniform(low, high), rng.integers(3)
        k = int(rng.integers(len(labels)))
        if kind == 0:
            X, labels = np.vstack([X, place]), np.append(labels, rng.integers(2)).astype(np.uint8)
        elif kind == 1:
            X[k] = place
        elif len(labels) > 2:
            X, labels = np.delete(X, k, axis=0), np.delete(labels, k)
    return encode_drawing(replace(drawing, X=X, labels=labels).on_grid())


def tell(exercise: Exercise, state: ExerciseState) -> dict[str, Any]:
    """Return what the browser knows of a hand-in."""
    points = compute.dataset(state.dataset_spec)
    return describe_goal(exercise, state) | {
        "points": encode_points(points),
        "names": points.class_names,
        "gamma": state.gamma,
        "box": compute.box(state.dataset_spec),
        "model": describe_refit(state.model, state.model_spec),
        "cut": state.cut,
    }


def make(count: int, seed: int) -> Iterator[tuple[Exercise, ExerciseState]]:
    """Yield random hand-ins, of each exercise in turn."""
    rng = np.random.default_rng(seed)
    exercises = [each for each in load_exercises().values() if each.kind == "reach"]
    for k in range(count):
        exercise = exercises[k % len(exercises)].variant(int(rng.integers(VARIANTS)))
        yield exercise, hand_in(exercise, rng)


def ask_browser(batch: list[tuple[Exercise, ExerciseState]]) -> list[str]:
    """Return the sentences of the browser's modules, in node."""
    jobs = [["judge", job, job["goal"]] for job in (tell(*each) for each in batch)]
    process = subprocess.run(
        RUNNER, input=json.dumps(jobs), capture_output=True, text=True, check=True
    )
    return json.loads(process.stdout)


def main(count: int = 10_000, seed: int = 0) -> None:
    """Compare all verdicts."""
    warnings.simplefilter("ignore")  # of projections that tie
    hand_ins, counts = list(make(count, seed)), Counter[str]()
    for start in range(0, count, BATCH):
        batch = hand_ins[start : start + BATCH]
        for (exercise, state), sentence in zip(batch, ask_browser(batch), strict=True):
            ours = is_reached(check_goal(exercise, state))
            counts["reached" if ours else "not yet"] += 1
            if ours != sentence.startswith("Reached"):
                counts["disagreements"] += 1
                print(exercise.stem, check_goal(exercise, state), sentence, sep="\n  ")
    print(f"{count} hand-ins: {dict(counts)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
