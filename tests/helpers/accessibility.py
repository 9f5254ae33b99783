"""What axe-core finds on a page, as far as it counts."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

__all__ = ["find_barriers"]

GRAVE = ("serious", "critical")
# A wide formula scrolls; current browsers let Tab reach whatever does, which axe does not know.
RULES = {"rules": {"scrollable-region-focusable": {"enabled": False}}}
COLOUR_RULES = {"runOnly": ["color-contrast", "link-in-text-block"]}


def find_barriers(page: Page, *, only_colours: bool = False) -> list[str]:
    """Return the grave findings of axe-core, or those of its rules on colours alone.

    Dark differs from light only in colours: what was checked light needs only these rules dark.
    """
    # Without "resultTypes" it describes each part that passes, too, which takes twice as long.
    options = {"resultTypes": ["violations"], **(COLOUR_RULES if only_colours else RULES)}
    violations = Axe().run(page, options=options).response["violations"]
    return [describe(each) for each in violations if each["impact"] in GRAVE]


def describe(violation: dict[str, Any]) -> str:
    """Return a finding with the places where it is."""
    places = [f"  {node['target']}: {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join([f"{violation['id']} ({violation['impact']})", *places])
