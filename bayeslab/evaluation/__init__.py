"""Held-out accuracy, comparisons, sweeps and timings of classifiers."""

from bayeslab.evaluation.accuracy import (
    Accuracy,
    Row,
    compare,
    cross_validated_accuracy,
    fitted_accuracy,
    training_accuracy,
)
from bayeslab.evaluation.comparison import (
    Difference,
    Disagreement,
    accuracy_interval,
    compare_predictions,
    differences,
    paired_difference,
)
from bayeslab.evaluation.diagnostics import (
    Calibration,
    HeldOutPredictions,
    Roc,
    calibrate,
    held_out_predictions,
    trace_roc,
)
from bayeslab.evaluation.models import MODELS, ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import Sweep, SweepPoint, SweepSpec, log_grid, sweep

__all__ = [
    "MODELS",
    "Accuracy",
    "Calibration",
    "Difference",
    "Disagreement",
    "EvaluationSpec",
    "HeldOutPredictions",
    "ModelSpec",
    "Roc",
    "Row",
    "Sweep",
    "SweepPoint",
    "SweepSpec",
    "accuracy_interval",
    "build_model",
    "calibrate",
    "compare",
    "compare_predictions",
    "cross_validated_accuracy",
    "differences",
    "fitted_accuracy",
    "held_out_predictions",
    "log_grid",
    "paired_difference",
    "sweep",
    "trace_roc",
    "training_accuracy",
]
