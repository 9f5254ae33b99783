"""Configuration of Sphinx; docs/sphinx/build.py says what it is run on."""

import re
import sys
from pathlib import Path
from typing import Any

from sphinx_gallery.sorting import FileNameSortKey

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT), str(ROOT / "tests" / "helpers")]

import bayeslab  # noqa: E402
import pictures  # noqa: E402

project = "bayeslab"
author = "bayeslab contributors"
project_copyright = author
release = version = bayeslab.__version__
extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx_design",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx_gallery.gen_gallery",
]
templates_path = [str(Path(__file__).parent / "templates")]
exclude_patterns = ["gallery_source"]
suppress_warnings = ["config.cache"]  # the scraper is a function

html_theme = "pydata_sphinx_theme"
html_title = "bayeslab"
html_context = {"default_mode": "auto"}
html_static_path = [
    str(Path(__file__).parent / "static"),
    str(ROOT / "build/npm/node_modules/katex/dist"),
]
html_css_files = ["katex.min.css", "style.css"]
html_js_files = ["katex.min.js", "contrib/auto-render.min.js"]
html_favicon = str(ROOT / "ui" / "icon.svg")
html_show_sourcelink = False
html_copy_source = False
html_theme_options: dict[str, Any] = {
    "logo": {"text": f"bayeslab {release}"},
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "show_prev_next": True,
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_sidebars = {name: [] for name in ("index", "start", "errata", "changelog")}

myst_enable_extensions = ["dollarmath", "deflist", "attrs_inline", "attrs_block", "colon_fence"]
myst_heading_anchors = 4

# Sphinx leaves formulas as TeX, and KaTeX from build/npm draws them: no other host is asked.
mathjax_path = "formulas.js"

autosummary_generate = True
autodoc_typehints = "none"  # the docstrings name types and shapes
# The members of every estimator are in scikit-learn's own reference.
autodoc_default_options = {
    "inherited-members": "BaseEstimator, ClassifierMixin, AnyWidget, BaseException, object",
    "exclude-members": "get_metadata_routing, set_fit_request, set_partial_fit_request, "
    "set_score_request, set_output",
}
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

sphinx_gallery_conf = {
    "examples_dirs": "gallery_source",
    "gallery_dirs": "gallery",
    "within_subsection_order": FileNameSortKey,
    "image_scrapers": (pictures.scrape_figure,),
    "reset_modules": (),
    "remove_config_comments": True,
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "min_reported_time": 1e9,  # a time says something of one machine
    "write_computation_times": False,
    "abort_on_example_error": True,
    "nested_sections": False,
}


BAR = re.compile(r"(``.*?``|>>>.*)|\|")


def keep_bars(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Let |x| in a docstring be a formula, and not a name that Sphinx replaces."""
    lines[:] = [BAR.sub(lambda found: found[1] or r"\|", line) for line in lines]


def setup(app: Any) -> None:
    """Read the docstrings before numpydoc does."""
    app.connect("autodoc-process-docstring", keep_bars, priority=400)
