"""Titles of the values of settings that several pages offer."""

__all__ = ["METRIC_TITLES", "SVC_GAMMA_TITLES", "THRESHOLD_TITLES"]

THRESHOLD_TITLES = {
    "error": "Fewest errors",
    "loo": "Leave-one-out",
    "consistency": "Consistency (eq. 181)",
}
METRIC_TITLES = {"sum": "C₊ + C₋ (as printed)", "pooled": "Pooled covariance"}
SVC_GAMMA_TITLES = {"same": "same γ", "scale": "scale", "own": "its own"}
