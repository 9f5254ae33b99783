"""What axe-core finds on a page, as far as it counts."""

from typing import Any

__all__ = ["GRAVE", "OPTIONS", "describe"]

GRAVE = ("serious", "critical")
# A wide formula scrolls; current browsers let Tab reach whatever does, which axe does not know.
# Without "resultTypes" it describes each part that passes, too, which takes twice as long.
OPTIONS = {
    "resultTypes": ["violations"],
    "rules": {"scrollable-region-focusable": {"enabled": False}},
}


def describe(violation: dict[str, Any]) -> str:
    """Return a finding with the places where it is."""
    places = [f"  {node['target']}: {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join([f"{violation['id']} ({violation['impact']})", *places])
