"""Streamlit's page: selectors of its elements, by names of ours.

Style sheets and scripts write ``:--main`` and the like, as a custom selector of CSS is written.
All names that Streamlit and Plotly give their elements are here; :func:`with_selectors` inserts
them. No selector has quotation marks, so it fits into the strings of scripts. The classes
``st-key-...`` are not here: they are public, and made of keys that we choose.
"""

import re
from pathlib import Path

NAME = re.compile(r":--([a-z-]+)")


def _test_id(name: str) -> str:
    return f"[data-testid={name}]"


SELECTORS = {
    # The page
    "app": ".stApp",
    "root": "#root",
    "view": _test_id("stAppViewContainer"),
    "header": _test_id("stHeader"),
    "top-link": _test_id("stTopNavLink"),
    "sidebar": _test_id("stSidebar"),
    "sidebar-header": _test_id("stSidebarHeader"),
    "menu-button": _test_id("stExpandSidebarButton"),
    "main": _test_id("stMain"),
    "content": _test_id("stMainBlockContainer"),
    # Its blocks
    "column": _test_id("stColumn"),
    "element": _test_id("stElementContainer"),
    "expander": _test_id("stExpander"),
    "row": _test_id("stHorizontalBlock"),
    "skeleton": _test_id("stSkeleton"),  # the place of a component that is being loaded
    "stack": _test_id("stVerticalBlock"),
    "wrapper": _test_id("stLayoutWrapper"),  # around a block
    "with-test-id": "[data-testid]",
    # Texts
    "caption": _test_id("stCaptionContainer"),
    "formula": ".katex",
    "formula-block": ".katex-display",
    "markdown": _test_id("stMarkdown"),
    "metric": _test_id("stMetricValue"),
    "text": _test_id("stMarkdownContainer"),  # of a paragraph, a label or a button
    # Widgets
    "button": ".stButton",
    "button-group": _test_id("stButtonGroup"),
    "checkbox": _test_id("stCheckbox"),
    "download-button": ".stDownloadButton",
    "key-hint": _test_id("InputInstructions"),  # "Press Enter to submit form"
    "label": _test_id("stWidgetLabel"),
    "link-button": ".stLinkButton",
    "page-link": ".stPageLink",
    "pills": "[data-variant=pills]",
    "popover": ".stPopover",
    "primary-button": _test_id("stBaseButton-primary"),
    "radio": _test_id("stRadio"),
    "segmented-control": "[data-variant=segmented_control]",
    "select-box": _test_id("stSelectbox"),
    "selected": "[data-selected]",
    "slider": _test_id("stSlider"),
    "slider-thumb": "[data-rac]",
    "slider-value": _test_id("stSliderThumbValue"),
    # Tables and pictures
    "figure-frame": _test_id("stFullScreenFrame"),  # whose width a figure gets
    "plot": ".js-plotly-plot",
    "plot-button": ".modebar-btn",
    "plot-tester": "#js-plotly-tester",  # in which Plotly measures text
    "table": ".stDataFrame",
}


def with_selectors(source: str) -> str:
    """Return a style sheet or script with the selectors in place of their names.

    Raises
    ------
    KeyError
        If it uses a name that is not in :data:`SELECTORS`.
    """
    return NAME.sub(lambda match: SELECTORS[match[1]], source)


def read_source(path: Path) -> str:
    """Return the text of a style sheet or script with the selectors in place of their names."""
    return with_selectors(path.read_text(encoding="utf-8"))
