"""Held-out accuracy, comparisons, sweeps and timings of classifiers."""

from bayeslab.evaluation.accuracy import compare, cross_validated_accuracy
from bayeslab.evaluation.comparison import differences, mcnemar
from bayeslab.evaluation.diagnostics import calibration_curve, held_out_predictions, roc_curve
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.evaluation.sweeps import SweepSpec, sweep

__all__ = [
    "EvaluationSpec",
    "SweepSpec",
    "calibration_curve",
    "compare",
    "cross_validated_accuracy",
    "differences",
    "held_out_predictions",
    "mcnemar",
    "roc_curve",
    "sweep",
]
