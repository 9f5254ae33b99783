"""Score functions of fitted classifiers, and their decision regions."""

from bayeslab.scoring.descriptions import describe
from bayeslab.scoring.regions import Regions, decision_regions, score_points
from bayeslab.scoring.scores import Expansion, ScoreFunction

__all__ = ["Expansion", "Regions", "ScoreFunction", "decision_regions", "describe", "score_points"]
