"""The activities of the classroom, in one registry."""

from collections.abc import Mapping
from types import MappingProxyType

from live.activities.challenge import CHALLENGE
from live.activities.cut import CUT
from live.activities.draw import DRAW
from live.activities.exercise import EXERCISE
from live.activities.vote import VOTE
from live.activity import Activity

__all__ = ["ACTIVITIES"]

ACTIVITIES: Mapping[str, Activity] = MappingProxyType(
    {activity.key: activity for activity in (DRAW, VOTE, CUT, CHALLENGE, EXERCISE)}
)
